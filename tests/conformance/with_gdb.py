# SPDX-License-Identifier: MIT
"""The suite's adapter for the commands of lab/examples/gdb, which runs in gdb: `spe dump` gives the texts. The bytes of
a request are the memory of a target that is not there."""
import os
import sys

sys.path[:0] = [os.environ["GDB_COMMANDS"], os.environ["ADAPTERS"]]
import adapter  # noqa: E402
import spe_view  # noqa: E402


class Memory:
    """In the place of class Gdb (spe.py): the request's bytes are at 0x1000; no registers, no symbols."""

    def __init__(self, data):
        self.data, self.lines = data, []

    def read(self, address, length):
        return self.data[address - 0x1000:address - 0x1000 + length]

    def evaluate(self, expression):
        return int(expression, 0)

    def register_names(self):
        return []

    def register(self, name):
        return None

    def symbol(self, address):
        return None

    def write(self, line):
        self.lines.append(line)

    def warn(self, line):
        pass


def text(data, options):
    memory = Memory(data)
    spe_view.run(memory, "dump", ["0x1000", str(len(data))] + ["%s=%d" % item for item in options.items()])
    texts = (line[14:][3 * spe_view.COLUMNS:] for line in memory.lines)
    return ["text " + words for words in texts if words != "PAD" and not words.startswith("truncated")]


adapter.serve({"text": text})
