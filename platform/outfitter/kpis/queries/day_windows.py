"""Days of all operators, added up: what one sees of the last weeks."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from outfitter.kit.currencies import ZERO_DECIMAL, exponent
from outfitter.kpis import exchange_rates
from outfitter.kpis.month_sums import LEAKS
from outfitter.kpis.queries.account_filters import AccountFilter, Value, rows_of, whole
from outfitter.kpis.rules.exchange import convert

_AMOUNTS: Final = {
    "card_online": "pay_card_online",
    "card_present": "pay_card_present",
    "card_moto": "pay_card_moto",
    "non_card": "pay_cash + pay_check_wire + pay_other",
}
_FEES: Final = {
    "collected": "fee_collected - fee_refunded",
    "processed": "gateway_paid_amount - gateway_refunds_amount",
    **{name.removeprefix("fee_"): name for name in LEAKS},
}
_COUNTS: Final = {"card_cnt": "pay_card_cnt", "base_cnt": "pay_base_cnt"}
_CARD_SUMS: Final = (*_AMOUNTS, *_COUNTS, "base", "accounts_cnt")


def _rounded(what: str) -> str:
    # As rules.exchange.convert: exact until the one rounding, half away from zero.
    unit = "CASE WHEN currency = ANY(%(whole)s) THEN %(of_whole)s::numeric ELSE %(of_cents)s::numeric END"
    return f"round(sum({what}) * fx_rate * {unit})"


# Operators' sums at each rate, then operators, then all of them: thousands of rows stay in the database.
_CARDS: Final = f"""
WITH part AS (
  SELECT account_id, {", ".join(f"{_rounded(what)} AS {name}" for name, what in _AMOUNTS.items())},
         {", ".join(f"sum({what}) AS {name}" for name, what in _COUNTS.items())}
    FROM kpis_kpidailyaccount
   WHERE date >= %(first)s AND date <= %(last)s AND fx_rate IS NOT NULL AND reporting_currency = %(into)s
   {{who}} GROUP BY account_id, currency, fx_rate
), account AS (
  SELECT account_id, {", ".join(f"sum({name})::bigint AS {name}" for name in (*_AMOUNTS, *_COUNTS))},
         sum({" + ".join(_AMOUNTS)})::bigint AS base
    FROM part GROUP BY account_id
), small AS (
  SELECT account_id, base FROM account WHERE base < %(least)s AND (base <> 0 OR base_cnt <> 0)
   ORDER BY base DESC, account_id LIMIT %(most)s
)
SELECT base >= %(least)s AS is_counted, count(*) AS accounts_cnt,
       {", ".join(f"sum({name}) AS {name}" for name in (*_AMOUNTS, *_COUNTS, "base"))},
       (SELECT string_agg(account_id || ':' || base, ',' ORDER BY base DESC, account_id) FROM small)
         AS largest
  FROM account WHERE base >= %(least)s OR base <> 0 OR base_cnt <> 0 GROUP BY 1
"""  # noqa: S608  # names of our own


NO_CARTS: Final = dict.fromkeys(("drafts", "converted", "recovered", "sessions"), 0)


@dataclass(frozen=True, slots=True)
class Span:
    """Days from `first` to `last`, both included."""

    first: date
    last: date

    @property
    def before(self) -> "Span":
        """Return as many days right before these."""
        length = self.last - self.first + timedelta(days=1)
        return Span(self.first - length, self.last - length)

    @property
    def days(self) -> list[date]:
        """Return each of them."""
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    @property
    def values(self) -> dict[str, Value]:
        """Return the values that statements name."""
        return {"first": self.first, "last": self.last}


@dataclass(frozen=True, slots=True)
class CardTotals:
    """
    What customers paid, in minor units of the reporting currency; `apart` are operators below a base.

    `largest` are operators of those, with their base, the largest first.
    """

    counted: dict[str, int]
    apart: dict[str, int]
    largest: list[tuple[int, int]]


def carts_by_day(span: Span, who: AccountFilter) -> dict[date, dict[str, int]]:
    """Return drafts, conversions, recovered ones and sessions of each day."""
    statement = f"""SELECT date, sum(ecom_drafts_cnt) AS drafts, sum(ecom_converted_cnt) AS converted,
        sum(recovered_cnt) AS recovered, sum(ecom_sessions_cnt) AS sessions
      FROM {_days_of(who)} WHERE date >= %(first)s AND date <= %(last)s
      {who.condition("account_id")} GROUP BY date ORDER BY date"""  # noqa: S608  # names of our own
    rows = rows_of(statement, who.values | span.values)
    return {_day(row["date"]): {name: whole(row[name]) for name in NO_CARTS} for row in rows}


def card_totals(span: Span, who: AccountFilter, *, least: int, most: int) -> CardTotals:
    """Return what customers paid, by whether their operator took `least`; days without a rate don't count."""
    into = exchange_rates.reporting_currency()
    asked: dict[str, Value] = {"least": least, "most": most, "into": into, "whole": sorted(ZERO_DECIMAL)}
    # What a unit of a currency without decimals, and of one with two, is in units of the other.
    asked |= {"of_whole": f"1e{exponent(into)}", "of_cents": f"1e{exponent(into) - 2}"}
    statement = _CARDS.replace("{who}", who.condition("account_id"))
    found = {bool(row["is_counted"]): row for row in rows_of(statement, who.values | span.values | asked)}
    counted, apart = (
        {name: whole(found.get(is_counted, {}).get(name)) for name in _CARD_SUMS}
        for is_counted in (True, False)
    )
    largest = str(found.get(False, {}).get("largest") or "")
    pairs = [pair.split(":") for pair in largest.split(",") if pair]
    return CardTotals(counted, apart, [(int(account_id), int(base)) for account_id, base in pairs])


def fees_between(span: Span, who: AccountFilter) -> dict[str, int]:
    """Return what was due of fees, what came of it, and why the rest did not; all in one currency."""
    sums = dict.fromkeys(_FEES, 0)
    for row in _by_rate(_FEES, span, who):
        for name in _FEES:
            sums[name] += _converted(row, name)
    # Rounding must not open a gap between what was due and what is explained.
    leaked = sum(sums[name.removeprefix("fee_")] for name in LEAKS)
    return sums | {"expected": sums["collected"] + leaked}


def _days_of(who: AccountFilter) -> str:
    # The same columns in both: facts of each operator, and what those of all come to.
    return "kpis_kpidaytotal" if who.is_anybody else "kpis_kpidailyaccount"


def _by_rate(figures: dict[str, str], span: Span, who: AccountFilter) -> list[dict[str, object]]:
    named = ", ".join(f"sum({what}) AS {name}" for name, what in figures.items())
    statement = f"""SELECT currency, fx_rate, {named} FROM {_days_of(who)}
      WHERE date >= %(first)s AND date <= %(last)s AND fx_rate IS NOT NULL
        AND reporting_currency = %(into)s
      {who.condition("account_id")} GROUP BY currency, fx_rate"""  # noqa: S608  # names of our own
    return rows_of(statement, who.values | span.values | {"into": exchange_rates.reporting_currency()})


def _converted(row: dict[str, object], name: str) -> int:
    into = exchange_rates.reporting_currency()
    return convert(
        whole(row[name]), rate=Decimal(str(row["fx_rate"])), currency=str(row["currency"]), into=into
    )


def _day(value: object) -> date:
    return date.fromisoformat(str(value))
