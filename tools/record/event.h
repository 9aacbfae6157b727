/* SPDX-License-Identifier: MIT */
/* The user's event in perf's words, and its period, as registers of the unit and as attributes in perf.data. */
#ifndef EVENT_H
#define EVENT_H

#include "setup.h"

/* Reads arm_spe/TERMS/, arm_spe_0/TERMS/u or arm_spe// for the core of *setup, and sets its registers and config. If
 * the text is not such an event, or if the core lacks what it needs, ends the program in the same way as
 * tool_misuse(). */
void event_read(const char *event, struct setup *setup);

/* Sets the interval: to the period among the terms of the event if there is one, otherwise to `given` operations. If
 * the core cannot count that, sets the nearest value and reports it. */
void event_set_period(uint64_t given, struct setup *setup);

#endif
