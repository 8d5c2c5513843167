"""What makes a rule one that can be kept: each fault is told at its own field."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.trip_methods import method_problems
from outfitter_tenants.scheduling.models import ExperienceTimeslot
from outfitter_tenants.scheduling.operations import default_guides
from outfitter_tenants.scheduling.operations.timeslot_generation import TimeslotPlan
from outfitter_tenants.scheduling.queries import availability_rules
from outfitter_tenants.scheduling.rules.recurrence import BadRule, Occurrence

# As many as eighteen months of a departure every half hour make.
MAX_TIMESLOTS: Final = 30_000


def check(row: ExperienceTimeslot, plan: TimeslotPlan) -> None:
    """
    Refuse a rule that contradicts itself or its experience; nothing is expanded for it.

    :raises Invalid: which fields, and why
    """
    fields: dict[str, list[str]] = {}
    if row.date_to is not None and row.date_to < row.date_from:
        fields["date_to"] = ["The last day must not be before the first."]
    _check_seats(row, plan, fields)
    known = {str(kind.id) for kind in plan.experience.customer_types}
    if set(row.price_override or {}) - known:
        fields["price_override"] = ["One of these prices belongs to another experience."]
    if problems := method_problems(row.channel_allotments):
        fields["channel_allotments"] = problems
    if row.season_ids and set(row.season_ids) - set(catalog.seasons_by_id(ids=row.season_ids)):
        fields["season_ids"] = ["One of these seasons does not exist."]
    if not default_guides.are_guides(row.guide_ids):
        fields["guide_ids"] = ["One of these people does not guide here."]
    if fields:
        raise Invalid(fields)
    _check_number(row, plan)


def _check_seats(row: ExperienceTimeslot, plan: TimeslotPlan, fields: dict[str, list[str]]) -> None:
    kind = plan.experience.capacity_type
    consuming = {str(k.id) for k in plan.experience.customer_types if k.is_consume_capacity}
    limit = plan.capacity(row.capacity)
    if kind == "timeslot" and limit is None:
        fields["capacity"] = ["Enter the capacity."]
    if row.capacity_by_type and kind != "timeslot_customer_type":
        fields["capacity_by_type"] = ["This experience doesn't count its seats by guest type."]
    elif set(row.capacity_by_type) - consuming:
        fields["capacity_by_type"] = ["One of these guest types takes no seats here."]
    elif kind == "timeslot_customer_type" and limit is None and consuming - set(row.capacity_by_type):
        fields["capacity_by_type"] = ["Enter the seats for each guest type."]


def _check_number(row: ExperienceTimeslot, plan: TimeslotPlan) -> None:
    try:
        starts = availability_rules.times_of(row).count()
    except BadRule as problem:
        raise Invalid({problem.field: [problem.message]}) from problem
    first = max(plan.today, row.date_from)
    last = min(plan.horizon, row.date_to or plan.horizon)
    days = max(0, (last - first).days + 1) + len(row.include_dates)
    if starts * days > MAX_TIMESLOTS:
        field = "interval_minutes" if row.interval_minutes is not None else "times"
        raise Invalid({field: [f"A rule makes at most {MAX_TIMESLOTS} departures at a time."]})


def occurrences(plan: TimeslotPlan, row: ExperienceTimeslot) -> list[Occurrence]:
    """
    Return the rule's departures to come.

    :raises Invalid: its times make no sense
    """
    try:
        return plan.occurrences(row)
    except BadRule as problem:
        raise Invalid({problem.field: [problem.message]}) from problem


def refuse_nothing(row: ExperienceTimeslot, plan: TimeslotPlan, wanted: Collection[Occurrence]) -> None:
    """
    Refuse a live rule that makes nothing.

    :raises Invalid: at the field that is to blame
    """
    if wanted or row.status != "live":
        return
    if max([row.date_to or plan.horizon, *row.include_dates]) < plan.today:
        raise Invalid({"date_to": ["All of these days are in the past."]})
    if min([row.date_from, *row.include_dates]) > plan.horizon:
        return  # it begins beyond what is made ahead
    if row.season_ids:
        raise Invalid({"season_ids": ["No departure falls into these seasons."]})
    if row.date_to is not None and row.date_to - row.date_from < timedelta(days=7):
        raise Invalid({"weekdays": ["None of these weekdays falls between the two dates."]})
    raise Invalid({"weekdays": ["This creates no departures."]})
