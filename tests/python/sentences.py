"""sentences.py - what the tests in Python share: sentences that hold or fail, and the closing line
that script/test adds up."""

from __future__ import annotations

import traceback
from typing import Any, Callable

import numpy as np

_tests: list[tuple[str, Callable[[], None]]] = []


def test(sentence: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Marks a test; its name is a sentence."""

    def keep(function: Callable[[], None]) -> Callable[[], None]:
        _tests.append((sentence, function))
        return function

    return keep


def raises(kind: type[BaseException] | tuple[type[BaseException], ...],
           function: Callable[..., Any], *arguments: Any, **named: Any) -> BaseException:
    """The exception; fails where there is none, or another."""
    try:
        function(*arguments, **named)
    except kind as error:
        return error
    raise AssertionError(f"{function} with {arguments!r:.80} raised nothing")


def any_legal(mask: np.ndarray, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def run() -> int:
    failed = 0
    for sentence, function in _tests:
        try:
            function()
        except Exception:
            failed += 1
            print(f"FAILED {sentence}")
            traceback.print_exc(limit=-4)
    print(f"{len(_tests) - failed} passed, {failed} failed")
    return 0 if failed == 0 and _tests else 1
