"""
What the customer owes us for a trip, and what its partner does (domain.md 4.8, 4.17).

Each rule stands here twice, side by side: in Python for one trip, as an expression for lists and
sums; a property test holds them equal. Everything is in minor units of the trip's currency.
Nothing else in the product may say what is owed.
"""

from typing import Final, Protocol

from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Greatest, Least

from outfitter.db.column_types import money
from outfitter_tenants.resellers.types import PARTNER_HAS_MONEY, PARTNER_OWES_NET

# Where we have the customer's money, all of it or what is left beside the partner's deposit.
OPERATOR_OWES_COMMISSION: Final = frozenset({"operator_collects", "deposit_commission"})


class TripMoney(Protocol):
    """The amounts of a trip that the rules read; the fields are those of `trips.models.Trip`."""

    reseller_id: int | None
    collect_type: str | None
    total_amount: int
    tip_amount: int
    paid_amount: int
    refunded_amount: int
    net_due_amount: int
    partner_deposit_amount: int


class CommissionMoney(TripMoney, Protocol):
    """The same, and what a partner earns."""

    commission_amount: int


def balance(trip: TripMoney) -> int:
    """Return what nobody has paid us yet, whoever owes it; negative when overpaid (7.3, 3)."""
    return trip.total_amount + trip.tip_amount - trip.paid_amount + trip.refunded_amount


def paid_towards(trip: TripMoney) -> int:
    """Return what we got for the trip itself and did not give back."""
    return trip.paid_amount - trip.refunded_amount - trip.tip_amount


def is_partners_money(trip: TripMoney) -> bool:
    """Return whether the customer pays a partner for a trip, and nothing to us (4.17)."""
    return trip.reseller_id is not None and trip.collect_type in PARTNER_HAS_MONEY


def held_by_partner(trip: TripMoney) -> int:
    """Return what the customer gave the partner as a deposit, never more than the trip costs."""
    return max(0, min(trip.partner_deposit_amount, trip.total_amount))


def customer_owes(trip: TripMoney) -> int:
    """
    Return what the customer still owes us; negative when they paid too much.

    Nothing where the partner has their money. A deposit that they gave the partner counts as paid.
    """
    if is_partners_money(trip):
        return 0
    return balance(trip) - held_by_partner(trip)


def partner_owes(trip: TripMoney) -> int:
    """
    Return what the partner still owes us for a trip; negative when too much came for it.

    That is our net, less what came in for the trip from whomever. What we owe a partner, or a
    partner who is not tracked, is not counted here.
    """
    if trip.reseller_id is None or trip.collect_type not in PARTNER_OWES_NET:
        return 0
    return trip.net_due_amount - paid_towards(trip)


def operator_owes(trip: CommissionMoney) -> int:
    """
    Return what we owe a trip's partner in commission, whatever of it was paid already.

    All of it where we have the customer's money. Where the partner kept a deposit, what they earn
    beyond it, or (negative) short of it (ADR 48).
    """
    if trip.reseller_id is None or trip.collect_type not in OPERATOR_OWES_COMMISSION:
        return 0
    kept = held_by_partner(trip) if trip.collect_type == "deposit_commission" else 0
    return trip.commission_amount - kept


def still_to_come(trip: TripMoney) -> int:
    """Return what anybody still owes us for a trip; negative: so much has to go back."""
    if trip.reseller_id is not None and trip.collect_type in PARTNER_OWES_NET:
        return partner_owes(trip)
    if is_partners_money(trip):
        return min(0, balance(trip))
    return customer_owes(trip)


def demanded(trip: TripMoney, *, deposit_due_amount: int, deposit_override_amount: int | None) -> int:
    """Return what the customer has to pay us before a trip is sold, without tips (4.8)."""
    if is_partners_money(trip):
        return 0
    due = deposit_due_amount if deposit_due_amount else trip.total_amount
    if deposit_override_amount is not None:
        due = deposit_override_amount
    return min(due, trip.total_amount - held_by_partner(trip))


_AMOUNT: Final = money()
BALANCE: Final = F("total_amount") + F("tip_amount") - F("paid_amount") + F("refunded_amount")
IS_PARTNERS_MONEY: Final = Q(reseller_id__isnull=False) & Q(collect_type__in=sorted(PARTNER_HAS_MONEY))
_HELD: Final = Greatest(Value(0), Least(F("partner_deposit_amount"), F("total_amount")), output_field=_AMOUNT)
CUSTOMER_OWES: Final = Case(
    When(IS_PARTNERS_MONEY, then=Value(0)), default=BALANCE - _HELD, output_field=_AMOUNT
)


def partner_owes_of(of: str = "") -> Case:
    """Return `partner_owes` as an expression over rows whose trip is reached by this prefix."""
    has_net = Q(**{f"{of}reseller_id__isnull": False, f"{of}collect_type__in": sorted(PARTNER_OWES_NET)})
    came_in = F(f"{of}paid_amount") - F(f"{of}refunded_amount") - F(f"{of}tip_amount")
    return Case(
        When(has_net, then=F(f"{of}net_due_amount") - came_in), default=Value(0), output_field=_AMOUNT
    )


def operator_owes_of(of: str = "") -> Case:
    """Return `operator_owes` as an expression over rows whose trip is reached by this prefix."""
    deposit, total = F(f"{of}partner_deposit_amount"), F(f"{of}total_amount")
    held = Greatest(Value(0), Least(deposit, total), output_field=_AMOUNT)
    earned = F(f"{of}commission_amount")
    theirs = Q(**{f"{of}reseller_id__isnull": False})
    return Case(
        When(theirs & Q(**{f"{of}collect_type": "operator_collects"}), then=earned),
        When(theirs & Q(**{f"{of}collect_type": "deposit_commission"}), then=earned - held),
        default=Value(0),
        output_field=_AMOUNT,
    )


# For indexes over trips that have a net: it is not what came in, more is owed, or it is on an invoice.
_CAME_IN: Final = F("paid_amount") - F("refunded_amount") - F("tip_amount")
_HAS_NET: Final = Q(reseller_id__isnull=False, collect_type__in=sorted(PARTNER_OWES_NET))
IS_UNEVEN: Final = _HAS_NET & ~Q(net_due_amount=_CAME_IN)
IS_OWED: Final = Q(status="reserved") & _HAS_NET & Q(net_due_amount__gt=_CAME_IN)
BILLED: Final = ("on_invoice", "settled")
IS_BILLED: Final = Q(commission__settle_status__in=BILLED)
PARTNER_OWES: Final = partner_owes_of()
OPERATOR_OWES: Final = operator_owes_of()
