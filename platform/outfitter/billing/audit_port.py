"""
What billing writes down in the operator's own log; who keeps that log names the function.

Whoever runs the platform acts from its own host: what they do to an operator's billing stands in
that operator's log as well, under their name.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar, Protocol

from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import in_schema


class Write(Protocol):
    """Appends one row to the log of the operator whose schema this is."""

    def __call__(
        self,
        *,
        account_id: int,
        action: str,
        at: datetime,
        before: Mapping[str, object] | None,
        after: Mapping[str, object] | None,
        reason: str | None,
    ) -> None:
        """Append the row in the caller's transaction."""


class _Log:
    write: ClassVar[Write]


def install(write: Write) -> None:
    """Name the function that appends to an operator's log."""
    _Log.write = staticmethod(write)


def note(
    account: Account,
    action: str,
    *,
    at: datetime,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> None:
    """Write what was done to an operator's billing into its log, with the change itself."""
    with in_schema(account.schema_name):
        _Log.write(
            account_id=account.pk,
            action=f"billing.{action}",
            at=at,
            before=before,
            after=after,
            reason=reason or None,
        )
