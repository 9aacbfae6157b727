/* SPDX-License-Identifier: MIT */
/* See verdicts.h. */
#include "verdicts.h"

#include <stdarg.h>

#include "../system/json_string.h"
#include "../system/printable.h"

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
    for (unsigned i = 0; i < v->count; i++) {
        const struct verdict *one = &v->list[i];
        fprintf(out, "%-4s  %-12s %s\n", kinds[one->kind], one->name, printable(one->text, shown, sizeof shown));
        if (one->remedy[0])
            fprintf(out, "      %-12s -> %s\n", "", printable(one->remedy, shown, sizeof shown));
    }
    for (unsigned i = 0; i < v->command_count; i++)
        fprintf(out, "\n%s:\n  %s\n", v->commands[i].purpose, printable(v->commands[i].text, shown, sizeof shown));
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
