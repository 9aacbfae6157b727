/* SPDX-License-Identifier: MIT */
/* See verdicts.h. */
#define _POSIX_C_SOURCE 200809L
#include "verdicts.h"

#include <stdarg.h>

#include "../report/report_text.h"
#include "../system/json_string.h"
#include "../system/platform.h"
#include "../system/printable.h"

#define WIDTH 80 /* of a line without a terminal */
#define INDENT 19

static const char *const kinds[] = {[VERDICT_OK] = "ok", [VERDICT_NOTE] = "note", [VERDICT_STOP] = "stop"};

void verdict(struct verdicts *v, enum verdict_kind kind, const char *name, const char *format, ...)
{
    va_list arguments;
    v->count -= v->count == VERDICTS_MOST;
    struct verdict *one = &v->list[v->count++];
    one->kind = kind;
    one->name = name;
    one->remedy[0] = 0;
    va_start(arguments, format);
    vsnprintf(one->text, sizeof one->text, format, arguments);
    va_end(arguments);
}

void verdict_remedy(struct verdicts *v, const char *format, ...)
{
    struct verdict *one = &v->list[v->count - 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(one->remedy, sizeof one->remedy, format, arguments);
    va_end(arguments);
}

int verdicts_stop(const struct verdicts *v)
{
    unsigned stops = 0;
    for (unsigned i = 0; i < v->count; i++)
        stops += v->list[i].kind == VERDICT_STOP;
    return stops != 0;
}

void verdict_command(struct verdicts *v, const char *purpose, const char *format, ...)
{
    if (v->command_count == VERDICTS_COMMANDS)
        return;
    struct verdict_command *one = &v->commands[v->command_count++];
    va_list arguments;
    snprintf(one->purpose, sizeof one->purpose, "%s", purpose);
    va_start(arguments, format);
    vsnprintf(one->text, sizeof one->text, format, arguments);
    va_end(arguments);
}

void verdicts_text(const struct verdicts *v, FILE *out)
{
    char shown[4 * VERDICTS_TEXT];
    const unsigned columns = platform_terminal_columns(fileno(out)), width = columns ? columns : WIDTH;
    for (unsigned i = 0; i < v->count; i++) {
        const struct verdict *one = &v->list[i];
        fprintf(out, "%-4s  %-12s ", kinds[one->kind], one->name);
        report_text_wrap(out, printable(one->text, shown, sizeof shown), INDENT, INDENT, width);
        if (one->remedy[0])
            fprintf(out, "\n%*s-> ", INDENT, "");
        report_text_wrap(out, printable(one->remedy, shown, sizeof shown), INDENT + 3, INDENT + 3, width);
        fputc('\n', out);
    }
    for (unsigned i = 0; i < v->command_count; i++) { /* a shell joins lines that end with a backslash */
        fprintf(out, "\n%s:\n  ", v->commands[i].purpose);
        report_text_break(out, printable(v->commands[i].text, shown, sizeof shown), " \\", 2, 4, width);
        fputc('\n', out);
    }
}

static void put_member(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    if (*text)
        json_string(out, text);
    else
        fputs("null", out);
}

void verdicts_json(const struct verdicts *v, const char *subject, FILE *out)
{
    fprintf(out, "{\"subject\": \"%s\", \"stops\": %s,\n \"verdicts\": [", subject,
            verdicts_stop(v) ? "true" : "false");
    for (unsigned i = 0; i < v->count; i++) {
        const struct verdict *one = &v->list[i];
        fprintf(out, "%s\n  {\"name\": \"%s\", \"verdict\": \"%s\"", i ? "," : "", one->name, kinds[one->kind]);
        put_member(out, ", \"text\": ", one->text);
        put_member(out, ", \"remedy\": ", one->remedy);
        fputs("}", out);
    }
    fputs("],\n \"commands\": [", out);
    for (unsigned i = 0; i < v->command_count; i++) {
        fputs(i ? ",\n  {" : "\n  {", out);
        put_member(out, "\"purpose\": ", v->commands[i].purpose);
        put_member(out, ", \"command\": ", v->commands[i].text);
        fputs("}", out);
    }
    fputs("]}\n", out);
}
