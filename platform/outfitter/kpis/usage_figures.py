"""What operators sell, how visitors buy, how they pay, and what fees come of it (domain.md 6.5, 3 to 8)."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from outfitter.accounts.models import Account
from outfitter.kit.currencies import exponent
from outfitter.kpis.exchange_rates import reporting_currency
from outfitter.kpis.month_sums import LEAKS
from outfitter.kpis.queries import day_windows, monthly_totals
from outfitter.kpis.queries.account_filters import AccountFilter
from outfitter.kpis.queries.day_windows import NO_CARTS, Span
from outfitter.kpis.revenue import months_until
from outfitter.kpis.rules.exchange import ratio_ppm

WINDOW: Final = timedelta(days=28)
# A cart of the last week may still be booked.
MATURE: Final = timedelta(days=7)
# Operators that took less than a hundred, in whole units, say nothing about how guests pay.
_LEAST: Final = 100
_MOST_APART: Final = 50
REASONS: Final = tuple(name.removeprefix("fee_") for name in LEAKS)


def last_days(at: datetime) -> Span:
    """Return the last 28 days, today included."""
    return Span(at.date() - WINDOW + timedelta(days=1), at.date())


def volume_history(at: datetime, who: AccountFilter) -> list[dict[str, object]]:
    """Return what was booked, canceled and processed in each month."""
    found = monthly_totals.totals_by_month(monthly_totals.VOLUME, months=months_until(at), who=who)
    last = months_until(at, 0)[0]
    return [
        {
            "month": month,
            **sums,
            "net_booked": sums["gross_booked"] - sums["cancelled"],
            "is_partial": month == last,
        }
        for month, sums in found.items()
    ]


def conversion(at: datetime, span: Span, who: AccountFilter) -> dict[str, object]:
    """Return how many of the drafts begun on these days were booked, and of as many days before."""
    days = day_windows.carts_by_day(span, who)
    before = day_windows.carts_by_day(span.before, who)
    return {
        **_rates(list(days.values())),
        "previous": _rates(list(before.values())),
        "is_mature": _is_mature(span.last, at),
        "series": [
            {
                "date": day,
                "drafts": one["drafts"],
                "converted": one["converted"],
                "rate_ppm": ratio_ppm(one["converted"], one["drafts"]),
                "is_mature": _is_mature(day, at),
            }
            for day in span.days
            for one in [days.get(day, NO_CARTS)]
        ],
    }


def card_usage(span: Span, who: AccountFilter) -> dict[str, object]:
    """Return which share of guests' money was paid by card; operators that took little stand apart."""
    least = least_base()
    found = day_windows.card_totals(span, who, least=least, most=_MOST_APART)
    counted, apart = found.counted, found.apart
    card = counted["base"] - counted["non_card"]
    return {
        **{name: counted[name] for name in ("card_online", "card_present", "card_moto", "non_card")},
        "usage_ppm": ratio_ppm(card, counted["base"]),
        "usage_cnt_ppm": ratio_ppm(counted["card_cnt"], counted["base_cnt"]),
        "accounts_cnt": counted["accounts_cnt"],
        "apart": {
            "least_base": least,
            "accounts_cnt": apart["accounts_cnt"],
            "base": apart["base"],
            "accounts": _named(found.largest),
        },
    }


def card_usage_history(at: datetime, who: AccountFilter) -> list[dict[str, object]]:
    """Return the same month by month, with the three ways a card is charged."""
    months = months_until(at)
    found = monthly_totals.totals_by_month(monthly_totals.CARDS, months=months, who=who, least=least_base())
    history: list[dict[str, object]] = []
    for month, sums in found.items():
        card = sums["card_online"] + sums["card_present"] + sums["card_moto"]
        share = ratio_ppm(card, card + sums["non_card"])
        history.append({"month": month, "usage_ppm": share, **sums, "is_partial": month == months[-1]})
    return history


def fee_capture(span: Span, who: AccountFilter) -> dict[str, object]:
    """Return which share of the fees that were due was earned, and where the rest went."""
    return _fees(day_windows.fees_between(span, who)) | {"not_applicable": not monthly_totals.has_fees()}


def fee_capture_history(at: datetime, who: AccountFilter) -> list[dict[str, object]]:
    """Return the same month by month."""
    months = months_until(at)
    found = monthly_totals.totals_by_month(monthly_totals.FEES, months=months, who=who)
    return [
        {"month": month, **_fees(sums), "is_partial": month == months[-1]} for month, sums in found.items()
    ]


def least_base() -> int:
    """Return below which base an operator stands apart, in minor units of the reporting currency."""
    return int(_LEAST * 10 ** exponent(reporting_currency()))


def _fees(sums: dict[str, int]) -> dict[str, object]:
    return {
        "expected": sums["expected"],
        "collected": sums["collected"],
        "capture_ppm": ratio_ppm(sums["collected"], sums["expected"]),
        "take_rate_ppm": ratio_ppm(sums["collected"], sums["processed"]),
        "leakage": {reason: sums[reason] for reason in REASONS},
    }


def _rates(days: Sequence[dict[str, int]]) -> dict[str, object]:
    drafts, converted, recovered, sessions = (
        sum(one[name] for one in days) for name in ("drafts", "converted", "recovered", "sessions")
    )
    return {
        "rate_ppm": ratio_ppm(converted, drafts),
        "drafts": drafts,
        "converted": converted,
        "sessions": sessions,
        "session_rate_ppm": ratio_ppm(converted, sessions),
        "recovered_share_ppm": ratio_ppm(recovered, converted),
    }


def _is_mature(day: date, at: datetime) -> bool:
    return day <= at.date() - MATURE


def _named(largest: Sequence[tuple[int, int]]) -> list[dict[str, object]]:
    names = dict(Account.objects.filter(pk__in=[pk for pk, _ in largest]).values_list("pk", "name"))
    return [{"account_id": pk, "name": names[pk], "base": base} for pk, base in largest]
