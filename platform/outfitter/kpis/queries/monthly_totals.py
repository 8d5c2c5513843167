"""Months of all operators, added up."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from outfitter.kpis import exchange_rates
from outfitter.kpis.month_sums import LEAKS
from outfitter.kpis.queries.account_filters import AccountFilter, Value, rows_of, whole

_MRR: Final = "mrr_subscription + mrr_usage"
_MOVED: Final = {
    "new": f"{_MRR} - previous_mrr",
    "reactivation": f"{_MRR} - previous_mrr",
    "expansion": f"{_MRR} - previous_mrr",
    "contraction": f"previous_mrr - ({_MRR})",
    "churn": f"previous_mrr - ({_MRR})",
}
REVENUE: Final = {
    "mrr_subscription": "sum(mrr_subscription)",
    "mrr_usage": "sum(mrr_usage)",
    "previous": "sum(previous_mrr)",
    **{name: f"sum({what}) FILTER (WHERE movement = '{name}')" for name, what in _MOVED.items()},
    "accounts_cnt": f"count(*) FILTER (WHERE {_MRR} <> 0)",
}
VOLUME: Final = {
    "gross_booked": "sum(gross_booked_amount)",
    "booked_online": "sum(booked_online_amount)",
    "booked_staff": "sum(booked_staff_amount)",
    "booked_partner": "sum(booked_partner_amount)",
    "cancelled": "sum(cancelled_amount)",
    "processed": "sum(processed_amount)",
    "trips_cnt": "sum(trips_cnt)",
    "pax_cnt": "sum(pax_cnt)",
    "active_accounts_cnt": "count(*) FILTER (WHERE is_active)",
}
CARDS: Final = {
    "card_online": "sum(card_online)",
    "card_present": "sum(card_present)",
    "card_moto": "sum(card_moto)",
    "non_card": "sum(non_card)",
    "accounts_below_50pct_cnt": """count(*) FILTER (
      WHERE card_online + card_present + card_moto + non_card >= %(least)s
        AND (card_online + card_present + card_moto) < non_card)""",
}
FEES: Final = {
    "expected": "sum(fee_expected)",
    "collected": "sum(fee_collected)",
    "processed": "sum(processed_amount)",
    **{name.removeprefix("fee_"): f"sum({name})" for name in LEAKS},
}
# What counts operators or asks for their movement has a column of its own in the totals of all.
_OF_ALL: Final = {
    **{name: f"sum(moved_{name})" for name in _MOVED},
    **{name: f"sum({name})" for name in ("accounts_cnt", "active_accounts_cnt", "accounts_below_50pct_cnt")},
}


def totals_by_month(
    figures: dict[str, str], *, months: Sequence[date], who: AccountFilter, least: int = 0
) -> dict[date, dict[str, int]]:
    """Return each month's figures (name -> SQL of an aggregate); all are 0 where nothing is known."""
    table, terms = "kpis_kpimonthlyaccount", figures
    if who.is_anybody:
        table, terms = "kpis_kpimonthtotal", {name: _OF_ALL.get(name, figures[name]) for name in figures}
    named = ", ".join(f"{what} AS {name}" for name, what in terms.items())
    statement = f"""SELECT month, {named} FROM {table}
      WHERE month >= %(first)s AND month <= %(last)s AND reporting_currency = %(currency)s
      {who.condition("account_id")} GROUP BY month"""  # noqa: S608  # names of our own
    currency = exchange_rates.reporting_currency()
    span: dict[str, Value] = {"first": months[0], "last": months[-1], "least": least, "currency": currency}
    found = {row.pop("month"): row for row in rows_of(statement, who.values | span)}
    return {month: {name: whole(found.get(month, {}).get(name)) for name in figures} for month in months}


def missing_rates(who: AccountFilter, months: Sequence[date]) -> list[dict[str, object]]:
    """Return the currencies and months that no rate is known for, with how many operators that leaves out."""
    statement = f"""SELECT unnest(missing) AS currency, month, count(*) AS accounts_cnt
      FROM kpis_kpimonthlyaccount WHERE NOT missing = '{{}}'
       AND month >= %(first)s AND month <= %(last)s {who.condition("account_id")}
     GROUP BY 1, 2 ORDER BY 2, 1"""  # noqa: S608  # names of our own
    return rows_of(statement, who.values | {"first": months[0], "last": months[-1]})


def has_fees() -> bool:
    """Return whether any operator was ever charged a platform fee."""
    return bool(
        rows_of(
            "SELECT 1 AS x FROM kpis_kpimonthlyaccount WHERE fee_expected <> 0 OR fee_collected <> 0 LIMIT 1",
            {},
        )
    )
