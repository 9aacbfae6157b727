/* SPDX-License-Identifier: MIT */
/* Nodes of cores and of memory (NUMA), as perf.data describes the machine: which core and which address is in which. */
#ifndef NODES_H
#define NODES_H

#include <stddef.h>
#include <stdint.h>

#include <libspe/perf_data.h>

#define NODES_NONE UINT32_MAX
#define NODES_CPUS 4096   /* cores with higher numbers are in no node */
#define NODES_RANGES 1024 /* of memory; addresses outside of them are in no node */

struct nodes {
    uint16_t of_cpu[NODES_CPUS]; /* the node plus 1; 0 if the core is in none */
    struct nodes_range {
        uint64_t first, last; /* addresses */
        uint32_t node;
    } ranges[NODES_RANGES]; /* in rising order */
    size_t count;
    int has_news; /* something was taken since the caller set it to 0 */
};

/* Takes what an event says about nodes; damaged parts are ignored. */
void nodes_take(struct nodes *n, const struct spe_perf_event *event);

/* The node of a core, or of the memory at a physical address; NODES_NONE if it is not known. */
uint32_t nodes_of_cpu(const struct nodes *n, uint32_t cpu);
uint32_t nodes_of_address(const struct nodes *n, uint64_t address);

#endif
