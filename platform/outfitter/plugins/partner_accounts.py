"""Which account at a partner belongs to which operator: bound by the platform, never typed in."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction

from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins.models import PartnerAccount, WebhookEvent

# What arrived for an account before it was bound is handled then.
LOOK_BACK: Final = timedelta(days=30)


class AccountTaken(DomainError):
    """The account is another operator's, or the operator has another one."""

    code = "account_taken"
    status = 409


def facts(*, schema_name: str, slug: str) -> dict[str, Any]:
    """Return what the platform says of an operator's account: `account`, `platform_fee_ppm`."""
    rows = PartnerAccount.objects.filter(slug=slug, schema_name=schema_name, ended_at__isnull=True)
    row = rows.values_list("account", "fee_ppm").first()
    return {"account": row and row[0], "platform_fee_ppm": row and row[1]}


def owner_of(*, slug: str, account: str) -> str | None:
    """Return the schema that an account belongs or belonged to, None for an unknown one."""
    rows = PartnerAccount.objects.filter(slug=slug, account=account)
    return rows.values_list("schema_name", flat=True).first()


def bind(*, slug: str, schema_name: str, account: str, at: datetime) -> None:
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
                raise AccountTaken("This account belongs to somebody else.")
            if not is_new and row.ended_at is not None:
                PartnerAccount.objects.filter(pk=row.pk).update(ended_at=None, bound_at=at)
    except IntegrityError as problem:
        raise AccountTaken("There is another account already.") from problem
    WebhookEvent.objects.filter(
        provider=slug, account=account, schema_name__isnull=True, received_at__gte=at - LOOK_BACK
    ).update(schema_name=schema_name, handled_at=None, attempt_cnt=0, next_at=at, error="")


def end(*, slug: str, schema_name: str, account: str, at: datetime) -> None:
    """Take an account from an operator; what comes late still finds its way. Twice is no error."""
    PartnerAccount.objects.filter(
        slug=slug, schema_name=schema_name, account=account, ended_at__isnull=True
    ).update(ended_at=at)


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
        raise NotFound("There is no account here.", slug=slug)
