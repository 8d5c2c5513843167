"""How much of a trip is due when it is booked, and when the rest is (domain.md 4.8). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Final, Literal

from outfitter.kit import zones
from outfitter.kit.money import mul_ppm
from outfitter_tenants.pricing.rules.price_lines import DISCOUNTS, QuoteLine
from outfitter_tenants.pricing.rules.surcharges import nets

Kind = Literal["none", "per_booking_amount", "per_booking_percent", "per_order_amount", "per_order_percent"]
KINDS: Final = ("none", "per_booking_amount", "per_booking_percent", "per_order_amount", "per_order_percent")


@dataclass(frozen=True, slots=True)
class Deposit:
    """A deposit rule; `amount` in minor units, `rate_ppm` in millionths."""

    kind: Kind = "none"
    amount: int = 0
    rate_ppm: int = 0
    full_if_within_hours: int | None = None
    methods: frozenset[str] = frozenset()
    is_include_taxes: bool = False
    # When the rest is due: so many hours before the first start, or as the operator's local day so
    # many days before it begins; one of both at most. None: at the start.
    balance_due_hours: int | None = None
    balance_due_days: int | None = None

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Deposit":
        """Return the rule as it is stored in settings or at an experience."""
        return cls(
            kind=stored.get("kind") or "none",
            amount=int(stored.get("amount") or 0),
            rate_ppm=int(stored.get("rate_ppm") or 0),
            full_if_within_hours=stored.get("full_if_within_hours"),
            methods=frozenset(stored.get("methods") or ()),
            is_include_taxes=bool(stored.get("is_include_taxes")),
            balance_due_hours=stored.get("balance_due_hours"),
            balance_due_days=stored.get("balance_due_days"),
        )


@dataclass(frozen=True, slots=True)
class DepositOrder:
    """One order, the rule it is under, and when it starts."""

    id: int | None
    rule: Deposit
    start_at: datetime | None


def deposit_due(
    lines: Sequence[QuoteLine], orders: Sequence[DepositOrder], *, method: str, at: datetime
) -> int:
    """
    Return what is due at booking, in minor units.

    When every order is due in full, so is the whole trip. Otherwise what belongs to no order
    (an amount per trip, the booking fee) is part of the balance; retail goods are due at once.
    """
    total = sum(line.owed for line in lines)
    if all(_is_full(order, method, at) for order in orders):
        return total
    due = sum(_of_order(lines, order, method, at) for order in orders)
    due += sum(
        line.owed for line in lines if line.kind in {"product", "gift_card"} and line.trip_order_id is None
    )
    return max(0, min(due, total))


def balance_due_at(orders: Sequence[DepositOrder], *, method: str, time_zone: str) -> datetime | None:
    """
    Return when the rest of a trip with a deposit is due: the earliest of its orders' dates.

    `time_zone` is the operator's: days are counted on their calendar, wherever the tour is.
    """
    dates = [
        _rest_due_at(order.rule, order.start_at, time_zone)
        for order in orders
        if order.start_at is not None and _applies(order.rule, method)
    ]
    return min(dates, default=None)


def _rest_due_at(rule: Deposit, start_at: datetime, time_zone: str) -> datetime:
    if rule.balance_due_days is None:
        return start_at - timedelta(hours=rule.balance_due_hours or 0)
    day = zones.local_day(start_at, time_zone) - timedelta(days=rule.balance_due_days)
    return zones.to_instant(day, time(), time_zone)


def _applies(rule: Deposit, method: str) -> bool:
    return rule.kind != "none" and (not rule.methods or method in rule.methods)


def _is_full(order: DepositOrder, method: str, at: datetime) -> bool:
    rule = order.rule
    if not _applies(rule, method):
        return True
    if rule.full_if_within_hours is None or order.start_at is None:
        return False
    return order.start_at - at <= timedelta(hours=rule.full_if_within_hours)


def _of_order(lines: Sequence[QuoteLine], order: DepositOrder, method: str, at: datetime) -> int:
    whole = sum(line.owed for line in lines if line.trip_order_id == order.id)
    if _is_full(order, method, at):
        return whole
    rule = order.rule
    tickets = _tickets(lines, order.id, with_taxes=rule.is_include_taxes)
    if rule.kind == "per_booking_amount":
        due = rule.amount * len(tickets)
    elif rule.kind == "per_booking_percent":
        due = sum(mul_ppm(amount, rule.rate_ppm) for amount in tickets)
    elif rule.kind == "per_order_amount":
        due = rule.amount
    else:
        due = mul_ppm(_order_base(lines, order.id, rule), rule.rate_ppm)
    return max(0, min(due, whole))


def _tickets(lines: Sequence[QuoteLine], order_id: int | None, *, with_taxes: bool) -> list[int]:
    amounts = nets(lines)
    found: dict[int, int] = {
        place: amounts[place]
        for place, line in enumerate(lines)
        if line.kind == "ticket" and line.trip_order_id == order_id and not line.is_comped
    }
    if with_taxes:
        for line in lines:
            if line.kind == "tax" and len(line.on) == 1 and line.on[0] in found:
                found[line.on[0]] += line.owed
    return list(found.values())


def _order_base(lines: Sequence[QuoteLine], order_id: int | None, rule: Deposit) -> int:
    left_out = set() if rule.is_include_taxes else {"tax"}
    base = 0
    for line in lines:
        if line.trip_order_id == order_id and line.kind not in left_out | set(DISCOUNTS):
            base += line.owed
    amounts = nets(lines)
    items = [p for p, line in enumerate(lines) if p in amounts and line.trip_order_id == order_id]
    # Discounts may stand on no order; what they take off this one's lines counts.
    return base + sum(amounts[p] - lines[p].amount for p in items)
