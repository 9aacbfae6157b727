# SPDX-License-Identifier: MIT
"""libspe.so for the Python of a debugger: the part of its interface that spe_view.py uses, by ctypes.

Structs have the names and members of include/libspe/*.h, in CamelCase; constants and functions theirs. Nothing here
decodes. tests/clients/gdb.sh holds sizes, offsets, constants and calls against the headers.
"""
import ctypes
import ctypes.util
import os
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_uint8
from ctypes import c_uint16, c_uint32, c_uint64, c_void_p

SPE_VERSION_MAJOR = 1  # the interface that is described here

SPE_OK = 0
SPE_E_MORE = -1
SPE_E_STATE = -18
SPE_DECODE_RESYNC = 1
SPE_TEXT_ARCH = 0
SPE_TEXT_PERF = 1
SPE_PACKET_TEXT_MAX = 1024
SPE_RECORD_TEXT_MAX = 2048
SPE_SYSREG_TEXT_MAX = 1024
SPE_PACKET_PADDING = 1
SPE_OP_SUBCLASSES = 15
SPE_HAS_PC = 1 << 0
SPE_HAS_BRANCH_TARGET = 1 << 1
SPE_HAS_DATA_VA = 1 << 2
SPE_HAS_PREV_BRANCH_TARGET = 1 << 4
SPE_HAS_TOTAL_LATENCY = 1 << 8
SPE_RECORD_TRUNCATED = 1 << 7
SPE_STATS_SOURCES = 20
SPE_REG_PMBLIMITR_EL1 = 10
SPE_REG_PMBPTR_EL1 = 11
SPE_REG_PMBSR_EL1 = 12
SPE_REG_PMBSR_EL2 = 14
SPE_REG_PMBSR_EL3 = 15
SPE_REGS = 35


class SpeDecoder(Structure):
    _fields_ = [("opaque", c_uint64 * 512)]


class SpeDecoderConfig(Structure):
    _fields_ = [("size", c_uint32), ("flags", c_uint32), ("offset", c_uint64), ("max_record_size", c_uint32),
                ("alignment", c_uint32), ("kernel", c_uint32), ("reserved", c_uint32 * 1)]


class SpeDecoderStats(Structure):
    _fields_ = [("bytes", c_uint64), ("records", c_uint64), ("packets", c_uint64 * 16), ("reserved_headers", c_uint64),
                ("reserved_values", c_uint64), ("impdef", c_uint64), ("repeated", c_uint64), ("over_long", c_uint64),
                ("truncated", c_uint64), ("skipped", c_uint64), ("gaps", c_uint64), ("reserved", c_uint64 * 6)]


class SpePacket(Structure):
    _fields_ = [("payload", c_uint64), ("type", c_uint8), ("index", c_uint8), ("header", c_uint8 * 2),
                ("header_size", c_uint8), ("payload_size", c_uint8), ("flags", c_uint8), ("missing", c_uint8)]


class SpeRecord(Structure):
    _fields_ = [(name, c_uint64) for name in ("offset", "size", "pc", "branch_target", "data_va", "data_pa",
                                              "prev_branch_target", "timestamp", "events")]
    _fields_ += [(name, c_uint32) for name in ("present", "flags", "context_el1", "context_el2")]
    _fields_ += [(name, c_uint16) for name in ("total_latency", "issue_latency", "translation_latency",
                                               "alt_issue_latency", "data_source")]
    _fields_ += [(name, c_uint8) for name in ("op_class", "op_payload", "events_size", "data_source_size")]
    _fields_ += [("reserved", c_uint8 * 26)]


class SpeTextConfig(Structure):
    _fields_ = [("size", c_uint32), ("style", c_uint32), ("midr", c_uint64), ("counter_bits", c_uint32),
                ("reserved", c_uint32 * 3)]


class SpeFeatures(Structure):
    _fields_ = [("size", c_uint32), ("flags", c_uint32), ("max_record_size", c_uint32), ("alignment", c_uint32),
                ("version", c_uint8), ("counter_bits", c_uint8), ("reserved", c_uint8 * 14)]


class SpeSysregValue(Structure):
    _fields_ = [("reg", c_uint32), ("reserved", c_uint32), ("raw", c_uint64)]


class SpeSysregField(Structure):
    _fields_ = [("name", c_char * 16), ("high", c_uint8), ("low", c_uint8), ("kind", c_uint8), ("reset", c_uint8),
                ("reserved", c_uint8 * 12)]


class SpeSyndrome(Structure):
    _fields_ = [("mss2", c_uint32), ("mss", c_uint16)]
    _fields_ += [(name, c_uint8) for name in (
        "ec", "event_class", "service", "buffer_full", "data_lost", "external_abort", "collision", "has_fault",
        "fault_status", "buffer_status", "top_level", "assured_only", "overlay", "dirty_bit", "in_doubt")]
    _fields_ += [("reserved", c_uint8 * 11)]


class SpeBufferGeometry(Structure):
    _fields_ = [("pointer", c_uint64), ("limit", c_uint64), ("free", c_uint64), ("records", c_uint64)]


class SpeHistogram(Structure):
    _fields_ = [("count", c_uint64), ("sum", c_uint64), ("most", c_uint64), ("buckets", c_uint64 * 704)]


class SpeLatencies(Structure):
    _fields_ = [("total", SpeHistogram), ("issue", SpeHistogram), ("translation", SpeHistogram)]


class SpeStats(Structure):
    _fields_ = [("records", c_uint64), ("bytes", c_uint64), ("flags", c_uint64 * 32), ("events", c_uint64 * 64),
                ("operations", c_uint64 * 256 * 4), ("pc_states", c_uint64 * 16), ("sources", c_uint64 * 21),
                ("ratios", c_uint64 * 16), ("latencies", SpeLatencies * 21)]


class SpeSummary(Structure):
    _fields_ = [("records", c_uint64), ("classes", c_uint64 * 4), ("no_operation", c_uint64),
                ("subclasses", c_uint64 * 16), ("loads", c_uint64), ("stores", c_uint64), ("simd", c_uint64),
                ("fp", c_uint64), ("sve", c_uint64), ("els", c_uint64 * 4), ("states", c_uint64 * 4),
                ("groups", c_uint64 * 16), ("ratios", c_uint64 * 16), ("latencies", SpeLatencies)]


# Each function's result and arguments.
FUNCTIONS = {
    "spe_version": (c_char_p, ()),
    "spe_version_number": (c_uint32, ()),
    "spe_packet_decode": (c_int, (c_void_p, c_size_t, POINTER(SpePacket))),
    "spe_packet_text": (c_int, (POINTER(SpePacket), POINTER(SpeTextConfig), c_char_p, c_size_t)),
    "spe_record_packet": (c_int, (POINTER(SpeRecord), c_uint32, POINTER(SpePacket))),
    "spe_record_text": (c_int, (POINTER(SpeRecord), POINTER(SpeTextConfig), c_char_p, c_size_t)),
    "spe_event_text": (c_int, (c_uint, POINTER(SpeTextConfig), c_char_p, c_size_t)),
    "spe_data_source_text": (c_int, (c_uint, POINTER(SpeTextConfig), c_char_p, c_size_t)),
    "spe_op_subclass_name": (c_char_p, (c_uint,)),
    "spe_address_canonical": (c_uint64, (c_uint64,)),
    "spe_decoder_init": (c_int, (POINTER(SpeDecoder), POINTER(SpeDecoderConfig))),
    "spe_decoder_gap": (c_int, (POINTER(SpeDecoder), c_uint64, POINTER(SpeRecord))),
    "spe_decoder_set_offset": (c_int, (POINTER(SpeDecoder), c_uint64)),
    "spe_decoder_resync": (c_int, (POINTER(SpeDecoder),)),
    "spe_decoder_decode": (c_int64, (POINTER(SpeDecoder), c_void_p, c_size_t, POINTER(SpeRecord), c_size_t,
                                     POINTER(c_size_t))),
    "spe_decoder_finish": (c_int, (POINTER(SpeDecoder), POINTER(SpeRecord))),
    "spe_decoder_get_stats": (c_int, (POINTER(SpeDecoder), POINTER(SpeDecoderStats))),
    "spe_stats_add": (None, (POINTER(SpeStats), POINTER(SpeRecord), c_size_t)),
    "spe_stats_summarise": (c_int, (POINTER(SpeStats), POINTER(SpeSummary))),
    "spe_histogram_mean": (c_double, (POINTER(SpeHistogram),)),
    "spe_histogram_quantile": (c_double, (POINTER(SpeHistogram), c_double)),
    "spe_cpu_count": (c_uint, ()),
    "spe_cpu_midr": (c_uint64, (c_uint,)),
    "spe_cpu_name": (c_char_p, (c_uint64,)),
    "spe_cpu_find": (c_int, (c_char_p, POINTER(c_uint64))),
    "spe_features_from_registers": (c_int, (POINTER(SpeSysregValue), c_size_t, c_uint32, POINTER(SpeFeatures))),
    "spe_features_decoder_config": (c_int, (POINTER(SpeFeatures), POINTER(SpeDecoderConfig))),
    "spe_sysreg_name": (c_char_p, (c_uint,)),
    "spe_sysreg_find": (c_int, (c_char_p,)),
    "spe_sysreg_match": (c_int, (c_char_p, c_uint)),
    "spe_sysreg_field_describe": (c_int, (c_uint, c_uint, POINTER(SpeSysregField))),
    "spe_sysreg_field_find": (c_int, (c_uint, c_char_p)),
    "spe_sysreg_applies": (c_int, (c_uint, c_uint, c_uint64)),
    "spe_sysreg_get": (c_int, (c_uint, c_uint, c_uint64, POINTER(c_uint64))),
    "spe_sysreg_field_text": (c_int, (c_uint, c_uint, c_uint64, c_char_p, c_size_t)),
    "spe_sysreg_reserved": (c_uint64, (c_uint, c_uint64)),
    "spe_buffer_measure": (c_int, (c_uint64, c_uint64, POINTER(SpeFeatures), POINTER(SpeBufferGeometry))),
    "spe_syndrome_decode": (c_int, (c_uint64, POINTER(SpeSyndrome))),
    "spe_syndrome_text": (c_int, (c_uint64, c_char_p, c_size_t)),
}


class NotFound(Exception):
    """No libspe.so that can be used; the text says where it was looked for."""


def candidates():
    """Where libspe.so may be: what LIBSPE says, and nothing else then; build/ of this file's tree; installed."""
    if os.environ.get("LIBSPE"):
        return [os.environ["LIBSPE"]]
    tree = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    soname = "libspe.so.%d" % SPE_VERSION_MAJOR
    return [os.path.join(tree, "build", soname), ctypes.util.find_library("spe") or soname]


def load():
    """The library, its functions typed. Raises NotFound."""
    tried = []
    for path in candidates():
        try:
            library = ctypes.CDLL(path)
            for name, (result, arguments) in FUNCTIONS.items():
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError) as error:
            tried.append("%s: %s" % (path, error))
            continue
        if library.spe_version_number() // 10000 == SPE_VERSION_MAJOR:
            return library
        tried.append("%s: version %s, not %d" % (path, library.spe_version().decode(), SPE_VERSION_MAJOR))
    raise NotFound("no libspe.so: run make shared in its tree, install it, or set LIBSPE to the file\n  "
                   + "\n  ".join(tried))


def text_of(function, cap, *arguments):
    """What one of the library's functions for text writes."""
    out = ctypes.create_string_buffer(cap)
    length = function(*arguments, out, cap)
    if length < 0:
        raise ValueError("%s: status %d" % (function.__name__, length))
    return out.value.decode()
