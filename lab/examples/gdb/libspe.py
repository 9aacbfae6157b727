# SPDX-License-Identifier: MIT
"""What these commands use of the two libraries. Made by lab/examples/gdb/generate: not to be edited.

Structs have the names and members of the headers, in CamelCase; constants and functions theirs.
"""
from ctypes import POINTER
from ctypes import Structure
from ctypes import c_char
from ctypes import c_char_p
from ctypes import c_int
from ctypes import c_size_t
from ctypes import c_uint
from ctypes import c_uint16
from ctypes import c_uint32
from ctypes import c_uint64
from ctypes import c_uint8
from ctypes import c_void_p

SPE_DECODE_RESYNC = 1
SPE_E_MORE = -1
SPE_HAS_BRANCH_TARGET = 2
SPE_HAS_DATA_VA = 4
SPE_HAS_PC = 1
SPE_HAS_PREV_BRANCH_TARGET = 16
SPE_LAB_VERSION_MAJOR = 0
SPE_OK = 0
SPE_PACKET_PADDING = 1
SPE_PACKET_TEXT_MAX = 2048
SPE_RECORD_TEXT_MAX = 4096
SPE_RECORD_TRUNCATED = 128
SPE_REG_PMBLIMITR_EL1 = 10
SPE_REG_PMBPTR_EL1 = 11
SPE_REG_PMBSR_EL1 = 12
SPE_REG_PMBSR_EL2 = 14
SPE_REG_PMBSR_EL3 = 15
SPE_SYSREG_TEXT_MAX = 2048
SPE_TEXT_ARCH = 0
SPE_TEXT_PERF = 1
SPE_VERSION_MAJOR = 1


class SpePacket(Structure):
    _fields_ = [
        ("payload", c_uint64), ("type", c_uint8), ("index", c_uint8), ("header", c_uint8 * 2),
        ("header_size", c_uint8), ("payload_size", c_uint8), ("flags", c_uint8), ("missing", c_uint8),
    ]


class SpeRecord(Structure):
    _fields_ = [
        ("offset", c_uint64), ("size", c_uint64), ("pc", c_uint64), ("branch_target", c_uint64), ("data_va", c_uint64),
        ("data_pa", c_uint64), ("prev_branch_target", c_uint64), ("timestamp", c_uint64), ("events", c_uint64),
        ("present", c_uint32), ("flags", c_uint32), ("context_el1", c_uint32), ("context_el2", c_uint32),
        ("total_latency", c_uint16), ("issue_latency", c_uint16), ("translation_latency", c_uint16),
        ("alt_issue_latency", c_uint16), ("data_source", c_uint16), ("op_class", c_uint8), ("op_payload", c_uint8),
        ("events_size", c_uint8), ("data_source_size", c_uint8), ("reserved", c_uint8 * 26),
    ]


class SpeDecoder(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 512),
    ]


class SpeDecoderConfig(Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("offset", c_uint64), ("max_record_size", c_uint32),
        ("alignment", c_uint32), ("kernel", c_uint32), ("reserved", c_uint32 * 1),
    ]


class SpeDecoderStats(Structure):
    _fields_ = [
        ("bytes", c_uint64), ("records", c_uint64), ("packets", c_uint64 * 16), ("reserved_headers", c_uint64),
        ("reserved_values", c_uint64), ("impdef", c_uint64), ("repeated", c_uint64), ("over_long", c_uint64),
        ("truncated", c_uint64), ("skipped", c_uint64), ("gaps", c_uint64), ("reserved", c_uint64 * 6),
    ]


class SpeFeatures(Structure):
    _fields_ = [
        ("size", c_uint32), ("max_record_size", c_uint32), ("flags", c_uint64), ("alignment", c_uint32),
        ("version", c_uint8), ("counter_bits", c_uint8), ("reserved", c_uint8 * 10),
    ]


class SpeTextConfig(Structure):
    _fields_ = [
        ("size", c_uint32), ("style", c_uint32), ("midr", c_uint64), ("counter_bits", c_uint32),
        ("reserved", c_uint32 * 3),
    ]


class SpeSysregValue(Structure):
    _fields_ = [
        ("reg", c_uint32), ("reserved", c_uint32), ("raw", c_uint64),
    ]


class SpeSysregField(Structure):
    _fields_ = [
        ("name", c_char * 16), ("high", c_uint8), ("low", c_uint8), ("kind", c_uint8), ("reset", c_uint8),
        ("reserved", c_uint8 * 12),
    ]


class SpeSyndrome(Structure):
    _fields_ = [
        ("mss2", c_uint32), ("mss", c_uint16), ("ec", c_uint8), ("event_class", c_uint8), ("service", c_uint8),
        ("buffer_full", c_uint8), ("data_lost", c_uint8), ("external_abort", c_uint8), ("collision", c_uint8),
        ("has_fault", c_uint8), ("fault_status", c_uint8), ("buffer_status", c_uint8), ("top_level", c_uint8),
        ("assured_only", c_uint8), ("overlay", c_uint8), ("dirty_bit", c_uint8), ("in_doubt", c_uint8),
        ("reserved", c_uint8 * 11),
    ]


class SpeBufferGeometry(Structure):
    _fields_ = [
        ("pointer", c_uint64), ("limit", c_uint64), ("free", c_uint64), ("records", c_uint64),
    ]


# Each function's result and arguments.
FUNCTIONS = {
    "spe_version": (c_char_p, ()),
    "spe_version_number": (c_uint32, ()),
    "spe_packet_decode": (c_int, (c_void_p, c_size_t, POINTER(SpePacket))),
    "spe_address_canonical": (c_uint64, (c_uint64,)),
    "spe_record_packet": (c_int, (POINTER(SpeRecord), c_uint32, POINTER(SpePacket))),
    "spe_decoder_init": (c_int, (POINTER(SpeDecoder), POINTER(SpeDecoderConfig))),
    "spe_decoder_feed": (c_int, (POINTER(SpeDecoder), c_void_p, c_size_t)),
    "spe_decoder_gap": (c_int, (POINTER(SpeDecoder), c_uint64, POINTER(SpeRecord))),
    "spe_decoder_set_offset": (c_int, (POINTER(SpeDecoder), c_uint64)),
    "spe_decoder_resync": (c_int, (POINTER(SpeDecoder),)),
    "spe_decoder_finish": (c_int, (POINTER(SpeDecoder), POINTER(SpeRecord))),
    "spe_decoder_get_stats": (c_int, (POINTER(SpeDecoder), POINTER(SpeDecoderStats))),
    "spe_decoder_next_batch": (c_size_t, (POINTER(SpeDecoder), POINTER(SpeRecord), c_size_t)),
    "spe_features_decoder_config": (c_int, (POINTER(SpeFeatures), POINTER(SpeDecoderConfig))),
    "spe_cpu_count": (c_uint, ()),
    "spe_cpu_midr": (c_uint64, (c_uint,)),
    "spe_cpu_find": (c_int, (c_char_p, POINTER(c_uint64))),
    "spe_cpu_name": (c_char_p, (c_uint64,)),
    "spe_packet_text": (c_int, (POINTER(SpePacket), POINTER(SpeTextConfig), c_char_p, c_size_t)),
    "spe_record_text": (c_int, (POINTER(SpeRecord), POINTER(SpeTextConfig), c_char_p, c_size_t)),
    "spe_sysreg_count": (c_uint, ()),
    "spe_sysreg_name": (c_char_p, (c_uint,)),
    "spe_sysreg_find": (c_int, (c_char_p,)),
    "spe_sysreg_match": (c_int, (c_char_p, c_uint)),
    "spe_sysreg_field_describe": (c_int, (c_uint, c_uint, POINTER(SpeSysregField))),
    "spe_sysreg_field_find": (c_int, (c_uint, c_char_p)),
    "spe_sysreg_applies": (c_int, (c_uint, c_uint, c_uint64)),
    "spe_sysreg_get": (c_int, (c_uint, c_uint, c_uint64, POINTER(c_uint64))),
    "spe_sysreg_reserved": (c_uint64, (c_uint, c_uint64)),
    "spe_sysreg_field_text": (c_int, (c_uint, c_uint, c_uint64, c_char_p, c_size_t)),
    "spe_features_from_registers": (c_int, (POINTER(SpeSysregValue), c_size_t, c_uint64, POINTER(SpeFeatures))),
    "spe_syndrome_decode": (c_int, (c_uint64, POINTER(SpeSyndrome))),
    "spe_syndrome_text": (c_int, (c_uint64, c_char_p, c_size_t)),
    "spe_buffer_measure": (c_int, (c_uint64, c_uint64, POINTER(SpeFeatures), POINTER(SpeBufferGeometry))),
}
