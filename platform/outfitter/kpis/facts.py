"""Writes of daily facts: what operators and billing say of a day; rates are frozen with them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from typing import Final

from django.db.models.functions import TruncMonth

from outfitter.accounts.models import Account
from outfitter.db.locks import atomic
from outfitter.kpis import exchange_rates, months
from outfitter.kpis.account_lock import lock_account
from outfitter.kpis.models import KpiDailyAccount


@dataclass(frozen=True, slots=True)
class DayFacts:
    """What an operator sold and took on one of its days in one currency; amounts in minor units."""

    date: date
    currency: str
    ecom_sessions_cnt: int = 0
    ecom_drafts_cnt: int = 0
    ecom_converted_cnt: int = 0
    recovered_cnt: int = 0
    trips_reserved_cnt: int = 0
    pax_cnt: int = 0
    gross_booked_amount: int = 0
    booked_online_amount: int = 0
    booked_staff_amount: int = 0
    booked_partner_amount: int = 0
    cancelled_amount: int = 0
    pay_card_online: int = 0
    pay_card_present: int = 0
    pay_card_moto: int = 0
    pay_cash: int = 0
    pay_check_wire: int = 0
    pay_other: int = 0
    pay_gift: int = 0
    pay_ota: int = 0
    pay_reseller: int = 0
    pay_card_cnt: int = 0
    pay_base_cnt: int = 0
    refunds_amount: int = 0
    gateway_paid_amount: int = 0
    gateway_refunds_amount: int = 0
    is_active: bool = False


KEY: Final = ("date", "currency")
CARTS: Final = ("ecom_sessions_cnt", "ecom_drafts_cnt", "ecom_converted_cnt", "recovered_cnt")
SALES: Final = tuple(one.name for one in fields(DayFacts) if one.name not in KEY)

NOTHING: Final = {one.name: one.default for one in fields(DayFacts) if one.name not in KEY}


def record(
    *,
    account_id: int,
    first: date,
    last: date,
    days: Sequence[DayFacts],
    now: datetime,
    carts_first: date | None = None,
) -> None:
    """
    Replace what was said of an operator's days from `first` to `last`; safe to run again.

    Days on which nothing happened need not be named. What is said of carts before `carts_first` is
    not heard: by then they have forgotten whose they were. Demonstration operators have no facts.
    """
    with atomic():
        lock_account(account_id)
        account = Account.objects.only("is_demo").get(pk=account_id)
        if account.is_demo:
            forget(account_id=account_id)
            return
        _write(account_id, days, first=first, last=last, carts_first=carts_first or first)
        settle_rates(account_id=account_id)
        months.refresh(account_id=account_id, since=first, now=now)


def forget(*, account_id: int) -> None:
    """Delete an operator's facts and months: it is a demonstration."""
    KpiDailyAccount.objects.filter(account_id=account_id).delete()
    months.forget(account_id=account_id)


def open_row(*, account_id: int, day: date, currency: str) -> None:
    """Make sure that the day has a row, with its rate."""
    lock_account(account_id)
    _, is_new = KpiDailyAccount.objects.get_or_create(
        account_id=account_id,
        date=day,
        currency=currency,
        defaults={"reporting_currency": exchange_rates.reporting_currency()},
    )
    if is_new:
        settle_rates(account_id=account_id)


def settle_rates(*, account_id: int) -> None:
    """Give every fact its month's average rate; one that is final never changes again."""
    into = exchange_rates.reporting_currency()
    open_rows = KpiDailyAccount.objects.filter(account_id=account_id, is_rate_final=False)
    asked = open_rows.annotate(month=TruncMonth("date")).values_list("currency", "month").distinct()
    for currency, month in asked.order_by("month", "currency"):
        rate = exchange_rates.find_rate(currency=currency, month=month, kind="average")
        open_rows.filter(currency=currency, date__gte=month, date__lt=months.next_month(month)).update(
            fx_rate=rate.value if rate else None,
            is_rate_final=bool(rate and rate.is_final),
            reporting_currency=into,
        )


def _write(account_id: int, days: Sequence[DayFacts], *, first: date, last: date, carts_first: date) -> None:
    """Write what differs from what is there: most of the last weeks' days are said again as they were."""
    said = {(one.date, one.currency): asdict(one) for one in days}
    span = KpiDailyAccount.objects.filter(account_id=account_id, date__gte=first, date__lte=last)
    there = {(row["date"], row["currency"]): row for row in span.values(*KEY, *SALES)}
    # Days that are not named any more have nothing left.
    said |= {key: {**row, **NOTHING} for key, row in there.items() if key not in said}
    into = exchange_rates.reporting_currency()
    for is_kept in (True, False):
        heard = _heard(is_kept=is_kept)
        KpiDailyAccount.objects.bulk_create(
            [
                KpiDailyAccount(account_id=account_id, reporting_currency=into, **values)
                for key, values in said.items()
                if (key[0] < carts_first) == is_kept and _differs(values, there.get(key), heard)
            ],
            update_conflicts=True,
            unique_fields=["account", "date", "currency"],
            update_fields=heard,
        )


def _differs(said: dict[str, object], there: dict[str, object] | None, heard: Sequence[str]) -> bool:
    return there is None or any(said[name] != there[name] for name in heard)


def _heard(*, is_kept: bool) -> list[str]:
    """Return the columns that are written; on days whose carts are kept as they are, not theirs."""
    return [name for name in SALES if not (is_kept and name in CARTS)]
