# SPDX-License-Identifier: MIT
"""Instructions, for findings.py: what they wait for, and which data they access, in which order."""
import math
from collections import Counter

import places
import symbols

KEPT = 16                   # data addresses of an instruction that decide about it
NEAR = ('L1', 'line fill buffer', 'L2', 'device', None)
LINE = 64                   # bytes of a wide step
JUDGED = 64                 # pairs of distances
FEWEST_WAYS = 16            # distances that show an order


def is_access(s):
    return places.is_load(s) or places.is_store(s)


def walk_of(s):
    """The cycles of a page walk; None without one."""
    return s.get('translation_latency') if places.has(s, 5) else None


def wait_of(s):
    """The cycles for which a load waits for data from beyond its core's caches, without the page walk."""
    if not places.is_load(s) or s.get('memory_level') in NEAR:
        return None
    return max(s.get('total_latency', 0) - (walk_of(s) or 0), 0)


def object_of(s):
    return s['object'].module, s['object'].symbol


def process_of(s, address):
    return 'kernel' if s[address] >> 63 & 1 else s.get('process')


def kept(accesses):
    """
    The accesses whose data decide about an instruction: the first, and later ones that take their places by chance. A
    hash of their number is this chance (tools/profile/places.c), so that the same are kept each time.
    """
    out = accesses[:KEPT]
    for n in range(KEPT, len(accesses)):
        chance = n * 0x9e3779b97f4a7c15 & symbols.MASK
        chance = (chance ^ chance >> 32) * 0xd6e8feb86659fd93 & symbols.MASK
        place = (chance ^ chance >> 32) % (n + 1)
        if place < KEPT:
            out[place] = accesses[n]
    return out


class Instruction:
    """All samples of a program counter, and what they access."""

    def __init__(self, profile, samples, is_shared):
        self.samples, self.thread_key = samples, profile.thread_key
        self.accesses = [s for s in samples if is_access(s)]
        self.data = [s for s in self.accesses if 'data_va_address' in s]
        self.code, self.address = symbols.first(samples)['code'], samples[0]['pc_address'] & symbols.MASK
        some = kept(self.data)
        self.is_shared = 2 * sum(map(is_shared, some)) > len(some)
        objects = Counter(map(object_of, some)).most_common(1)      # of several, the first
        self.object = objects[0][0] if objects else ('', None)
        top = next((s for s in some if object_of(s) == self.object), None)
        is_symbol = top and top['object'].symbol and not top['object'].is_mapping
        self.process = None         # memory is of one process
        if not is_symbol:
            self.process = process_of(top, 'data_va_address') if top else process_of(samples[0], 'pc_address')

    def line(self):
        """What belongs together: a source line, a function, or an address."""
        code = self.code
        if code.file:
            return 'line', code.file, code.line
        return ('function', code.module, code.symbol) if code.symbol else ('code', code.module, self.address)

    def ways(self):
        """Distances from a data address to the next one, if it differs and the same thread accesses both."""
        both = zip(self.data, self.data[1:])
        found = [(b['data_va_address'] & symbols.MASK) - (a['data_va_address'] & symbols.MASK) for a, b in both
                 if self.thread_key(a) == self.thread_key(b)]
        return [way for way in found if way]

    def order(self):
        """More than three of four rise (1) or fall (-1), and more than chance explains; neither (0); few (None)."""
        up, n = sum(way > 0 for way in self.ways()), len(self.ways())
        if n < FEWEST_WAYS:
            return None
        most = max(up, n - up)
        if most * 4 <= n * 3 or most - n / 2 < 4 * math.sqrt(n) / 2:
            return 0
        return 1 if up == most else -1

    def is_wide(self):
        """More than three of four distances have a common divisor of a line with the one before; 16 that differ. The
        first JUDGED decide."""
        ways = list(map(abs, self.ways()))
        divisors = [math.gcd(a, b) for a, b in zip(ways, ways[1:]) if a != b][:JUDGED]
        return len(divisors) >= FEWEST_WAYS and 4 * sum(d >= LINE for d in divisors) > 3 * len(divisors)
