# SPDX-License-Identifier: MIT
# Checks of the sources by tools: formatting, faults, spelling, English, links between pages and the Makefile.
# .ci/lint/run CHECK runs one of them.
.PHONY: lint
## lint           formatting, spelling, pages, workflows; with CHECK_ALL=1 shellcheck, clang-tidy and cppcheck, too
lint:
	@$(PROVE) --exec .ci/lint/run $$(.ci/lint/run --list)
