# SPDX-License-Identifier: MIT
"""spe dump, records and regs: the output of the commands in gdb (spe.py)."""
import ctypes

import libspe
from spe_buffer import Records, Request, SpeError, Target, decoder_config, help_of, list_cores, midr_of, pieces_of
from spe_library import NotFound, load, text_of

COLUMNS = 16  # bytes on a line of spe dump: the longest run of padding that perf puts on one


class View:
    """A buffer, and text for its contents."""

    def __init__(self, lib, target, request):
        style = {"perf": libspe.SPE_TEXT_PERF, "arch": libspe.SPE_TEXT_ARCH}[request.options.style]
        self.lib, self.target, self.options = lib, target, request.options
        config, counter_bits = decoder_config(target, request)
        self.text = libspe.SpeTextConfig(ctypes.sizeof(libspe.SpeTextConfig), style, midr_of(target, request),
                                         counter_bits)
        self.pieces = pieces_of(target, request)
        self.records = Records(lib, config, self.pieces)

    def write(self, line):
        self.target.debugger.write(line)

    def warn_of_skipped(self):
        if self.records.skipped:
            self.target.debugger.warn("%d bytes were skipped, which are in no record" % self.records.skipped)

    def packet_text(self, packet):
        return text_of(self.lib.spe_packet_text, libspe.SPE_PACKET_TEXT_MAX, packet, self.text)


# -- spe dump: the lines of spe-dump, which spe-asm turns into bytes again --

def print_packets(view):
    """If the first byte may be inside a record, prints from the first record on."""
    pieces = view.pieces
    start = pieces[0].address
    if view.options.resync or pieces[0].is_cut:
        first = next(iter(view.records), None)
        if first is None:
            raise SpeError("there is no record among these bytes")
        start = first[0][0].offset
    while not 0 <= start - pieces[0].address <= len(pieces[0].bytes):
        pieces = pieces[1:]
    if start != view.pieces[0].address:
        view.target.debugger.warn("the first record is at 0x%x: the bytes before it are not printed" % start)
    for piece in pieces:
        print_piece(view, piece.address, piece.bytes, max(start - piece.address, 0) if piece is pieces[0] else 0)


def print_piece(view, address, bytes_, at):
    packet = libspe.SpePacket()
    while at < len(bytes_):
        head = bytes_[at:at + COLUMNS]
        size = view.lib.spe_packet_decode(head, len(head), packet)
        if size == libspe.SPE_E_MORE:
            size = len(head)
            text = "truncated packet (%d more byte%s needed)" % (packet.missing, "" if packet.missing == 1 else "s")
        else:
            text = view.packet_text(packet)
        if packet.type == libspe.SPE_PACKET_PADDING:
            size = len(head) - len(head.lstrip(b"\0"))
        view.write(".  %08x:  %-*s%s" % (address + at, 3 * COLUMNS, head[:size].hex(" "), text))
        at += size


# -- spe records --

CODE = {libspe.SPE_HAS_PC: "pc", libspe.SPE_HAS_BRANCH_TARGET: "branch_target",
        libspe.SPE_HAS_PREV_BRANCH_TARGET: "prev_branch_target"}
SYMBOLIC = {**CODE, libspe.SPE_HAS_DATA_VA: "data_va"}


def print_records(view):
    for records, count in view.records:
        for record in records[:count]:
            view.write("%08x  %4d  %s" % (record.offset, record.size, record_text(view, record)))
    view.warn_of_skipped()


def record_text(view, record):
    """The library's text, with each address's symbol after the text of its packet."""
    text = text_of(view.lib.spe_record_text, libspe.SPE_RECORD_TEXT_MAX, record, view.text)
    parts = text.split("; ")
    packet = libspe.SpePacket()
    for has, member in SYMBOLIC.items():
        if not record.present & has:
            continue
        view.lib.spe_record_packet(record, has, packet)
        words = view.packet_text(packet)
        symbol = view.target.symbol_text(view.lib.spe_address_canonical(getattr(record, member)))
        parts = [part.replace(words, words + symbol, 1) if part.startswith(words) else part for part in parts]
    if record.flags & libspe.SPE_RECORD_TRUNCATED and view.text.style == libspe.SPE_TEXT_PERF:
        parts[-1] += " [truncated]"
    return "; ".join(parts)


# -- spe regs: as spe-regs prints them, so that it takes these lines: (gdb) pipe spe regs | spe-regs - --

def print_registers(lib, target, request):
    if request.positions:
        raise SpeError("%s: not NAME=VALUE" % request.positions[0])
    registers = target.registers()
    if not registers:
        raise SpeError("the target's stub has no registers of SPE: give them as NAME=VALUE (tools/docs/debuggers.md "
                       "says how to read them)")
    for reg, raw in registers.items():
        target.debugger.write("%s 0x%x" % (lib.spe_sysreg_name(reg).decode(), raw))
        for bits, text in field_texts(lib, reg, raw):
            target.debugger.write("  %-8s %s" % (bits, text))
        reserved = lib.spe_sysreg_reserved(reg, raw)
        if reserved:
            target.debugger.write("  warning: reserved bits are set: 0x%x" % reserved)
    for reg, head in ((libspe.SPE_REG_PMBSR_EL1, "event"), (libspe.SPE_REG_PMBSR_EL2, "event for EL2"),
                      (libspe.SPE_REG_PMBSR_EL3, "event for EL3")):
        if reg in registers:
            text = text_of(lib.spe_syndrome_text, libspe.SPE_SYSREG_TEXT_MAX, registers[reg])
            target.debugger.write("%s: %s" % (head, text))
    if registers.get(libspe.SPE_REG_PMBLIMITR_EL1, 0) & 1 and registers.get(libspe.SPE_REG_PMBSR_EL1, 0) >> 17 & 1:
        target.debugger.write("to resume: first clear PMBLIMITR_EL1.E, because a virtual machine's unit may ignore "
                              "writes to PMBPTR_EL1 and PMBSR_EL1 while it is 1 (DEN0154)")


def field_texts(lib, reg, raw):
    field, number = libspe.SpeSysregField(), 0
    while lib.spe_sysreg_field_describe(reg, number, field) == libspe.SPE_OK:
        if lib.spe_sysreg_applies(reg, number, raw):
            bits = "[%d]" % field.high if field.high == field.low else "[%d:%d]" % (field.high, field.low)
            yield bits, text_of(lib.spe_sysreg_field_text, libspe.SPE_SYSREG_TEXT_MAX, reg, number, raw)
        number += 1


# -- which command --

PRINTERS = {"dump": print_packets, "records": print_records}


def run(debugger, command, arguments):
    """Runs one command. Raises SpeError."""
    try:
        lib = load()
    except NotFound as error:
        raise SpeError(str(error)) from None
    request = Request(lib, debugger, command, arguments)
    if request.options.help:
        debugger.write(help_of(command))
        return
    if command == "regs":
        print_registers(lib, Target(lib, debugger, request), request)
        return
    if request.options.core == "list":
        list_cores(lib, debugger)
        return
    PRINTERS[command](View(lib, Target(lib, debugger, request), request))
