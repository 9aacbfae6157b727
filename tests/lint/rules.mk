# SPDX-License-Identifier: MIT
# Checks of the sources by tools: formatting, faults, spelling, English, links between pages and the Makefile.
# tests/lint/run CHECK runs one of them.
.PHONY: lint
## lint           formatting, shellcheck, spelling, pages, workflows
lint:
	@$(PROVE) --exec tests/lint/run $$(tests/lint/run --list)
