"""Which account at a partner belongs to which operator: bound by the platform, never typed in."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction

from outfitter.db import queue
from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins.models import PartnerAccount, WebhookEvent

# What arrived for an account before it was bound is handled then.
LOOK_BACK: Final = timedelta(days=30)


class AccountTaken(DomainError):
    """The account is another operator's, or the operator has another one."""

    code = "account_taken"
    status = 409


def facts(*, schema_name: str, slug: str) -> dict[str, Any]:
    """
    Return what the platform says of an operator's account: `account`, `platform_fee_ppm`.

    `is_disconnected`: it had one and has none now, so nobody may collect in its place.
    `is_account_ready`: false as long as the partner has never let it collect, so that whoever did
    before goes on; what stops later is not ready either, but stays where it is.
    """
    rows = PartnerAccount.objects.filter(slug=slug, schema_name=schema_name)
    found = list(rows.values_list("account", "fee_ppm", "ended_at", "state"))
    live = next((row for row in found if row[2] is None), None)
    return {
        "account": live and live[0],
        "platform_fee_ppm": live and live[1],
        "is_account_ready": live is not None and _has_collected(live[3]),
        "is_disconnected": live is None and bool(found),
    }


def _has_collected(state: dict[str, Any]) -> bool:
    # Of an account that nobody has spoken of yet, nothing else is known.
    return not state or bool(state.get("has_collected") or state.get("is_charges_enabled"))


def ended_cnt(*, slug: str, schema_name: str) -> int:
    """Return how many accounts of an operator were cut off: the next one is another one."""
    rows = PartnerAccount.objects.filter(slug=slug, schema_name=schema_name)
    return rows.filter(ended_at__isnull=False).count()


def owner_of(*, slug: str, account: str) -> str | None:
    """Return the schema that an account belongs or belonged to, None for an unknown one."""
    rows = PartnerAccount.objects.filter(slug=slug, account=account)
    return rows.values_list("schema_name", flat=True).first()


def bind_account(*, slug: str, schema_name: str, account: str, at: datetime) -> None:
    """
    Give an account to an operator; doing so twice is no error.

    Deliveries for it that came before are handled now.

    :raises AccountTaken: it is another operator's, or the operator has another account
    """
    try:
        with transaction.atomic():
            row, is_new = PartnerAccount.objects.get_or_create(
                slug=slug, account=account, defaults={"schema_name": schema_name, "bound_at": at}
            )
            if row.schema_name != schema_name:
                raise AccountTaken("This account belongs to someone else.")
            if not is_new and row.ended_at is not None:
                PartnerAccount.objects.filter(pk=row.pk).update(ended_at=None, bound_at=at)
    except IntegrityError as problem:
        raise AccountTaken("Another account is already connected.") from problem
    WebhookEvent.objects.filter(
        provider=slug, account=account, schema_name__isnull=True, received_at__gte=at - LOOK_BACK
    ).update(schema_name=schema_name, **queue.anew(at))


def end_account(*, slug: str, schema_name: str, account: str, at: datetime) -> bool:
    """Take an account from an operator; what comes late still finds its way. False: it had been."""
    rows = PartnerAccount.objects.filter(
        slug=slug, schema_name=schema_name, account=account, ended_at__isnull=True
    )
    return rows.update(ended_at=at) > 0


def note_state(
    *, slug: str, schema_name: str, account: str, state: dict[str, Any], at: datetime
) -> dict[str, Any] | None:
    """
    Keep what a partner says of an account; returns what was known before, in a transaction.

    None when something newer is known, or the account is not this operator's.
    """
    rows = PartnerAccount.objects.select_for_update().filter(
        slug=slug, schema_name=schema_name, account=account, ended_at__isnull=True
    )
    row = rows.first()
    if row is None or (row.state_at is not None and row.state_at > at):
        return None
    before: dict[str, Any] = row.state
    row.state = {**state, "has_collected": bool(before) and _has_collected(before)}
    row.state_at = at
    row.save(update_fields=["state", "state_at"])
    return before


def set_fee(*, slug: str, schema_name: str, fee_ppm: int | None) -> None:
    """
    Agree on what the platform keeps of an operator's payments; None is what all pay.

    :raises ValueError: not between nothing and all
    :raises NotFound: the operator has no account
    """
    if fee_ppm is not None and not 0 <= fee_ppm <= 1_000_000:
        raise ValueError("a fee is between 0 and 1000000 millionths")
    rows = PartnerAccount.objects.filter(slug=slug, schema_name=schema_name, ended_at__isnull=True)
    if not rows.update(fee_ppm=fee_ppm):
        raise NotFound("No account is connected.", slug=slug)
