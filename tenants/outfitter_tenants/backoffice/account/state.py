"""Closing a business, suspending it, and taking either back; each in the operator's own log."""

from datetime import datetime
from typing import Any

from outfitter.accounts import queries as accounts
from outfitter.accounts import state_changes
from outfitter.billing.operations import month_turns
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.account_states import Change, reopen_until
from outfitter.kit.errors import Invalid
from outfitter.kit.zones import local_day
from outfitter.plugins import outbox
from outfitter_tenants.audit import operations as audit

_ACTIONS: dict[Change, str] = {
    "suspend": "account.suspended",
    "lift": "account.suspension_lifted",
    "close": "account.closed",
    "reopen": "account.reopened",
    "fall_behind": "account.fell_behind",
    "catch_up": "account.caught_up",
}


def change(*, change: Change, actor: str, reason: str, at: datetime) -> dict[str, Any]:
    """
    Change the state of the operator we work for; returns what `state` does.

    :raises StateRefused: it is in another state
    :raises GraceOver: it was closed too long ago
    """
    account = accounts.find_account(schema_name=current_schema())
    assert account is not None  # noqa: S101  (we work in its schema)
    with atomic():
        done = state_changes.change_state(
            account_id=account.pk, change=change, actor=actor, at=at, reason=reason
        )
        audit.record(
            entity_type="account",
            entity_id=account.pk,
            action=_ACTIONS[change],
            at=at,
            before={"status": done.before},
            after={"status": done.after},
            reason=reason or None,
        )
    return state(schema_name=account.schema_name)


def close(*, slug: str, actor: str, reason: str, at: datetime) -> dict[str, Any]:
    """
    Close the business, once its owner has typed its address.

    :raises Invalid: another address was typed
    :raises StateRefused: it is closed already
    """
    account = accounts.find_account(schema_name=current_schema())
    if account is None or slug.strip().lower() != account.slug:
        raise Invalid({"slug": ["Enter the address of this business to close it."]})
    with atomic():
        told = change(change="close", actor=actor, reason=reason, at=at)
        # The bill to the day, and all of the data as a file, without anybody asking (domain.md 6.6).
        month_turns.close_out(account_id=account.pk, day=local_day(at, account.time_zone), at=at)
        outbox.publish("account.closed", at=at, account_id=account.pk)
    return told


def state(*, schema_name: str) -> dict[str, Any]:
    """Return what an owner is told: state, why, and until when closing can be taken back (UTC)."""
    account = accounts.find_account(schema_name=schema_name)
    assert account is not None  # noqa: S101  (its people ask)
    until = reopen_until(account.closed_at) if account.status == "closed" else None
    return {
        "slug": account.slug,
        "status": account.status,
        "closed_at": account.closed_at,
        "reopen_until": until,
        "reason": state_changes.reason_of(account_id=account.pk),
    }
