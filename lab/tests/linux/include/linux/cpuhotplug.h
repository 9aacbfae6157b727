/* SPDX-License-Identifier: MIT */
/* CPUs come and go: the harness calls harness_cpu_up() and harness_cpu_down(). */
#ifndef SPE_LINUX_CPUHOTPLUG_H
#define SPE_LINUX_CPUHOTPLUG_H

#include <linux/list.h>

enum cpuhp_state { CPUHP_AP_ONLINE_DYN = 1 };

typedef int harness_hotplug_fn(unsigned cpu, struct hlist_node *node);

int harness_set_hotplug(harness_hotplug_fn *up, harness_hotplug_fn *down);
int harness_add_instance(struct hlist_node *node);
int harness_remove_instance(struct hlist_node *node);

#define cpuhp_setup_state_multi(state, name, up, down) harness_set_hotplug(up, down)
#define cpuhp_state_add_instance(state, node) harness_add_instance(node)
#define cpuhp_state_remove_instance(state, node) harness_remove_instance(node)
#define cpuhp_remove_multi_state(state) ((void)(state))

#endif
