/* SPDX-License-Identifier: MIT */
/* One report in its four forms, and escaping. */
#include <math.h>

#include "report/report.h"
#include "system/json_string.h"

#include "tap.h"

#include "output.h"

const char tool_name[] = "test_report";

static const char *const columns[] = {"", "count", "share", "mean", "where", "unit", ""};

static void put(enum report_format format)
{
    struct report r;
    const struct report_view view = {.style = {.groups_digits = 1}};
    report_begin(&r, output_begin(), format, &view);
    report_table(&r, "first", "First", columns, 7);
    report_row(&r, (struct report_cell[]){cell_word("a"), cell_count(12345678901), cell_percent(1, 8),
                                          cell_number(0.1234567), cell_address(0x400010), cell_word("per b"),
                                          cell_bar(1, 4)});
    report_row(&r, (struct report_cell[]){cell_word("b"), cell_count(0), cell_percent(0, 0), cell_number(123456.7),
                                          cell_address(UINT64_MAX), cell_word(""), cell_bar(0, 0)});
    report_table_end(&r, "a < b");
    report_table(&r, "empty", "Empty", columns, 7);
    report_table_end(&r, "not said");
    static const char *const few[] = {"address", "count"};
    report_table(&r, "second", "Second", few, 2);
    report_row(&r, (struct report_cell[]){cell_address(0x20), cell_count(7)});
    report_table_end(&r, NULL);
    report_end(&r);
}

static void test_forms(void)
{
    put(REPORT_TEXT);
    says(output_end(),
         "First                                          count         share          mean         where  unit\n"
         "  a                                    12,345,678,901        12.5 %        0.1235  0x0000000000400010  per b "
         " ##########\n"
         "  b                                                0         0.0 %     1.235e+05  0xffffffffffffffff    \n"
         "  (a < b)\n"
         "\n"
         "Second                                         count\n"
         "  0x0000000000000020                               7\n",
         "text", __LINE__);
    put(REPORT_CSV);
    says(output_end(),
         "table,row,column,value\n"
         "first,\"a\",count,12345678901\n"
         "first,\"a\",share,12.5\n"
         "first,\"a\",mean,0.1234567\n"
         "first,\"a\",where,\"0x0000000000400010\"\n"
         "first,\"a\",unit,\"per b\"\n"
         "first,\"b\",count,0\n"
         "first,\"b\",share,0\n"
         "first,\"b\",mean,123456.7\n"
         "first,\"b\",where,\"0xffffffffffffffff\"\n"
         "first,\"b\",unit,\"\"\n"
         "second,\"0x0000000000000020\",count,7\n",
         "CSV", __LINE__);
    put(REPORT_JSON);
    says(output_end(),
         "{\n"
         "  \"version\": 1,\n"
         "  \"first\": [\n"
         "    {\"name\": \"a\", \"count\": 12345678901, \"share\": 12.5, \"mean\": 0.1234567, \"where\": "
         "\"0x0000000000400010\", \"unit\": \"per b\"},\n"
         "    {\"name\": \"b\", \"count\": 0, \"share\": 0, \"mean\": 123456.7, \"where\": \"0xffffffffffffffff\", "
         "\"unit\": \"\"}\n"
         "  ],\n"
         "  \"empty\": [],\n"
         "  \"second\": [\n"
         "    {\"address\": \"0x0000000000000020\", \"count\": 7}\n"
         "  ]\n"
         "}\n",
         "JSON", __LINE__);
    put(REPORT_HTML);
    says(output_end(),
         "<section id=\"first\"><h2>First</h2><div class=\"wide\" tabindex=\"0\" role=\"group\" "
         "aria-label=\"First\"><table>\n"
         "<thead><tr><th scope=\"col\" class=\"word\">name</th><th scope=\"col\" class=\"number\">count</th>"
         "<th scope=\"col\" class=\"number\">share</th><th scope=\"col\" class=\"number\">mean</th>"
         "<th scope=\"col\" class=\"number\">where</th><th scope=\"col\" class=\"word\">unit</th>"
         "<td></td></tr></thead>\n"
         "<tbody>\n"
         "<tr><th scope=\"row\" class=\"word\">a</th><td class=\"number\">12,345,678,901</td><td "
         "class=\"number\">12.5&nbsp;%</td>"
         "<td class=\"number\">0.1235</td><td class=\"number\">0x0000000000400010</td><td class=\"word\">per b</td>"
         "<td class=\"bars\"><div class=\"bar\" style=\"width:25.0%\"></div></td></tr>\n"
         "<tr><th scope=\"row\" class=\"word\">b</th><td class=\"number\">0</td><td class=\"number\">0.0&nbsp;%</td>"
         "<td class=\"number\">1.235e+05</td><td class=\"number\">0xffffffffffffffff</td><td class=\"word\"></td>"
         "<td class=\"bars\"><div class=\"bar\" style=\"width:0.0%\"></div></td></tr>\n"
         "</tbody></table></div>\n"
         "<p class=\"remark\">a &#60; b</p>\n"
         "</section>\n"
         "<section id=\"second\"><h2>Second</h2><div class=\"wide\" tabindex=\"0\" role=\"group\" "
         "aria-label=\"Second\"><table>\n"
         "<thead><tr><th scope=\"col\" class=\"number\">address</th><th scope=\"col\" "
         "class=\"number\">count</th></tr></thead>\n"
         "<tbody>\n"
         "<tr><th scope=\"row\" class=\"number\">0x0000000000000020</th><td class=\"number\">7</td></tr>\n"
         "</tbody></table></div>\n"
         "</section>\n",
         "HTML", __LINE__);
}

/* Eight columns are close together, but never closer than their names. */
static void test_many_columns(void)
{
    static const char *const names[] = {"", "a", "b", "c", "mispredicted", "e", "f", "g"};
    struct report_cell cells[8];
    struct report r;
    for (unsigned i = 0; i < 8; i++)
        cells[i] = i ? cell_count(i) : cell_word("x");
    report_begin(&r, output_begin(), REPORT_TEXT, NULL);
    report_table(&r, "t", "T", names, 8);
    report_row(&r, cells);
    report_table_end(&r, NULL);
    report_end(&r);
    says(output_end(),
         "T                                               a          b          c mispredicted          e          f "
         "         g\n"
         "  x                                             1          2          3            4          5          6 "
         "         7\n",
         "many columns", __LINE__);
}

static void test_quotes(void)
{
    static const char *const names[] = {"", "x"};
    const char *odd = "a\"b\\c\n\x1f\x7f\xc3\xa9";
    struct report r;
    report_begin(&r, output_begin(), REPORT_JSON, NULL);
    report_table(&r, "t", "T", names, 2);
    report_row(&r, (struct report_cell[]){cell_word(odd), cell_word(odd)});
    report_table_end(&r, odd);
    report_end(&r);
    says(output_end(),
         "{\n  \"version\": 1,\n  \"t\": [\n    {\"name\": \"a\\\"b\\\\c\\u000a\\u001f\\u007f\xc3\xa9\", \"x\": "
         "\"a\\\"b\\\\c\\u000a\\u001f\\u007f\xc3\xa9\"}\n  ]\n}\n",
         "JSON: quotation marks, backslashes, control characters", __LINE__);
    report_begin(&r, output_begin(), REPORT_CSV, NULL);
    report_table(&r, "t", "T", names, 2);
    report_row(&r, (struct report_cell[]){cell_word(odd), cell_word(odd)});
    report_table_end(&r, NULL);
    report_end(&r);
    says(output_end(),
         "table,row,column,value\nt,\"a\"\"b\\c\\x0a\\x1f\\x7f\xc3\xa9\",x,\"a\"\"b\\c\\x0a\\x1f\\x7f\xc3\xa9\"\n",
         "CSV: quotation marks are doubled, control characters escaped", __LINE__);
}

/* Formulas of spreadsheets become text; JSON has a character's own number. */
static void test_formulas(void)
{
    static const char *const texts[][3] = {
        {"=1+1", "'=1+1", "=1+1"},
        {"@SUM(A1)", "'@SUM(A1)", "@SUM(A1)"},
        {"+1", "'+1", "+1"},
        {"-1", "'-1", "-1"},
        {"-", "-", "-"},
        {"a=1", "a=1", "a=1"},
        {"\xef\xbc\x9d"
         "1",
         "'\xef\xbc\x9d"
         "1",
         "\xef\xbc\x9d"
         "1"},
        {"\t=1", "\\x09=1", "\\u0009=1"},
        {"\xc2\xad=", "\\xc2\\xad=", "\\u00ad="},
        {"\xf3\xa0\x81\x81", "\\xf3\\xa0\\x81\\x81", "\\udb40\\udc41"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80", "\\u00ed\\u00a0\\u0080"},
    };
    static const char *const names[] = {"", "x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char want[128];
        struct report r;
        report_begin(&r, output_begin(), REPORT_CSV, NULL);
        report_table(&r, "t", "T", names, 2);
        report_row(&r, (struct report_cell[]){cell_word(texts[i][0]), cell_count(1)});
        report_table_end(&r, NULL);
        report_end(&r);
        snprintf(want, sizeof want, "table,row,column,value\nt,\"%s\",x,1\n", texts[i][1]);
        says(output_end(), want, "CSV: no formula", __LINE__);
        json_string(output_begin(), texts[i][0]);
        snprintf(want, sizeof want, "\"%s\"", texts[i][2]);
        says(output_end(), want, "JSON: no character without a shape", __LINE__);
    }
}

/* A number that JSON cannot represent is left out; a bar stays in its cell. */
static void test_numbers(void)
{
    ok(cell_number(INFINITY).kind == CELL_NONE && cell_number(-INFINITY).kind == CELL_NONE, "infinite: none");
    ok(cell_number(NAN).kind == CELL_NONE && cell_number(1e308).kind == CELL_NUMBER, "no number: no bar");
    const struct report_cell far = cell_part(UINT64_MAX, UINT64_MAX, 1), near = cell_part(3, 2, 4);
    ok(far.from + far.number <= 1 && cell_bar(UINT64_MAX, 1).number <= 1, "more than everything fills the bar");
    ok(near.from == 0.75 && near.number == 0.25, "... after the part before it"); /* both are exact */
}

static void test_escapes(void)
{
    static const struct {
        const char *text, *html;
    } cases[] = {
        {"a<b>&\"c'd", "a&#60;b&#62;&#38;&#34;c'd"},
        {"\n\t\x1f\x7f ", "\\x0a\\x09\\x1f\\x7f "},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"}, /* 2, 3 and 4 bytes */
        {"\xc1\xbf", "\\xc1\\xbf"},                                                       /* overlong form */
        {"\xe0\x9f\xbf\xe0\xa0\x80", "\\xe0\\x9f\\xbf\xe0\xa0\x80"},
        {"\xf0\x8f\xbf\xbf\xf0\x90\x80\x80", "\\xf0\\x8f\\xbf\\xbf\xf0\x90\x80\x80"},
        {"\xed\x9f\xbf\xed\xa0\x80\xed\xbf\xbf\xee\x80\x80",
         "\xed\x9f\xbf\\xed\\xa0\\x80\\xed\\xbf\\xbf\xee\x80\x80"},                   /* surrogates */
        {"\xf4\x8f\xbf\xbf\xf4\x90\x80\x80", "\xf4\x8f\xbf\xbf\\xf4\\x90\\x80\\x80"}, /* U+10FFFF is the last */
        {"\xc2\x80\xc2\x9f\xc2\xa0", "\\xc2\\x80\\xc2\\x9f\xc2\xa0"},                 /* control characters */
        {"\xc3\xc9\xc3|", "\\xc3\\xc9\\xc3|"},                                        /* without a second byte */
        {"\xc3", "\\xc3"},
        {"\xe2\x82", "\\xe2\\x82"},
        {"\x80\xff\xf8\x88\x80\x80\x80", "\\x80\\xff\\xf8\\x88\\x80\\x80\\x80"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        report_escape(output_begin(), cases[i].text);
        says(output_end(), cases[i].html, "escaped", __LINE__);
    }
}

int main(void)
{
    test_forms();
    test_many_columns();
    test_quotes();
    test_formulas();
    test_numbers();
    test_escapes();
    return tap_done();
}
