"""Shares in millionths, rounded half up; null where there is nothing to share."""

from outfitter.kit.money import PPM


def share(part: int, whole: int) -> int | None:
    """Return a part of a whole in millionths; null of nothing."""
    return (2 * part * PPM + whole) // (2 * whole) if whole > 0 else None
