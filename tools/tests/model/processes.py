# SPDX-License-Identifier: MIT
"""
Which process ran a sample, under which name, and what was mapped there: from perf.data's events of names, forks and
mappings, by time. A program that a process starts (exec) makes it another process with the same number.
"""
from bisect import bisect_right, insort
from collections import defaultdict

KERNEL = 1 << 63
NOBODY = 0xffffffff


class Processes:
    def __init__(self, perf):
        self.by_tid = defaultdict(list)     # (time, pid)
        self.execs = defaultdict(list)      # times, by process
        self.names = defaultdict(list)      # (time, name), by thread
        self.maps = defaultdict(list)       # mmap events, by process
        self.parents = {}                   # process to (time, parent)
        self.met = {}                       # when a thread was first named, by an event that does not begin it
        self.kernel = None                  # its mapping
        self.kernel_maps = []               # with code that the kernel made, by time
        events = [e for e in perf.events if e.kind in ('comm', 'fork', 'mmap', 'ksymbol')]
        for event in sorted(events, key=lambda e: e.time):
            getattr(self, 'take_' + event.kind)(event)
        self.meet_runners([e for e in perf.events if e.kind in ('switch', 'aux')])

    def meet_runners(self, events):
        """Events that name threads which run: switches, and those of the kernel about the bytes of a trace."""
        for event in sorted(events, key=lambda e: e.time or 0):
            if event.pid not in (None, NOBODY):
                self.meet(event.pid, event.tid, event.time)
            if getattr(event, 'other', None) not in (None, NOBODY):
                self.meet(event.other_pid, event.other, event.time)

    def meet(self, pid, tid, time):
        """A thread that no event has begun has the program and the name of its process; thread 0 runs on idle cores."""
        if tid in self.by_tid and self.pid(tid, time) == pid:
            return
        since = time if tid in self.by_tid else 0
        self.met[tid] = time
        insort(self.by_tid[tid], (since, pid))
        name = self.name(pid, time) if pid else 'swapper'
        if name:
            insort(self.names[tid], (since, name))

    def take_comm(self, e):
        self.by_tid[e.tid].append((e.time, e.pid))
        self.names[e.tid].append((e.time, e.name))
        if e.is_exec:
            self.execs[e.pid].append(e.time)

    def take_fork(self, e):
        self.by_tid[e.tid].append((e.time, e.pid))
        if e.pid != e.ppid:
            self.parents[e.pid] = (e.time, e.ppid)
        name = self.name(e.ptid, e.time)
        if name:
            self.names[e.tid].append((e.time, name))

    def take_mmap(self, e):
        if e.pid == NOBODY:         # the kernel's
            self.kernel = e
            self.kernel_maps.append(e)
            return
        self.meet(e.pid, e.pid, e.time)
        self.meet(e.pid, e.tid, e.time)
        self.maps[e.pid].append(e)

    def take_ksymbol(self, e):
        self.kernel_maps.append(e)

    def kernel_mapping(self, time, address):
        """The last one of an address of the kernel before a time, or else the next one."""
        found = [e for e in self.kernel_maps if e.start <= address < e.start + e.size]
        past = [e for e in found if time is None or e.time <= time]
        return past[-1] if past else next(iter(found), None)

    def pid(self, tid, time):
        """The process of a thread at a time; a thread that no event explains counts as its own process."""
        known = self.by_tid.get(tid)
        if not known:
            return tid
        at = bisect_right([t for t, _ in known], time) if time is not None else len(known)
        return known[max(at - 1, 0)][1]

    def life(self, pid, tid, time):
        """The number of the program that a thread ran at a time; its last one, if the time is not known."""
        times = self.execs.get(pid, [])
        if len(self.by_tid.get(tid, ())) == 1:
            time = self.met.get(tid, time)
        if time is None:
            time = max((t for t, _ in self.by_tid.get(tid, ())), default=1 << 64)
        return max(bisect_right(times, time), 1 if times and pid not in self.parents else 0)

    def name(self, tid, time=None):
        known = [n for t, n in self.names.get(tid, ()) if time is None or t <= time]
        return known[-1] if known else '' if tid in self.by_tid else None

    def mapping(self, pid, time, address, life=None):
        """
        The last mapping of an address before a time; of the parent, if the process has none since it was forked; the
        program's next one, if there is none. life: the number of the process's program, if that is known.
        """
        late = None
        for step in range(64):
            times = self.execs.get(pid, [])
            life = self.life(pid, pid, time) if life is None else life
            begin = times[life - 1] if times and life else 0
            if time is None:    # all that the program mapped
                time = times[life] - 1 if life < len(times) else 1 << 64
            found = [e for e in self.maps.get(pid, ()) if e.start <= address < e.start + e.size and
                     begin <= e.time <= time]
            if found:
                return found[-1]
            if not step:
                end = times[life] if life < len(times) else 1 << 64
                late = next((e for e in self.maps.get(pid, ()) if e.start <= address < e.start + e.size and
                             time < e.time < end), None)
            if pid not in self.parents or begin > self.parents[pid][0]:
                return late
            (time, pid), life = self.parents[pid], None
        return late
