"""
Spans in which a resource, a guide or an experience takes nothing new (domain.md 4.21).

What is assigned or sold already stays; whoever makes a blackout is told what that is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import Invalid, NotFound
from outfitter.plugins import outbox
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import freshness
from outfitter_tenants.scheduling.fitting import Span
from outfitter_tenants.scheduling.models import Blackout, Resource, ResourceUsage
from outfitter_tenants.scheduling.operations import darkening, profiles
from outfitter_tenants.scheduling.queries import blackouts as reads
from outfitter_tenants.scheduling.queries import fleet
from outfitter_tenants.scheduling.queries.blackouts import (
    BlackoutNotFound,
    BlackoutRow,
    ConflictRow,
    Target,
)
from outfitter_tenants.scheduling.recurring import MAX_REPEATS, Every, join, overlaps, repeat

MAX_LENGTH: Final = timedelta(days=3 * 366)
# No departure is longer (catalog.schemas.Minutes).
MAX_DURATION: Final = timedelta(days=30)
# Of longer changes no single days are told.
_MAX_DAYS: Final = 62
_KIND: Final[dict[Target, str]] = {
    "resource_id": "resource", "guide_avatar_id": "user_avatar", "experience_id": "experience",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Repeat:
    """That a blackout comes again on the same wall time, up to a local day."""

    every: Every
    until: date


@dataclass(frozen=True, slots=True)
class Made:
    """What became of a request: rows made, ids of earlier rows in them, and what is on then."""

    created: list[BlackoutRow]
    merged: list[int]
    conflicts: list[ConflictRow]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a request would do: the spans, ids of rows that would go into them, what is on then."""

    spans: list[Span]
    merged: list[int]
    conflicts: list[ConflictRow]


def add_blackouts(
    *,
    target: Target,
    ids: Sequence[int],
    span: Span,
    reason: str,
    again: Repeat | None,
    at: datetime,
) -> Made:
    """
    Black out resources, guides or experiences: all of them or none.

    A blackout that overlaps others of the same one is joined with them. Repetitions are a series.

    :raises NotFound: one of them is none
    :raises Invalid: the span ends before it begins, is too long, or repeats too often
    """
    spans = _spans(span, again)
    series = uuid4() if again is not None else None
    with atomic():
        _lock(target, ids)
        made: list[BlackoutRow] = []
        merged: list[int] = []
        for target_id in sorted(set(ids)):
            rows, absorbed = _join(target, target_id, spans, reason, series)
            made += rows
            merged += absorbed
            record(
                entity_type=_KIND[target], entity_id=target_id,
                action={
                    "resource_id": "resource.blackout_added",
                    "guide_avatar_id": "user_avatar.blackout_added",
                    "experience_id": "experience.blackout_added",
                }[target], at=at, after=_told(rows), reason=reason,
            )  # fmt: skip
        _changed(target, ids, [(row.start_at, row.end_at) for row in made], at)
    return Made(made, merged, reads.conflicts(target=target, ids=sorted(set(ids)), spans=spans))


def preview_blackouts(
    *, target: Target, ids: Sequence[int], span: Span, again: Repeat | None
) -> Plan:
    """
    Return what `add_blackouts` would do with the same words, and do nothing.

    :raises NotFound: one of them is none
    :raises Invalid: the span ends before it begins, is too long, or repeats too often
    """
    spans = _spans(span, again)
    wanted = sorted(set(ids))
    _refuse_unknown(target, wanted, _known(target, wanted))
    near = reads.blackouts_between(
        begin=spans[0][0], end=max(end for _, end in spans), target=target, ids=wanted
    )
    merged = [
        row.id for row in near if any(overlaps((row.start_at, row.end_at), one) for one in spans)
    ]
    return Plan(spans, merged, reads.conflicts(target=target, ids=wanted, spans=spans))


def change_blackout(
    *,
    target: Target,
    blackout_id: int,
    span: Span,
    reason: str,
    whole_series: bool,
    at: datetime,
) -> Made:
    """
    Give a blackout another time and reason; where it then overlaps others they become one.

    Of a whole series those that are not over move by the same wall time at either end.

    :raises BlackoutNotFound: there is no such blackout of that kind
    :raises Invalid: it ends before it begins, or is too long
    """
    with atomic():
        asked = _locked(target, blackout_id)
        target_id: int = getattr(asked, target)
        rows = [asked]
        if whole_series and asked.series_id is not None:
            coming = Blackout.objects.filter(series_id=asked.series_id, **{target: target_id})
            rows = list(coming.filter(end_at__gt=at).order_by("start_at")) or rows
        spans = _shifted(rows, asked, span)
        before = [reads.blackout_row(row) for row in rows]
        Blackout.objects.filter(pk__in=[row.pk for row in rows]).delete()
        made, merged = _join(target, target_id, spans, reason, asked.series_id)
        record(
            entity_type=_KIND[target], entity_id=target_id,
            action={
                "resource_id": "resource.blackout_changed",
                "guide_avatar_id": "user_avatar.blackout_changed",
                "experience_id": "experience.blackout_changed",
            }[target], at=at, before=_told(before), after=_told(made), reason=reason,
        )  # fmt: skip
        touched = [(row.start_at, row.end_at) for row in (*before, *made)]
        _changed(target, [target_id], touched, at)
    return Made(made, merged, reads.conflicts(target=target, ids=[target_id], spans=spans))


def _shifted(rows: Sequence[Blackout], asked: Blackout, span: Span) -> list[Span]:
    """Return where these go when the one asked about goes to a span."""
    if [row.pk for row in rows] == [asked.pk]:
        return _spans(span, None)
    zone = people.get_properties().time_zone
    begin_by, end_by = (
        zones.to_local(new, zone).replace(tzinfo=None)
        - zones.to_local(old, zone).replace(tzinfo=None)
        for new, old in zip(span, _span(asked), strict=True)
    )
    found: list[Span] = []
    for row in rows:
        begin, end = (
            zones.to_local(instant, zone).replace(tzinfo=None) + shift
            for instant, shift in zip(_span(row), (begin_by, end_by), strict=True)
        )
        moved = (
            zones.to_instant(begin.date(), begin.time(), zone),
            zones.to_instant(end.date(), end.time(), zone),
        )
        found += _spans(moved, None)
    return join(found)


def delete_blackout(*, target: Target, blackout_id: int, whole_series: bool, at: datetime) -> int:
    """
    Delete one blackout, or the whole series it is of; returns how many went.

    :raises BlackoutNotFound: there is no such blackout of that kind
    """
    with atomic():
        row = _locked(target, blackout_id)
        rows = Blackout.objects.filter(pk=blackout_id)
        if whole_series and row.series_id is not None:
            # A series over several resources is one for each of them.
            rows = Blackout.objects.filter(
                series_id=row.series_id, **{target: getattr(row, target)}
            )
        return _delete(target, [getattr(row, target)], list(rows.order_by("id")), at)


def _of_kind(target: Target, blackout_id: int) -> Blackout:
    row = Blackout.objects.filter(pk=blackout_id, **{f"{target}__isnull": False}).first()
    if row is None:
        raise BlackoutNotFound("There is no such blackout.")
    return row


def _locked(target: Target, blackout_id: int) -> Blackout:
    """Return a blackout that nobody else changes; somebody may have before the lock was granted."""
    _lock(target, [getattr(_of_kind(target, blackout_id), target)])
    return _of_kind(target, blackout_id)


def clear_blackouts(
    *, target: Target, ids: Sequence[int], first: date, last: date, at: datetime
) -> int:
    """
    Delete the coming blackouts that begin from one local day to another; returns how many.

    What has begun is history and stays.

    :raises NotFound: one of them is none
    :raises Invalid: the last day lies before the first
    """
    if last < first:
        raise Invalid({"to": ["The last day lies before the first."]})
    zone = people.get_properties().time_zone
    begin, end = zones.day_bounds(first, zone)[0], zones.day_bounds(last, zone)[1]
    with atomic():
        _lock(target, ids)
        rows = Blackout.objects.filter(
            start_at__gte=max(begin, at), start_at__lt=end, **{f"{target}__in": list(ids)}
        )
        return _delete(target, ids, list(rows.order_by("id")), at)


def _delete(target: Target, ids: Sequence[int], rows: list[Blackout], at: datetime) -> int:
    Blackout.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for target_id in sorted(set(ids)):
        mine = [reads.blackout_row(row) for row in rows if getattr(row, target) == target_id]
        if mine:
            record(
                entity_type=_KIND[target], entity_id=target_id,
                action={
                    "resource_id": "resource.blackout_deleted",
                    "guide_avatar_id": "user_avatar.blackout_deleted",
                    "experience_id": "experience.blackout_deleted",
                }[target], at=at, before=_told(mine),
            )  # fmt: skip
    _changed(target, ids, [(row.start_at, row.end_at) for row in rows], at)
    return len(rows)


def _spans(span: Span, again: Repeat | None) -> list[Span]:
    begin, end = span
    if end <= begin:
        raise Invalid({"end_at": ["The end must lie after the begin."]})
    if end - begin > MAX_LENGTH:
        raise Invalid({"end_at": ["A blackout lasts at most three years."]})
    if again is None:
        return [span]
    zone = people.get_properties().time_zone
    if again.until < zones.local_day(begin, zone):
        raise Invalid({"repeat.until": ["The last day lies before the first."]})
    found = repeat(span, every=again.every, until=again.until, zone=zone)
    if len(found) > MAX_REPEATS:
        raise Invalid({"repeat.until": [f"At most {MAX_REPEATS} at once."]})
    return join(found)


def _join(
    target: Target, target_id: int, spans: Sequence[Span], reason: str, series: UUID | None
) -> tuple[list[BlackoutRow], list[int]]:
    known = list(reads.lock_blackouts(target=target, target_id=target_id))
    hit = [row for row in known if any(overlaps(_span(row), span) for span in spans)]
    made = []
    for begin, end in join([*spans, *(_span(row) for row in hit)]):
        inside = [row for row in hit if overlaps(_span(row), (begin, end))]
        row = Blackout(
            start_at=begin, end_at=end, reason=_reasons([reason, *(r.reason for r in inside)]),
            created_by=current_actor().avatar_id, series_id=series, **{target: target_id},
        )  # fmt: skip
        row.save()
        made.append(reads.blackout_row(row))
    absorbed = [row.pk for row in hit]
    Blackout.objects.filter(pk__in=absorbed).delete()
    return made, absorbed


def _span(row: Blackout) -> Span:
    return row.start_at, row.end_at


def _reasons(texts: Sequence[str]) -> str:
    return "; ".join(dict.fromkeys(text for text in texts if text))[:2000]


def _lock(target: Target, ids: Sequence[int]) -> None:
    wanted = sorted(set(ids))
    found = _known(target, wanted)
    if target == "resource_id":
        groups = Resource.objects.filter(pk__in=wanted).values_list("group_id", flat=True)
        fleet.lock_groups(group_ids=set(groups))
    elif target == "experience_id":
        found = {catalog.lock_experience(experience_id=key).pk for key in wanted}
    else:
        profiles.lock(guide_ids=found)
    _refuse_unknown(target, wanted, found)


def _known(target: Target, wanted: Sequence[int]) -> set[int]:
    if target == "resource_id":
        return set(Resource.objects.filter(pk__in=wanted).values_list("pk", flat=True))
    if target == "guide_avatar_id":
        return {row.id for row in people.list_guides()} & set(wanted)
    return {catalog.get_experience(experience_id=key).id for key in wanted}


def _refuse_unknown(target: Target, wanted: Sequence[int], found: set[int]) -> None:
    if set(wanted) - found:
        raise NotFound(f"There is no such {_KIND[target].replace('user_avatar', 'guide')}.")


def _told(rows: Sequence[BlackoutRow]) -> dict[str, Any]:
    return {
        "cnt": len(rows),
        "blackouts": [[row.start_at.isoformat(), row.end_at.isoformat()] for row in rows[:20]],
    }


def _changed(target: Target, ids: Sequence[int], spans: Sequence[Span], at: datetime) -> None:
    """Make calendars stale that show these days; guides change nothing that is sold."""
    if target == "guide_avatar_id" or not spans:
        return
    if target == "experience_id":
        _mark(ids, spans)
    days = _days(spans)
    if days is None:
        freshness.touch_everything()
    else:
        freshness.touch(dates=days)
    for experience_id in _experiences(target, ids):
        outbox.publish(
            "availability.changed", at=at, experience_id=experience_id, timeslot_id=None,
            dates=[day.isoformat() for day in days or ()], reason="blackout",
        )  # fmt: skip


def _mark(experience_ids: Sequence[int], spans: Sequence[Span]) -> None:
    # A departure may last for days, and the local day of any zone is a day around that of UTC.
    first = min(begin for begin, _ in spans) - MAX_DURATION - timedelta(days=1)
    last = max(end for _, end in spans) + timedelta(days=1)
    darkening.mark(experience_ids=experience_ids, first=first.date(), last=last.date())


def _experiences(target: Target, ids: Sequence[int]) -> list[int]:
    if target == "experience_id":
        return sorted(set(ids))
    rows = ResourceUsage.objects.filter(resource_group__resources__in=list(ids))
    return sorted(set(rows.values_list("experience_id", flat=True)))


def _days(spans: Sequence[Span]) -> list[date] | None:
    zone = people.get_properties().time_zone
    found: set[date] = set()
    for begin, end in spans:
        first, last = zones.local_day(begin, zone), zones.local_day(end, zone)
        if (last - first).days + len(found) > _MAX_DAYS:
            return None
        found |= {first + timedelta(days=n) for n in range((last - first).days + 1)}
    return sorted(found)
