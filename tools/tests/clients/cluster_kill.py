# SPDX-License-Identifier: MIT
"""cluster_kill.py FILE...: the files one by one, on workers, and on workers of which one is killed: the same?"""

import os
import signal
import sys

import distributed
import fleet


def is_same(a, b):
    return a.stats == b.stats and all((x == y).all() for x, y in zip(a[1:4], b[1:4])) and a.problems == b.problems


def slow_read(path, parquet=None):
    import time

    time.sleep(0.3)
    return fleet.read(path, parquet)


def main():
    paths = sys.argv[1:]
    alone = fleet.read(paths[0])
    for path in paths[1:]:
        alone = fleet.add(alone, fleet.read(path))
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        print("same" if is_same(fleet.gather(client, paths), alone) else "other")
        pids = client.run(os.getpid)
        parts = client.map(slow_read, paths, pure=False)
        distributed.wait(parts, return_when="FIRST_COMPLETED")
        os.kill(next(iter(pids.values())), signal.SIGKILL)
        part = None
        for done in client.gather(parts):
            part = done if part is None else fleet.add(part, done)
        print("same" if is_same(part, alone) else "other")
        print("killed", len(set(pids.values()) - set(client.run(os.getpid).values())))


if __name__ == "__main__":
    main()
