"""
Deleting customers nothing hangs on, asked of whoever knows what may hang on one.

Customers stand below trips and messages: `crm` names its function here when the product starts.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import ClassVar, Protocol


class DeleteEmpty(Protocol):
    """Delete those customers nothing hangs on; return the others with a sentence that says what does."""

    def __call__(self, *, customer_ids: Collection[int], at: datetime) -> Mapping[int, str]:
        """Do it, in a fixed number of statements."""
        ...


class _Deletion:
    delete: ClassVar[DeleteEmpty]


def install(delete: DeleteEmpty) -> None:
    """Name the function that deletes customers nothing hangs on."""
    _Deletion.delete = staticmethod(delete)


def delete_empty(*, customer_ids: Collection[int], at: datetime) -> Mapping[int, str]:
    """Delete those customers nothing hangs on; returns the others, each with what needs them."""
    return _Deletion.delete(customer_ids=customer_ids, at=at)
