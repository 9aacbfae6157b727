#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
tools/tests/model/run.py FOLDER [SEED ...]: makes profiles, and compares spe-stat's tables with those of the model.
Prints TAP. FOLDER is for the profiles. Without SEED, all profiles are compared.
"""
import glob
import itertools
import json
import os
import subprocess
import sys

import changes
import compare
import facts
import findings
import lost
import make_names
import make_profile
import model
import perf_maps
import samples
import sharing
import symbols

BUILD = os.environ.get('BUILD', 'build')
STAT = os.path.join(BUILD, 'spe-stat')
SEEDS = range(60)
THREADS = itertools.cycle((1, 2, 5))
SYMFS = '--symfs='      # where perf-PID.map files are


class Tap:
    def __init__(self):
        self.run, self.failed = 0, 0

    def result(self, problems, name):
        self.run += 1
        print('%sok %d - %s' % ('not ' if problems else '', self.run, name))
        for problem in problems[:20]:
            print('# ' + problem)
        self.failed += bool(problems)


def run_stat_aloud(*arguments):
    """The tables of spe-stat, by name, with another number of threads each time, and its standard error."""
    options = ['-j%d' % next(THREADS), *arguments, SYMFS + perf_maps.root(), '--format=json']
    done = subprocess.run([STAT, *options], capture_output=True, text=True)
    return json.loads(done.stdout or '{}'), done.stderr


def run_stat(*arguments):
    return run_stat_aloud(*arguments)[0]


def differences(want, got, top=None, orders=model.ORDER):
    problems = []
    for name, rows in want.items():
        rows, of_stat = sharing.first_lines(rows, top) if name == 'sharing' else rows, got.get(name, [])
        if name == 'findings':
            rows, of_stat, ranks = findings.certain(rows, of_stat)
            problems += ranks
        found = compare.table_differences(name, rows, of_stat, orders.get(name),
                                          top if name in model.CUT else None)
        problems += ['%s: %s' % (name, problem) for problem in found]
    return problems


def make_all(folder, seeds):
    """Paths of all profiles: generated, and the shipped captures as raw bytes."""
    paths = []
    make_names.write_code_maps(folder)
    for seed in seeds:
        place = os.path.join(folder, str(seed))
        data = make_profile.make_profile(seed, place)
        paths.append(os.path.join(place, 'data'))
        with open(paths[-1], 'wb') as out:
            out.write(data)
    for capture in sorted(glob.glob('tests/captures/*.txt')) if seeds is SEEDS else ():
        paths.append(os.path.join(folder, os.path.basename(capture) + '.spe'))
        subprocess.run([os.path.join(BUILD, 'spe-asm'), '-o', paths[-1], capture], check=True)
    return paths


def choices(file, number):
    """Options that select samples, for a file: three sets of all, by its number, and three pairs of sets."""
    s = file.samples[len(file.samples) // 2]
    sets = [['--op=' + o] for o in
            ('load', 'store', 'branch', 'other', 'atomic', 'conditional', 'indirect', 'load,branch')]
    sets += [['--event=l1d_refill'], ['--event=mispredicted,tlb_walk'], ['--source=8,14'], ['--source=0', '--op=load'],
             ['--filter=load_filter=1'], ['--filter=min_latency=50'], ['--filter=event_filter=0x8'],
             ['--filter=load_filter=1,branch_filter=1,min_latency=20', '--event=retired'],
             ['--page-size=64K'], ['--page-size=16K', '--op=load'], ['--page-size=2M', '--line-size=32'],
             ['--line-size=128', '--page-size=64K']]
    if 'pc_address' in s:
        where = s['pc_address'] & (1 << 64) - 1
        sets += [['--addr=%#x' % where], ['--addr=%#x+0x200' % where], ['--addr=0x400000-0x40ffff', '--op=other']]
    if file.perf and 'process' in s:
        pids = [['--pid=%d' % s['process'][1]]] if s['process_name'] is not None else []
        sets += [*pids, ['--tid=%d' % s['thread']], ['--pid=100', '--op=store,branch']]
    if 'cpu' in s:
        sets += [['--cpu-number=%d' % s['cpu']], ['--cpu-number=0,5', '--op=load']]
    if 'time_ns' in s:
        time = '%d.%09d' % (s['time_ns'] // 10 ** 9, s['time_ns'] % 10 ** 9)
        sets += [['--time=%s,' % time], ['--time=,%s' % time], ['--time=5.001,5.003']]
    some = [sets[(number + i * 11) % len(sets)] for i in range(3)]
    pairs = [sets[(number + i) % len(sets)] + sets[(number * 7 + i * 5 + 3) % len(sets)] for i in range(3)]
    return some + [pair for pair in pairs if len({o.partition('=')[0] for o in pair}) == len(pair)]


def compare_choices(tap, files, names):
    for number, (path, file) in enumerate(files.items()):
        for options in choices(file, number) + symbols.choices(file, number):
            want = model.Profile([file], options).tables()
            tap.result(differences(want, run_stat('--top=1000', *options, path), 1000),
                       names[path] + ' ' + ' '.join(options))


def compare_sums(tap, files, names):
    """Two raw files or three of perf.data are added up. Which places both kinds share is not documented."""
    for is_perf in (False, True):
        paths = [path for path in files if bool(files[path].perf) == is_perf]
        for i in range(0, len(paths) - 1, 7):
            some = list(dict.fromkeys([paths[i], paths[(i + 3) % len(paths)], paths[i - 1]][:2 + is_perf]))
            want = model.Profile([files[path] for path in some]).tables()
            word = ['merge'] if i % 2 else []
            tap.result(differences(want, run_stat(*word, '--top=1000', *some), 1000),
                       'sum of ' + ', '.join(names[p] for p in some))


# Tables by address, thread, process and core, which saved profiles do not have.
NOT_SAVED = ('pcs_by_samples', 'pcs_by_latency', 'targets', 'pages_by_samples', 'pages_by_latency', 'physical_pages',
             'lines_by_latency', 'sharing', 'processes', 'threads', 'core_numbers', 'nodes')


def saved(*paths):
    """The lines that --save writes for the sum of files, without the checksum."""
    out = subprocess.run([STAT, 'merge', '--save=-', SYMFS + perf_maps.root(), *paths], capture_output=True).stdout
    return set(out.splitlines()[:-1])


def compare_saved(tap, files, names):
    """Each file is saved. What was saved is read alone, added to others, and compared with others."""
    paths = list(files)
    for path in paths:
        subprocess.run([STAT, '--save=' + path + '.sum', SYMFS + perf_maps.root(), path], capture_output=True)
    for number, path in enumerate(paths):
        some = [path, paths[(number - 3) % len(paths)], paths[(number - 9) % len(paths)]][:1 + number % 3]
        want = model.Profile([files[p] for p in some], was_saved=True).tables()
        got = run_stat(*['merge'][:len(some) - 1], '--top=1000', *[p + '.sum' for p in some])
        tap.result(differences({n: rows for n, rows in want.items() if n not in NOT_SAVED}, got, 1000),
                   'saved: ' + ', '.join(names[p] for p in some))
        tables = [run_stat('diff', *pair) for pair in ((path, some[-1]), (path + '.sum', some[-1] + '.sum'))]
        tap.result([] if tables[0] == tables[1] else ['%s %s' % tuple(tables)],
                   'diff of %s, %s: the same if they were saved' % (names[path], names[some[-1]]))
        sums = [saved(*some), saved(*[p + '.sum' for p in some])]
        tap.result([str(line) for line in sums[0] ^ sums[1]], 'sum of %d: the same if they were saved' % len(some))


# Tables that lack samples if there are more places than --places; the table of facts then says how many.
CUT_SHORT = {'pcs_by_samples': 'program counters', 'pcs_by_latency': 'program counters', 'targets': 'branch targets',
             'pages_by_samples': 'data pages', 'pages_by_latency': 'data pages', 'physical_pages': 'physical pages',
             'lines_by_latency': 'cache lines', 'threads': 'threads', 'processes': 'threads', 'core_numbers': 'CPUs'}
FEW = 20


def compare_few(tap, files, names):
    """Few places are counted, in every fifth file: tables by name are exact, and the facts state what others lack."""
    for path in list(files)[::5]:
        want = model.Profile([files[path]]).tables()
        got = run_stat('--top=1000', '--places=%d' % FEW, '--save=%s.few' % path, path)
        exact = {name: rows for name, rows in want.items() if name not in (*CUT_SHORT, 'sharing', 'findings', 'noise')}
        facts = {row['name']: row['count'] for row in got['profile']}
        got['profile'] = [row for row in got['profile'] if row['name'].partition(':')[0] not in CUT_SHORT.values()]
        problems = differences(exact, got, 1000)
        for name, fact in CUT_SHORT.items():
            found = sum(row['samples'] for row in got.get(name, []))
            lost, all_samples = facts.get(fact + ': samples in no row', 0), sum(row['samples'] for row in want[name])
            if got.get(name) and found + lost != all_samples:
                problems.append('%s: %d, and %d in no row, of %d' % (name, found, lost, all_samples))
        problems += ['noise: %s' % row for row in got['noise']
                     if row['samples'] != sum(of['samples'] for of in want[row['name']])]
        tap.result(problems, names[path] + ': --places=%d' % FEW)
        saved = model.Profile([files[path]], was_saved=True).tables()
        tap.result(differences({n: rows for n, rows in saved.items() if n not in NOT_SAVED},
                               run_stat('--top=1000', path + '.few'), 1000),
                   names[path] + ': --places=%d, saved' % FEW)


def compare_name_files(tap, files, names):
    """Options name files: the kernel's symbols, if perf's cache does not have them, and one of JIT code for all."""
    for number, (path, file) in enumerate(files.items()):
        options, kallsyms = [], os.path.join(os.path.dirname(path), 'kallsyms')
        if os.path.exists(kallsyms) and any(s.get('pc_address', 0) >> 63 for s in file.samples):
            file.kallsyms = kallsyms
            options = ['--kallsyms=' + kallsyms]
        if number % 3 == 0:
            file.perf_map = os.path.join(perf_maps.root(), 'tmp', 'perf-100.map')
            options.append('--perf-map=' + file.perf_map)
        symbols.forget_places(file)
        if options:
            tap.result(differences(model.Profile([file]).tables(), run_stat('--top=1000', *options, path), 1000),
                       ' '.join([names[path], *(o.partition('=')[0] for o in options)]))
        file.kallsyms = file.perf_map = None
        symbols.forget_places(file)


def compare_rules(tap, files, names):
    """--check counts all records, whatever is selected, and what was counted is saved and added up."""
    paths = list(files)
    for number, path in enumerate(paths):
        options = choices(files[path], number)[0] if number % 2 else []
        of_kind = [p for p in paths if bool(files[p].perf) == bool(files[path].perf)]
        some = list(dict.fromkeys([path, of_kind[number * 3 % len(of_kind)]][:1 + number % 3 // 2]))
        want = model.Profile([files[p] for p in some], options).tables()
        want['rules'] = facts.rules([files[p] for p in some]) if want['groups'] else []
        got, said = run_stat_aloud('--check', '--top=1000', '--save=%s.rules' % path, *options, *some)
        problems = differences(want, got, 1000)
        problems += lost.message_differences(files[path], said) if len(some) == 1 else []
        tap.result(problems, ' '.join(['--check', *options, *(names[p] for p in some)]))
        got = run_stat(path + '.rules')
        want['profile'] = [row for row in want['profile'] if not row['name'].startswith('bytes of a ')]
        some = ('profile', 'core', 'cores', 'errata', 'rules')
        tap.result(differences({name: want[name] for name in some}, {name: got.get(name, []) for name in some}),
                   '--check, saved: ' + names[path])
        twice = [dict(row, records=2 * row['records']) for row in want['rules']]
        got = run_stat('merge', path + '.rules', path + '.rules')
        tap.result(differences({'rules': twice}, {'rules': got.get('rules', [])}), '--check, twice: ' + names[path])


def compare_damaged(tap, files, names):
    """Records are searched for, from a byte that may be inside one; what is skipped is counted."""
    raw = [path for path, file in files.items() if not file.perf]
    for number, path in enumerate(raw):
        options = ['--resync', '--offset=%d' % (number * 7 % 60)]
        some = {p: samples.File(p, options) for p in (path, raw[number - 1])[:1 + number % 2]}
        if not all(file.samples for file in some.values()):
            continue
        want = model.Profile(list(some.values())).tables()
        got, said = run_stat_aloud('--top=1000', *options, *some)
        problems = lost.message_differences(some[path], said) if len(some) == 1 else []
        tap.result(differences(want, got, 1000) + problems, ' '.join([*(names[p] for p in some), *options]))


SELECTIONS = ([], ['--op=load'], [], ['--filter=min_latency=20'], ['--event=l1d_refill', '--op=load,store'])


def compare_changes(tap, files, names):
    """diff of two files, or of those of their samples that are selected."""
    paths = list(files)
    for number, (before, after) in enumerate(zip(paths, paths[3:] + paths[:3])):
        options = SELECTIONS[number % len(SELECTIONS)]
        both = changes.Changes(*(model.Profile([files[path]], options) for path in (before, after)))
        name = ' '.join(['diff of %s, %s' % (names[before], names[after]), *options])
        if both.is_close:
            tap.result([], name + ' # SKIP a change is at the limit of what is stated')
            continue
        got = run_stat('diff', '--top=1000', *options, before, after)
        tap.result(differences(both.tables(), got, 1000, changes.ORDER), name)


def main():
    folder = os.environ['HOME'] = sys.argv[1]       # for perf's cache
    seeds = [int(seed) for seed in sys.argv[2:]] or SEEDS
    tap = Tap()
    paths = make_all(folder, seeds)
    names = {path: os.path.relpath(path, folder) for path in paths}
    files = {path: samples.File(path) for path in paths}
    for path, name in names.items():
        profile = model.Profile([files[path]])
        tap.result(differences(profile.tables(), run_stat('--top=1000', path), 1000), name + ': all rows')
        tap.result(differences(profile.tables(), run_stat('--top=10', path), 10), name + ': the first rows')
    compare_choices(tap, files, names)
    compare_sums(tap, files, names)
    compare_saved(tap, files, names)
    compare_few(tap, files, names)
    compare_changes(tap, files, names)
    compare_rules(tap, files, names)
    compare_damaged(tap, files, names)
    compare_name_files(tap, files, names)
    print('1..%d' % tap.run)
    sys.exit(tap.failed > 0)


main()
