# SPDX-License-Identifier: MIT
"""Where the tests find what `make` built, unless BUILD, LIBSPE_LIBRARY or CAPTURES (SPE bytes) is set."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]


def pytest_configure(config: pytest.Config) -> None:
    """Before anything imports libspe."""
    build = pathlib.Path(os.environ.setdefault("BUILD", str(TOP / "build")))
    os.environ.setdefault("LIBSPE_LIBRARY", str(build / "libspe.so"))
    if "CAPTURES" in os.environ:
        return
    if not (build / "spe-asm").exists():
        pytest.exit(f"{build} has no spe-asm: make builds it, or BUILD names another folder", 2)
    folder = os.environ["CAPTURES"] = tempfile.mkdtemp()
    config.add_cleanup(lambda: shutil.rmtree(folder))
    for path in (TOP / "tests" / "captures").glob("*.txt"):
        subprocess.run([build / "spe-asm", "-o", pathlib.Path(folder) / path.stem, path], check=True)
