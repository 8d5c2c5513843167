"""Departures and seats, each with the least that is valid."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.scheduling import operations
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot, TimeslotPool
from outfitter_tenants.scheduling.operations import Buyer, HoldRef, RuleDraft, RuleResult, SeatRequest
from tests.support.catalog import make_experience, price_ids

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)  # 08:00 in New York
TOMORROW = date(2026, 6, 2)


def make_timeslot(
    *,
    experience: Experience | None = None,
    day: date = TOMORROW,
    start_at: datetime | None = None,
    capacity: int | None = 10,
    day_capacity: int | None = None,
    **given: Any,
) -> Timeslot:
    """Return a departure at 14:00 UTC, an hour long, with an hour's cut-off for strangers."""
    experience = experience or make_experience()
    start_at = start_at or datetime.combine(day, time(14), UTC)
    container, _ = ExperienceDate.objects.get_or_create(
        experience=experience, date=day, defaults={"capacity": day_capacity}
    )
    values = {
        "start_time": start_at.time(),
        "end_at": start_at + timedelta(hours=1),
        "cutoff_at_online": start_at - timedelta(hours=1),
        "cutoff_at_direct": start_at,
        "cutoff_at_reseller": start_at - timedelta(hours=1),
        "is_day_limited": container.capacity is not None,
        "min_price": 2900,
    }
    return Timeslot.objects.create(
        experience=experience,
        experience_date=container,
        date=day,
        start_at=start_at,
        capacity=capacity,
        **{**values, **given},
    )


def make_pools(
    slot: Timeslot, *, types: Mapping[int, int] | None = None, methods: Mapping[str, int] | None = None
) -> Timeslot:
    """Set seats of a departure apart for customer types and trip methods."""
    slot.capacity_by_type = {str(kind): pax for kind, pax in (types or {}).items()}
    slot.channel_allotments = dict(methods or {})
    slot.is_pooled = bool(types or methods)
    slot.save()
    rows = [{"experience_customer_type_id": k, "capacity": n} for k, n in (types or {}).items()]
    rows += [{"method": name, "capacity": n} for name, n in (methods or {}).items()]
    TimeslotPool.objects.bulk_create(TimeslotPool(timeslot=slot, **row) for row in rows)
    return slot


def make_rule(*, experience: Experience | None = None, at: datetime = NOW, **given: Any) -> RuleResult:
    """Return what a week of mornings makes."""
    experience = experience or make_experience()
    values = {"date_from": TOMORROW, "date_to": TOMORROW + timedelta(days=6), "times": (time(9),)}
    draft = RuleDraft(**{**values, **given})
    return operations.create_rule(experience_id=experience.pk, draft=draft, is_dry_run=False, at=at)


def ask_seats(
    *,
    timeslot_id: int,
    qty_by_type: Mapping[int, int],
    audience: Any = "online",
    method: str | None = None,
    may_book_past: bool = False,
    may_overbook: bool = False,
    minutes: int = 15,
    at: datetime = NOW,
    **given: Any,
) -> SeatRequest:
    """Return a request for seats, a quarter of an hour's unless `minutes` says otherwise."""
    buyer = Buyer(audience, method, may_book_past, may_overbook)
    return SeatRequest(timeslot_id, qty_by_type, buyer, at + timedelta(minutes=minutes), **given)


def make_hold(*, timeslot: Timeslot, qty: int = 1, at: datetime = NOW, **given: Any) -> HoldRef:
    """Return a stranger's hold of so many adults."""
    quantities = given.pop("qty_by_type", None) or {price_ids(timeslot.experience)[0]: qty}
    asked = {"kind": "checkout", **given}
    return operations.place_hold(
        ask_seats(timeslot_id=timeslot.pk, qty_by_type=quantities, at=at, **asked), at=at
    )


def swap_hold(*, hold_id: int, timeslot_id: int, at: datetime = NOW, **given: Any) -> HoldRef:
    """Return a hold that keeps other seats from now on."""
    request = ask_seats(timeslot_id=timeslot_id, at=at, **given)
    return operations.replace_hold(hold_id=hold_id, request=request, at=at)
