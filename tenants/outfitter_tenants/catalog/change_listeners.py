"""Who wants to know that what calendars show of the catalogue has changed."""

from collections.abc import Callable
from typing import ClassVar


class _Listener:
    # Set by the layer above, which keeps answers made of the catalogue.
    tell: ClassVar[Callable[[], None]] = staticmethod(lambda: None)


def install(listener: Callable[[], None]) -> None:
    """Name the function that is called, inside the transaction, after every such change."""
    _Listener.tell = staticmethod(listener)


def shown_has_changed() -> None:
    """Say that names, texts, pictures, order or shelves of experiences have changed."""
    _Listener.tell()
