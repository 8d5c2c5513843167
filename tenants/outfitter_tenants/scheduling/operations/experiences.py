"""Saving an experience, and what that means for the timeslots it has."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog import operations as catalog_operations
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import CustomerTypeDraft, ExperienceValues
from outfitter_tenants.catalog.rules.list_prices import min_price
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import ExperienceDate, ExperienceTimeslot, Timeslot, TimeslotPool
from outfitter_tenants.scheduling.operations import (
    blackout_projection,
    experience_terms,
    pools,
    timeslot_generation,
)
from outfitter_tenants.scheduling.queries import seats

_SEATS = ("capacity", "capacity_by_type", "channel_allotments", "is_pooled")


class SoldAlready(DomainError):
    """Guests are booked in the future; how seats are counted, or that it runs, must stay."""

    code = "has_future_bookings"
    status = 409


def save_experience(
    *,
    values: ExperienceValues,
    at: datetime,
    experience_id: int | None = None,
    version: int | None = None,
    customer_types: Sequence[CustomerTypeDraft] | None = None,
) -> int:
    """
    Make an experience or change one, and bring its future timeslots in line; returns its id.

    Prices, cut-offs and the default capacity reach timeslots that did not get their own; another
    duration reaches those that nobody has bought.

    :raises SoldAlready: archived, or seats counted in another way, with guests booked
    :raises ExperienceNotFound: there is no such experience
    :raises StaleVersion: `version` is not the current one
    :raises IllegalStatus: the status cannot follow the present one
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        before = catalog.find_experience(experience_id=experience_id) if experience_id else None
        saved = catalog_operations.save_experience(
            values=values, at=at, experience_id=experience_id, version=version, customer_types=customer_types
        )
        if before is not None:
            _follow(before, catalog.get_experience(experience_id=saved), at)
        cache_versions.touch_everything()
    return saved


def _follow(before: catalog.ExperienceRow, after: catalog.ExperienceRow, at: datetime) -> None:
    future = Timeslot.objects.filter(experience_id=after.id, start_at__gt=at)
    kind_changed = before.capacity_type != after.capacity_type
    archived = after.status == "archived" != before.status
    if (kind_changed or archived) and future.filter(Q(booked_pax_cnt__gt=0) | Q(held_pax_cnt__gt=0)).exists():
        raise SoldAlready("Guests are booked on future dates.")
    if before.customer_types != after.customer_types:
        _reprice(future, after)
    if before.customer_types != after.customer_types and not kind_changed:
        pools.follow_types(after, at=at)
    if before.duration_minutes != after.duration_minutes:
        _relength(future, before, after, at)
    if _terms(before) != _terms(after):
        experience_terms.follow_terms(experience_ids=[after.id], at=at)
    if kind_changed:
        _recount(future, after, at)
    elif before.default_capacity != after.default_capacity:
        _resize(future, before, after, at)


def _terms(row: catalog.ExperienceRow) -> tuple[object, ...]:
    return (row.cutoff_minutes_online, row.cutoff_minutes_direct, row.restriction_id)


def _reprice(future: "QuerySet[Timeslot]", after: catalog.ExperienceRow) -> None:
    """Keep `min_price` up to date: at once where nothing is overridden, else by override."""
    kinds = after.customer_types
    listed = Q(experience_timeslot__isnull=True) | Q(experience_timeslot__price_override__isnull=True)
    own = future.filter(price_override__isnull=False)
    ruled = future.filter(price_override__isnull=True)
    ruled.filter(listed).update(min_price=min_price(customer_types=kinds, price_override=None))
    rules = ExperienceTimeslot.objects.filter(experience_id=after.id, price_override__isnull=False)
    for rule in rules:
        price = min_price(customer_types=kinds, price_override=rule.price_override)
        ruled.filter(experience_timeslot=rule).update(min_price=price)
    for slot in own.select_related("experience_timeslot"):
        above = slot.experience_timeslot.price_override if slot.experience_timeslot else None
        override = {**(above or {}), **(slot.price_override or {})}
        price = min_price(customer_types=kinds, price_override=override)
        Timeslot.objects.filter(pk=slot.pk).update(min_price=price)


def _relength(
    future: "QuerySet[Timeslot]", before: catalog.ExperienceRow, after: catalog.ExperienceRow, at: datetime
) -> None:
    """Let what nobody has bought last as long as the experience does now; tickets keep theirs."""
    listed = Q(experience_timeslot__isnull=True) | Q(experience_timeslot__duration_minutes__isnull=True)
    begin, length = F("start_at"), timedelta(minutes=before.duration_minutes)
    mine = future.filter(listed, booked_pax_cnt=0, held_pax_cnt=0, is_edited=False, end_at=begin + length)
    seats.lock_timeslots(ids=mine.values_list("pk", flat=True))
    mine.update(end_at=begin + timedelta(minutes=after.duration_minutes), version=F("version") + 1)
    plan = timeslot_generation.TimeslotPlan(after, at=at)
    blackout_projection.mark_made(experience_id=after.id, first=plan.today, last=plan.horizon)


def _recount(future: "QuerySet[Timeslot]", after: catalog.ExperienceRow, at: datetime) -> None:
    # Nobody is booked: every seat can be counted in the new way.
    plan = timeslot_generation.TimeslotPlan(after, at=at)
    seats.lock_timeslots(ids=future.values_list("pk", flat=True))
    by_day = after.capacity_type == "experience_date"
    days = ExperienceDate.objects.filter(experience_id=after.id, date__gte=plan.today)
    days.filter(pk__in=future.values("experience_date_id")).update(
        capacity=after.default_capacity if by_day else None, booked_pax_cnt=0, held_pax_cnt=0
    )
    TimeslotPool.objects.filter(timeslot__in=future).delete()
    # None stands for departures without a rule.
    for rule in [None, *ExperienceTimeslot.objects.filter(experience_id=after.id)]:
        shape = rule or ExperienceTimeslot()
        common = plan.common(shape)
        future.filter(experience_timeslot=rule).update(
            **{name: common[name] for name in _SEATS}, overbook_cnt=0
        )
        if common["is_pooled"]:
            plan.make_pools(shape, since=plan.today)
    limited = Q(experience_date__capacity__isnull=False) | ~Q(experience_date__status="open")
    future.update(is_day_limited=False)
    Timeslot.objects.filter(pk__in=future.filter(limited).values("pk")).update(is_day_limited=True)


def _resize(
    future: "QuerySet[Timeslot]", before: catalog.ExperienceRow, after: catalog.ExperienceRow, at: datetime
) -> None:
    """Give the new default to whatever had the old one and is not fuller than it."""
    fits = Q()
    if after.default_capacity is not None:
        fits = Q(booked_pax_cnt__lte=after.default_capacity - F("held_pax_cnt"))
    if after.capacity_type == "experience_date":
        today = timeslot_generation.TimeslotPlan(after, at=at).today
        days = ExperienceDate.objects.filter(experience_id=after.id, date__gte=today)
        days.filter(fits, capacity=before.default_capacity).update(capacity=after.default_capacity)
        return
    if after.capacity_type in {"timeslot", "timeslot_customer_type", "resource"}:
        future.filter(
            fits,
            Q(experience_timeslot__isnull=True) | Q(experience_timeslot__capacity__isnull=True),
            capacity=before.default_capacity,
        ).update(capacity=after.default_capacity)
        pools.follow_default(after, before=before.default_capacity, at=at)
