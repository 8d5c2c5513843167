"""Rates by month: read for facts, entered by people who run the platform, filled from the bank's file."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final, Literal

from django.conf import settings

from outfitter.kit.errors import Invalid, StaleVersion
from outfitter.kpis.models import FxRate
from outfitter.kpis.rules.exchange import BASE, cross_rate

Kind = Literal["average", "month_end"]
ONE: Final = Decimal(1)


@dataclass(frozen=True, slots=True)
class Rate:
    """What one unit of a currency was in the reporting currency, and whether that may still change."""

    value: Decimal
    is_final: bool


def reporting_currency() -> str:
    """Return the currency that the platform's figures are in."""
    return str(settings.KPI_CURRENCY)


def find_rate(*, currency: str, month: date, kind: Kind) -> Rate | None:
    """Return a month's rate into the reporting currency; None where nobody gave one (domain.md 6.5)."""
    into = reporting_currency()
    if currency == into:
        return Rate(ONE, is_final=True)
    rows = {row.currency: row for row in FxRate.objects.filter(currency__in=(currency, into), month=month)}
    of, target = _per_euro(rows, currency, kind), _per_euro(rows, into, kind)
    if of is None or target is None:
        return None
    return Rate(cross_rate(of=of.value, into=target.value), is_final=of.is_final and target.is_final)


def _per_euro(rows: dict[str, FxRate], currency: str, kind: Kind) -> Rate | None:
    if currency == BASE:
        return Rate(ONE, is_final=True)
    row = rows.get(currency)
    if row is None:
        return None
    return Rate(row.average if kind == "average" else row.month_end, is_final=row.is_final)


def list_rates() -> list[FxRate]:
    """Return every rate, the newest month first."""
    return list(FxRate.objects.order_by("-month", "currency"))


def is_over(month: date, at: datetime) -> bool:
    """Return whether a month has ended everywhere but in the last zones: its rates are known."""
    return (at.year, at.month) > (month.year, month.month)


def enter_rate(
    *, currency: str, month: date, average: Decimal, month_end: Decimal, version: int | None, at: datetime
) -> FxRate:
    """
    Write down a month's rate that a person gives; what was converted for good stays as it was.

    `version` is what the person saw, None for a rate that was not there.

    :raises Invalid: the month has not begun, or the rate is not one of a currency to the euro
    :raises StaleVersion: somebody else entered or changed it meanwhile
    """
    if (month.year, month.month) > (at.year, at.month):
        raise Invalid({"month": ["This month hasn't started yet."]})
    if currency == BASE:
        raise Invalid({"currency": ["Rates are per euro, so the euro needs none."]})
    values = {"average": average, "month_end": month_end, "source": "entered", "updated_at": at}
    values["is_final"] = is_over(month, at)
    if version is None:
        row, is_new = FxRate.objects.get_or_create(currency=currency, month=month, defaults=values)
        if not is_new:
            raise StaleVersion("There is a rate for this month already. Please reload.")
        return row
    changed = FxRate.objects.filter(currency=currency, month=month, version=version).update(
        **values, version=version + 1
    )
    if not changed:
        raise StaleVersion("Someone else changed this rate. Please reload.")
    return FxRate.objects.get(currency=currency, month=month)
