# SPDX-License-Identifier: MIT
"""Quantiles of latencies, which spe-stat counts in buckets."""


def bucket(value):
    """The least and the greatest value of a bucket: exact below 128, then 64 for each power of two."""
    if value < 128:
        return value, value
    width = 1 << value.bit_length() - 7
    return value // width * width, value // width * width + width - 1


def middle(value):
    return sum(bucket(value)) / 2


def quantile(values, part):
    """The middle of the bucket that has the value of which at least this share is not above; not above the largest."""
    if not values:
        return 0
    ordered = sorted(values)
    at = next(i for i in range(len(ordered)) if i + 1 >= part * len(ordered))
    return min(middle(ordered[at]), ordered[-1])
