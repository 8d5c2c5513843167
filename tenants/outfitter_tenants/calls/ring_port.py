"""Where open screens of staff are told of a call; the live feed installs itself here."""

from collections.abc import Mapping
from typing import ClassVar, Protocol


class Screens(Protocol):
    """What shows something on every open screen of an operator's staff who hold a permission."""

    def __call__(self, *, schema: str, kind: str, payload: Mapping[str, object], permission: str) -> None: ...


class _Feed:
    show: ClassVar[Screens | None] = None


def install(screens: Screens) -> None:
    """Name the function that reaches open screens; it must not fail and not wait."""
    _Feed.show = staticmethod(screens)


def publish(*, schema: str, kind: str, payload: Mapping[str, object]) -> None:
    """Show something on the screens of those who may see calls, if there are any."""
    if _Feed.show is not None:
        _Feed.show(schema=schema, kind=kind, payload=payload, permission="call.view")
