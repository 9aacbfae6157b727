/* SPDX-License-Identifier: MIT */
/* What each program defines, for the tests of parts: they are compiled with -include. It includes no header, because
 * the tests' feature macros must come first. */
const char tool_name[] = "test", tool_usage[] = "";
