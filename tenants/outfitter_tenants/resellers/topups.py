"""What partners pay in advance: a journal whose sum is the balance (domain.md 4.18)."""

from datetime import datetime
from typing import Final

from django.db.models import F, Sum

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.resellers import queries
from outfitter_tenants.resellers.models import Reseller, TopUp
from outfitter_tenants.resellers.types import TopUpKind

# Which way money goes: in, out, or as somebody says who corrects the balance.
_SIGN: Final[dict[str, int]] = {"add": 1, "use": -1, "refund": -1, "adjust": 1}


class BalanceTooLow(DomainError):
    """The partner has not paid so much in advance."""

    code = "balance_too_low"
    status = 409


def list_topups(*, reseller_id: int, limit: int = 200) -> list[TopUp]:
    """Return what moved a partner's balance, the newest first."""
    return list(TopUp.objects.filter(reseller_id=reseller_id).order_by("-pk")[:limit])


def append_topup(
    *,
    reseller_id: int,
    kind: TopUpKind,
    amount: int,
    at: datetime,
    note: str = "",
    by_id: int | None = None,
    by_name: str = "",
    trip_id: int | None = None,
    invoice_id: int | None = None,
) -> TopUp:
    """
    Write a movement of a partner's balance, in minor units; takes the partner's lock.

    `amount` is what is paid in, used or paid back, and positive; that of `adjust` may be negative.

    :raises ResellerNotFound: there is none
    :raises Invalid: nothing would move
    :raises BalanceTooLow: more goes out than there is
    """
    if amount == 0 or (amount < 0 and kind != "adjust"):
        raise Invalid({"amount": ["Enter an amount above zero."]})
    signed = _SIGN[kind] * amount
    with atomic():
        partner = queries.lock_reseller(reseller_id=reseller_id)
        if signed < 0 and partner.topup_balance + signed < 0:
            raise BalanceTooLow(
                "This is more than the reseller's prepaid balance.",
                balance=partner.topup_balance,
                amount=-signed,
            )
        row = TopUp.objects.create(
            reseller=partner,
            kind=kind,
            amount=signed,
            trip_id=trip_id,
            invoice_id=invoice_id,
            note=note,
            by_id=by_id,
            by_name=by_name[:160],
            at=at,
        )
        Reseller.objects.filter(pk=partner.pk).update(topup_balance=F("topup_balance") + signed)
        record(
            entity_type="reseller",
            entity_id=partner.pk,
            trip_id=trip_id,
            action="reseller.topup",
            at=at,
            before={"topup_balance": partner.topup_balance},
            after={"topup_balance": partner.topup_balance + signed, "kind": kind},
            reason=note or None,
        )
    return row


def balance_in_journal(*, reseller_id: int) -> int:
    """Return the sum of a partner's movements, in minor units: what the balance has to be."""
    found = TopUp.objects.filter(reseller_id=reseller_id).aggregate(sum=Sum("amount"))
    return found["sum"] or 0
