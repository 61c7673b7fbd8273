"""setup.py - what pyproject.toml cannot say: the version stands in meson.build, and the library's
headers, from which the package takes its declarations, come along into it."""

import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

TOP = Path(__file__).resolve().parent.parent


class WithHeaders(build_py):
    def run(self) -> None:
        super().run()
        for name in ("rummery.h", "rummery_env.h"):
            shutil.copy(TOP / "include" / name, Path(self.build_lib) / "rummery" / name)


setup(version=re.search(r"version: '([^']+)'", (TOP / "meson.build").read_text())[1],
      cmdclass={"build_py": WithHeaders})
