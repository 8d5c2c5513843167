"""Rates of the European Central Bank, read from what it gives to everybody (domain.md 6.5)."""

import csv
import io
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kpis.models import FxRate
from outfitter.kpis.rules.exchange import PLACES
from outfitter.outbound import Unreachable, client

ADDRESS: Final = "https://data-api.ecb.europa.eu/service/data/EXR/D..EUR.SP00.A"
_SECONDS: Final = 30.0
_MOST_BYTES: Final = 8_000_000
Days = Mapping[str, Mapping[date, Decimal]]


class BankSilent(Exception):
    """The bank's file could not be had or read; nothing was changed."""


@dataclass(frozen=True, slots=True)
class MonthRate:
    """How many units of a currency one euro bought in a month."""

    currency: str
    month: date
    average: Decimal
    month_end: Decimal
    is_final: bool


def read_days(text: str) -> Days:
    """
    Return currency -> day -> units one euro bought, of the bank's CSV.

    :raises BankSilent: it is something else
    """
    found: defaultdict[str, dict[date, Decimal]] = defaultdict(dict)
    try:
        for row in csv.DictReader(io.StringIO(text)):
            # Days on which banks are closed stand there without a value.
            if row["OBS_VALUE"] not in {"", "NaN"}:
                found[row["CURRENCY"]][date.fromisoformat(row["TIME_PERIOD"])] = Decimal(row["OBS_VALUE"])
    except (KeyError, ValueError, TypeError, InvalidOperation) as problem:
        raise BankSilent("the file is not the one we know") from problem
    if not found:
        raise BankSilent("the file holds no rates")
    return found


def month_rates(days: Days) -> list[MonthRate]:
    """Return average and last rate of each month; it is final once there is a day after it."""
    rates: list[MonthRate] = []
    for currency, known in sorted(days.items()):
        newest = max(known).replace(day=1)
        for month in sorted({day.replace(day=1) for day in known}):
            mine = [known[day] for day in sorted(known) if day.replace(day=1) == month]
            average = (sum(mine) / Decimal(len(mine))).quantize(PLACES, rounding=ROUND_HALF_UP)
            rates.append(MonthRate(currency, month, average, mine[-1], month < newest))
    return rates


def fetch_rates(*, at: datetime) -> int:
    """
    Read the last two months' rates and keep them; what people entered stays. Returns how many changed.

    :raises BankSilent: there was no answer that could be read
    """
    since = (at.date().replace(day=1) - timedelta(days=1)).replace(day=1)
    try:
        reply = client.send(
            client.Call(
                "GET",
                f"{ADDRESS}?startPeriod={since:%Y-%m-%d}&format=csvdata&detail=dataonly",
                {"Accept": "text/csv"},
                None,
                _SECONDS,
                _MOST_BYTES,
            )
        )
    except Unreachable as problem:
        raise BankSilent(problem.reason) from problem
    if reply.status != 200:
        raise BankSilent(f"HTTP {reply.status}")
    return keep(month_rates(read_days(reply.body.decode("utf-8", "replace"))), at=at)


def keep(rates: list[MonthRate], *, at: datetime) -> int:
    """Write rates down; neither those that people entered nor final ones are touched."""
    changed = 0
    with atomic():
        for one in rates:
            values = {"average": one.average, "month_end": one.month_end, "is_final": one.is_final}
            row, is_new = FxRate.objects.get_or_create(
                currency=one.currency, month=one.month, defaults={**values, "source": "ecb", "updated_at": at}
            )
            if not is_new and row.source == "ecb" and not row.is_final:
                FxRate.objects.filter(pk=row.pk, version=row.version).update(
                    **values, updated_at=at, version=row.version + 1
                )
            changed += is_new or (row.source == "ecb" and not row.is_final)
    return changed
