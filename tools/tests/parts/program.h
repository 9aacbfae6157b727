/* SPDX-License-Identifier: MIT */
/* What each program defines, for the tests of parts: they are compiled with -include. It includes nothing, because the
 * tests define what systems shall have first. */
const char tool_name[] = "test", tool_usage[] = "";
