"""
What an operator tells the platform of its days: its daily step (domain.md 6.5).

The last 35 days are said again each day, so that what changes late is heard; saying a day again
changes nothing. What a visitor's cart says is heard for as long as carts know whose they are.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final

from outfitter.accounts import queries as accounts
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.kpis import facts, visits
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.ledger.queries.day_payments import Taken, payments_by_day
from outfitter_tenants.people.queries import get_properties
from outfitter_tenants.trips.queries import day_bookings

PAST: Final = "reports.day_facts_past"
RECENT: Final = timedelta(days=35)
# A step of the work on a long past; each is a transaction of its own.
SPAN: Final = timedelta(days=92)
_BASE: Final = frozenset({"card_online", "card_present", "card_moto", "cash", "check_wire", "other"})
_CARDS: Final = frozenset({"card_online", "card_present", "card_moto"})


def emit_recent(_state: Mapping[str, object], at: datetime) -> None:
    """Say the last 35 days again; the daily work of an operator."""
    properties = get_properties()
    today = zones.local_day(at, properties.time_zone)
    # A cart is emptied once it was left alone for so long; the day before, it is heard a last time.
    known = timedelta(days=min(properties.draft_expire_days - 1, RECENT.days))
    emit(first=today - RECENT, last=today, at=at, carts_first=today - known)
    visits.forget_visits(account_id=_account_id(), today=today)


def emit_past(state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Say what lies before the last 35 days, for an operator that is older than the figures.

    From the latest day back to the first sale, 92 days at a time; returns where to go on, None when
    the beginning is reached. Carts of that time do not know their visitors any more: each counts as one.
    """
    begun, last = _first_sale(), _last_past_day(at)
    if isinstance(said := state.get("before"), str):
        last = date.fromisoformat(said) - timedelta(days=1)
    if begun is None or last < begun:
        return None
    first = last - SPAN
    emit(first=first, last=last, at=at)
    return {"before": first.isoformat()}


def schedule_past(*, at: datetime) -> date | None:
    """
    Have this operator's past said in a job, as one that is older than the figures.

    Scheduled again, it begins anew: there is one such job, and saying a day again changes nothing.
    Returns the day of the first sale; None, and no job, where that is not before the last 35 days.
    """
    begun = _first_sale()
    if begun is None or begun > _last_past_day(at):
        return None
    scheduled_jobs.schedule(PAST, key="", due_at=at, payload={})
    return begun


def go_on(payload: Mapping[str, object], at: datetime) -> None:
    """Say one stretch of the past, and have the next one follow while there is one."""
    state = emit_past(payload, at)
    if state is not None:
        scheduled_jobs.schedule(PAST, key="", due_at=at, payload=state)


def emit(*, first: date, last: date, at: datetime, carts_first: date | None = None) -> None:
    """Work out the days from `first` to `last` and hand them to the platform."""
    account_id = _account_id()
    days = facts_between(account_id=account_id, first=first, last=last)
    facts.record(account_id=account_id, first=first, last=last, days=days, now=at, carts_first=carts_first)


def facts_between(*, account_id: int, first: date, last: date) -> list[facts.DayFacts]:
    """Return the facts of this operator's days on which something happened."""
    properties = get_properties()
    span = {"first": first, "last": last}
    found: defaultdict[tuple[date, str], defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for booked in day_bookings.booked_by_day(**span, time_zone=properties.time_zone):
        row = found[booked.day, booked.currency]
        row["trips_reserved_cnt"] += booked.trip_cnt
        row["pax_cnt"] += booked.pax_cnt
        row["gross_booked_amount"] += booked.amount
        row[f"booked_{booked.by}_amount"] += booked.amount
    canceled = day_bookings.canceled_by_day(**span, time_zone=properties.time_zone)
    for (day, currency), amount in canceled.items():
        found[day, currency]["cancelled_amount"] += amount
    for taken in payments_by_day(**span, time_zone=properties.time_zone):
        _add_payment(found[taken.day, taken.currency], taken)
    for drafts in day_bookings.drafts_by_day(**span, time_zone=properties.time_zone):
        row = found[drafts.day, properties.currency]
        row["ecom_drafts_cnt"] += drafts.draft_cnt
        row["ecom_converted_cnt"] += drafts.converted_cnt
        row["recovered_cnt"] += drafts.recovered_cnt
    for day, cnt in visits.visits_by_day(account_id=account_id, **span).items():
        found[day, properties.currency]["ecom_sessions_cnt"] += cnt
    return [
        facts.DayFacts(date=day, currency=currency, is_active=row["trips_reserved_cnt"] > 0, **row)
        for (day, currency), row in found.items()
    ]


def _first_sale() -> date | None:
    begun = day_bookings.first_reserved_at()
    return zones.local_day(begun, get_properties().time_zone) if begun else None


def _last_past_day(at: datetime) -> date:
    return zones.local_day(at, get_properties().time_zone) - RECENT - timedelta(days=1)


def _add_payment(row: defaultdict[str, int], taken: Taken) -> None:
    if taken.way == "refund":
        row["refunds_amount"] += taken.amount
        row["gateway_refunds_amount"] += taken.amount if taken.is_at_gateway else 0
        return
    row["gateway_paid_amount"] += taken.amount if taken.is_at_gateway else 0
    if taken.way == "invoice":
        return
    row[f"pay_{taken.way}"] += taken.amount
    row["pay_base_cnt"] += taken.cnt if taken.way in _BASE else 0
    row["pay_card_cnt"] += taken.cnt if taken.way in _CARDS else 0


def _account_id() -> int:
    account = accounts.find_account(schema_name=current_schema())
    if account is None:
        raise LookupError("daily facts are an operator's")
    return int(account.pk)
