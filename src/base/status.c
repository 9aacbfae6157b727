/* SPDX-License-Identifier: MIT */
/* The version, and status codes as text. */
#include <libspe/base.h>

const char *spe_version(void)
{
    return SPE_VERSION_STRING;
}

uint32_t spe_version_number(void)
{
    return SPE_VERSION;
}

/* The strings are inside the rows, not referenced by pointers: a program that does not use them does not link them. */
static const struct {
    int8_t status;
    char name[16];
    char text[80];
} statuses[] = {
    {SPE_OK, "SPE_OK", "success"},
    {SPE_E_MORE, "SPE_E_MORE", "the input ends inside a packet"},
    {SPE_E_ARG, "SPE_E_ARG", "a pointer is NULL, or a number is outside its range"},
    {SPE_E_CONFIG, "SPE_E_CONFIG", "a configuration's size, or the value of a member, is invalid"},
    {SPE_E_STATE, "SPE_E_STATE", "the context is not in a state that allows this call"},
    {SPE_E_SPACE, "SPE_E_SPACE", "the output does not fit the buffer"},
    {SPE_E_RANGE, "SPE_E_RANGE", "a value is wider than its field, payload or counter"},
    {SPE_E_KIND, "SPE_E_KIND", "no packet, payload or register value has this meaning"},
    {SPE_E_LAYOUT, "SPE_E_LAYOUT", "the record does not fit the configured encoder layout or record size"},
    {SPE_E_HEADER, "SPE_E_HEADER", "a packet's header and sizes contradict each other"},
    {SPE_E_IO, "SPE_E_IO", "reading or writing failed"},
    {SPE_E_FORMAT, "SPE_E_FORMAT", "the file has another format, is cut off, or contradicts itself"},
    {SPE_E_NAME, "SPE_E_NAME", "the name is unknown or ambiguous"},
    {SPE_E_SYNTAX, "SPE_E_SYNTAX", "the text does not have the required form"},
    {SPE_E_ABSENT, "SPE_E_ABSENT", "the requested item is missing"},
    {SPE_E_UNDEFINED, "SPE_E_UNDEFINED", "the counts give no value, because a divisor is zero"},
    {INT8_MIN, "SPE_E_?", "unknown status"},
};

#define STATUSES (sizeof statuses / sizeof statuses[0])

/* The row of a status: the first row is for every success, the last row for unknown numbers. */
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
