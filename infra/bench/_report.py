"""What a measurement prints: a table of all it found, and a line for each budget."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

IS_QUICK: Final = "--quick" in sys.argv[1:]
T = TypeVar("T")


class Aim(NamedTuple):
    """A figure that is to be kept: as the most there may be, or as the least."""

    figure: float
    is_least: bool = False

    def is_kept(self, found: float) -> bool:
        """Tell whether what was found is within it."""
        return found >= self.figure if self.is_least else found <= self.figure

    def __str__(self) -> str:
        """Return how it stands in a line."""
        return f"{'at least' if self.is_least else 'at most'} {self.figure:,g}"


class Row(NamedTuple):
    """One measurement; one with an aim is a budget, whose name says by itself what was measured."""

    name: str
    value: float
    unit: str
    aim: Aim | None = None


def at_most(figure: float) -> Aim:
    """Return a budget that is kept at this figure and below."""
    return Aim(figure)


def at_least(figure: float) -> Aim:
    """Return a budget that is kept at this figure and above."""
    return Aim(figure, is_least=True)


def sized(whole: T, *, quick: T) -> T:
    """Return how much is measured: less with `--quick`, which has to end within a minute."""
    return quick if IS_QUICK else whole


def table(rows: Sequence[Row]) -> str:
    """Return measurements as aligned text."""
    width = max(len(row.name) for row in rows)
    return "\n".join(f"{row.name:<{width}}  {row.value:>12,.2f}  {row.unit}" for row in rows)


def budgets(rows: Sequence[Row]) -> str:
    """Return a line for each budget: name, figure, aim, and whether it is kept."""
    held = [(row.name.strip(), row, row.aim) for row in rows if row.aim is not None]
    if not held:
        return ""
    name_width = max(len(name) for name, _, _ in held)
    aim_width = max(len(str(aim)) for _, _, aim in held)
    unit_width = max(len(row.unit) for _, row, _ in held)
    return "\n".join(
        f"{name:<{name_width}}  {row.value:>12,.2f} {row.unit:<{unit_width}}  {aim!s:<{aim_width}}  "
        f"{'ok' if aim.is_kept(row.value) else 'over'}"
        for name, row, aim in held
    )


def main(run: Callable[[], Sequence[Row]], *words: str) -> None:
    """
    Measure and print; exits with 0 whatever was found, for a busy machine proves nothing.

    `words` are what else this measurement may be told.
    """
    reader = argparse.ArgumentParser(prog=f"./outfitter bench {os.path.basename(sys.argv[0])[:-3]}")
    reader.add_argument("--quick", action="store_true", help="less of everything: within a minute")
    for word in words:
        reader.add_argument(word, nargs="?", choices=[word])
    reader.parse_args()
    load = Row("load of this machine", os.getloadavg()[0], "")
    rows = [load, *run()]
    kept = budgets(rows)
    print(f"{table(rows)}\n\nBudgets\n{kept}" if kept else table(rows))
