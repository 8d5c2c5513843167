"""Figures that follow from a group's sums: shares in millionths, averages; null where nothing divides."""

from collections.abc import Callable, Mapping

from outfitter.kit.money import PPM

Ratio = Callable[[Mapping[str, int]], int | None]


def ppm(part: str, whole: str) -> Ratio:
    """Return which share one sum is of another, in millionths, rounded down."""
    return lambda sums: sums[part] * PPM // sums[whole] if sums[whole] else None


def average(part: str, count: str, *, unit: int = 1) -> Ratio:
    """Return a sum over a count, rounded half away from zero, in steps of `unit`."""

    def mean(sums: Mapping[str, int]) -> int | None:
        by = sums[count] * unit
        if not by:
            return None
        value = (2 * abs(sums[part]) + by) // (2 * by)
        return value if sums[part] >= 0 else -value

    return mean
