"""What follows from a change of a template; automations, which know templates, name who sees to it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import ClassVar, Protocol

from outfitter.db.lists import ListReader


class ChangeFrame(Protocol):
    """Encloses a change of a template and does what follows from it."""

    def __call__(
        self, *, template_id: int | None, reader: ListReader, name: str, at: datetime
    ) -> AbstractContextManager[None]:
        """Return the frame of one change; None for a template that is new."""
        ...


class _Port:
    frame: ClassVar[Callable[..., AbstractContextManager[None]]]


def install_change_frame(frame: ChangeFrame) -> None:
    """Name what encloses every change of a template."""
    _Port.frame = staticmethod(frame)


def change_frame(
    *, template_id: int | None, reader: ListReader, name: str, at: datetime
) -> AbstractContextManager[None]:
    """
    Return the frame of one change of a template, in the name of `name`.

    :raises TooMany: the caller has too much long work going on; the change is undone
    """
    return _Port.frame(template_id=template_id, reader=reader, name=name, at=at)
