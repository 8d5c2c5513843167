"""What else somebody might like who books an experience (domain.md 5.10)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from django.core.cache import cache

from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import TimeslotRow
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.co_bookings import booked_together

Reason = Literal["booked_together", "same_category", "same_place", "available"]
MOST: Final = 6
# A later departure is no suggestion for this trip any more.
AHEAD: Final = timedelta(days=14)
_KEPT_SECONDS: Final = 3600


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An experience, why it is suggested, and its next departure that does not collide."""

    experience: catalog.ExperienceRow
    reason: Reason
    next_timeslot: TimeslotRow


@dataclass(frozen=True, slots=True)
class Basis:
    """What somebody has chosen: experiences, when they are busy, and around which day they come."""

    experience_ids: tuple[int, ...]
    busy: tuple[tuple[datetime, datetime], ...]
    day: date | None


def basis_of_trip(*, trip_id: int) -> Basis:
    """
    Return what a trip is about.

    :raises TripNotFound: there is none
    """
    orders = [o for o in trips.get_trip(trip_id=trip_id).all_orders if o.status == "active"]  # type: ignore[attr-defined]
    slots = [order.timeslot for order in orders if order.timeslot is not None]
    return Basis(
        experience_ids=tuple(dict.fromkeys(order.experience_id for order in orders)),
        busy=tuple((slot.start_at, slot.end_at) for slot in slots),
        day=min((slot.date for slot in slots), default=None),
    )


def suggest(*, basis: Basis, day: date | None, languages: Sequence[str], at: datetime) -> list[Suggestion]:
    """
    Return at most six live experiences that strangers can still book around that day, best first.

    What was booked together with the chosen ones comes first, then what stands on the same shelf
    or begins at the same place; nothing that collides with what is booked already.
    """
    live = catalog.list_live()
    mine = [row for row in live if row.id in basis.experience_ids]
    together = _together(basis.experience_ids, at)
    ranked = sorted(
        (_rank(row, mine, together) for row in live if row.id not in basis.experience_ids),
        key=lambda found: found[0],
    )
    from_day = day or basis.day
    found: list[Suggestion] = []
    for _, reason, row in ranked:
        slot = _next(row, from_day, basis.busy, at)
        if slot is not None:
            [shown] = catalog.localized([row], languages=languages)
            found.append(Suggestion(shown, reason, slot))
        if len(found) == MOST:
            break
    return found


def _rank(
    row: catalog.ExperienceRow, mine: Iterable[catalog.ExperienceRow], together: dict[int, int]
) -> tuple[tuple[int, int, int, int], Reason, catalog.ExperienceRow]:
    shelves = {shelf for one in mine for shelf in one.category_ids} & set(row.category_ids)
    is_here = row.location_id is not None and row.location_id in {m.location_id for m in mine}
    reason: Reason = "available"
    if together.get(row.id):
        reason = "booked_together"
    elif shelves:
        reason = "same_category"
    elif is_here:
        reason = "same_place"
    order: tuple[Reason, ...] = ("booked_together", "same_category", "same_place", "available")
    key = (order.index(reason), -together.get(row.id, 0), -len(shelves), row.position)
    return key, reason, row


def _next(
    row: catalog.ExperienceRow, day: date | None, busy: Sequence[tuple[datetime, datetime]], at: datetime
) -> TimeslotRow | None:
    today = at.astimezone(ZoneInfo(scheduling.zone_of(time_zone=row.time_zone))).date()
    first = max(day or today, today)
    slots = scheduling.list_timeslots(experience_id=row.id, first=first, last=first + AHEAD, at=at)
    for slot in slots:
        left = slot.remaining.online
        has_room = left is None or left >= max(1, slot.party("online")[0])
        is_free = all(slot.end_at <= start or slot.start_at >= end for start, end in busy)
        if has_room and is_free and slot.slot.is_open("online", at):
            return slot
    return None


def _together(experience_ids: Sequence[int], at: datetime) -> dict[int, int]:
    # Counted once an hour: last year's trips are many, and today's hardly change the picture.
    names = "-".join(str(pk) for pk in sorted(experience_ids)[:20])
    key = f"together:{current_schema()}:{names}"
    found: dict[int, int] | None = cache.get(key)
    if found is None:
        found = booked_together(experience_ids=experience_ids, at=at)
        cache.set(key, found, timeout=_KEPT_SECONDS)
    return found
