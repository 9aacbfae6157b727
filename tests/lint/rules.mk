# SPDX-License-Identifier: MIT
# What tools find in the sources: formatting, faults, spelling, what the pages say of the Makefile. tests/lint/run CHECK
# does one of the checks.
.PHONY: lint
## lint           formatting, clang-tidy, gcc -fanalyzer, cppcheck, shellcheck, spelling, pages, workflows
lint:
	@tests/lint/run
