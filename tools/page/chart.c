/* SPDX-License-Identifier: MIT */
/* See chart.h. */
#include "chart.h"

#include <math.h>

#include "../report/report.h"

/* The picture and the plot in it, in units of the SVG */
#define WIDTH 720.0
#define HEIGHT 260.0
#define RIGHT 28.0
#define TOP 24.0
#define BOTTOM 44.0
#define MARKS 5 /* the most marks on the vertical axis */

const char *chart_number(char *text, size_t size, double value)
{
    static const char *const units[] = {"", "k", "M", "G", "T", "P", "E"};
    unsigned unit = 0;
    for (; value >= 1000 && unit < 6; unit++)
        value /= 1000;
    snprintf(text, size, "%.3g%s", value, units[unit]);
    return text;
}

static double at_x(const struct chart *c, double x)
{
    return c->left + x * (WIDTH - c->left - RIGHT);
}

static double at_y(const struct chart *c, double value)
{
    return HEIGHT - BOTTOM - value / c->most * (HEIGHT - TOP - BOTTOM);
}

double chart_step(double value)
{
    static const double steps[] = {2, 2.5, 2}; /* from 1 to 2, to 5, to 10 */
    double step = 1e-3;
    for (unsigned i = 0; step * MARKS < value; i = (i + 1) % 3)
        step *= steps[i];
    return step;
}

static void put_text(FILE *out, double x, double y, const char *anchor, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    report_escape(out, text);
    fputs("</text>\n", out);
}

void chart_open(struct chart *c, FILE *out, const char *title, double left, const char *unit)
{
    *c = (struct chart){out, 1, left};
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"", out);
    report_escape(out, title);
    fprintf(out, "\"><svg viewBox=\"0 0 %.0f %.0f\" role=\"img\"><title>", WIDTH, HEIGHT);
    report_escape(out, title);
    fputs("</title>\n", out);
    put_text(out, 0, 12, "start", unit);
}

void chart_label(struct chart *c, double value, const char *label)
{
    put_text(c->out, c->left - 6, at_y(c, value) + 4, "end", label);
}

void chart_mark(struct chart *c, double value, const char *label)
{
    const double y = at_y(c, value);
    fprintf(c->out, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", c->left, WIDTH - RIGHT,
            y, y);
    chart_label(c, value, label);
}

void chart_begin(struct chart *c, FILE *out, const char *title, double largest, const char *unit)
{
    const double step = chart_step(largest > 0 ? largest : 1);
    char label[32];
    chart_open(c, out, title, CHART_LEFT, unit);
    for (c->most = step; c->most < largest;)
        c->most += step;
    for (unsigned i = 0; i * step <= c->most * 1.0001; i++)
        chart_mark(c, i * step, chart_number(label, sizeof label, i * step));
}

void chart_tick(struct chart *c, double x, const char *label)
{
    fprintf(c->out, "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", at_x(c, x), at_x(c, x),
            HEIGHT - BOTTOM, HEIGHT - BOTTOM + 4);
    put_text(c->out, at_x(c, x), HEIGHT - BOTTOM + 20, "middle", label);
}

static void put_hint(FILE *out, const char *hint)
{
    fputs("<title>", out);
    report_escape(out, hint);
    fputs("</title>", out);
}

void chart_column(struct chart *c, const double x[2], const double values[2], unsigned colour, const char *hint)
{
    fprintf(c->out, "<rect class=\"c%u\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">", colour, at_x(c, x[0]),
            at_y(c, values[1]), at_x(c, x[1]) - at_x(c, x[0]), at_y(c, values[0]) - at_y(c, values[1]));
    put_hint(c->out, hint);
    fputs("</rect>\n", c->out);
}

void chart_line_begin(struct chart *c, unsigned line)
{
    fprintf(c->out, "<polyline class=\"line l%u\" points=\"", line);
}

void chart_line_to(struct chart *c, double x, double value)
{
    fprintf(c->out, "%.1f,%.1f ", at_x(c, x), at_y(c, value));
}

void chart_line_end(struct chart *c, const char *hint)
{
    fputs("\">", c->out);
    put_hint(c->out, hint);
    fputs("</polyline>\n", c->out);
}

/* -- heat maps -- */

/* Returns 0 for no samples, or 1 to CHART_HEATS: each is a multiple of the one before. */
static unsigned heat_of(unsigned count, unsigned most)
{
    const double share = count > 1 ? log(count) / log(most) : 0;
    return count ? 1 + (unsigned)(share * (CHART_HEATS - 1) + 0.5) : 0;
}

/* Draws the cells of one row that have a heat; adjacent cells of equal heat are one rectangle. */
static void heat_row(struct chart *c, const unsigned *counts, unsigned columns, double y[2], unsigned heat,
                     unsigned most)
{
    for (unsigned from = 0, to; from < columns; from = to) {
        const unsigned is = heat_of(counts[from], most);
        for (to = from + 1; to < columns && heat_of(counts[to], most) == is;)
            to++;
        if (is == heat)
            fprintf(c->out, "M%.1f %.1fH%.1fV%.1fH%.1fz", at_x(c, (double)from / columns), y[0],
                    at_x(c, (double)to / columns), y[1], at_x(c, (double)from / columns));
    }
}

unsigned chart_heat(struct chart *c, const unsigned *counts, unsigned columns, unsigned rows)
{
    unsigned most = 0;
    for (unsigned i = 0; i < columns * rows; i++)
        most = counts[i] > most ? counts[i] : most;
    for (unsigned heat = 1; heat <= CHART_HEATS; heat++) {
        fprintf(c->out, "<path class=\"h%u\" d=\"", heat);
        for (unsigned row = 0; row < rows; row++)
            heat_row(c, &counts[row * columns], columns,
                     (double[]){at_y(c, (row + 1.0) / rows), at_y(c, (double)row / rows)}, heat, most);
        fputs("\"/>\n", c->out);
    }
    return most;
}

void chart_end(struct chart *c, const char *label)
{
    put_text(c->out, at_x(c, 0.5), HEIGHT - 6, "middle", label);
    fputs("</svg></div>\n", c->out);
}

void chart_legend(FILE *out, unsigned colour, const char *name)
{
    fprintf(out, "<li><span class=\"c%u\"></span>", colour);
    report_escape(out, name);
    fputs("</li>\n", out);
}

void chart_legend_line(FILE *out, unsigned line, const char *name)
{
    fprintf(out, "<li><svg viewBox=\"0 0 40 8\" aria-hidden=\"true\"><path class=\"line l%u\" d=\"M0 4H40\"/></svg>",
            line);
    report_escape(out, name);
    fputs("</li>\n", out);
}
