/* SPDX-License-Identifier: MIT */
/* What perf's core gives a driver of a PMU with an AUX area. ../../ring.c has the functions. */
#ifndef SPE_LINUX_PERF_EVENT_H
#define SPE_LINUX_PERF_EVENT_H

#include <linux/device.h>

typedef struct {
    int value;
} atomic_t;

typedef struct {
    u64 value;
} local64_t;

#define ATOMIC_INIT(number)                                                                                            \
    {                                                                                                                  \
        number                                                                                                         \
    }
#define atomic_inc_return(atomic) (++(atomic)->value)
#define local64_read(local) ((local)->value)
#define local64_set(local, number) ((local)->value = (number))

#define PERF_EVENT_FLAG_ARCH 0xffff
enum { PERF_HES_STOPPED = 1, PERF_HES_UPTODATE = 2 };
enum { PERF_EF_START = 1, PERF_EF_RELOAD = 2, PERF_EF_UPDATE = 4 };
enum {
    PERF_AUX_FLAG_TRUNCATED = 1,
    PERF_AUX_FLAG_OVERWRITE = 2,
    PERF_AUX_FLAG_PARTIAL = 4,
    PERF_AUX_FLAG_COLLISION = 8
};
enum { PERF_PMU_CAP_EXCLUSIVE = 0x10, PERF_PMU_CAP_ITRACE = 0x20 };
enum { perf_sw_context = 1 };

struct perf_event_attr {
    u32 type;
    u64 config, config1, config2, config3, config4;
    bool exclude_user, exclude_kernel, exclude_idle, freq;
};

struct hw_perf_event {
    int flags, state;
    u64 sample_period;
    local64_t period_left;
};

struct ring;
struct pmu;

struct perf_event {
    struct pmu *pmu;
    struct perf_event_attr attr;
    struct hw_perf_event hw;
    int cpu; /* -1: of a thread */
    struct ring *ring;
};

struct pmu {
    void *module;
    struct device *parent;
    int capabilities;
    const struct attribute_group **attr_groups;
    int task_ctx_nr;
    u32 type;
    int (*event_init)(struct perf_event *event);
    int (*add)(struct perf_event *event, int flags);
    void (*del)(struct perf_event *event, int flags);
    void (*start)(struct perf_event *event, int flags);
    void (*stop)(struct perf_event *event, int flags);
    void (*read)(struct perf_event *event);
    void *(*setup_aux)(struct perf_event *event, void **pages, int page_count, bool is_snapshot);
    void (*free_aux)(void *area);
};

struct perf_output_handle {
    struct perf_event *event;
    unsigned long head, size, wakeup;
    u64 aux_flags;
    struct ring *rb;
};

int perf_pmu_register(struct pmu *pmu, const char *name, int type);
#define perf_pmu_unregister(pmu) ((void)(pmu))
void *perf_get_aux(struct perf_output_handle *handle);
void *perf_aux_output_begin(struct perf_output_handle *handle, struct perf_event *event);
void perf_aux_output_end(struct perf_output_handle *handle, unsigned long size);
int perf_aux_output_skip(struct perf_output_handle *handle, unsigned long size);
void perf_aux_output_flag(struct perf_output_handle *handle, u64 flags);
int perf_allow_kernel(void);

#define PMU_FORMAT_ATTR(_name, _format)                                                                                \
    static struct device_attribute format_attr_##_name = {.attr = {.name = _format, .mode = S_IRUGO}}

#endif
