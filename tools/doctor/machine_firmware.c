/* SPDX-License-Identifier: MIT */
/*
 * See machine_firmware.h. With ACPI, the firmware's table MADT has the interrupt of SPE for each core
 * (ACPI 6.3, 5.2.12.14). Linux makes the device "arm,spe-v1" if all have the same. Otherwise a node of the device tree
 * is compatible with "arm,statistical-profiling-extension-v1".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../system/platform.h"
#include "machine_firmware.h"
#include "root_text.h"

#define SMALL 65536u
#define TABLE_MOST (4u << 20)
#define LOG_MOST (64u << 20)
#define MADT_HEADER 44 /* bytes */
#define GICC 11        /* type of a core's entry */
#define GICC_FLAGS 12  /* offsets in it */
#define GICC_SPE 78
#define GICC_ENABLED 1

static void add_interrupt(struct machine *m, unsigned number, unsigned cpu)
{
    unsigned i = 0;
    while (i < m->interrupt_count && m->interrupts[i].number != number)
        i++;
    if (i == MACHINE_CORES)
        return;
    m->interrupt_count += i == m->interrupt_count;
    m->interrupts[i].number = number;
    cpu_set_add(&m->interrupts[i].cpus, cpu);
}

/* Reads the interrupt of each core that is enabled. Linux numbers CPUs in the order of the table. */
static void read_interrupts(struct machine *m, const uint8_t *table, size_t size)
{
    unsigned cpu = 0;
    for (size_t at = MADT_HEADER; at + 2 <= size && table[at + 1] >= 2 && at + table[at + 1] <= size;
         at += table[at + 1]) {
        const uint8_t *entry = table + at;
        if (entry[0] != GICC || entry[1] <= GICC_FLAGS || !(entry[GICC_FLAGS] & GICC_ENABLED))
            continue;
        add_interrupt(m, entry[1] >= GICC_SPE + 2 ? entry[GICC_SPE] | (unsigned)entry[GICC_SPE + 1] << 8 : 0, cpu++);
    }
}

static int has(const struct machine *m, const char *path)
{
    char whole[4096];
    struct platform_file file;
    snprintf(whole, sizeof whole, "%.3000s%.500s", m->root, path);
    return platform_look(whole, &file);
}

static enum machine_firmware read_tree(const struct machine *m)
{
    static const char *const nodes[] = {"spe-pmu", "spe_pmu", "pmu-spe", "soc/spe-pmu", "spe-pmu@0", "spe"};
    for (unsigned i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        char *compatible = root_text(m->root, SMALL, NULL, "/sys/firmware/devicetree/base/%s/compatible", nodes[i]);
        const int is_spe = compatible && strstr(compatible, "arm,statistical-profiling-extension-v1");
        free(compatible);
        if (is_spe)
            return FIRMWARE_HAS_IT;
    }
    return FIRMWARE_UNKNOWN; /* the node may have any name */
}

static enum machine_firmware read_acpi(struct machine *m)
{
    size_t size;
    char *table = root_text(m->root, TABLE_MOST, &size, "/sys/firmware/acpi/tables/APIC");
    if (!table || !size) {
        free(table);
        return FIRMWARE_SECRET;
    }
    read_interrupts(m, (const uint8_t *)table, size);
    free(table);
    return m->interrupt_count == 1 && m->interrupts[0].number ? FIRMWARE_HAS_IT : FIRMWARE_LACKS_IT;
}

/* -- the hypervisor -- */

/* Words in the names that virtual machines give themselves; names of the real ones lack them. */
static int is_virtual(const char *name)
{
    static const char *const words[] = {"QEMU", "KVM",       "VMware",  "Virtual", "Google Compute Engine",
                                        "Xen",  "Parallels", "vServer", "Cloud",   "OpenStack"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i]))
            return 1;
    return strstr(name, "Amazon EC2") && !strstr(name, "metal");
}

static void read_hypervisor(struct machine *m)
{
    char *vendor = root_text(m->root, SMALL, NULL, "/sys/class/dmi/id/sys_vendor");
    char *product = root_text(m->root, SMALL, NULL, "/sys/class/dmi/id/product_name");
    char *node = root_text(m->root, SMALL, NULL, "/sys/firmware/devicetree/base/hypervisor/compatible");
    char *model = root_text(m->root, SMALL, NULL, "/sys/firmware/devicetree/base/model");
    char name[MACHINE_TEXT];
    snprintf(name, sizeof name, "%.*s %.*s", vendor ? (int)strcspn(vendor, "\n") : 0, vendor ? vendor : "",
             product ? (int)strcspn(product, "\n") : 0, product ? product : "");
    if (strstr(m->release, "microsoft"))
        snprintf(m->hypervisor, sizeof m->hypervisor, "WSL");
    else if (is_virtual(name))
        snprintf(m->hypervisor, sizeof m->hypervisor, "%s", name);
    else if (node)
        snprintf(m->hypervisor, sizeof m->hypervisor, "%s", node);
    else if (model && strstr(model, "virt")) /* QEMU's "linux,dummy-virt" */
        snprintf(m->hypervisor, sizeof m->hypervisor, "%s", model);
    free(vendor);
    free(product);
    free(node);
    free(model);
}

/* -- the kernel's log, if it is there and may be read; KPTI -- */

/* Copies a line. Returns where the next one begins; NULL after the last. */
static const char *take_line(const char *at, char *line, size_t cap)
{
    const size_t size = strcspn(at, "\n");
    snprintf(line, cap, "%.*s", (int)(size < cap ? size : cap - 1), at);
    return at[size] ? at + size + 1 : NULL;
}

/* Why the driver did not start: "arm_spe_pmu DEVICE: REASON", not a list of modules that happens to have its name. */
static int is_complaint(const char *message)
{
    static const char *const reasons[] = {"profiling buffer", "unsupported", "expected PPI", "failed to"};
    for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strstr(message, reasons[i]))
            return 1;
    return 0;
}

static void read_message(struct machine *m, const char *line)
{
    const char *message = strstr(line, "arm_spe_pmu ");
    if (strstr(line, "Booting Linux on physical CPU")) {
        m->complaint[0] = 0; /* what follows is of a later start */
        m->log_isolates = 0;
    } else if (message && strstr(message, ": probed ")) {
        m->complaint[0] = 0; /* the driver works */
    } else if (message && is_complaint(message)) {
        snprintf(m->complaint, sizeof m->complaint, "%.*s", MACHINE_TEXT - 1, message);
    } else if (strstr(line, "page table isolation forced ON") ||
               strstr(line, "detected: Kernel page table isolation")) {
        m->log_isolates = 1;
    }
}

static void read_log(struct machine *m)
{
    static const char *const logs[] = {"/var/log/kern.log", "/var/log/dmesg"};
    for (unsigned i = 0; i < sizeof logs / sizeof *logs; i++) {
        char *text = root_text(m->root, LOG_MOST, NULL, "%s", logs[i]), line[512];
        m->has_log |= text != NULL;
        for (const char *at = text; at;) {
            at = take_line(at, line, sizeof line);
            read_message(m, line);
        }
        free(text);
    }
}

/* A core that Meltdown does not affect has KPTI nevertheless if Linux's address is random and the core lacks E0PD. */
static void read_tables(struct machine *m)
{
    char *meltdown = root_text(m->root, SMALL, NULL, "/sys/devices/system/cpu/vulnerabilities/meltdown");
    char *line = root_text(m->root, SMALL, NULL, "/proc/cmdline");
    if (line && (strstr(line, "kpti=off") || strstr(line, "kpti=0")))
        m->splits_tables = MACHINE_NO;
    else if ((meltdown && strstr(meltdown, "PTI")) || m->log_isolates || strstr(m->complaint, "kpti=off"))
        m->splits_tables = MACHINE_YES;
    free(meltdown);
    free(line);
}

void machine_read_firmware(struct machine *m)
{
    m->is_acpi = has(m, "/sys/firmware/acpi/tables");
    if (has(m, "/sys/bus/platform/devices/arm,spe-v1"))
        m->firmware = FIRMWARE_HAS_IT;
    else if (m->is_acpi)
        m->firmware = read_acpi(m);
    else
        m->firmware = has(m, "/sys/firmware/devicetree/base") ? read_tree(m) : FIRMWARE_HIDDEN;
    read_hypervisor(m);
    read_log(m);
    read_tables(m);
}
