# SPDX-License-Identifier: MIT
"""Adds the interface, which bindings/interface writes from the headers, to the installed package."""

import pathlib
import subprocess

import setuptools
from setuptools.command.build_py import build_py

TOP = pathlib.Path(__file__).resolve().parents[2]


class WithInterface(build_py):
    def run(self):
        super().run()
        with (pathlib.Path(self.build_lib) / "libspe" / "interface.h").open("w") as out:
            subprocess.run(["perl", "bindings/interface", "libspe-lab"], cwd=TOP, stdout=out, check=True)


setuptools.setup(cmdclass={"build_py": WithInterface})
