# SPDX-License-Identifier: MIT
"""evaluate.py SPE-STAT MIDR[,--slots=N]...: a second program for metrics.

For each core, 50 times, all its events get random counts, as `perf stat -j` and as `perf stat -x,` write them.
spe-stat --metrics must print the values of the formulas that spe-stat --list-metrics prints, which Python evaluates
here. Prints each difference; for each core the numbers of events, metrics, groups and values.
"""
import json
import random
import re
import subprocess
import sys

JSON = '{"counter-value" : "%d.000000", "unit" : "", "event" : "%s", "event-runtime" : 9, "pcnt-running" : 100.00}\n'
random.seed(11)


def run(*arguments, text=None):
    return json.loads(subprocess.run([sys.argv[1], '--format=json', '-q', *arguments], input=text, text=True,
                                     capture_output=True, check=True).stdout)


def evaluate(formula, names):
    return eval(re.sub(r'[A-Za-z]\w*', lambda name: 'names["%s"]' % name[0], formula), {'names': names})


for argument in sys.argv[2:]:
    midr = ('--midr=' + argument).split(',')
    core = run('--list-metrics', *midr)
    values = 0
    for n in range(50):
        names = {event['name']: random.randrange(1, 10 ** random.randrange(3, 13)) for event in core['events']}
        lines = [JSON % (count, name.lower()) if n % 2 else '%d,,%s,9,100.00,,\n' % (count, name)
                 for name, count in names.items()]
        names['SLOTS'] = core['core'][0].get('slots')
        tables = run('--metrics=-', *midr, text=''.join(lines))
        got = {row['name']: row['value'] for row in tables.get('topdown', []) + tables['values']}
        for metric in core['metrics']:
            want = evaluate(metric['formula'], names)
            values += 1
            if not abs(got.get(metric['name'], 1e99) - want) <= 1e-9 * max(1, abs(want)):
                print(midr, metric['name'], got.get(metric['name']), want)
    print(core['core'][0]['name'], len(core['events']), len(core['metrics']), len(core['groups']), values)
