"""A change made and taken back, so that a preview is what the change itself would do."""

from collections.abc import Callable
from typing import TypeVar, cast

from outfitter.db.locks import atomic

_T = TypeVar("_T")


class _RolledBack(Exception):
    """Carries the answer out of the transaction that is undone."""

    def __init__(self, answer: object) -> None:
        super().__init__()
        self.answer = answer


def preview_with_rollback(work: Callable[[], _T]) -> _T:
    """
    Do the work, undo all of it, and return what it returned.

    What it raises is raised: a preview is refused for the reasons the change would be.
    """
    try:
        with atomic():
            raise _RolledBack(work())
    except _RolledBack as done:
        return cast("_T", done.answer)
