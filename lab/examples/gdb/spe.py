# SPDX-License-Identifier: MIT
"""Arm SPE in gdb: (gdb) source lab/examples/gdb/spe.py, then help spe. tools/docs/debuggers.md"""
import os
import re
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import spe_buffer  # noqa: E402 (in the folder of this file)
import spe_view  # noqa: E402


class Gdb:
    """gdb's selected inferior and frame."""

    def read(self, address, length):
        """The bytes at an address; fewer, or none, if the rest cannot be read."""
        try:
            return bytes(gdb.selected_inferior().read_memory(address, length))
        except gdb.MemoryError:
            return self.read(address, length // 2) if length > 1 else b""

    def evaluate(self, expression):
        """The value of an expression, modulo 2 to the 64; for an array its address."""
        try:
            value = gdb.parse_and_eval(expression)
            if value.type.strip_typedefs().code == gdb.TYPE_CODE_ARRAY:
                value = value.address
            number = int(value)
        except gdb.error as error:
            raise spe_buffer.SpeError("%s: %s" % (expression, error)) from None
        return number & 0xffffffffffffffff

    def register_names(self):
        try:
            return [register.name for register in gdb.selected_frame().architecture().registers()]
        except gdb.error:  # no target, or a running one
            return []

    def register(self, name):
        try:
            return int(gdb.selected_frame().read_register(name)) & 0xffffffffffffffff
        except gdb.error:
            return None

    def symbol(self, address):
        """(name, offset in bytes) of the symbol that contains an address, or None."""
        text = gdb.Value(address).format_string(format="a")
        found = re.search(r" <(.*?)(?:\+(\d+))?>$", text)
        return (found.group(1), int(found.group(2) or 0)) if found else None

    def write(self, line):
        gdb.write(line + "\n")

    def warn(self, line):
        """Prints a line that is not part of the result, and is a comment to spe-asm and spe-regs: gdb's pipe command
        gives them both."""
        self.write("# " + line)


class SpePrefix(gdb.Command):
    __doc__ = spe_buffer.GENERAL

    def __init__(self):
        super().__init__("spe", gdb.COMMAND_DATA, prefix=True)

    def invoke(self, argument, from_tty):
        raise gdb.GdbError("spe dump, records or regs: help spe")


class SpeCommand(gdb.Command):
    """One of the commands; its __doc__ is set before it is made, as gdb takes help from there."""

    def __init__(self, name):
        self.name = name
        self.__doc__ = spe_buffer.help_of(name)
        super().__init__("spe " + name, gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        try:
            spe_view.run(Gdb(), self.name, gdb.string_to_argv(argument))
        except spe_buffer.SpeError as error:
            raise gdb.GdbError("spe %s: %s" % (self.name, error)) from None


SpePrefix()
for command in spe_buffer.HELP:
    SpeCommand(command)
