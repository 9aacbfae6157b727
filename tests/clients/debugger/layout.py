# SPDX-License-Identifier: MIT
"""Prints C that compiles only if libspe.py has the layouts, constants and functions of the headers. Run by gdb."""
import ctypes
import re

import libspe  # the caller sets sys.path

NAMES = {ctypes.c_int: "int", ctypes.c_uint: "unsigned", ctypes.c_int64: "int64_t", ctypes.c_size_t: "size_t",
         ctypes.c_uint64: "uint64_t", ctypes.c_double: "double", ctypes.c_char_p: "char *", ctypes.c_void_p: "void *",
         None: "void"}


def struct_name(python):
    return "struct " + re.sub(r"(?<!^)([A-Z])", r"_\1", python).lower()


def type_name(kind):
    if hasattr(kind, "contents"):
        return type_name(kind._type_) + " *"
    return struct_name(kind.__name__) if kind not in NAMES and issubclass(kind, ctypes.Structure) else NAMES[kind]


def check(condition):
    print('_Static_assert(%s, "");' % condition)


# ctypes has no const: without it, types of functions can be compared.
print("#include <stddef.h>\n#include <stdint.h>\n#define const\n#include <libspe-lab/lab.h>")
for name, value in sorted(vars(libspe).items()):
    if name.startswith("SPE_"):
        check("%s == %d" % (name, value))
    elif isinstance(value, type) and issubclass(value, ctypes.Structure) and value is not ctypes.Structure:
        check("sizeof(%s) == %d" % (struct_name(name), ctypes.sizeof(value)))
        for member, *_ in value._fields_:
            field = getattr(value, member)
            check("offsetof(%s, %s) == %d" % (struct_name(name), member, field.offset))
            check("sizeof ((%s *)0)->%s == %d" % (struct_name(name), member, field.size))
for name, (result, arguments) in libspe.FUNCTIONS.items():
    parameters = ", ".join(type_name(kind) for kind in arguments) or "void"
    check("__builtin_types_compatible_p(__typeof__(%s), %s(%s))" % (name, type_name(result), parameters))
