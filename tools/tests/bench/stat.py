#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
make bench-stat: how long spe-stat takes for a sample, on five inputs, beside decoding alone and perf report (where perf
is installed). Times are CPU time, the least of five runs, in nanoseconds a sample; needs a GiB of disk space.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = os.environ.get('BUILD', 'build')
SAMPLES = int(os.environ.get('SAMPLES', 4000000))
STAT = BUILD + '/spe-stat'


def run(command):
    """CPU seconds, wall seconds and MB of memory of the fastest of five runs."""
    best = None
    for _ in range(5):
        began = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        if status:
            sys.exit('bench-stat: %s failed' % ' '.join(command))
        one = (used.ru_utime + used.ru_stime, time.monotonic() - began, used.ru_maxrss / 1024)
        best = one if best is None or one < best else best
    return best


def compile_program(work, name):
    subprocess.run(['cc', '-std=c11', '-O2', '-Iinclude', 'tools/tests/bench/%s.c' % name, BUILD + '/libspe.a', '-o',
                    '%s/%s' % (work, name)], check=True)
    return '%s/%s' % (work, name)


def make(work, kind, samples, name):
    path = '%s/%s' % (work, name)
    with open(path, 'wb') as out:
        subprocess.run([compile_program.maker, kind, str(samples)], stdout=out, check=True)
    return path


def record(work):
    """A recording by spe-record, with symbols and lines; None where spe-record, QEMU or a compiler is missing."""
    tools = [BUILD + '/spe-record', 'qemu-aarch64', 'aarch64-linux-gnu-gcc']
    if not all(map(shutil.which, tools)):
        return None
    program, path = work + '/hot', work + '/recording'
    subprocess.run(['aarch64-linux-gnu-gcc', '-O2', '-g', '-static', 'tools/examples/tutorial/hot.c', '-o', program],
                   check=True)
    done = subprocess.run([tools[0], '-q', '-c', '256', '-o', path, '--', program], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False)
    return path if done.returncode == 0 else None


def samples_of(files):
    done = subprocess.run([STAT, '-q', '--table=profile', '--format=csv'] + files, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith('profile,"samples",')]
    return int(lines[0].rsplit(',', 1)[1])


def measure(name, files, decode):
    n = samples_of(files)
    one, two = run([STAT, '-q', '-j1', *files]), run([STAT, '-q', '-j2', *files])
    table = run([STAT, '-q', '-j1', '--table=functions', *files])
    decoded = sum(run([decode, file])[0] for file in files)
    words = ['%-10s %8d %7.1f' % (name, n, decoded / n * 1e9),
             '%7.1f %5.1f' % (one[0] / n * 1e9, one[0] / decoded),
             '%9.1f %5.2f' % (table[0] / n * 1e9, table[0] / one[0]),
             '%10.2f %6.0f' % (one[1] / two[1], one[2])]
    if shutil.which('perf') and len(files) == 1:
        perf = run(['perf', 'report', '-i', files[0], '--stdio', '--itrace=i1i'])
        words.append('%7.1f %5.1f' % (perf[0] / n * 1e9, perf[0] / one[0]))
    print(' '.join(words), flush=True)


def main():
    with tempfile.TemporaryDirectory(dir=BUILD) as work:
        compile_program.maker = compile_program(work, 'make_profile')
        decode = compile_program(work, 'decode')
        print('input       samples  decode  report  x   functions share  two threads   MB    perf     x')
        for kind in ('random', 'spread', 'loop'):
            measure(kind, [make(work, kind, SAMPLES, kind)], decode)
        measure('100 files', [make(work, 'spread', SAMPLES // 200, 'small%d' % i) for i in range(100)], decode)
        recording = record(work)
        if recording:
            measure('recording', [recording], decode)


main()
