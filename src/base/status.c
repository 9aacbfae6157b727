/* SPDX-License-Identifier: MIT */
/* Version, and status codes in words. */
#include <libspe/base.h>

const char *spe_version(void)
{
    return SPE_VERSION_STRING;
}

uint32_t spe_version_number(void)
{
    return SPE_VERSION;
}

/* The strings are in the rows, not behind pointers: who does not ask for them does not link them. */
static const struct {
    int8_t status;
    char name[16];
    char text[80];
} statuses[] = {
    {SPE_OK, "SPE_OK", "success"},
    {SPE_E_MORE, "SPE_E_MORE", "the input ends inside a packet"},
    {SPE_E_ARG, "SPE_E_ARG", "a pointer is NULL, or a number is outside its range"},
    {SPE_E_CONFIG, "SPE_E_CONFIG", "a configuration's size is wrong, or a member has a value that it cannot have"},
    {SPE_E_STATE, "SPE_E_STATE", "the call does not fit the state of the context"},
    {SPE_E_SPACE, "SPE_E_SPACE", "the output does not fit the buffer"},
    {SPE_E_RANGE, "SPE_E_RANGE", "a value is wider than its field, payload or counter"},
    {SPE_E_KIND, "SPE_E_KIND", "no packet, payload, text or register value means this"},
    {SPE_E_LAYOUT, "SPE_E_LAYOUT", "the record does not fit the configured layout or record size"},
    {SPE_E_HEADER, "SPE_E_HEADER", "a packet's header and its sizes contradict each other"},
    {SPE_E_IO, "SPE_E_IO", "reading or writing failed"},
    {SPE_E_FORMAT, "SPE_E_FORMAT", "the file is of another format, cut off, or contradicts itself"},
    {SPE_E_NAME, "SPE_E_NAME", "there is no such name"},
    {SPE_E_SYNTAX, "SPE_E_SYNTAX", "the text is not of the form that it must have"},
    {SPE_E_ABSENT, "SPE_E_ABSENT", "a count or a register that is needed is not there"},
    {SPE_E_UNDEFINED, "SPE_E_UNDEFINED", "the counts give no value: a divisor is zero"},
    {INT8_MIN, "SPE_E_?", "unknown status"},
};

#define STATUSES (sizeof statuses / sizeof statuses[0])

/* The row of a status; every success has the first, whatever is no code the last. */
static size_t status_row(int status)
{
    size_t row = 0;
    while (row < STATUSES - 1 && status < SPE_OK && statuses[row].status != status)
        row++;
    return row;
}

const char *spe_status_name(int status)
{
    return statuses[status_row(status)].name;
}

const char *spe_status_text(int status)
{
    return statuses[status_row(status)].text;
}
