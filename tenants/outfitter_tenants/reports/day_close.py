"""
A business day closed: where every cent came from and went to, and whether the gateway agrees.

All of it is read from the journal, so that a day that is over always closes the same.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Final

from outfitter.kit.zones import day_bounds
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.queries import MethodTotal
from outfitter_tenants.ledger.queries.day_totals import BookSum
from outfitter_tenants.people import queries as people

_IN: Final = {"payment": "payment", "payment_reversal": "reversed"}
_OUT: Final = {"refund": "refund", "refund_reversal": "refund"}
# A payment that was noted as cash, and was none, or the other way round.
_CORRECTION: Final = "cash_rounding"
_SOLD: Final = ("gift_card_activate", "gift_card_reload")
_USED: Final = ("payment", "payment_reversal")
_BACK: Final = ("refund", "refund_reversal")


def close_day(*, day: date, zone: str, currency: str, at: datetime) -> dict[str, Any]:
    """
    Return the closing of one day of an operator, JSON-ready; minor units, what goes out positive.

    `methods` is what came in and went out by way of paying, as trips count it, and what is left of
    it once cash was rounded; `drawers` is what cash whoever collected it has to hand over, as coins
    are; `gateway` both sides' sums of the money a gateway moved.
    """
    since, until = day_bounds(day, zone)
    rows = money.moved(since=since, until=until)
    waiting_cnt, waiting_amount = money.waiting_refunds()
    held_cnt, held_amount = money.held(until=until)
    methods = _methods(rows)
    return {
        "day": day.isoformat(),
        "time_zone": zone,
        "currency": currency,
        "is_over": at >= until,
        "closed_at": at.isoformat(),
        "methods": methods,
        "totals": _totals(methods),
        "drawers": _drawers(rows),
        "tips": _tips(since, until),
        "commission": _commission(since, until),
        "gift_cards": _gift_cards(since, until),
        "refunds_waiting": {"cnt": waiting_cnt, "amount": waiting_amount},
        "holds": {"cnt": held_cnt, "amount": held_amount},
        "disputes": [_dispute(one) for one in money.disputes_of(since=since, until=until)],
        "payouts": [_payout(one) for one in money.payouts_of(since=since, until=until)],
        "gateway": _gateway(rows, since, until),
        "differences": [_difference(one) for one in money.open_differences()],
    }


def _methods(rows: Iterable[MethodTotal]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str], dict[str, int]] = {}
    for row in rows:
        sums = found.setdefault(
            (row.method, row.currency),
            dict.fromkeys(
                (
                    "payment_cnt",
                    "payment_amount",
                    "reversed_cnt",
                    "reversed_amount",
                    "refund_cnt",
                    "refund_amount",
                    "rounding_amount",
                    "net_amount",
                    "tip_amount",
                ),
                0,
            ),
        )
        sums["rounding_amount"] += row.rounding_amount
        sums["net_amount"] += row.handed_amount
        if row.kind == _CORRECTION:
            continue
        name = {**_IN, **_OUT}[row.kind]
        sums[f"{name}_cnt"] += row.cnt if row.kind != "refund_reversal" else -row.cnt
        sums[f"{name}_amount"] += row.amount if row.kind == "payment" else -row.amount
        sums["tip_amount"] += row.tip_amount
    return [
        {"method": method, "currency": currency, **sums} for (method, currency), sums in sorted(found.items())
    ]


def _totals(methods: Iterable[dict[str, Any]]) -> dict[str, dict[str, int]]:
    totals: dict[str, dict[str, int]] = {}
    for row in methods:
        sums = totals.setdefault(row["currency"], defaultdict(int))
        for name, value in row.items():
            if isinstance(value, int):
                sums[name] += value
    return {currency: dict(sums) for currency, sums in totals.items()}


def _drawers(rows: Iterable[MethodTotal]) -> list[dict[str, Any]]:
    """Return the cash that has to be there, coin by coin, by who took it."""
    found: dict[tuple[int | None, str], list[int]] = {}
    for row in rows:
        if row.method == "cash":
            taken = found.setdefault((row.collected_by, row.currency), [0, 0, 0])
            taken[row.kind in _OUT] += row.handed_amount
            taken[2] += row.rounding_amount
    names = _names([owner for owner, _ in found])
    return [
        {
            "collected_by": _person(owner, names),
            "currency": currency,
            "taken_amount": taken,
            "given_amount": -given,
            "expected_amount": taken + given,
            "rounding_amount": rounding,
        }
        for (owner, currency), (taken, given, rounding) in sorted(
            found.items(), key=lambda item: (item[0][0] or 0, item[0][1])
        )
    ]


def _tips(since: datetime, until: datetime) -> list[dict[str, Any]]:
    found = money.tips_by_owner(since=since, until=until)
    names = _names([owner for owner, _ in found])
    return [
        {"owner": _person(owner, names), "currency": currency, "amount": amount}
        for (owner, currency), amount in found.items()
    ]


def _commission(since: datetime, until: datetime) -> list[dict[str, Any]]:
    """Return what went to partners as commission, which no payment of a trip tells of."""
    found = money.commission_paid(since=since, until=until)
    return [
        {"currency": currency, "paid_amount": paid, "returned_amount": back, "net_amount": paid - back}
        for currency, (paid, back) in found.items()
    ]


def _gift_cards(since: datetime, until: datetime) -> dict[str, int]:
    moved = money.value_moved(since=since, until=until)
    left = money.value_outstanding(until=until)

    def of(account: str, kinds: Iterable[str]) -> int:
        return sum(moved.get((f"gift_card_{account}", kind), 0) for kind in kinds)

    named = {*_SOLD, *_USED, *_BACK}
    others = [kind for _, kind in moved if kind not in named]
    return {
        "sold_amount": of("purchased", _SOLD),
        "granted_amount": of("promo", _SOLD),
        "used_amount": -of("purchased", _USED) - of("promo", _USED),
        "returned_amount": of("purchased", _BACK) + of("promo", _BACK),
        "other_amount": of("purchased", set(others)) + of("promo", set(others)),
        "liability_amount": left["gift_card_purchased"],
        "promo_outstanding_amount": left["gift_card_promo"],
    }


_GATEWAY_SUMS: Final = (
    "our_payment_amount",
    "our_refund_amount",
    "their_payment_amount",
    "their_refund_amount",
    "their_dispute_amount",
    "processing_amount",
    "platform_amount",
    "other_amount",
    "their_net_amount",
)


def _gateway(rows: Iterable[MethodTotal], since: datetime, until: datetime) -> list[dict[str, Any]]:
    """Return what a gateway moved, as we know it and as its books say, by currency."""
    found: defaultdict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(_GATEWAY_SUMS, 0))
    for row in rows:
        if row.is_at_gateway and row.kind in {"payment", "refund", "refund_reversal"}:
            name = "our_payment_amount" if row.kind == "payment" else "our_refund_amount"
            found[row.currency][name] += row.amount if row.kind == "payment" else -row.amount
    for currency, (paid, back) in money.charged_between(since=since, until=until).items():
        found[currency]["our_payment_amount"] += paid
        found[currency]["our_refund_amount"] += back
    for line in money.book_sums(since=since, until=until):
        _add_line(found[line.currency], line)
    return [
        {
            "currency": currency,
            **sums,
            "difference_amount": (sums["their_payment_amount"] - sums["their_refund_amount"])
            - (sums["our_payment_amount"] - sums["our_refund_amount"]),
        }
        for currency, sums in sorted(found.items())
    ]


def _add_line(sums: dict[str, int], line: BookSum) -> None:
    """Count a line of the gateway's books."""
    if line.kind in {"payment", "refund", "dispute"}:
        sign = 1 if line.kind == "payment" else -1
        sums[f"their_{line.kind}_amount"] += sign * line.gross
    elif line.kind == "fee":
        sums["processing_amount"] -= line.gross
    else:
        sums["other_amount"] += line.gross
    sums["processing_amount"] += line.fee - line.platform_amount
    sums["platform_amount"] += line.platform_amount
    sums["their_net_amount"] += line.net


def _names(ids: Iterable[int | None]) -> dict[int, str]:
    found = people.list_avatars(ids=[one for one in ids if one is not None])
    return {key: avatar.name for key, avatar in found.items()}


def _person(key: int | None, names: dict[int, str]) -> dict[str, Any] | None:
    return None if key is None else {"id": key, "name": names.get(key, "")}


def _dispute(row: Any) -> dict[str, Any]:
    return {
        "id": row.pk,
        "trip_id": row.trip_id,
        "status": row.status,
        "reason": row.reason,
        "amount": row.amount,
        "currency": row.currency,
        "fee_amount": row.fee_amount,
        "opened_at": row.opened_at.isoformat(),
        "closed_at": row.closed_at and row.closed_at.isoformat(),
    }


def _payout(row: Any) -> dict[str, Any]:
    return {
        "id": row.pk,
        "gateway_id": row.gateway_id,
        "status": row.status,
        "amount": row.amount,
        "currency": row.currency,
        "arrival_date": row.arrival_date.isoformat(),
    }


def _difference(row: Any) -> dict[str, Any]:
    return {
        "id": row.pk,
        "kind": row.kind,
        "gateway_id": row.gateway_id,
        "trip_id": row.trip_id,
        "invoice_id": row.invoice_id,
        "our_amount": row.our_amount,
        "their_amount": row.their_amount,
        "currency": row.currency,
    }
