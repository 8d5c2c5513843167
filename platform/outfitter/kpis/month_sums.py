"""What an operator's daily facts come to, month by month, in the reporting currency."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Final

from django.contrib.postgres.aggregates import BoolOr
from django.db.models import F, Sum
from django.db.models.functions import TruncMonth

from outfitter.kpis import exchange_rates
from outfitter.kpis.models import KpiDailyAccount
from outfitter.kpis.rules.exchange import convert

# Column of the month -> what of a day's facts it adds up; amounts, converted once they are added up.
AMOUNTS: Final = {
    "gross_booked_amount": F("gross_booked_amount"),
    "booked_online_amount": F("booked_online_amount"),
    "booked_staff_amount": F("booked_staff_amount"),
    "booked_partner_amount": F("booked_partner_amount"),
    "cancelled_amount": F("cancelled_amount"),
    "processed_amount": F("gateway_paid_amount") - F("gateway_refunds_amount"),
    "card_online": F("pay_card_online"),
    "card_present": F("pay_card_present"),
    "card_moto": F("pay_card_moto"),
    "non_card": F("pay_cash") + F("pay_check_wire") + F("pay_other"),
    "fee_expected": F("fee_expected"),
    "fee_collected": F("fee_collected") - F("fee_refunded"),
    "fee_waived_by_staff": F("fee_waived_by_staff"),
    "fee_paid_offline_uncollected": F("fee_paid_offline_uncollected"),
    "fee_exempt_method": F("fee_exempt_method"),
    "fee_gateway_failed": F("fee_gateway_failed"),
    "fee_invoice_unpaid": F("fee_invoice_unpaid"),
}
LEAKS: Final = tuple(name for name in AMOUNTS if name.startswith("fee_"))[2:]
COUNTS: Final = {"trips_cnt": F("trips_reserved_cnt"), "pax_cnt": F("pax_cnt")}


@dataclass(slots=True)
class MonthSums:
    """The figures of a month, and the currencies that no rate was known for."""

    figures: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    missing: set[str] = field(default_factory=set)


def sums_by_month(*, account_id: int, first: date) -> dict[date, MonthSums]:
    """Return what an operator's days come to from the month `first` on."""
    rows = (
        KpiDailyAccount.objects.filter(account_id=account_id, date__gte=first)
        .annotate(month=TruncMonth("date"))
        .values("month", "currency", "fx_rate")
        .annotate(
            **{f"sum_{name}": Sum(what) for name, what in (AMOUNTS | COUNTS).items()},
            active=BoolOr("is_active"),
        )
        .order_by("month", "currency", "fx_rate")
    )
    found: defaultdict[date, MonthSums] = defaultdict(MonthSums)
    for row in rows:
        _add(found[row["month"]], {**row})
    return dict(found)


def _add(to: MonthSums, row: dict[str, object]) -> None:
    currency, rate = str(row["currency"]), row["fx_rate"]
    for name in COUNTS:
        to.figures[name] += _whole(row[f"sum_{name}"])
    to.figures["is_active"] = int(bool(to.figures["is_active"] or row["active"]))
    amounts = {name: _whole(row[f"sum_{name}"]) for name in AMOUNTS}
    if not isinstance(rate, Decimal):
        # Days without money need no rate.
        if any(amounts.values()):
            to.missing.add(currency)
        return
    into = exchange_rates.reporting_currency()
    exact = {
        name: convert(amount, rate=rate, currency=currency, into=into) for name, amount in amounts.items()
    }
    # Rounding must not break what adds up: the whole is made of its converted parts.
    exact["gross_booked_amount"] = sum(
        exact[name] for name in ("booked_online_amount", "booked_staff_amount", "booked_partner_amount")
    )
    exact["fee_expected"] = exact["fee_collected"] + sum(exact[name] for name in LEAKS)
    for name, amount in exact.items():
        to.figures[name] += amount


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
