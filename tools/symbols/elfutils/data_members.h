/* SPDX-License-Identifier: MIT */
/* The variables with an address in a file's DWARF, and the members of their types. */
#ifndef DATA_MEMBERS_H
#define DATA_MEMBERS_H

#include <elfutils/libdw.h>
#include <stdint.h>

struct data_members {
    struct data_variable {
        Dwarf_Addr address;
        Dwarf_Off die;
    } * list;
    size_t count, room;
    size_t steps; /* entries that were read */
};

/* Adds the variables of a unit; of functions, too. After the last unit data_members_settle() sorts them. */
void data_members_read(struct data_members *m, Dwarf_Die *unit);
void data_members_settle(struct data_members *m);

/* Writes the member that is at an offset of the variable at an address to text[cap]: ".left", "[3].next", ".key+4". The
 * text ends where the type does not say more: at a union, or at the bits of a word. Returns 0 if DWARF has no such
 * variable. */
int data_members_text(const struct data_members *m, Dwarf *dwarf, Dwarf_Addr address, uint64_t offset, char *text,
                      size_t cap);

void data_members_free(struct data_members *m);

#endif
