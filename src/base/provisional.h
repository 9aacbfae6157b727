/* SPDX-License-Identifier: MIT */
/* Programs opt in to the provisional headers with a macro. The sources that implement them do so here, before they
 * include anything else. */
#ifndef SPE_ALLOW_PROVISIONAL
#define SPE_ALLOW_PROVISIONAL 1
#endif
