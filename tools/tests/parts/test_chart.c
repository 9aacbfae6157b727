/* SPDX-License-Identifier: MIT */
/* Numbers, axes, and the shapes of a picture. */
#include "page/chart.h"

#include "tap.h"

#include "output.h"

static void test_numbers(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},     {999, "999"},    {1000, "1k"},     {1234567, "1.23M"}, {2e9, "2G"},     {5e12, "5T"},
                 {7e15, "7P"}, {1.8e19, "18E"}, {3e21, "3e+03E"}, {0.25, "0.25"},     {123400, "123k"}};
    char text[32];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        says(chart_number(text, sizeof text, cases[i].value), cases[i].text, cases[i].text, __LINE__);
}

static void test_steps(void)
{
    static const double cases[][2] = {{1, 0.2},       {4, 1},          {5, 1},          {5.1, 2},  {10, 2},
                                      {11, 5},        {25, 5},         {26, 10},        {100, 20}, {0.004, 0.001},
                                      {0.006, 0.002}, {250000, 50000}, {251000, 100000}};
    int bad = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double step = chart_step(cases[i][0]), ratio = step / cases[i][1];
        if (ratio < 0.999999 || ratio > 1.000001)
            bad++, diag("%g: %g, want %g", cases[i][0], step, cases[i][1]);
    }
    is(bad, 0, "the smallest step of which five reach the value");
}

static void test_picture(void)
{
    const double x[2] = {0.25, 0.75}, values[2] = {2, 6};
    struct chart c;
    chart_begin(&c, output_begin(), "a <picture>", 7, "samples & more");
    chart_tick(&c, 0.5, "half");
    chart_column(&c, x, values, 3, "a \"hint\"");
    chart_line_begin(&c, 1);
    chart_line_to(&c, 0, 0);
    chart_line_to(&c, 1, 8);
    chart_line_end(&c, "<line>");
    chart_end(&c, "cycles");
    chart_legend(c.out, 2, "a & b");
    ok(c.most > 7.999 && c.most < 8.001, "the top is a mark");
    says(output_end(),
         "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"a &#60;picture&#62;\"><svg viewBox=\"0 0 720 "
         "260\" role=\"img\"><title>a &#60;picture&#62;</title>\n"
         "<text x=\"0.0\" y=\"12.0\" text-anchor=\"start\">samples &#38; more</text>\n"
         "<line class=\"grid\" x1=\"64.0\" x2=\"692.0\" y1=\"216.0\" y2=\"216.0\"/>\n"
         "<text x=\"58.0\" y=\"220.0\" text-anchor=\"end\">0</text>\n"
         "<line class=\"grid\" x1=\"64.0\" x2=\"692.0\" y1=\"168.0\" y2=\"168.0\"/>\n"
         "<text x=\"58.0\" y=\"172.0\" text-anchor=\"end\">2</text>\n"
         "<line class=\"grid\" x1=\"64.0\" x2=\"692.0\" y1=\"120.0\" y2=\"120.0\"/>\n"
         "<text x=\"58.0\" y=\"124.0\" text-anchor=\"end\">4</text>\n"
         "<line class=\"grid\" x1=\"64.0\" x2=\"692.0\" y1=\"72.0\" y2=\"72.0\"/>\n"
         "<text x=\"58.0\" y=\"76.0\" text-anchor=\"end\">6</text>\n"
         "<line class=\"grid\" x1=\"64.0\" x2=\"692.0\" y1=\"24.0\" y2=\"24.0\"/>\n"
         "<text x=\"58.0\" y=\"28.0\" text-anchor=\"end\">8</text>\n"
         "<line class=\"axis\" x1=\"378.0\" x2=\"378.0\" y1=\"216.0\" y2=\"220.0\"/>\n"
         "<text x=\"378.0\" y=\"236.0\" text-anchor=\"middle\">half</text>\n"
         "<rect class=\"c3\" x=\"221.00\" y=\"72.00\" width=\"314.00\" height=\"96.00\"><title>a "
         "&#34;hint&#34;</title></rect>\n"
         "<polyline class=\"line c1\" points=\"64.0,216.0 692.0,24.0 \"><title>&#60;line&#62;</title></polyline>\n"
         "<text x=\"378.0\" y=\"254.0\" text-anchor=\"middle\">cycles</text>\n"
         "</svg></div>\n"
         "<li><span class=\"c2\"></span>a &#38; b</li>\n",
         "a picture", __LINE__);
    chart_begin(&c, output_begin(), "nothing", 0, "");
    ok(count_of(output_end(), "class=\"grid\"") == 2 && c.most > 0.19, "nothing has an axis, too");
}

int main(void)
{
    test_numbers();
    test_steps();
    test_picture();
    return tap_done();
}
