"""Spaces as gymnasium has them: its own where it is installed, else the little that is needed."""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete  # type: ignore
except ImportError:

    class _Space:
        """A set that can say whether something is in it, and sample."""

        shape: tuple[int, ...] | None = None
        dtype: np.dtype | None = None

        def __init__(self) -> None:
            self._rng = np.random.default_rng()

        def seed(self, seed: int | None = None) -> None:
            self._rng = np.random.default_rng(seed)

        def contains(self, x: Any) -> bool:
            raise NotImplementedError

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

    class Discrete(_Space):  # type: ignore[no-redef]
        """0 to n - 1."""

        def __init__(self, n: int):
            super().__init__()
            self.n = int(n)
            self.shape = ()
            self.dtype = np.dtype(np.int64)

        def contains(self, x: Any) -> bool:
            whole = isinstance(x, (int, np.integer)) and not isinstance(x, bool)
            return whole and 0 <= int(x) < self.n

        def sample(self, mask: np.ndarray | None = None) -> int:
            if mask is None:
                return int(self._rng.integers(self.n))
            return int(self._rng.choice(np.flatnonzero(mask)))

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Discrete) and other.n == self.n

        def __repr__(self) -> str:
            return f"Discrete({self.n})"

    class Box(_Space):  # type: ignore[no-redef]
        """Arrays of one shape and type, from low to high."""

        def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any):
            super().__init__()
            self.shape, self.dtype = shape, np.dtype(dtype)
            self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

        def contains(self, x: Any) -> bool:
            return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                    and bool((x >= self.low).all() and (x <= self.high).all()))

        def sample(self, mask: None = None) -> np.ndarray:
            return self._rng.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

        def __eq__(self, other: object) -> bool:
            return (isinstance(other, Box) and other.dtype == self.dtype
                    and np.array_equal(other.low, self.low)
                    and np.array_equal(other.high, self.high))

        def __repr__(self) -> str:
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    class Dict(_Space):  # type: ignore[no-redef]
        """Named spaces."""

        def __init__(self, spaces: dict[str, Any]):
            super().__init__()
            self.spaces = dict(spaces)

        def __getitem__(self, name: str) -> Any:
            return self.spaces[name]

        def contains(self, x: Any) -> bool:
            return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                    and all(space.contains(x[name]) for name, space in self.spaces.items()))

        def sample(self, mask: None = None) -> dict[str, Any]:
            return {name: space.sample() for name, space in self.spaces.items()}

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Dict) and other.spaces == self.spaces

        def __repr__(self) -> str:
            return f"Dict({self.spaces})"

__all__ = ["Box", "Dict", "Discrete"]
