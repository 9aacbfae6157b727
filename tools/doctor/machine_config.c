/* SPDX-License-Identifier: MIT */
/* See machine_config.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef SPE_HAVE_ZLIB
#include <zlib.h>
#endif

#include "../system/platform.h"
#include "../system/memory.h"
#include "machine_config.h"
#include "root_text.h"

#define CONFIG_MOST (4u << 20)   /* bytes of a configuration */
#define MODULES_MOST (16u << 20) /* ... of a list of modules */

/* The text of /proc/config.gz; the caller frees it. */
static char *unpack(const struct machine *m)
{
#ifdef SPE_HAVE_ZLIB
    char path[4096];
    snprintf(path, sizeof path, "%.3000s/proc/config.gz", m->root);
    const int fd = platform_open_regular(path);
    gzFile in = fd >= 0 ? tool_memory(gzdopen(fd, "rb")) : NULL;
    char *text = in ? tool_malloc(CONFIG_MOST + 1) : NULL;
    errno = 0;
    const int n = text ? gzread(in, text, CONFIG_MOST) : -1;
    tool_check_memory();
    if (in)
        gzclose(in);
    if (n > 0) {
        text[n] = 0;
        return text;
    }
    free(text);
#else
    (void)m;
#endif
    return NULL;
}

/* 'y', 'm' or 'n': what a configuration says about an option. */
static char option_in(const char *config, const char *name)
{
    const size_t size = strlen(name);
    for (const char *at = config; (at = strstr(at, name)) != NULL; at += size)
        if ((at == config || at[-1] == '\n') && at[size] == '=')
            return at[size + 1];
    return 'n';
}

static int lists_driver(const struct machine *m, const char *folder, const char *list)
{
    char *text = root_text(m->root, MODULES_MOST, NULL, "%s/%s/%s", folder, m->release, list);
    const int lists = text && strstr(text, "/arm_spe_pmu.ko") != NULL;
    const int has_list = text != NULL;
    free(text);
    return has_list ? lists ? MACHINE_YES : MACHINE_NO : MACHINE_UNKNOWN;
}

void machine_read_config(struct machine *m)
{
    static const char *const places[] = {"/boot/config-%s", "/lib/modules/%s/config", "/usr/lib/modules/%s/config"};
    char path[2 * MACHINE_TEXT];
    char *config = NULL;
    for (unsigned i = 0; !config && i < sizeof places / sizeof *places; i++) {
        const char *release = strchr(places[i], '%');
        snprintf(path, sizeof path, "%.*s%s%s", (int)(release - places[i]), places[i], m->release, release + 2);
        config = root_text(m->root, CONFIG_MOST, NULL, "%s", path);
    }
    if (!config)
        config = unpack(m);
    if (config) {
        m->driver = option_in(config, "CONFIG_ARM_SPE_PMU");
        m->contextidr = option_in(config, "CONFIG_PID_IN_CONTEXTIDR");
    }
    free(config);
    for (unsigned i = 1; i < sizeof places / sizeof *places; i++) {
        char folder[32];
        snprintf(folder, sizeof folder, "%.*s", (int)(strstr(places[i], "/%s") - places[i]), places[i]);
        if (!m->driver && lists_driver(m, folder, "modules.builtin") == MACHINE_YES)
            m->driver = 'y';
        if (!m->has_module || m->has_module == MACHINE_NO)
            m->has_module =
                lists_driver(m, folder, "modules.dep") ? lists_driver(m, folder, "modules.dep") : m->has_module;
    }
    if (!m->driver && m->has_module)
        m->driver = 'm'; /* it is not in the kernel: a module, which is there or not */
}
