"""What partners pay in advance: a journal whose sum is the balance (domain.md 4.18)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Sum

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


@dataclass(frozen=True, slots=True)
class Movement:
    """
    A movement of a partner's balance, in minor units, and why.

    `amount` is what is paid in, used or paid back, and positive; that of `adjust` may be negative.
    """

    kind: TopUpKind
    amount: int
    note: str = ""
    by_id: int | None = None
    by_name: str = ""
    trip_id: int | None = None
    invoice_id: int | None = None

    @property
    def signed(self) -> int:
        """Return what the balance changes by."""
        return _SIGN[self.kind] * self.amount


def append_topup(*, reseller_id: int, movement: Movement, at: datetime) -> TopUp:
    """
    Write a movement of a partner's balance; takes the partner's lock.

    :raises ResellerNotFound: there is none
    :raises Invalid: nothing would move
    :raises BalanceTooLow: more goes out than there is
    """
    if movement.amount == 0 or (movement.amount < 0 and movement.kind != "adjust"):
        raise Invalid({"amount": ["Enter an amount above zero."]})
    with atomic():
        partner = queries.lock_reseller(reseller_id=reseller_id)
        before, after = partner.topup_balance, partner.topup_balance + movement.signed
        if movement.signed < 0 and after < 0:
            raise BalanceTooLow(
                "This is more than the reseller's prepaid balance.", balance=before, amount=-movement.signed
            )
        row = _append(partner, movement, at)
        Reseller.objects.filter(pk=partner.pk).update(topup_balance=after)
        record(
            entity_type="reseller",
            entity_id=partner.pk,
            trip_id=movement.trip_id,
            action="reseller.topup",
            at=at,
            before={"topup_balance": before},
            after={"topup_balance": after, "kind": movement.kind},
            reason=movement.note or None,
        )
    return row


def _append(partner: Reseller, movement: Movement, at: datetime) -> TopUp:
    return TopUp.objects.create(
        reseller=partner,
        kind=movement.kind,
        amount=movement.signed,
        trip_id=movement.trip_id,
        invoice_id=movement.invoice_id,
        note=movement.note,
        by_id=movement.by_id,
        by_name=movement.by_name[:160],
        at=at,
    )


def balance_in_journal(*, reseller_id: int) -> int:
    """Return the sum of a partner's movements, in minor units: what the balance has to be."""
    found = TopUp.objects.filter(reseller_id=reseller_id).aggregate(sum=Sum("amount"))
    return found["sum"] or 0
