/* SPDX-License-Identifier: MIT */
/* The ABI's structs: size and offset of every member, the same on every target this is compiled for. */
#include <libspe/spe.h>
#include <stddef.h>

#include "tap.h"

/* The rows of a struct do not compile if one is wrong. */
#define STRUCT(type, ...)                                                                                              \
    {                                                                                                                  \
        typedef type rows_of;                                                                                          \
        (void)(char[]){__VA_ARGS__};                                                                                   \
    }
#define ROW(holds) sizeof(char[(holds) ? 1 : -1])
#define SIZE(bytes) ROW(sizeof(rows_of) == (bytes))
#define LEAST(bytes) ROW(sizeof(rows_of) >= (bytes)) /* it grows at the end */
#define AT(...) AT_(__VA_ARGS__)
#define AT_(member, offset, size) ROW(offsetof(rows_of, member) == (offset) && sizeof(((rows_of *)0)->member) == (size))
/* Reserved bytes: a member that comes takes its place from their beginning. */
#define REST(member) ROW(offsetof(rows_of, member) + sizeof((rows_of *)0)->member == sizeof(rows_of))
/* A sequence of pointers of the target's size. */
#define POINTER(n) 8 + (n) * sizeof(void *), sizeof(void *)

static void check_codec(void)
{
    STRUCT(spe_decoder, SIZE(4096))
    STRUCT(spe_encoder, SIZE(192))
    STRUCT(spe_packet_iterator, SIZE(64))
    STRUCT(struct spe_packet, SIZE(16), AT(payload, 0, 8), AT(type, 8, 1), AT(index, 9, 1), AT(header, 10, 2),
           AT(header_size, 12, 1), AT(payload_size, 13, 1), AT(flags, 14, 1), AT(missing, 15, 1))
    STRUCT(struct spe_op, SIZE(32), AT(evl_bits, 0, 4), AT(ets_bits, 4, 4), AT(op_class, 8, 1), AT(subclass, 9, 1),
           AT(payload, 10, 1), AT(reserved_value, 11, 1), AT(store, 12, 1), AT(atomic, 13, 1), AT(exclusive, 14, 1),
           AT(acquire_release, 15, 1), AT(predicated, 16, 1), AT(gather_scatter, 17, 1), AT(fp, 18, 1), AT(ase, 19, 1),
           AT(conditional, 20, 1), AT(indirect, 21, 1), AT(gcs, 22, 1), AT(comm, 23, 1), AT(branch_kind, 24, 1),
           REST(reserved))
    STRUCT(struct spe_record, SIZE(128), AT(offset, 0, 8), AT(size, 8, 8), AT(pc, 16, 8), AT(branch_target, 24, 8),
           AT(data_va, 32, 8), AT(data_pa, 40, 8), AT(prev_branch_target, 48, 8), AT(timestamp, 56, 8),
           AT(events, 64, 8), AT(present, 72, 4), AT(flags, 76, 4), AT(context_el1, 80, 4), AT(context_el2, 84, 4),
           AT(total_latency, 88, 2), AT(issue_latency, 90, 2), AT(translation_latency, 92, 2),
           AT(alt_issue_latency, 94, 2), AT(data_source, 96, 2), AT(op_class, 98, 1), AT(op_payload, 99, 1),
           AT(events_size, 100, 1), AT(data_source_size, 101, 1), REST(reserved))
    STRUCT(struct spe_decoder_config, SIZE(32), AT(size, 0, 4), AT(flags, 4, 4), AT(offset, 8, 8),
           AT(max_record_size, 16, 4), AT(alignment, 20, 4), AT(kernel, 24, 4), REST(reserved))
    STRUCT(struct spe_decoder_stats, SIZE(256), AT(bytes, 0, 8), AT(records, 8, 8), AT(packets, 16, 128),
           AT(reserved_headers, 144, 8), AT(reserved_values, 152, 8), AT(impdef, 160, 8), AT(repeated, 168, 8),
           AT(over_long, 176, 8), AT(truncated, 184, 8), AT(skipped, 192, 8), AT(gaps, 200, 8), REST(reserved))
    STRUCT(struct spe_encoder_config, SIZE(32), AT(size, 0, 4), AT(flags, 4, 4), AT(offset, 8, 8), AT(alignment, 16, 4),
           AT(max_record_size, 20, 4), AT(layout, 24, 1), AT(terminator, 25, 1), AT(events_size, 26, 1),
           AT(data_source_size, 27, 1), AT(counter_bits, 28, 1), REST(reserved))
}

static void check_meaning(void)
{
    STRUCT(struct spe_text_config, SIZE(32), AT(size, 0, 4), AT(style, 4, 4), AT(midr, 8, 8), AT(counter_bits, 16, 4),
           REST(reserved))
    STRUCT(struct spe_dump, SIZE(24 + 2 * sizeof(void *)), AT(size, 0, 4), AT(is_last, 4, 4), AT(offset, 8, 8),
           AT(bytes, 16, sizeof(void *)), AT(len, 16 + sizeof(void *), sizeof(void *)),
           AT(record, 16 + 2 * sizeof(void *), 4), AT(reserved, 20 + 2 * sizeof(void *), 4))
    STRUCT(struct spe_record_field, SIZE(3 * sizeof(void *) + 16), AT(name, 0, sizeof(void *)),
           AT(words, sizeof(void *), sizeof(void *)), AT(unit, 2 * sizeof(void *), sizeof(void *)),
           AT(has, 3 * sizeof(void *), 4), AT(size, 3 * sizeof(void *) + 4, 2), AT(member, 3 * sizeof(void *) + 6, 2),
           AT(column, 3 * sizeof(void *) + 8, 2), REST(reserved))
    STRUCT(struct spe_columns, LEAST(8 + 22 * sizeof(void *)), AT(size, 0, 4), AT(reserved, 4, 4),
           AT(offset, POINTER(0)), AT(record_size, POINTER(1)), AT(pc, POINTER(2)), AT(branch_target, POINTER(3)),
           AT(data_va, POINTER(4)), AT(data_pa, POINTER(5)), AT(prev_branch_target, POINTER(6)),
           AT(timestamp, POINTER(7)), AT(events, POINTER(8)), AT(present, POINTER(9)), AT(flags, POINTER(10)),
           AT(context_el1, POINTER(11)), AT(context_el2, POINTER(12)), AT(total_latency, POINTER(13)),
           AT(issue_latency, POINTER(14)), AT(translation_latency, POINTER(15)), AT(alt_issue_latency, POINTER(16)),
           AT(data_source, POINTER(17)), AT(op_class, POINTER(18)), AT(op_payload, POINTER(19)),
           AT(events_size, POINTER(20)), AT(data_source_size, POINTER(21)))
    STRUCT(struct spe_data_source, SIZE(16), AT(value, 0, 2), AT(level, 2, 1), AT(known, 3, 1), AT(inferred, 4, 1),
           AT(peer, 5, 1), AT(modified, 6, 1), AT(remote, 7, 1), AT(device, 8, 1), REST(reserved))
    STRUCT(struct spe_filter_registers, SIZE(64), AT(size, 0, 4), AT(control, 4, 4), AT(pmsfcr, 8, 8),
           AT(pmsevfr, 16, 8), AT(pmsnevfr, 24, 8), AT(pmslatfr, 32, 8), AT(pmsdsfr, 40, 8), REST(reserved))
    STRUCT(spe_filter, SIZE(384))
    STRUCT(struct spe_filter_term, SIZE(32), AT(name, 0, 8), AT(name_size, 8, 8), AT(value, 16, 8),
           AT(value_size, 24, 8))
    STRUCT(struct spe_filter_setting, SIZE(24), AT(value, 0, 8), AT(config, 8, 4), AT(shift, 12, 4), AT(width, 16, 4),
           AT(reserved, 20, 4))
    STRUCT(struct spe_filter_counts, SIZE(64), AT(count, 0, 64))
    STRUCT(struct spe_features, SIZE(32), AT(size, 0, 4), AT(max_record_size, 4, 4), AT(flags, 8, 8),
           AT(alignment, 16, 4), AT(version, 20, 1), AT(counter_bits, 21, 1), REST(reserved))
}

static void check_perf(void)
{
    STRUCT(struct spe_perf_clock, SIZE(32), AT(zero, 0, 8), AT(cycles, 8, 8), AT(mask, 16, 8), AT(mult, 24, 4),
           AT(shift, 28, 2), AT(is_short, 30, 2))
    STRUCT(spe_perf_reader, SIZE(768))
    STRUCT(spe_perf_writer, SIZE(512))
    STRUCT(struct spe_perf_compressed, SIZE(16 + 4 * sizeof(void *)), AT(file_offset, 0, 8), AT(stream, 8, 4),
           AT(reserved0, 12, 4), AT(bytes, 16, sizeof(void *)), AT(size, 16 + sizeof(void *), sizeof(void *)),
           AT(used, 16 + 2 * sizeof(void *), sizeof(void *)), AT(reserved, 16 + 3 * sizeof(void *), sizeof(void *)))
    STRUCT(struct spe_perf_event, SIZE(336 + 2 * sizeof(void *)), AT(type, 0, 4), AT(kind, 4, 4), AT(misc, 8, 4),
           AT(aux_flags, 12, 4), AT(file_offset, 16, 8), AT(time, 24, 8), AT(offset, 32, 8), AT(size, 40, 8),
           AT(midr, 48, 8), AT(reference, 56, 8), AT(address, 64, 8), AT(file_position, 72, 8), AT(inode, 80, 8),
           AT(inode_generation, 88, 8), AT(lost, 96, 8), AT(period, 104, 8), AT(config, 112, 64),
           AT(event_filter, 176, 8), AT(clock, 184, 32), AT(cpu, 216, 4), AT(index, 220, 4), AT(pid, 224, 4),
           AT(tid, 228, 4), AT(ppid, 232, 4), AT(ptid, 236, 4), AT(protection, 240, 4), AT(map_flags, 244, 4),
           AT(device_major, 248, 4), AT(device_minor, 252, 4), AT(build_id_size, 256, 4), AT(lost_gap, 260, 4),
           AT(build_id, 264, 20), AT(pmu_type, 284, 4), AT(reserved, 288, 48), AT(name, 336, sizeof(void *)),
           AT(bytes, 336 + sizeof(void *), sizeof(void *)))
    STRUCT(struct spe_perf_account, SIZE(256), AT(named, 0, 8), AT(missing, 8, 8), AT(bytes, 16, 8), AT(unnamed, 24, 8),
           AT(repeated, 32, 8), AT(padding, 40, 8), AT(buffers, 48, 8), AT(snapshots, 56, 8), AT(state, 64, 192))
    STRUCT(struct spe_perf_file_info, SIZE(80), AT(host_midr, 0, 8), AT(buffers, 8, 8), AT(bytes, 16, 8),
           AT(position, 24, 8), AT(metadata_version, 32, 4), AT(is_pipe, 36, 4), AT(is_swapped, 40, 4),
           AT(is_unfinished, 44, 4), AT(late, 48, 8), AT(no_room, 56, 8), AT(unknown_ids, 64, 8), REST(reserved))
    STRUCT(struct spe_perf_core, SIZE(64), AT(midr, 0, 8), AT(min_interval, 8, 8), AT(event_filter, 16, 8),
           AT(cpu, 24, 4), AT(pmu_type, 28, 4), REST(reserved))
    STRUCT(struct spe_perf_writer_config, SIZE(128 + 2 * sizeof(void *)), AT(size, 0, 4), AT(pmu_type, 4, 4),
           AT(midr, 8, 8), AT(period, 16, 8), AT(config, 24, 64), AT(clock, 88, 32), AT(core_count, 120, 8),
           AT(cores, 128, sizeof(void *)), AT(reserved, 128 + sizeof(void *), sizeof(void *)))
}

int main(void)
{
    check_codec();
    check_meaning();
    check_perf();
    ok(1, "it compiled: every member has the offset and size of version 1.0");
    return tap_done();
}
