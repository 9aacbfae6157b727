/* SPDX-License-Identifier: MIT */
/* tools/symbols/symbol_name.h: which names a symbol has. disassembly.h: what objdump reads, without capstone. */
#include "symbols/symbol_name.h"

#include <string.h>

#undef SPE_HAVE_CAPSTONE
#include "symbols/disassembly.c"
#include "tap.h"

static const struct {
    const char *symbol, *name;
    int is;
} rows[] = {{"work", "work", 1},
            {"work.constprop.0", "work", 1},
            {"buffer.12", "buffer", 1},
            {"main.find", "main", 0},
            {"HashTable<int>::find(int) const", "find", 1},
            {"HashTable<int>::find(int) const", "HashTable<int>::find", 1},
            {"HashTable<int>::find(int) const", "HashTable", 0},
            {"a::work(int)", "ork", 0},
            {"run(x::find)", "find", 0},
            {"int run<void (*)(int)>(int)", "run", 1},
            {"(anonymous namespace)::find(int)", "find", 1},
            {"operator==(Set, Set)", "operator==", 1},
            {"S::operator<(S const&) const", "S::operator<", 1},
            {"S::operator()(int)", "operator()", 1},
            {"S::operator()(int)", "operator", 0},
            {"Doc::title[abi:cxx11](int) const", "title", 1},
            {"T::work(int) const::{lambda(int)#1}::operator()(int) const", "work", 0},
            {"a::outer(void (*)(int))::Local::helper()", "helper", 1},
            {"a::outer(void (*)(int))::Local::helper()", "outer", 0},
            {"main.(*Server).handle", "main.", 0},
            {"core::find::h0123456789abcdef", "find", 1},
            {"core::ptr::drop_in_place<a::B>", "drop_in_place", 1},
            {"<T as X>::find", "find", 1},
            {"x", "", 0}};

static void test_objdump(void)
{
    const uint32_t code[] = {0xd503201f, 0, 0xd65f03c0};
    struct disassembly d;
    char text[3][64];
    const int has = disassembly_begin(&d, code, 3, UINT64_C(0xffff800000000000));
    for (unsigned i = 0; i < 3; i++)
        disassembly_text(&d, code[i], UINT64_C(0xffff800000000000) + 4 * i, text[i], sizeof *text);
    ok(strcmp(text[0], has ? "nop" : ".inst 0xd503201f") == 0 && strcmp(text[2], has ? "ret" : ".inst 0xd65f03c0") == 0,
       has ? "objdump disassembles" : "no objdump: numbers");
    ok(strcmp(disassembly_text(&d, 7, 4, text[0], sizeof *text), ".inst 0x00000007") == 0, "... if it has read it");
    disassembly_end(&d);
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ok(symbol_name_is(rows[i].symbol, rows[i].name) == rows[i].is, rows[i].symbol);
    test_objdump();
    return tap_done();
}
