/* SPDX-License-Identifier: MIT */
/* The ABI's structs: size and offset of every member, the same on every target this is compiled for. */
#include <libspe/spe.h>
#include <stddef.h>

#include "tap.h"

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type)
#define LEAST(type, bytes) _Static_assert(sizeof(type) >= (bytes), "sizeof(" #type ")")
/* Reserved bytes: a member that comes takes its place from their beginning. */
#define ENDS_WITH(type, member)                                                                                        \
    _Static_assert(offsetof(type, member) + sizeof((type *)0)->member == sizeof(type), #type "." #member)
#define AT(type, member, ...) AT_(type, member, __VA_ARGS__)
#define AT_(type, member, offset, size)                                                                                \
    _Static_assert(offsetof(type, member) == (offset) && sizeof(((type *)0)->member) == (size), #type "." #member)

SIZE(spe_decoder, 4096);
SIZE(spe_encoder, 192);
SIZE(spe_packet_iterator, 64);
SIZE(struct spe_packet, 16);
AT(struct spe_packet, payload, 0, 8);
AT(struct spe_packet, type, 8, 1);
AT(struct spe_packet, index, 9, 1);
AT(struct spe_packet, header, 10, 2);
AT(struct spe_packet, header_size, 12, 1);
AT(struct spe_packet, payload_size, 13, 1);
AT(struct spe_packet, flags, 14, 1);
AT(struct spe_packet, missing, 15, 1);

SIZE(struct spe_op, 32);
AT(struct spe_op, evl_bits, 0, 4);
AT(struct spe_op, ets_bits, 4, 4);
AT(struct spe_op, op_class, 8, 1);
AT(struct spe_op, subclass, 9, 1);
AT(struct spe_op, payload, 10, 1);
AT(struct spe_op, reserved_value, 11, 1);
AT(struct spe_op, store, 12, 1);
AT(struct spe_op, atomic, 13, 1);
AT(struct spe_op, exclusive, 14, 1);
AT(struct spe_op, acquire_release, 15, 1);
AT(struct spe_op, predicated, 16, 1);
AT(struct spe_op, gather_scatter, 17, 1);
AT(struct spe_op, fp, 18, 1);
AT(struct spe_op, ase, 19, 1);
AT(struct spe_op, conditional, 20, 1);
AT(struct spe_op, indirect, 21, 1);
AT(struct spe_op, gcs, 22, 1);
AT(struct spe_op, comm, 23, 1);
AT(struct spe_op, branch_kind, 24, 1);
ENDS_WITH(struct spe_op, reserved);

SIZE(struct spe_record, 128);
AT(struct spe_record, offset, 0, 8);
AT(struct spe_record, size, 8, 8);
AT(struct spe_record, pc, 16, 8);
AT(struct spe_record, branch_target, 24, 8);
AT(struct spe_record, data_va, 32, 8);
AT(struct spe_record, data_pa, 40, 8);
AT(struct spe_record, prev_branch_target, 48, 8);
AT(struct spe_record, timestamp, 56, 8);
AT(struct spe_record, events, 64, 8);
AT(struct spe_record, present, 72, 4);
AT(struct spe_record, flags, 76, 4);
AT(struct spe_record, context_el1, 80, 4);
AT(struct spe_record, context_el2, 84, 4);
AT(struct spe_record, total_latency, 88, 2);
AT(struct spe_record, issue_latency, 90, 2);
AT(struct spe_record, translation_latency, 92, 2);
AT(struct spe_record, alt_issue_latency, 94, 2);
AT(struct spe_record, data_source, 96, 2);
AT(struct spe_record, op_class, 98, 1);
AT(struct spe_record, op_payload, 99, 1);
AT(struct spe_record, events_size, 100, 1);
AT(struct spe_record, data_source_size, 101, 1);
ENDS_WITH(struct spe_record, reserved); /* from 102 on: a new member takes some of these bytes */

SIZE(struct spe_decoder_config, 32);
AT(struct spe_decoder_config, size, 0, 4);
AT(struct spe_decoder_config, flags, 4, 4);
AT(struct spe_decoder_config, offset, 8, 8);
AT(struct spe_decoder_config, max_record_size, 16, 4);
AT(struct spe_decoder_config, alignment, 20, 4);
AT(struct spe_decoder_config, kernel, 24, 4);
ENDS_WITH(struct spe_decoder_config, reserved);

SIZE(struct spe_decoder_stats, 256);
AT(struct spe_decoder_stats, bytes, 0, 8);
AT(struct spe_decoder_stats, records, 8, 8);
AT(struct spe_decoder_stats, packets, 16, 128);
AT(struct spe_decoder_stats, reserved_headers, 144, 8);
AT(struct spe_decoder_stats, reserved_values, 152, 8);
AT(struct spe_decoder_stats, impdef, 160, 8);
AT(struct spe_decoder_stats, repeated, 168, 8);
AT(struct spe_decoder_stats, over_long, 176, 8);
AT(struct spe_decoder_stats, truncated, 184, 8);
AT(struct spe_decoder_stats, skipped, 192, 8);
AT(struct spe_decoder_stats, gaps, 200, 8);
ENDS_WITH(struct spe_decoder_stats, reserved);

SIZE(struct spe_encoder_config, 32);
AT(struct spe_encoder_config, size, 0, 4);
AT(struct spe_encoder_config, flags, 4, 4);
AT(struct spe_encoder_config, offset, 8, 8);
AT(struct spe_encoder_config, alignment, 16, 4);
AT(struct spe_encoder_config, max_record_size, 20, 4);
AT(struct spe_encoder_config, layout, 24, 1);
AT(struct spe_encoder_config, terminator, 25, 1);
AT(struct spe_encoder_config, events_size, 26, 1);
AT(struct spe_encoder_config, data_source_size, 27, 1);
AT(struct spe_encoder_config, counter_bits, 28, 1);
ENDS_WITH(struct spe_encoder_config, reserved);

SIZE(struct spe_text_config, 32);
AT(struct spe_text_config, size, 0, 4);
AT(struct spe_text_config, style, 4, 4);
AT(struct spe_text_config, midr, 8, 8);
AT(struct spe_text_config, counter_bits, 16, 4);
ENDS_WITH(struct spe_text_config, reserved);

SIZE(struct spe_dump, 24 + 2 * sizeof(void *));
AT(struct spe_dump, size, 0, 4);
AT(struct spe_dump, is_last, 4, 4);
AT(struct spe_dump, offset, 8, 8);
AT(struct spe_dump, bytes, 16, sizeof(void *));
AT(struct spe_dump, len, 16 + sizeof(void *), sizeof(void *));
AT(struct spe_dump, record, 16 + 2 * sizeof(void *), 4);
AT(struct spe_dump, reserved, 20 + 2 * sizeof(void *), 4);

SIZE(struct spe_record_field, 3 * sizeof(void *) + 16);
AT(struct spe_record_field, name, 0, sizeof(void *));
AT(struct spe_record_field, words, sizeof(void *), sizeof(void *));
AT(struct spe_record_field, unit, 2 * sizeof(void *), sizeof(void *));
AT(struct spe_record_field, has, 3 * sizeof(void *), 4);
AT(struct spe_record_field, size, 3 * sizeof(void *) + 4, 2);
AT(struct spe_record_field, member, 3 * sizeof(void *) + 6, 2);
AT(struct spe_record_field, column, 3 * sizeof(void *) + 8, 2);
ENDS_WITH(struct spe_record_field, reserved);

/* A sequence of pointers of the target's size. */
#define POINTER(n) 8 + (n) * sizeof(void *), sizeof(void *)
LEAST(struct spe_columns, 8 + 22 * sizeof(void *)); /* it grows at the end */
AT(struct spe_columns, size, 0, 4);
AT(struct spe_columns, reserved, 4, 4);
AT(struct spe_columns, offset, POINTER(0));
AT(struct spe_columns, record_size, POINTER(1));
AT(struct spe_columns, pc, POINTER(2));
AT(struct spe_columns, branch_target, POINTER(3));
AT(struct spe_columns, data_va, POINTER(4));
AT(struct spe_columns, data_pa, POINTER(5));
AT(struct spe_columns, prev_branch_target, POINTER(6));
AT(struct spe_columns, timestamp, POINTER(7));
AT(struct spe_columns, events, POINTER(8));
AT(struct spe_columns, present, POINTER(9));
AT(struct spe_columns, flags, POINTER(10));
AT(struct spe_columns, context_el1, POINTER(11));
AT(struct spe_columns, context_el2, POINTER(12));
AT(struct spe_columns, total_latency, POINTER(13));
AT(struct spe_columns, issue_latency, POINTER(14));
AT(struct spe_columns, translation_latency, POINTER(15));
AT(struct spe_columns, alt_issue_latency, POINTER(16));
AT(struct spe_columns, data_source, POINTER(17));
AT(struct spe_columns, op_class, POINTER(18));
AT(struct spe_columns, op_payload, POINTER(19));
AT(struct spe_columns, events_size, POINTER(20));
AT(struct spe_columns, data_source_size, POINTER(21));
SIZE(struct spe_data_source, 16);
AT(struct spe_data_source, value, 0, 2);
AT(struct spe_data_source, level, 2, 1);
AT(struct spe_data_source, known, 3, 1);
AT(struct spe_data_source, inferred, 4, 1);
AT(struct spe_data_source, peer, 5, 1);
AT(struct spe_data_source, modified, 6, 1);
AT(struct spe_data_source, remote, 7, 1);
AT(struct spe_data_source, device, 8, 1);
ENDS_WITH(struct spe_data_source, reserved);

SIZE(struct spe_filter_registers, 64);
AT(struct spe_filter_registers, size, 0, 4);
AT(struct spe_filter_registers, control, 4, 4);
AT(struct spe_filter_registers, pmsfcr, 8, 8);
AT(struct spe_filter_registers, pmsevfr, 16, 8);
AT(struct spe_filter_registers, pmsnevfr, 24, 8);
AT(struct spe_filter_registers, pmslatfr, 32, 8);
AT(struct spe_filter_registers, pmsdsfr, 40, 8);
ENDS_WITH(struct spe_filter_registers, reserved);

SIZE(spe_filter, 384);
SIZE(struct spe_filter_term, 32);
AT(struct spe_filter_term, name, 0, 8);
AT(struct spe_filter_term, name_size, 8, 8);
AT(struct spe_filter_term, value, 16, 8);
AT(struct spe_filter_term, value_size, 24, 8);
SIZE(struct spe_filter_setting, 24);
AT(struct spe_filter_setting, value, 0, 8);
AT(struct spe_filter_setting, config, 8, 4);
AT(struct spe_filter_setting, shift, 12, 4);
AT(struct spe_filter_setting, width, 16, 4);
AT(struct spe_filter_setting, reserved, 20, 4);
SIZE(struct spe_filter_counts, 64);
AT(struct spe_filter_counts, count, 0, 64);

SIZE(struct spe_features, 32);
AT(struct spe_features, size, 0, 4);
AT(struct spe_features, max_record_size, 4, 4);
AT(struct spe_features, flags, 8, 8);
AT(struct spe_features, alignment, 16, 4);
AT(struct spe_features, version, 20, 1);
AT(struct spe_features, counter_bits, 21, 1);
ENDS_WITH(struct spe_features, reserved);

SIZE(struct spe_perf_clock, 32);
AT(struct spe_perf_clock, zero, 0, 8);
AT(struct spe_perf_clock, cycles, 8, 8);
AT(struct spe_perf_clock, mask, 16, 8);
AT(struct spe_perf_clock, mult, 24, 4);
AT(struct spe_perf_clock, shift, 28, 2);
AT(struct spe_perf_clock, is_short, 30, 2);

SIZE(spe_perf_reader, 768);
SIZE(spe_perf_writer, 512);

SIZE(struct spe_perf_compressed, 16 + 4 * sizeof(void *));
AT(struct spe_perf_compressed, file_offset, 0, 8);
AT(struct spe_perf_compressed, stream, 8, 4);
AT(struct spe_perf_compressed, reserved0, 12, 4);
AT(struct spe_perf_compressed, bytes, 16, sizeof(void *));
AT(struct spe_perf_compressed, size, 16 + sizeof(void *), sizeof(void *));
AT(struct spe_perf_compressed, used, 16 + 2 * sizeof(void *), sizeof(void *));
AT(struct spe_perf_compressed, reserved, 16 + 3 * sizeof(void *), sizeof(void *));

SIZE(struct spe_perf_event, 336 + 2 * sizeof(void *));
AT(struct spe_perf_event, type, 0, 4);
AT(struct spe_perf_event, kind, 4, 4);
AT(struct spe_perf_event, misc, 8, 4);
AT(struct spe_perf_event, aux_flags, 12, 4);
AT(struct spe_perf_event, file_offset, 16, 8);
AT(struct spe_perf_event, time, 24, 8);
AT(struct spe_perf_event, offset, 32, 8);
AT(struct spe_perf_event, size, 40, 8);
AT(struct spe_perf_event, midr, 48, 8);
AT(struct spe_perf_event, reference, 56, 8);
AT(struct spe_perf_event, address, 64, 8);
AT(struct spe_perf_event, file_position, 72, 8);
AT(struct spe_perf_event, inode, 80, 8);
AT(struct spe_perf_event, inode_generation, 88, 8);
AT(struct spe_perf_event, lost, 96, 8);
AT(struct spe_perf_event, period, 104, 8);
AT(struct spe_perf_event, config, 112, 64);
AT(struct spe_perf_event, event_filter, 176, 8);
AT(struct spe_perf_event, clock, 184, 32);
AT(struct spe_perf_event, cpu, 216, 4);
AT(struct spe_perf_event, index, 220, 4);
AT(struct spe_perf_event, pid, 224, 4);
AT(struct spe_perf_event, tid, 228, 4);
AT(struct spe_perf_event, ppid, 232, 4);
AT(struct spe_perf_event, ptid, 236, 4);
AT(struct spe_perf_event, protection, 240, 4);
AT(struct spe_perf_event, map_flags, 244, 4);
AT(struct spe_perf_event, device_major, 248, 4);
AT(struct spe_perf_event, device_minor, 252, 4);
AT(struct spe_perf_event, build_id_size, 256, 4);
AT(struct spe_perf_event, lost_gap, 260, 4);
AT(struct spe_perf_event, build_id, 264, 20);
AT(struct spe_perf_event, pmu_type, 284, 4);
AT(struct spe_perf_event, reserved, 288, 48);
AT(struct spe_perf_event, name, 336, sizeof(void *));
AT(struct spe_perf_event, bytes, 336 + sizeof(void *), sizeof(void *));

SIZE(struct spe_perf_account, 256);
AT(struct spe_perf_account, named, 0, 8);
AT(struct spe_perf_account, missing, 8, 8);
AT(struct spe_perf_account, bytes, 16, 8);
AT(struct spe_perf_account, unnamed, 24, 8);
AT(struct spe_perf_account, repeated, 32, 8);
AT(struct spe_perf_account, padding, 40, 8);
AT(struct spe_perf_account, buffers, 48, 8);
AT(struct spe_perf_account, snapshots, 56, 8);
AT(struct spe_perf_account, state, 64, 192);

SIZE(struct spe_perf_file_info, 80);
AT(struct spe_perf_file_info, host_midr, 0, 8);
AT(struct spe_perf_file_info, buffers, 8, 8);
AT(struct spe_perf_file_info, bytes, 16, 8);
AT(struct spe_perf_file_info, position, 24, 8);
AT(struct spe_perf_file_info, metadata_version, 32, 4);
AT(struct spe_perf_file_info, is_pipe, 36, 4);
AT(struct spe_perf_file_info, is_swapped, 40, 4);
AT(struct spe_perf_file_info, is_unfinished, 44, 4);
AT(struct spe_perf_file_info, late, 48, 8);
AT(struct spe_perf_file_info, no_room, 56, 8);
AT(struct spe_perf_file_info, unknown_ids, 64, 8);
ENDS_WITH(struct spe_perf_file_info, reserved);

SIZE(struct spe_perf_core, 64);
AT(struct spe_perf_core, midr, 0, 8);
AT(struct spe_perf_core, min_interval, 8, 8);
AT(struct spe_perf_core, event_filter, 16, 8);
AT(struct spe_perf_core, cpu, 24, 4);
AT(struct spe_perf_core, pmu_type, 28, 4);
ENDS_WITH(struct spe_perf_core, reserved);

SIZE(struct spe_perf_writer_config, 128 + 2 * sizeof(void *));
AT(struct spe_perf_writer_config, size, 0, 4);
AT(struct spe_perf_writer_config, pmu_type, 4, 4);
AT(struct spe_perf_writer_config, midr, 8, 8);
AT(struct spe_perf_writer_config, period, 16, 8);
AT(struct spe_perf_writer_config, config, 24, 64);
AT(struct spe_perf_writer_config, clock, 88, 32);
AT(struct spe_perf_writer_config, core_count, 120, 8);
AT(struct spe_perf_writer_config, cores, 128, sizeof(void *));
AT(struct spe_perf_writer_config, reserved, 128 + sizeof(void *), sizeof(void *));

int main(void)
{
    ok(1, "it compiled: every member has the offset and size of version 1.0");
    return tap_done();
}
