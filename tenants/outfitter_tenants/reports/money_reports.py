"""The reports of money: payments, tips, payouts and their lines, transfers (domain.md 4.27)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import Case, Count, F, Q, Sum, When
from django.db.models.expressions import Combinable
from django.db.models.functions import TruncDate

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.kit.errors import Invalid
from outfitter.kit.zones import day_bounds, zone
from outfitter_tenants.ledger import lists as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports.report import Report, ReportQuery, check_span, column_of, rows_of, totals_of

# Money that came, less what of it is void; money that went back and arrived.
_CAME: Final = Q(kind="payment", status__in=["succeeded", "disputed", "reversed"])
_WENT: Final = Q(kind="refund", status="succeeded")
_IN: Final = Sum(F("amount") - F("reversed_amount"), filter=_CAME, default=0)
_OUT: Final = Sum("amount", filter=_WENT, default=0)
_TIPS: Final = Sum(
    Case(
        When(_CAME, then=F("tip_amount") - F("reversed_tip_amount")),
        When(_WENT, then=-F("tip_amount")),
        default=0,
    )
)
# What tills have more than payments and refunds say: what is void was never rounded.
_ROUNDED: Final = Sum(
    Case(
        When(_CAME & ~Q(status="reversed"), then=F("cash_rounding")),
        When(_WENT, then=-F("cash_rounding")),
        default=0,
    )
)
_SUMS: Final[Mapping[str, Combinable]] = {
    "payment_amount": _IN,
    "refund_amount": _OUT,
    "net_amount": _IN - _OUT,
    "tip_amount": _TIPS,
    "cash_rounding": _ROUNDED,
}

PAYMENTS: Final = Report(
    ledger.PAYMENTS, {"received": "received_at", "created": "created_at", "activity": "activity_at"}, _SUMS
)
PAYOUTS: Final = Report(
    ledger.PAYOUTS,
    {"received": "arrival_date", "created": "created_at", "activity": "arrival_date"},
    {"amount": Sum("amount", filter=~Q(status__in=["failed", "canceled"]), default=0)},
)
_LINES: Final = {
    "gross": Sum("gross"),
    "fee": Sum("fee"),
    "platform_amount": Sum("platform_amount"),
    "net": Sum("net"),
}
_LINE_DATES: Final = {"created": "created_at", "received": "arrival_date", "activity": "available_at"}
TRANSACTIONS: Final = Report(ledger.TRANSACTIONS, _LINE_DATES, _LINES)
TRANSFER_LINES: Final = Report(ledger.TRANSFER_LINES, _LINE_DATES, _LINES)
TRANSFERS: Final = Report(
    ledger.TRANSFERS,
    {"created": "created_at", "received": "created_at", "activity": "created_at"},
    {
        "amount": Sum("amount"),
        "amount_reversed": Sum("amount_reversed"),
        "net_amount": Sum(F("amount") - F("amount_reversed")),
    },
)

MAX_GROUPS: Final = 1000


@dataclass(frozen=True, slots=True)
class Grouping:
    """What payments are grouped by, as SQL computes it, and how its column reads."""

    kind: str
    expression: Callable[[ListReader], Combinable]


def _by(path: str) -> Callable[[ListReader], Combinable]:
    return lambda _reader: F(path)


def _day(reader: ListReader) -> Combinable:
    return TruncDate("received_at", tzinfo=zone(reader.zone))


GROUPINGS: Final[dict[str, Grouping]] = {
    "method": Grouping("choice", _by("method")),
    "day": Grouping("date", _day),
    "collected_by": Grouping("lookup", _by("collected_by")),
    "device": Grouping("number", _by("device_id")),
    "channel": Grouping("choice", _by("intent__channel")),
    "card_brand": Grouping("text", _by("card_brand")),
    "payout": Grouping("number", _by("payout_id")),
}


def grouped(asked: ReportQuery, reader: ListReader, *, group_by: str) -> dict[str, Any]:
    """
    Return what payments and refunds come to by `group_by`, the largest first; days in order.

    :raises Invalid: nothing is grouped by that
    """
    grouping = GROUPINGS.get(group_by)
    if grouping is None:
        raise Invalid({"groupBy": [f"Choose one of: {', '.join(GROUPINGS)}."]})
    _, found = rows_of(PAYMENTS, asked, reader)
    rows = (
        found.order_by()
        .annotate(group=grouping.expression(reader))
        .values("group", "currency")
        .annotate(
            payment_cnt=Count("pk", filter=_CAME),
            refund_cnt=Count("pk", filter=_WENT),
            sum_payment=_IN,
            sum_refund=_OUT,
            sum_tip=_TIPS,
            sum_rounding=_ROUNDED,
        )
    )
    order = ["group"] if group_by == "day" else [F("sum_payment").desc(), "group"]
    shown = list(rows.order_by(*order, "currency")[:MAX_GROUPS])
    names = _names([row["group"] for row in shown]) if group_by == "collected_by" else {}
    sums = ("payment_amount", "refund_amount", "net_amount", "tip_amount", "cash_rounding")
    keys = [("payment_cnt", "number"), ("refund_cnt", "number"), *((one, "money") for one in sums)]
    return {
        "columns": [
            column_of(group_by, grouping.kind),
            *(column_of(*one) for one in keys),
            column_of("currency", "text"),
        ],
        "data": [_group(row, names) for row in shown],
        "totals": totals_of(found, PAYMENTS.totals),
        "meta": {"next_cursor": None, "total": len(shown), "is_total_exact": True, "export_id": None},
    }


def _names(ids: list[int | None]) -> dict[int, str]:
    found = people.list_avatars(ids=[one for one in ids if one is not None])
    return {key: avatar.name for key, avatar in found.items()}


def _group(row: dict[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    value = row["group"]
    return {
        "value": value.isoformat() if isinstance(value, date) else value,
        "label": names.get(value) if isinstance(value, int) else None,
        "currency": row["currency"],
        "payment_cnt": row["payment_cnt"],
        "payment_amount": row["sum_payment"],
        "refund_cnt": row["refund_cnt"],
        "refund_amount": row["sum_refund"],
        "net_amount": row["sum_payment"] - row["sum_refund"],
        "tip_amount": row["sum_tip"] or 0,
        "cash_rounding": row["sum_rounding"] or 0,
    }


_TIP_COLUMNS = {
    "owner": "lookup",
    "day": "date",
    "trip_cnt": "number",
    "tip_amount": "money",
    "currency": "text",
}


def tips(asked: ReportQuery, reader: ListReader, *, group_by: str) -> dict[str, Any]:
    """
    Return who has which tips, by person, by day or by both; from the journal, refunds taken off.

    :raises Forbidden: the caller may not read this report
    :raises Invalid: nothing is grouped by that, or the span of days makes no sense
    """
    if group_by not in {"owner", "day", "owner_day"}:
        raise Invalid({"groupBy": ["Choose one of: owner, day, owner_day."]})
    # The journal is no list: it is asked here whether the caller may read it.
    lists.parse(ledger.PAYMENTS, reader)
    check_span(asked.first, asked.last)
    since, until = day_bounds(asked.first, reader.zone)[0], day_bounds(asked.last, reader.zone)[1]
    found = money.tips_by(
        since=since, until=until, zone=reader.zone, by_owner="owner" in group_by, by_day="day" in group_by
    )
    names = _names([row.owner_id for row in found])
    totals: dict[str, dict[str, int]] = {}
    for row in found:
        sums = totals.setdefault(row.currency, {"cnt": 0, "tip_amount": 0})
        sums["cnt"] += 1
        sums["tip_amount"] += row.amount
    shown = [key for key in _TIP_COLUMNS if key not in {"owner", "day"} or key in group_by]
    return {
        "columns": [column_of(key, _TIP_COLUMNS[key]) for key in shown],
        "data": [
            {
                "owner": {"id": row.owner_id, "name": names.get(row.owner_id, "")}
                if row.owner_id is not None
                else None,
                "day": row.day,
                "currency": row.currency,
                "tip_amount": row.amount,
                "trip_cnt": row.trip_cnt,
            }
            for row in found
        ],
        "totals": totals,
        "meta": {"next_cursor": None, "total": len(found), "is_total_exact": True, "export_id": None},
    }
