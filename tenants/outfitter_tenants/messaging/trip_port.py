"""What messaging has to know of its siblings; the composition root names who knows it."""

from collections.abc import Callable
from typing import ClassVar

from outfitter.api.principal import Principal


class _Source:
    find_trip: ClassVar[Callable[[str, Principal], int]]


def install_trip_finder(find: Callable[[str, Principal], int]) -> None:
    """Name the function that returns a trip's id from its number or hash, or raises NotFound."""
    _Source.find_trip = staticmethod(find)


def find_trip_id(key: str, caller: Principal) -> int:
    """
    Return the id of a trip that the caller may see.

    :raises NotFound: there is none
    """
    return _Source.find_trip(key, caller)
