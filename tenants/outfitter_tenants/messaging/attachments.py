"""
Files that come with a mail: kept as text beside it, or made in the moment it is sent.

What is printed is large and can be made anew at any time: a message keeps whose it is, and an app
above says how it is made.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

_makers: Final[dict[str, Callable[[int], bytes]]] = {}


def register_maker(kind: str, make: Callable[[int], bytes]) -> None:
    """Name the function that makes a file of this kind of the thing with an id."""
    _makers[kind] = make


def made_later(*, name: str, content_type: str, kind: str, thing_id: int) -> dict[str, Any]:
    """Return how a message keeps a file that is made when it is sent."""
    return {"name": name, "type": content_type, "maker": kind, "of": thing_id}


def content_of(file: Mapping[str, Any]) -> str | bytes:
    """
    Return what is in a file of a message.

    :raises KeyError: nobody makes files of its kind
    """
    if "maker" in file:
        return _makers[file["maker"]](int(file["of"]))
    return str(file["text"])
