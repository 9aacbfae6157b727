# SPDX-License-Identifier: MIT
"""Arm SPE in LLDB: (lldb) command script import lab/examples/gdb/spe_lldb.py, then help spe.

tools/docs/debuggers.md is the guide.
"""
import os
import re
import shlex
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import spe_buffer  # noqa: E402 (in the folder of this file)
import spe_view  # noqa: E402


class Lldb(spe_buffer.Debugger):
    """LLDB's selected target, process and frame."""

    def __init__(self, context, result):
        self.target, self.process, self.frame = context.target, context.process, context.frame
        self.result = result
        groups = self.frame.GetRegisters() if self.frame else []
        self.registers = {value.GetName(): value for group in groups for value in group}

    def read(self, address, length):
        error = lldb.SBError()
        return self.process.ReadMemory(address, length, error) or b""

    def evaluate(self, expression):
        """In 64 bits, because LLDB gives 32 for an int; for an array its address."""
        evaluate = self.frame.EvaluateExpression if self.frame else self.target.EvaluateExpression
        value = evaluate("(unsigned long long)(%s)" % expression)
        error = lldb.SBError()
        number = value.GetValueAsUnsigned(error)
        if value.GetError().Fail() or error.Fail():
            # "error: <user expression 6>:1:1: use of undeclared identifier 'nobody'" and lines around it
            why = re.findall(r"error: (?:<.*?>:\d+:\d+: )?(.*)", str(value.GetError()))
            raise spe_buffer.SpeError("%s: %s" % (expression, why[-1] if why else "not a number"))
        return number

    def register_names(self):
        return list(self.registers)

    def register(self, name):
        """If a stub answers a byte with xx, "not available", LLDB 14 gives 0xcc."""
        error = lldb.SBError()
        value = self.registers[name].GetValueAsUnsigned(error)
        return value if error.Success() and value != 0xcccccccccccccccc else None

    def symbol(self, address):
        place = self.target.ResolveLoadAddress(address)
        symbol = place.GetSymbol()
        if not symbol.IsValid():
            return None
        return symbol.GetName(), address - symbol.GetStartAddress().GetLoadAddress(self.target)

    def write(self, line):
        self.result.AppendMessage(line)


def spe(debugger, command, context, result, internal):
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        result.SetError("spe: %s" % error)
        return
    if not arguments:
        result.AppendMessage(spe_buffer.GENERAL)
        return
    try:
        spe_view.run(Lldb(context, result), arguments[0], arguments[1:])
    except spe_buffer.SpeError as error:
        result.SetError("spe %s: %s" % (arguments[0], error))


spe.__doc__ = spe_buffer.GENERAL


def __lldb_init_module(debugger, internal):
    debugger.HandleCommand("command script add -f %s.spe spe" % __name__)
