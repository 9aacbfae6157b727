# SPDX-License-Identifier: MIT
"""Instructions, for findings.py: what they wait for, and which data they access, in which order."""
import math
from collections import Counter

import places
import symbols

KEPT = 16                   # data addresses of an instruction that decide about it
NEAR = ('L1', 'line fill buffer', 'L2', 'device', None)
LINE = 256                  # bytes of a wide step
UNIT = 4                    # bytes: the unit of distances
JUDGED = 48                 # distances: the first ones
FEWEST_WAYS = 40            # distances that show an order
PASS, FIXED_PASS = 8, 32    # samples of a pass through the data
LONGEST = 8192              # operations of an interval at which an order is sought
TURN = 256                  # angles
CIRCLE = [round(4096 * math.sin(2 * math.pi * i / TURN)) for i in range(TURN)]


def is_access(s):
    return places.is_load(s) or places.is_store(s)


def walk_of(s):
    """The cycles of a page walk; None without one."""
    return s.get('translation_latency') if places.has(s, 5) else None


def wait_of(s):
    """
    The cycles for which a load waits for data from beyond its core's caches, or a store that misses level 1, without
    the page walk.
    """
    if s.get('memory_level') in NEAR if places.is_load(s) else not (places.has(s, 2) and places.has(s, 3)):
        return None
    return max(s.get('total_latency', 0) - (walk_of(s) or 0), 0)


def object_of(s):
    return s['object'].module, s['object'].symbol


def process_of(s, address):
    return 'kernel' if s[address] >> 63 & 1 else s.get('process')


def kept(accesses):
    """
    The accesses whose data decide about an instruction: the first, and later ones that take their places by chance. The
    same are kept each time.
    """
    out = accesses[:KEPT]
    for n in range(KEPT, len(accesses)):
        place = places.chance(n) % (n + 1)
        if place < KEPT:
            out[place] = accesses[n]
    return out


class Instruction:
    """All samples of a program counter, and what they access."""

    def __init__(self, profile, samples, is_shared):
        self.samples, self.thread_key = samples, profile.thread_key
        self.accesses = [s for s in samples if is_access(s)]
        self.is_load = any(map(places.is_load, samples))
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

    def direction(self):
        """More than three of four rise (1) or fall (-1), and more than chance explains; or neither (0)."""
        up, n = sum(way > 0 for way in self.ways()), len(self.ways())
        most = max(up, n - up)
        if most * 4 <= n * 3 or most - n / 2 < 4 * math.sqrt(n) / 2:
            return 0
        return 1 if up == most else -1

    def is_wide(self, ways):
        """More than three of four distances have a common divisor of a line with the one before, if they differ."""
        sizes = [abs(way) for way in ways]
        divisors = [math.gcd(a, b) for a, b in zip(sizes, sizes[1:]) if a != b]
        return len(divisors) * 2 >= len(ways) // 2 and 4 * sum(d >= LINE // UNIT for d in divisors) > 3 * len(divisors)

    def order(self, interval):
        """Words: the order of the addresses, and whether steps are wide; the rest of the sentence."""
        all_ways = self.ways()
        ways = [max(min(int(way / UNIT), (1 << 31) - 1), 1 - (1 << 31)) for way in all_ways[:JUDGED]]
        if len(ways) < FEWEST_WAYS or interval < 1:
            return 'few', False, ''
        direction, is_fixed = self.direction(), len(set(ways)) * 4 <= len(ways)
        if not direction and not is_fixed:
            most = max(map(abs, ways))
            step = find_step(ways, most, PASS * int(interval)) if interval <= LONGEST else 0
            if not step:
                return 'scattered' if interval <= LONGEST else 'hidden', False, ''
            bytes_of = round_step(step * UNIT)
            rest = '; they differ by multiples of about %d bytes' % bytes_of if bytes_of >= LINE else ''
            return 'hidden', False, shows(most // (PASS * step)) + rest
        same = [abs(way) for way in ways if (way > 0) == (direction > 0)]
        at = [0]
        for way in ways:
            at.append(at[-1] + way)
        if direction and sum(same) // len(same) * (FIXED_PASS if is_fixed else PASS) <= max(at) - min(at):
            return 'rising' if direction > 0 else 'falling', self.is_wide(ways), ''
        return 'hidden', False, ' (jitter=1 shows it)' if is_fixed else shows(int(interval / PASS))


def round_step(step):
    """The number with the most zeros, as a binary one, of those that differ by one part in 256 at most."""
    low, high = step - step // 256, step + step // 256
    unit = max(1 << n for n in range(high.bit_length()) if high >> n << n >= low)
    return high // unit * unit


def shows(most):
    """The largest power of two of intervals in use."""
    return ' (-c %d shows it)' % (1 << most.bit_length() - 1) if most >= 256 else ''


def find_step(ways, most, tries):
    """
    The largest step of which all distances are about a multiple: as angles, of which the step is a whole turn, they are
    nearly the same. Large steps come first, for which all angles are small; they must have been all around before.
    """
    whole, has_fallen = len(ways) ** 2 * 4096 ** 2, False
    least = max(math.log(2000 * tries) / len(ways), .36) * whole
    turns = [turn_of(way, most) for way in ways]
    for n in range(1, 2 * tries + 1):
        angles = [(turn * n >> 24) % TURN for turn in turns]
        x, y = sum(CIRCLE[(a + TURN // 4) % TURN] for a in angles), sum(CIRCLE[a] for a in angles)
        square = x * x + y * y
        if has_fallen and square >= least:
            return 2 * most // n
        has_fallen |= square * 4 < whole
    return 0


def turn_of(way, most):
    """way / most of half a turn, of which 2**32 parts are a whole one; towards 0."""
    part = abs(way) * (1 << 31) // most
    return part if way > 0 else -part
