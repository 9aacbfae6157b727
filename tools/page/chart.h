/* SPDX-License-Identifier: MIT */
/* Draws charts in SVG for a page of HTML: axes, columns, lines. Colours are classes of the page (page_style.c). */
#ifndef CHART_H
#define CHART_H

#include <stdint.h>
#include <stdio.h>

#define CHART_PLAIN 10 /* the colour without a meaning; those before it are for types of operations */
#define CHART_LINES 4  /* lines have colours and dashes of their own */
#define CHART_HEATS 6
#define CHART_LEFT 64.0 /* wide enough for numbers */

/* The scale of a chart: x and y are shares, 0 to 1, of the plot; y grows upwards. */
struct chart {
    FILE *out;
    double most; /* the value at the top */
    double left; /* edge of the plot */
};

/* Begins a picture whose values reach `largest`, with a vertical axis for them. `title` is for readers who cannot see
 * the picture. */
void chart_begin(struct chart *c, FILE *out, const char *title, double largest, const char *unit);

/* Begins a picture without an axis: the plot begins at `left`; values are shares, 0 to 1, with the unit `unit`. */
void chart_open(struct chart *c, FILE *out, const char *title, double left, const char *unit);

/* Labels a value next to the plot; a line across the plot is optional. */
void chart_label(struct chart *c, double value, const char *label);
void chart_mark(struct chart *c, double value, const char *label);

/* Puts a mark on the horizontal axis. */
void chart_tick(struct chart *c, double x, const char *label);

/* Draws a column from one x to another, from one value to another; `hint` is shown when the pointer is over it. */
void chart_column(struct chart *c, const double x[2], const double values[2], unsigned colour, const char *hint);

/* Draw a line, one of CHART_LINES: begin, a point at a time, end. */
void chart_line_begin(struct chart *c, unsigned line);
void chart_line_to(struct chart *c, double x, double value);
void chart_line_end(struct chart *c, const char *hint);

/*
 * Draws a heat map that fills the plot: columns x rows of counts, the lowest row first. Larger counts are darker, by
 * steps of equal ratio, CHART_HEATS in all. Returns the largest count.
 */
unsigned chart_heat(struct chart *c, const unsigned *counts, unsigned columns, unsigned rows);

/* Ends the picture; `label` is below the horizontal axis. */
void chart_end(struct chart *c, const char *label);

/* The distance of marks on an axis that ends at `value`: the smallest of 0.001, 0.002, 0.005 ... 1, 2, 5 ... of which
 * five reach it. */
double chart_step(double value);

/* Explain a colour and a line: an item of a list with the class "legend". */
void chart_legend(FILE *out, unsigned colour, const char *name);
void chart_legend_line(FILE *out, unsigned line, const char *name);

/* Writes 1234567 as "1.23M". Returns text. */
const char *chart_number(char *text, size_t size, double value);

#endif
