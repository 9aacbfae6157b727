# SPDX-License-Identifier: MIT
"""A profiling buffer in a target, for the commands of gdb: their arguments, registers, bytes, records.

It uses gdb only through class Gdb (spe.py), and SPE only through libspe.so. spe_view.py prints the results.
"""
import argparse
import ctypes
import itertools
import re

import libspe

READ = 1 << 16  # bytes read from the target at once: stubs and probes accept this
BATCH = 256  # records decoded with one call

GENERAL = """Arm SPE: the contents of a profiling buffer.
  spe dump     packets, a line each: address, bytes, text
  spe records  records, a line each, their addresses with symbols
  spe regs     the System registers of SPE, field by field
`spe COMMAND --help` prints what each takes."""

HELP = {
    "dump": "Prints the packets of a profiling buffer: address, bytes and text of each.",
    "records": "Prints the records of a profiling buffer: address, size and text of each, addresses with symbols.",
    "regs": "Prints SPE's System registers field by field: those of the target's stub and those given.",
}

WHERE = """
Which bytes:
  ADDRESS LENGTH    LENGTH bytes from ADDRESS on, or
  --base ADDRESS    from the buffer's base up to PMBPTR_EL1. No register has the base: it is the value that
                    PMBPTR_EL1 had when profiling began.
  --base ADDRESS --wrap
                    a buffer that was full and is overwritten from its base: from PMBPTR_EL1 to
                    PMBLIMITR_EL1.LIMIT, without the record that is half overwritten, then from the base to
                    PMBPTR_EL1.
"""

REGISTERS = """
NAME=VALUE          a System register (PMBPTR_EL1=0x40081000, PMBLIMITR_EL1=limit). Others are read from
                    the target, if its stub has them; MIDR_EL1 identifies the core.
Addresses, numbers and VALUE are gdb's expressions, without blanks or in quotes.
"""


class SpeError(Exception):
    """An error, and what the user can do about it."""


# -- arguments --

class Parser(argparse.ArgumentParser):
    """argparse, without ending gdb on a wrong command line."""

    def error(self, message):
        raise SpeError("%s\n%s" % (message, self.format_usage().rstrip()))


def parser_of(command):
    usage = "spe %s %s[NAME=VALUE ...]" % (command, "" if command == "regs" else
                                           "[option ...] (ADDRESS LENGTH | --base ADDRESS [--wrap]) ")
    parser = Parser(usage=usage, add_help=False, formatter_class=argparse.RawDescriptionHelpFormatter,
                    epilog=(WHERE if command != "regs" else "") + REGISTERS)
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--help", action="store_true", help="print this")
    if command == "regs":
        return parser
    parser.add_argument("--base", metavar="ADDRESS", help="the buffer's first byte")
    parser.add_argument("--wrap", action="store_true", help="its writer has started again at the base")
    parser.add_argument("--resync", action="store_true",
                        help="the bytes begin inside a record, or are damaged: skip bytes outside records")
    parser.add_argument("--core", metavar="NAME", help="the core that names data sources and events: neoverse-n1; list")
    parser.add_argument("--style", choices=("perf", "arch"), default="perf",
                        help="the words of Linux perf, or the architecture's names")
    return parser


def help_of(command):
    return "%s\n\n%s" % (HELP[command], parser_of(command).format_help().rstrip())


class Request:
    """A command line: options, positions, and given registers."""

    def __init__(self, lib, debugger, command, arguments):
        self.parser = parser_of(command)
        self.options = self.parser.parse_intermixed_args(arguments)
        self.positions, self.registers, self.midr = [], {}, None
        for word in self.options.words:
            given = re.match(r"([A-Za-z]\w*)=(?!=)(.*)", word, re.S)
            if not given:
                self.positions.append(word)
            elif given.group(1).upper() in ("MIDR_EL1", "MIDR"):
                self.midr = debugger.evaluate(given.group(2))
            else:
                self.registers[register_number(lib, given.group(1))] = debugger.evaluate(given.group(2))


def register_number(lib, name):
    reg = lib.spe_sysreg_find(name.encode())
    if reg >= 0:
        return reg
    near = [lib.spe_sysreg_name(number).decode() for number in matches(lib, name)]
    raise SpeError("%s: no register of SPE%s" % (name, ", is it %s?" % " or ".join(near) if near else
                                                 "; spe-regs --list prints them"))


def matches(lib, name):
    numbers = (lib.spe_sysreg_match(name.encode(), nth) for nth in itertools.count())
    return itertools.takewhile(lambda number: number >= 0, numbers)


# -- the target --

class Target:
    """gdb's target: its registers by number, from the command line or the stub, memory and symbols."""

    def __init__(self, lib, debugger, request):
        self.lib, self.debugger, self.midr = lib, debugger, request.midr
        self.names, self.values, self.symbols = {}, dict(request.registers), {}
        for name in debugger.register_names():
            number = lib.spe_sysreg_find(name.encode())
            if number >= 0:
                self.names[number] = name
            elif name.upper() in ("MIDR_EL1", "MIDR") and self.midr is None:
                self.midr = debugger.register(name)

    def register(self, reg):
        """The value, or None. It is read from the stub only once."""
        if reg not in self.values and reg in self.names:
            self.values[reg] = self.debugger.register(self.names[reg])
        return self.values.get(reg)

    def needed(self, reg):
        value = self.register(reg)
        if value is None:
            name = self.lib.spe_sysreg_name(reg).decode()
            raise SpeError("the target's stub has no %s: give it, as %s=VALUE" % (name, name))
        return value

    def registers(self):
        values = ((reg, self.register(reg)) for reg in range(self.lib.spe_sysreg_count()))
        return {reg: value for reg, value in values if value is not None}

    def read(self, address, length):
        parts = []
        while length:
            part = self.debugger.read(address, min(length, READ))
            if not part:
                raise SpeError("the target gives no memory at 0x%x: is the address right, and mapped where the target "
                               "is now? (a buffer in physical addresses needs a stub that reads these)" % address)
            parts.append(part)
            address, length = address + len(part), length - len(part)
        return b"".join(parts)

    def symbol(self, address):
        """(name, offset) or None. gdb looks each address up only once."""
        if address not in self.symbols:
            self.symbols[address] = self.debugger.symbol(address)
        return self.symbols[address]

    def symbol_text(self, address):
        """" <name+8>", or nothing."""
        symbol = self.symbol(address)
        return " <%s%s>" % (symbol[0], "+%d" % symbol[1] if symbol[1] else "") if symbol else ""


# -- the buffer --

class Piece:
    """Bytes of the buffer, their address, and whether the first may be inside a record."""

    def __init__(self, target, address, end, is_cut=False):
        self.address, self.is_cut = address, is_cut
        self.bytes = target.read(address, end - address)


def pieces_of(target, request):
    """The buffer's bytes, oldest first."""
    options, positions = request.options, request.positions
    evaluate = target.debugger.evaluate
    if len(positions) == 2 and options.base is None and not options.wrap:
        start, length = evaluate(positions[0]), evaluate(positions[1])
        if length >> 63:
            raise SpeError("LENGTH, %s, is negative" % positions[1])
        return [Piece(target, start, start + length)]
    if positions or options.base is None:
        request.parser.error("which bytes? ADDRESS LENGTH, or --base ADDRESS")
    base, pointer = evaluate(options.base), target.needed(libspe.SPE_REG_PMBPTR_EL1)
    limit = limit_of(target, options.wrap)
    if pointer < base or (limit is not None and not base <= pointer <= limit):
        raise SpeError("PMBPTR_EL1, 0x%x, is not between the base, 0x%x, and the limit%s: is it another buffer's base?"
                       % (pointer, base, ", 0x%x" % limit if limit is not None else ""))
    warn_of_syndrome(target)
    older = [Piece(target, pointer, limit, is_cut=True)] if options.wrap else []
    if pointer == base and not older:
        target.debugger.warn("the buffer is empty: PMBPTR_EL1 is its base (if it has wrapped, say --wrap)")
    return older + [Piece(target, base, pointer)]


def limit_of(target, is_needed):
    """PMBLIMITR_EL1.LIMIT as an address, or None if that is not known: Linux writes 0 when it stops profiling."""
    reg, geometry = libspe.SPE_REG_PMBLIMITR_EL1, libspe.SpeBufferGeometry()
    raw = target.needed(reg) if is_needed else target.register(reg)
    if raw is None:
        return None
    target.lib.spe_buffer_measure(0, raw, libspe.SpeFeatures(), geometry)
    physical = ctypes.c_uint64()
    target.lib.spe_sysreg_get(reg, target.lib.spe_sysreg_field_find(reg, b"nVM"), raw, physical)
    if physical.value:
        target.debugger.warn("PMBLIMITR_EL1.nVM is 1: the buffer is in physical addresses, and must be read with them")
    if is_needed and not geometry.limit:
        raise SpeError("PMBLIMITR_EL1.LIMIT is 0: the buffer may be switched off; give the earlier value as "
                       "PMBLIMITR_EL1=VALUE")
    return geometry.limit or None


def warn_of_syndrome(target):
    """Warns of what PMBSR_EL1 reports about the buffer's end (D17.7)."""
    raw, syndrome = target.register(libspe.SPE_REG_PMBSR_EL1), libspe.SpeSyndrome()
    if raw is None:
        return
    target.lib.spe_syndrome_decode(raw, syndrome)
    if syndrome.data_lost:
        target.debugger.warn("PMBSR_EL1.DL is 1: the last record may be cut off, at PMBPTR_EL1")
    if syndrome.in_doubt:
        target.debugger.warn("PMBSR_EL1 reports an asynchronous External abort: nothing here is certain")


def decoder_config(target, request):
    """The decoder's configuration from the ID registers that are known."""
    known = target.registers()
    values = (libspe.SpeSysregValue * len(known))(*((reg, 0, raw) for reg, raw in known.items()))
    features = libspe.SpeFeatures(size=ctypes.sizeof(libspe.SpeFeatures))
    config = libspe.SpeDecoderConfig(size=ctypes.sizeof(libspe.SpeDecoderConfig))
    if target.lib.spe_features_from_registers(values, len(known), 0, features) != libspe.SPE_OK:
        raise SpeError("PMSIDR_EL1.Format is not 0: records are of a form that this libspe does not know")
    target.lib.spe_features_decoder_config(features, config)
    if request.options.resync:
        config.flags |= libspe.SPE_DECODE_RESYNC
    return config, features.counter_bits


class Records:
    """A walk over the records of pieces, in arrays: for records, count in walk. Offsets are addresses. Afterwards
    `skipped` is the number of bytes in no record."""

    def __init__(self, lib, config, pieces):
        self.lib, self.config, self.pieces, self.skipped = lib, config, pieces, 0

    def start(self, decoder, piece, is_first, cut):
        """Passes the start of a piece to the decoder. Returns whether it has stored a record in `cut`: the one before
        the piece, if that was cut off."""
        lib = self.lib
        if is_first:
            if piece.is_cut:
                lib.spe_decoder_resync(decoder)
            return False
        if not piece.is_cut and lib.spe_decoder_set_offset(decoder, piece.address) == libspe.SPE_OK:
            return False
        was_open = lib.spe_decoder_gap(decoder, piece.address, cut) == 1
        if piece.is_cut:
            lib.spe_decoder_resync(decoder)
        return was_open

    def __iter__(self):
        lib, decoder, records = self.lib, libspe.SpeDecoder(), (libspe.SpeRecord * BATCH)()
        self.config.offset = self.pieces[0].address
        lib.spe_decoder_init(decoder, self.config)
        for i, piece in enumerate(self.pieces):
            if self.start(decoder, piece, i == 0, records[0]):
                yield records, 1
            bytes_ = ctypes.create_string_buffer(piece.bytes, len(piece.bytes))  # the decoder borrows it
            lib.spe_decoder_feed(decoder, bytes_, len(piece.bytes))
            count = BATCH
            while count == BATCH:
                count = lib.spe_decoder_next_batch(decoder, records, BATCH)
                if count:
                    yield records, count
        if lib.spe_decoder_finish(decoder, records[0]) == 1:
            yield records, 1
        stats = libspe.SpeDecoderStats()
        lib.spe_decoder_get_stats(decoder, stats)
        self.skipped = stats.skipped


# -- the core --

def midr_of(target, request):
    """MIDR_EL1 of the records' core; 0 if not known."""
    name, midr = request.options.core, ctypes.c_uint64()
    if name is None:
        return target.midr or 0
    if target.lib.spe_cpu_find(name.encode(), midr) != libspe.SPE_OK:
        raise SpeError("%s: no core of that name is known; --core list prints them" % name)
    return midr.value


def list_cores(lib, debugger):
    for n in range(lib.spe_cpu_count()):
        midr = lib.spe_cpu_midr(n)
        debugger.write("0x%08x  %s" % (midr, lib.spe_cpu_name(midr).decode()))
