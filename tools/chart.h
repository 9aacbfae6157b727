/* SPDX-License-Identifier: MIT */
/* Pictures in SVG, for a page of HTML: axes, columns, lines. Colours are classes of the page, c0 to c7. */
#ifndef CHART_H
#define CHART_H

#include <stdint.h>
#include <stdio.h>

#define CHART_COLOURS 8
#define CHART_HEATS 6
#define CHART_LEFT 64.0 /* what is enough for numbers */

/* Where values go: x and y are shares, 0 to 1, of the plot; y grows upwards. */
struct chart {
    FILE *out;
    double most; /* the value at the top */
    double left; /* edge of the plot */
};

/* Begins a picture whose values reach `largest`, with a vertical axis for it. `title` is for those who do not
 * see it. */
void chart_begin(struct chart *c, FILE *out, const char *title, double largest, const char *unit);

/* Begins a picture without an axis: the plot begins at `left`, values are shares, 0 to 1, and are called `unit`. */
void chart_open(struct chart *c, FILE *out, const char *title, double left, const char *unit);

/* What is at a value, in words beside the plot; with a line across the plot, too. */
void chart_label(struct chart *c, double value, const char *label);
void chart_mark(struct chart *c, double value, const char *label);

/* A mark at the horizontal axis. */
void chart_tick(struct chart *c, double x, const char *label);

/* A column from one x to another, from one value to another; `hint` is shown when it is pointed at. */
void chart_column(struct chart *c, const double x[2], const double values[2], unsigned colour, const char *hint);

/* A line: begin, a point at a time, end. */
void chart_line_begin(struct chart *c, unsigned colour);
void chart_line_to(struct chart *c, double x, double value);
void chart_line_end(struct chart *c, const char *hint);

/*
 * A heat map that fills the plot: columns x rows of counts, the lowest row first. The more, the darker, by steps of
 * equal ratio, CHART_HEATS in all. Returns the largest count.
 */
unsigned chart_heat(struct chart *c, const unsigned *counts, unsigned columns, unsigned rows);

/* Ends the picture; `label` stands below the horizontal axis. */
void chart_end(struct chart *c, const char *label);

/* How far marks are apart on an axis that ends at `value`: the smallest of 0.001, 0.002, 0.005 ... 1, 2, 5 ... of which
 * five reach it. */
double chart_step(double value);

/* What a colour means: an item of a list with the class "legend". */
void chart_legend(FILE *out, unsigned colour, const char *name);

/* 1234567 as "1.23M". Returns text. */
const char *chart_number(char *text, size_t size, double value);

#endif
