/* SPDX-License-Identifier: MIT */
/* The data sources and events of a profile: their names, if all cores that wrote samples agree, and latencies. */
#ifndef SOURCE_NAMES_H
#define SOURCE_NAMES_H

#include "profile.h"

/* The total latencies of a data source; never NULL, but empty if it has none. */
const struct spe_histogram *profile_source_total(const struct profile *profile, unsigned source);

/* The core's words for a data source or an event bit, if they mean the same on all cores that wrote samples; otherwise
 * NULL. */
const char *profile_source_name(const struct profile *profile, unsigned source);
const char *profile_event_name(const struct profile *profile, unsigned bit);

#define PROFILE_SOURCE_TEXT 80

/* Writes the name of a data source, "source 13, remote" or "source 13", to text[PROFILE_SOURCE_TEXT]. */
void profile_source_text(const struct profile *profile, unsigned source, char *text);

/* The name of samples of a class (PLACES_LOAD ...) that have no data source. */
const char *profile_class_name(unsigned class);

#endif
