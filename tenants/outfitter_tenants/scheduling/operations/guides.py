"""Guides: what they can do, and which departures and guests they take (domain.md 4.21)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, NotFound, StaleVersion
from outfitter.plugins import outbox
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.operations import team
from outfitter_tenants.scheduling.models import BookingGuide, TimeslotGuide
from outfitter_tenants.scheduling.queries import guides as reads
from outfitter_tenants.scheduling.queries import seats
from outfitter_tenants.scheduling.queries.guides import ProfileRow
from outfitter_tenants.scheduling.rules.guide_conflicts import LOAD_DAYS, Ability, Conflict, Demand, conflicts

Role = Literal["lead", "assistant", "driver", "trainee"]


class GuideNotFound(NotFound):
    """No such guide here."""


class GuideConflict(DomainError):
    """Something speaks against a guide; the same call with `force` assigns them all the same."""

    code = "guide_conflict"
    status = 409


@dataclass(frozen=True, slots=True)
class GuideConflicts:
    """What speaks against one guide on a departure."""

    guide_id: int
    guide_name: str
    conflict: Conflict


def save_profile(
    *, guide_id: int, values: Mapping[str, Any], version: int | None, at: datetime
) -> ProfileRow:
    """
    Say what a guide can do: skills, minutes a day, and the person's languages and colour.

    :raises GuideNotFound: nobody who guides has that id
    :raises StaleVersion: somebody else changed it meanwhile
    """
    with atomic():
        _guides([guide_id])
        row = reads.lock_profiles(guide_ids=[guide_id])[guide_id]
        if version is not None and max(version, 1) != row.version:
            raise StaleVersion("Someone changed this guide in the meantime.", version=row.version)
        before = reads.profiles_of(guide_ids=[guide_id])[guide_id]
        row.skills, row.max_minutes_per_day = values["skills"], values["max_minutes_per_day"]
        row.version += 1
        row.save()
        team.set_traits(
            member_id=guide_id,
            languages=before.languages if values["languages"] is None else values["languages"],
            color=values["color"] or before.color,
        )
        after = reads.profiles_of(guide_ids=[guide_id])[guide_id]
        record(
            entity_type="user_avatar",
            entity_id=guide_id,
            action="guide.profile_saved",
            at=at,
            before=_facts(before),
            after=_facts(after),
        )
        return after


def _facts(profile: ProfileRow) -> dict[str, object]:
    return {
        "skills": list(profile.skills),
        "languages": list(profile.languages),
        "color": profile.color,
        "max_minutes_per_day": profile.max_minutes_per_day,
    }


def assign_guides(
    *, timeslot_id: int, crew: Sequence[tuple[int, Role]], force: bool, at: datetime
) -> list[GuideConflicts]:
    """
    Make these people, by role, the guides of a departure; who is not named no longer is.

    Returns what speaks against those newly assigned, accepted by `force`. Nothing changes what is
    sold. Twice the same crew changes nothing.

    :raises TimeslotNotFound: there is no such timeslot
    :raises GuideNotFound: one of them does not guide here
    :raises GuideConflict: something speaks against one of them, and `force` is not given
    """
    wanted = dict(crew)
    if len(wanted) != len(crew):
        raise Invalid({"guides": ["A guide is listed twice."]})
    with atomic():
        seats.lock_timeslots(ids=[timeslot_id])
        demand = reads.demand_of(timeslot_id=timeslot_id)
        names = _guides(wanted)
        known = {row.user_avatar_id: row for row in TimeslotGuide.objects.filter(timeslot_id=timeslot_id)}
        active = {key for key, row in known.items() if row.status != "declined"}
        new = sorted(set(wanted) - active)
        found = _checked(demand, names, new, force=force)
        gone = sorted(active - set(wanted))
        TimeslotGuide.objects.filter(pk__in=[known[key].pk for key in gone]).delete()
        hit = {item.guide_id for item in found}
        for guide_id, role in wanted.items():
            _keep(known.get(guide_id), timeslot_id, guide_id, role, hit, is_new=guide_id in new)
        after = {str(key): role for key, role in sorted(wanted.items())}
        before = {str(key): known[key].role for key in sorted(active)}
        if before != after:
            record(
                entity_type="timeslot",
                entity_id=timeslot_id,
                action="timeslot.guides_assigned",
                at=at,
                before={"guides": before},
                after={"guides": after, "is_forced": bool(hit)},
            )
        _tell("guide.assigned", demand, new, at)
        _tell("guide.unassigned", demand, gone, at)
    return found


def _keep(
    row: TimeslotGuide | None, timeslot_id: int, guide_id: int, role: str, hit: set[int], *, is_new: bool
) -> None:
    if row is not None and not is_new and row.role == role:
        return
    row = row or TimeslotGuide(timeslot_id=timeslot_id, user_avatar_id=guide_id)
    row.role = role
    if is_new:
        row.status, row.is_conflict_accepted = "assigned", guide_id in hit
    row.save()


def assign_to_order(
    *,
    timeslot_id: int,
    trip_order_id: int,
    booking_ids: Sequence[int | None],
    guide_id: int,
    force: bool,
    at: datetime,
) -> list[GuideConflicts]:
    """
    Give bookings of one order (None: the whole order) to a guide; again it changes nothing.

    :raises TimeslotNotFound: there is no such timeslot
    :raises GuideNotFound: nobody who guides has that id
    :raises GuideConflict: something speaks against them, and `force` is not given
    """
    with atomic():
        seats.lock_timeslots(ids=[timeslot_id])
        demand = reads.demand_of(timeslot_id=timeslot_id)
        names = _guides([guide_id])
        mine = BookingGuide.objects.filter(trip_order_id=trip_order_id, user_avatar_id=guide_id)
        # What is left from a departure the order was on before is no more.
        mine.exclude(timeslot_id=timeslot_id).delete()
        known = set(mine.values_list("booking_id", flat=True))
        new = [key for key in dict.fromkeys(booking_ids) if key not in known]
        if not new:
            return []
        found = _checked(demand, names, [guide_id], force=force)
        BookingGuide.objects.bulk_create(
            BookingGuide(
                timeslot_id=timeslot_id,
                trip_order_id=trip_order_id,
                booking_id=key,
                user_avatar_id=guide_id,
                is_conflict_accepted=bool(found),
            )
            for key in new
        )
        record(
            entity_type="trip_order",
            entity_id=trip_order_id,
            action="guide.assigned",
            at=at,
            after={"guide_id": guide_id, "booking_ids": new, "is_forced": bool(found)},
        )
        _tell("guide.assigned", demand, [guide_id], at, trip_order_id=trip_order_id)
    return found


def unassign_from_order(
    *, trip_order_id: int, booking_ids: Sequence[int | None], guide_id: int, at: datetime
) -> None:
    """
    Take bookings of an order (None: the whole order) from a guide.

    :raises GuideNotFound: they do not have one of them
    """
    with atomic():
        mine = BookingGuide.objects.filter(trip_order_id=trip_order_id, user_avatar_id=guide_id)
        rows = [row for row in mine.order_by("id") if row.booking_id in booking_ids]
        if len(rows) != len(set(booking_ids)):
            raise GuideNotFound("This guide isn't assigned.")
        BookingGuide.objects.filter(pk__in=[row.pk for row in rows]).delete()
        record(
            entity_type="trip_order",
            entity_id=trip_order_id,
            action="guide.unassigned",
            at=at,
            before={"guide_id": guide_id, "booking_ids": list(booking_ids)},
        )
        demand = reads.demand_of(timeslot_id=rows[0].timeslot_id)
        _tell("guide.unassigned", demand, [guide_id], at, trip_order_id=trip_order_id)


def find_conflicts(*, demand: Demand, guide_ids: Iterable[int]) -> dict[int, list[Conflict]]:
    """Return avatar -> what speaks against them on a departure; three statements."""
    ids = sorted(set(guide_ids))
    around = timedelta(days=1)
    begin, end = demand.duty.start_at - around, demand.duty.end_at + around
    abilities = reads.profiles_of(guide_ids=ids)
    duties = reads.duties_of(guide_ids=ids, begin=begin - LOAD_DAYS, end=end + LOAD_DAYS)
    away = reads.blackouts_of(guide_ids=ids, begin=begin, end=end)
    return {key: conflicts(demand, ability_of(abilities[key]), duties[key], away[key]) for key in ids}


def ability_of(profile: ProfileRow) -> Ability:
    """Return what a profile says somebody can do."""
    return Ability(profile.skills, profile.languages, profile.max_minutes_per_day)


def _checked(
    demand: Demand, names: Mapping[int, str], guide_ids: Sequence[int], *, force: bool
) -> list[GuideConflicts]:
    # Whoever assigns one of them elsewhere waits here: two at once cannot both see them free.
    reads.lock_profiles(guide_ids=guide_ids)
    found = [
        GuideConflicts(key, names[key], conflict)
        for key, rows in find_conflicts(demand=demand, guide_ids=guide_ids).items()
        for conflict in rows
    ]
    if found and not force:
        raise GuideConflict(
            f"{found[0].guide_name} has a conflict at this time.",
            conflicts=[conflict_out(item) for item in found],
        )
    return found


def conflict_out(found: GuideConflicts) -> dict[str, object]:
    """Return a conflict as JSON: its kind, and what belongs to that kind (the rest is null)."""
    item = found.conflict
    duty = item.duty
    return {
        "guide_id": found.guide_id,
        "guide_name": found.guide_name,
        "kind": item.kind,
        "timeslot_id": duty.timeslot_id if duty else None,
        "experience_name": duty.experience_name if duty else None,
        "start_at": _iso(duty.start_at if duty else item.span[0] if item.span else None),
        "end_at": _iso(duty.end_at if duty else item.span[1] if item.span else None),
        "missing": list(item.missing),
        "minutes": item.minutes,
        "limit": item.limit,
    }


def _iso(instant: datetime | None) -> str | None:
    return instant.isoformat() if instant else None


def _guides(ids: Iterable[int]) -> dict[int, str]:
    known = {row.id: row.name for row in people.list_guides()}
    if set(ids) - set(known):
        raise GuideNotFound("Guide not found.")
    return known


def tell_crews(
    event: Literal["guide.assigned", "guide.cancelled"], *, timeslot_ids: Collection[int], at: datetime
) -> None:
    """Tell everybody who guides coming departures, or a part of them, that they are (not) on."""
    crews: dict[int, set[int]] = defaultdict(set)
    coming = {"timeslot_id__in": timeslot_ids, "timeslot__start_at__gt": at}
    whole = TimeslotGuide.objects.filter(**coming).exclude(status="declined")
    parts = BookingGuide.objects.filter(**coming)
    for rows in (whole, parts):
        for timeslot_id, guide_id in rows.values_list("timeslot_id", "user_avatar_id"):
            crews[timeslot_id].add(guide_id)
    for timeslot_id, guides in sorted(crews.items()):
        _tell(event, reads.demand_of(timeslot_id=timeslot_id), sorted(guides), at)


def _tell(event: str, demand: Demand, guide_ids: Sequence[int], at: datetime, **more: int) -> None:
    """Tell the rest of the product, and through it the guides, of a change of theirs."""
    for guide_id in guide_ids:
        outbox.publish(
            event,
            at=at,
            guide_id=guide_id,
            by=current_actor().avatar_id,
            timeslot_id=demand.duty.timeslot_id,
            experience_id=demand.duty.experience_id,
            experience_name=demand.duty.experience_name,
            date=demand.duty.date.isoformat(),
            start_at=demand.duty.start_at.isoformat(),
            end_at=demand.duty.end_at.isoformat(),
            **{"trip_order_id": None, **more},
        )
