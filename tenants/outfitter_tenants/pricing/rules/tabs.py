"""Which part of a trip each guest owes (domain.md 4.9, "pay my tab"). Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from outfitter.kit.money import allocate


@dataclass(frozen=True, slots=True)
class TabLine:
    """One exclusive line of what is owed, in minor units; without a guest it is shared."""

    amount: int
    trip_order_id: int | None = None
    booking_id: int | None = None


@dataclass(frozen=True, slots=True)
class TabPayment:
    """
    What was paid for some guests, or for the whole trip when none are named.

    `amount` is without tip and without what was given back, in minor units.
    """

    amount: int
    booking_ids: tuple[int, ...] = ()


def shares(*, lines: Sequence[TabLine], orders: Mapping[int, int]) -> dict[int, int]:
    """
    Return what each guest owes, in minor units by booking id; the parts sum to the total.

    `orders` is the order of each live guest. What stands on an order is shared by its guests, what
    stands on the trip by all, in proportion to their own lines.
    """
    guests = sorted(orders)
    if not guests:
        return {}
    own = dict.fromkeys(guests, 0)
    by_order: dict[int, int] = {}
    whole = 0
    live_orders = set(orders.values())
    for line in lines:
        if line.booking_id in own:
            own[line.booking_id] += line.amount
        elif line.trip_order_id in live_orders:
            by_order[line.trip_order_id] = by_order.get(line.trip_order_id, 0) + line.amount
        else:
            whole += line.amount
    found = dict(own)
    for order_id, amount in sorted(by_order.items()):
        _share(found, own, amount, [one for one in guests if orders[one] == order_id])
    _share(found, own, whole, guests)
    return found


def _share(found: dict[int, int], own: Mapping[int, int], amount: int, among: Collection[int]) -> None:
    parts = allocate(amount, [max(0, own[one]) for one in among])
    for one, part in zip(among, parts, strict=True):
        found[one] += part


def open_shares(*, shares: Mapping[int, int], payments: Sequence[TabPayment]) -> dict[int, int]:
    """
    Return what of each guest's share is still open, in minor units, never negative.

    Payments count in their order, so whoever pays what is open for them owes nothing more. One for
    guests counts for them, in proportion to what is open. What was paid for the trip, or too much
    for somebody, is spread over what is open then: the parts sum to the balance.
    """
    left = _spread(shares, 0)
    for payment in payments:
        covered = sorted({one for one in payment.booking_ids if one in left})
        parts = allocate(payment.amount, [left[one] for one in covered]) if covered else []
        paid = dict(zip(covered, parts, strict=True))
        left = _spread(
            {one: amount - paid.get(one, 0) for one, amount in left.items()}, 0 if covered else payment.amount
        )
    return left


def _spread(left: Mapping[int, int], common: int) -> dict[int, int]:
    common -= sum(amount for amount in left.values() if amount < 0)
    found = {one: max(0, amount) for one, amount in sorted(left.items())}
    if not found or common <= 0:
        return found
    parts = allocate(min(common, sum(found.values())), list(found.values()))
    return {one: amount - part for (one, amount), part in zip(found.items(), parts, strict=True)}
