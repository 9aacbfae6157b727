/* SPDX-License-Identifier: MIT */
/* The report of spe-stat annotate: the source lines of a function, and its instructions, with their samples. */
#ifndef ANNOTATE_H
#define ANNOTATE_H

#include "../profile/profile.h"
#include "report.h"

#define ANNOTATE_DIRECTORIES 16
#define ANNOTATE_LISTING "listing_" /* begins the id of each table of a page's code */

struct annotate_options {
    const char *function;                          /* "work", "init#2", "ns::work(int)", or the end of it, "work" */
    const char *directories[ANNOTATE_DIRECTORIES]; /* with sources */
    unsigned n_directories;
};

/*
 * Writes each sampled function of that name, at most `most`, those with the most cycles first. A line has the sum of
 * its instructions; those with samples follow it. Without debug information there are instructions only. Returns
 * TOOL_OK, or TOOL_FAILED after a message: no sample is in such a function, or as report_end().
 */
int annotate_report(struct profile *profile, const struct annotate_options *options, FILE *out,
                    enum report_format format, size_t most, const struct report_view *view);

/* Writes the code of the functions with most of the summed latency as a section of a page: lines near samples, and
 * instructions with samples. Nothing if no program with its symbols was found. options->function is not used. Returns
 * the same as report_end(). */
int annotate_page(struct profile *profile, const struct annotate_options *options, FILE *out);

#endif
