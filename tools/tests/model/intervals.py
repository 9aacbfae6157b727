# SPDX-License-Identifier: MIT
"""
95 % confidence intervals, as the manual page of spe-stat defines them: samples form batches, batches form 16 parts, and
the variance comes from how the parts differ. Student's t comes from its density here, added up numerically.
"""
import math
from functools import lru_cache

PARTS = 16
LEAST = 8           # parts with samples; with fewer the variance is not known
NORMAL = 1.959964   # standard deviations that hold 95 % of a normal distribution
STEPS = 400


def part_of(number, interval):
    """
    The part of a sample, by its number in its file: batches of 16 samples, four times as many whenever the interval
    doubles beyond 814 operations (64 if it is not known), at most 4096 and one of 32 of the samples so far.
    """
    most = 6
    if interval:
        most = 4
        longest = 814
        while interval > longest and most < 12:
            most, longest = most + 2, longest * 2
    size = 16
    while size < 1 << most and number >= 32 * size:
        size *= 2
    return number // size % PARTS


def inside(t, freedom):
    """The probability that Student's t is between -t and t."""
    if not freedom:
        return math.erf(t / math.sqrt(2))
    # t = sqrt(freedom) * tan(angle): the density is then a power of the cosine.
    end = math.atan(t / math.sqrt(freedom))
    scale = 2 * math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    heights = [math.cos(end * i / STEPS) ** (freedom - 1) for i in range(STEPS + 1)]
    return scale * end / STEPS / 3 * (heights[0] + heights[-1] + 4 * sum(heights[1::2]) + 2 * sum(heights[2:-1:2]))


@lru_cache(None)
def t_of(freedom):
    """How many standard deviations hold 95 %."""
    if not freedom:
        return NORMAL
    low, high = 0, 100
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle, freedom) < .95 else (low, middle)
    return low


class Interval:
    """value, low, high; variance and its degrees of freedom (0: that of independent samples)."""

    def __init__(self, value, low, high, variance=0, freedom=0):
        self.value, self.low, self.high, self.variance, self.freedom = value, low, high, variance, freedom

    def times(self, by):
        return Interval(self.value * by, self.low * by, self.high * by, self.variance * by * by, self.freedom)


def between_parts(k, n):
    """The variance of sum(k) / sum(n) that the parts show, and how many parts have samples."""
    parts, ratio = sum(1 for x in n if x), sum(k) / sum(n)
    squares = sum((x - ratio * y) ** 2 for x, y in zip(k, n) if not math.isclose(x, ratio * y, rel_tol=1e-12))
    return (squares * parts / (parts - 1) / sum(n) ** 2 if parts > 1 else 0), parts


def share(k, n):
    """Wilson's interval of k of n samples; both by part."""
    total, count = sum(n), sum(k)
    if not total:
        return Interval(0, 0, 1, 1)
    p = count / total
    variance, parts = between_parts(k, n)
    freedom, effect = 0, 1
    if parts >= LEAST:
        freedom = parts - 1
        effect = variance / (p * (1 - p) / total) if 0 < p < 1 else 1
    z = t_of(freedom) ** 2 * effect
    middle, way = p + z / 2 / total, math.sqrt(z * p * (1 - p) / total + z * z / 4 / total / total)
    likely = (count + 1) / (total + 2)
    return Interval(p, (middle - way) / (1 + z / total), (middle + way) / (1 + z / total),
                    likely * (1 - likely) / total * max(effect, 1), freedom)


def ratio(sums, counts):
    """A mean; no interval if the variance is not known."""
    value = sum(sums) / sum(counts) if sum(counts) else 0
    if sum(1 for x in counts if x) < LEAST:
        return Interval(value, value, value)
    variance, parts = between_parts(sums, counts)
    way = t_of(parts - 1) * math.sqrt(variance)
    return Interval(value, value - way, value + way, variance, parts - 1)


def count(samples):
    """A number of samples that varies by chance alone (Poisson's distribution)."""
    middle, way = samples + NORMAL ** 2 / 2, NORMAL * math.sqrt(samples + NORMAL ** 2 / 4)
    return Interval(samples, middle - way, middle + way, samples)


def change(a, b):
    """b less a: Newcombe's interval, Welch's degrees of freedom."""
    variance = a.variance + b.variance
    shares = sum(x.variance ** 2 / x.freedom for x in (a, b) if x.freedom)
    value = 0 if math.isclose(a.value, b.value, rel_tol=1e-12) else b.value - a.value
    return Interval(value, value - math.hypot(b.value - b.low, a.high - a.value),
                    value + math.hypot(b.high - b.value, a.value - a.low), variance,
                    variance ** 2 / shares if shares else 0)


def chance(c):
    """The probability of a change that is at least as large, if there is none."""
    if not c.variance:
        return 0 if c.value else 1
    return 1 - inside(abs(c.value) / math.sqrt(c.variance), c.freedom)


def limit(chances):
    """The largest chance of a change that is stated, or -1 (Benjamini and Hochberg's procedure for 5 %)."""
    ordered = sorted(chances)
    return max((p for i, p in enumerate(ordered) if p <= .05 * (i + 1) / len(ordered)), default=-1)
