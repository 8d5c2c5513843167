"""
Booking restrictions, asked of the catalog.

Partners stand beside the catalog and name its restrictions by id; the schedule, which knows both,
names the function here when the apps are ready.
"""

from collections.abc import Callable
from typing import ClassVar


class _Catalog:
    lock: ClassVar[Callable[[int], bool]]


def lock_with(lock: Callable[[int], bool]) -> None:
    """Name the function that locks a restriction and tells whether something new may go under it."""
    _Catalog.lock = staticmethod(lock)


def lock_restriction(restriction_id: int) -> bool:
    """Lock a restriction until the transaction ends; False: there is none, or it is archived."""
    return _Catalog.lock(restriction_id)
