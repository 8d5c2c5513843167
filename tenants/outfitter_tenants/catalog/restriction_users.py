"""
Who else than experiences is under a restriction.

Partners stand beside the catalog; the schedule, which knows both, names the function here when the
apps are ready.
"""

from collections.abc import Callable
from typing import ClassVar


class _Partners:
    count: ClassVar[Callable[[int], int]] = staticmethod(lambda restriction_id: 0)


def count_partners_with(count: Callable[[int], int]) -> None:
    """Name the function that counts the partners which sell under a restriction."""
    _Partners.count = staticmethod(count)


def partners_under(restriction_id: int) -> int:
    """Return how many partners sell under a restriction."""
    return _Partners.count(restriction_id)
