# SPDX-License-Identifier: MIT
"""spe dump, records, stat and regs: the output of the commands in gdb (spe.py)."""
import ctypes

import libspe
from spe_buffer import Records, Request, SpeError, Target, decoder_config, help_of, list_cores, midr_of, pieces_of
from spe_library import NotFound, load, text_of

COLUMNS = 16  # bytes on a line of spe dump: the longest run of padding that perf puts on one
LATENCY_COLUMNS = "%10s  %8s  %8s  %8s  %8s"


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


# -- spe stat --

class Hot:
    """Samples and cycles by some key."""

    def __init__(self):
        self.counts = {}

    def add(self, key, cycles):
        count = self.counts.setdefault(key, [0, 0])
        count[0] += 1
        count[1] += cycles

    def top(self, n):
        return sorted(self.counts.items(), key=lambda item: (-item[1][0], -item[1][1], str(item[0])))[:n]


class Sources:
    """Latencies by data source: for SOURCES values, and for all others together."""

    SOURCES = 64

    def __init__(self, lib):
        self.lib, self.stats = lib, libspe.SpeSourceStats()
        self.storage = ctypes.create_string_buffer((self.SOURCES + 2) * libspe.SPE_SOURCE_STATS_LATENCY_ENTRY)
        lib.spe_source_stats_init(self.stats, libspe.SPE_SOURCE_STATS_LATENCIES, self.storage, len(self.storage))

    def latencies(self, source):
        return self.lib.spe_source_stats_latencies(self.stats, source)[0]

    def values(self):
        values = []
        while self.lib.spe_source_stats_value(self.stats, len(values)) >= 0:
            values.append(self.lib.spe_source_stats_value(self.stats, len(values)))
        return values + [libspe.SPE_STATS_NO_SOURCE, libspe.SPE_STATS_LEFT_OUT]

    def total(self):
        total = libspe.SpeLatencies()
        for source in self.values():
            self.lib.spe_latencies_merge(total, self.latencies(source))
        return total


def print_stat(view):
    stats, summary, sources = libspe.SpeStats(), libspe.SpeSummary(), Sources(view.lib)
    pcs, functions, data = Hot(), Hot(), Hot()
    for records, count in view.records:
        view.lib.spe_stats_add(stats, records, count)
        view.lib.spe_source_stats_add(sources.stats, records, count)
        for record in records[:count]:
            count_places(view, record, pcs, functions, data)
    view.lib.spe_stats_summarise(stats, summary)
    view.write("%d records, %d bytes" % (stats.records, stats.bytes))
    print_operations(view, stats, summary)
    print_events(view, stats)
    print_latencies(view, stats, sources)
    print_hot(view, "Functions", functions, str)
    print_hot(view, "Instructions", pcs, lambda pc: "0x%016x%s" % (pc, view.target.symbol_text(pc)))
    print_hot(view, "Data", data, str)
    view.warn_of_skipped()


def count_places(view, record, pcs, functions, data):
    cycles, canonical = record.total_latency, view.lib.spe_address_canonical
    if record.present & libspe.SPE_HAS_PC:
        pc = canonical(record.pc)
        symbol = view.target.symbol(pc)
        pcs.add(pc, cycles)
        functions.add(symbol[0] if symbol else "(no symbol)", cycles)
    if record.present & libspe.SPE_HAS_DATA_VA:
        symbol = view.target.symbol(canonical(record.data_va))
        data.add(symbol[0] if symbol else "(no symbol)", cycles)


def print_counts(view, title, rows, of):
    """Prints each (name, count) that is not zero, with its share."""
    rows = [row for row in rows if row[1]]
    if not rows:
        return
    view.write("")
    view.write("%-40s  %10s  %8s" % (title, "samples", "share"))
    for name, count in rows:
        view.write("  %-38s  %10d  %6.1f %%" % (name, count, 100 * count / of))


def print_operations(view, stats, summary):
    name, count = view.lib.spe_op_subclass_name, view.lib.spe_stats_subclass
    rows = [(name(subclass).decode(), count(stats, subclass)) for subclass in range(view.lib.spe_op_subclass_count())]
    rows += [("no Operation Type packet", summary.no_operation)]
    print_counts(view, "Operations", rows, summary.records)
    print_counts(view, "Loads and stores", [("loads", summary.loads), ("stores", summary.stores)], summary.records)


def print_events(view, stats):
    names = [text_of(view.lib.spe_event_text, libspe.SPE_PACKET_TEXT_MAX, bit, view.text) for bit in range(64)]
    print_counts(view, "Events", list(zip(names, stats.events)), stats.records)


def print_latencies(view, stats, sources):
    total = sources.total()
    if not stats.records:
        return
    view.write("")
    view.write(("%-40s  " + LATENCY_COLUMNS) % ("Latency, cycles", "samples", "mean", "50 %", "90 %", "most"))
    for name in ("total", "issue", "translation"):
        print_latency(view, name, getattr(total, name))
    for source in sources.values():
        if source == libspe.SPE_STATS_NO_SOURCE:
            continue
        name = "others" if source == libspe.SPE_STATS_LEFT_OUT else text_of(
            view.lib.spe_data_source_text, libspe.SPE_PACKET_TEXT_MAX, source, view.text)
        print_latency(view, "total, source %s" % name, sources.latencies(source).total)


def print_latency(view, name, histogram):
    if not histogram.count:
        return
    quantile = view.lib.spe_histogram_quantile
    view.write(("  %-38s  " + LATENCY_COLUMNS) % (
        name, histogram.count, "%.1f" % view.lib.spe_histogram_mean(histogram), "%.0f" % quantile(histogram, .5),
        "%.0f" % quantile(histogram, .9), histogram.most))


def print_hot(view, title, hot, name_of):
    rows = hot.top(view.options.top)
    if not rows:
        return
    samples = sum(count[0] for count in hot.counts.values())
    view.write("")
    view.write("%-40s  %10s  %8s  %10s" % (title, "samples", "share", "latency"))
    for key, (count, cycles) in rows:
        view.write("  %-38s  %10d  %6.1f %%  %10d" % (name_of(key), count, 100 * count / samples, cycles))


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

PRINTERS = {"dump": print_packets, "records": print_records, "stat": print_stat}


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
