# SPDX-License-Identifier: MIT
"""Compares the tables of the model with those of spe-stat --format=json."""

KEYS = ('finding', 'name', 'address', 'line_and_thread')


BOUNDS = ('low', 'high')


def is_same_cell(name, want, got):
    return is_same(want[name], got.get(name, 'absent'))


def is_same(want, got):
    """Numbers are printed with six digits."""
    if not isinstance(want, (int, float)) or not isinstance(got, (int, float)):
        return want == got
    return abs(want - got) <= 5.1e-6 * abs(want) + 1e-12


def is_same_bound(name, want, got):
    """spe-stat approximates Student's t: bounds may differ by a little of the interval's width."""
    return abs(want[name] - got[name]) <= .003 * (want['high'] - want['low']) + 5.1e-6 * abs(want[name]) + 1e-12


def row_differences(want, got):
    """The columns in which two rows differ."""
    both = [(name, want[name], got.get(name, 'absent')) for name in want
            if not (is_same_bound if name in BOUNDS and name in got else is_same_cell)(name, want, got)]
    return both + [(name, 'absent', value) for name, value in got.items() if name not in want]


def match(want, got):
    """Pairs each row of spe-stat with a row of the model of the same key; of several, with the first that is equal."""
    left = {}
    for row in want:
        left.setdefault(key_of(row), []).append(row)
    problems = []
    for row in got:
        same = left.get(key_of(row), [])
        if not same:
            problems.append('a row that the model lacks: %s' % row)
            continue
        found = next((i for i, w in enumerate(same) if not row_differences(w, row)), None)
        if found is None:
            best = min(same, key=lambda w: len(row_differences(w, row)))
            problems.append('%s: %s' % (key_of(row), row_differences(best, row)))
        same.pop(found or 0)
    return problems, [row for rows in left.values() for row in rows]


def key_of(row):
    return next(row[k] for k in KEYS if k in row)


def table_differences(name, want, got, order=None, top=None):
    """Problems of one table. order: function of a row, rows descend by it; top: the most rows."""
    problems, left = match(want, got)
    if len(got) != min(len(want), top or len(want)):
        problems.append('%d rows, the model has %d: %s' % (len(got), len(want), [key_of(r) for r in left][:5]))
    if order:
        values = [order(row) for row in got]
        if values != sorted(values, reverse=True):
            problems.append('order %s' % values)
        if left and values and max(map(order, left)) > values[-1]:
            problems.append('a row is missing, which is above the last: %s' % max(left, key=order))
    return problems
