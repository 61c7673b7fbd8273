"""installed.py - the package, installed by pip into an empty folder, is whole; with it a small
program learns, and the benchmark works.
usage: installed.py LIBRARY"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from sentences import run, test

TOP = Path(__file__).resolve().parents[2]
FOLDER = Path(tempfile.mkdtemp(prefix="rummery-python-"))
PLACE = {**os.environ, "RUMMERY_LIBRARY": os.path.abspath(sys.argv[1]),
         "PYTHONPATH": str(FOLDER / "installed"), "PYTHONDONTWRITEBYTECODE": "1",
         "OMP_NUM_THREADS": "1"}


def python(*arguments: str) -> str:
    """Run where nothing of the source tree is at hand."""
    asked = subprocess.run([sys.executable, *arguments], env=PLACE, cwd=FOLDER, capture_output=True,
                           text=True, check=False)
    assert asked.returncode == 0, asked.stderr
    return asked.stdout


@test("pip installs all that the package needs")
def _() -> None:
    for name in ("python", "include"):  # pip leaves things behind where it builds
        shutil.copytree(TOP / name, FOLDER / "tree" / name)
    shutil.copy(TOP / "meson.build", FOLDER / "tree")
    python("-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index",
           "--root-user-action=ignore", "--target", str(FOLDER / "installed"),
           str(FOLDER / "tree" / "python"))
    shutil.rmtree(FOLDER / "tree")
    version = re.search(r"version: '([^']+)'", (TOP / "meson.build").read_text())[1]
    words = python("-c", "import rummery; print(rummery.__file__, rummery.__version__)").split()
    assert words == [str(FOLDER / "installed/rummery/__init__.py"), version]


@test("a small program learns to beat random players")
def _() -> None:
    shutil.copy(TOP / "examples/train.py", FOLDER)
    words = python("train.py", "2")
    before, after = (int(share) for share in re.findall(r"wins (\d+)%", words))
    assert before < 60 and after >= before + 10, words


@test("the benchmark prints a line for every game and way")
def _() -> None:
    shutil.copy(TOP / "python/bench.py", FOLDER)
    lines = [json.loads(line) for line in python("bench.py", "0.01").splitlines()]
    assert len(lines) == 18 and all(line["steps_per_second"] > 100 for line in lines)


code = run()
shutil.rmtree(FOLDER)
sys.exit(code)
