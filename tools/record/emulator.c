/* SPDX-License-Identifier: MIT */
/* See emulator.h. */
#define _XOPEN_SOURCE 700
#include "emulator.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../system/files.h"

void emulator_check_program(const char *path)
{
    Elf64_Ehdr header = {{0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct tool_input in;
    if (tool_open(&in, path) != TOOL_OK)
        exit(EMULATOR_NO_PROGRAM);
    const ssize_t size = tool_read(&in, &header, sizeof header);
    tool_close(&in);
    if (size < (ssize_t)sizeof header || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_machine != EM_AARCH64)
        exit(tool_error("not a program for AArch64", path));
}

/* The possible places of the plugin: in the build tree next to this program, or installed in lib/libspe next to bin. */
static const char *const plugin_places[] = {"spe-record.so", "../lib/libspe/spe-record.so"};

/* Writes the plugin's path to out[cap]. */
static void find_plugin(char *out, size_t cap)
{
    enum { COUNT = sizeof plugin_places / sizeof *plugin_places };
    const ssize_t length = readlink("/proc/self/exe", out, cap - 1);
    out[length < 0 ? 0 : length] = '\0';
    char *slash = strrchr(out, '/');
    if (!slash)
        exit(tool_error("cannot find the path of this program", "/proc/self/exe"));
    for (unsigned i = 0; i < COUNT; i++) {
        const size_t room = cap - (size_t)(slash + 1 - out);
        if ((size_t)snprintf(slash + 1, room, "%s", plugin_places[i]) < room && access(out, R_OK) == 0)
            break;
        if (i == COUNT - 1)
            exit(tool_error(strerror(errno), out));
    }
    if (strchr(out, ','))
        exit(tool_error("QEMU cannot load a plugin whose path has a comma", out));
}

void emulator_run(const struct emulator *emulator, const struct setup *setup, char **program)
{
    static char plugin[8192], cpu[128], *argv[EMULATOR_ARGUMENTS_MAX + 1];
    const struct core *core = setup->core;
    unsigned n = 0;
    snprintf(cpu, sizeof cpu, "%s", core->qemu);
    if (core->steps) /* in bytes; the largest that the program gets, unless it requests another length */
        snprintf(cpu, sizeof cpu, "%s,sve-default-vector-length=%u,sme-default-vector-length=%u", core->qemu,
                 setup->vectors.vl_bits / 8, setup->vectors.svl_bits / 8);
    find_plugin(plugin, 4096);
    const size_t length = strlen(plugin);
    if (!setup_write(setup, plugin + length, (unsigned)(sizeof plugin - length)))
        exit(tool_error("too long", plugin));
    argv[n++] = (char *)(uintptr_t)emulator->qemu;
    argv[n++] = (char *)(uintptr_t) "-cpu";
    argv[n++] = cpu;
    if (core->steps)
        argv[n++] = (char *)(uintptr_t) "-singlestep";
    if (emulator->sysroot) {
        argv[n++] = (char *)(uintptr_t) "-L";
        argv[n++] = (char *)(uintptr_t)emulator->sysroot;
    }
    argv[n++] = (char *)(uintptr_t) "-plugin";
    argv[n++] = plugin;
    while (*program && n < EMULATOR_ARGUMENTS_MAX)
        argv[n++] = *program++;
    argv[n] = NULL;
    execvp(emulator->qemu, argv);
    tool_error(strerror(errno), emulator->qemu);
    _exit(EMULATOR_NO_PROGRAM);
}
