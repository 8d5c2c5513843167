"""
Spans in which a resource, a guide or an experience takes nothing new (domain.md 4.21).

What is assigned or sold already stays; whoever makes a blackout is told what that is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import uuid4

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.models import Blackout
from outfitter_tenants.scheduling.operations.blackout_spans import (
    KIND,
    Repeat,
    audit_facts,
    blackout_of,
    join_in,
    known_targets,
    lock_targets,
    refuse_unknown,
    span_of_row,
    spans_of,
    tell_changed,
    touched,
)
from outfitter_tenants.scheduling.queries import blackouts as reads
from outfitter_tenants.scheduling.queries.blackouts import BlackoutRow, ConflictRow, Target
from outfitter_tenants.scheduling.rules.resource_capacity import Span
from outfitter_tenants.scheduling.rules.time_spans import join


@dataclass(frozen=True, slots=True)
class CreatedBlackouts:
    """What became of a request: rows made, ids of earlier rows in them, and what is on then."""

    created: list[BlackoutRow]
    merged: list[int]
    conflicts: list[ConflictRow]


@dataclass(frozen=True, slots=True)
class BlackoutPlan:
    """What a request would do: the spans, ids of rows that would go into them, what is on then."""

    spans: list[Span]
    merged: list[int]
    conflicts: list[ConflictRow]


def add_blackouts(
    *, target: Target, ids: Sequence[int], span: Span, reason: str, again: Repeat | None, at: datetime
) -> CreatedBlackouts:
    """
    Black out resources, guides or experiences: all of them or none.

    A blackout that overlaps others of the same one is joined with them. Repetitions are a series.

    :raises NotFound: one of them is none
    :raises Invalid: the span ends before it begins, is too long, or repeats too often
    """
    spans = spans_of(span, again)
    series = uuid4() if again is not None else None
    with atomic():
        lock_targets(target, ids)
        made: list[BlackoutRow] = []
        merged: list[int] = []
        for target_id in sorted(set(ids)):
            rows, absorbed = join_in(target, target_id, spans, reason, series)
            made += rows
            merged += absorbed
            record(
                entity_type=KIND[target],
                entity_id=target_id,
                action={
                    "resource_id": "resource.blackout_added",
                    "guide_avatar_id": "user_avatar.blackout_added",
                    "experience_id": "experience.blackout_added",
                }[target],
                at=at,
                after=audit_facts(rows),
                reason=reason,
            )
        tell_changed(target, ids, [(row.start_at, row.end_at) for row in made], at)
    return CreatedBlackouts(made, merged, reads.conflicts(target=target, ids=sorted(set(ids)), spans=spans))


def preview_blackouts(
    *, target: Target, ids: Sequence[int], span: Span, again: Repeat | None
) -> BlackoutPlan:
    """
    Return what `add_blackouts` would do with the same words, and do nothing.

    :raises NotFound: one of them is none
    :raises Invalid: the span ends before it begins, is too long, or repeats too often
    """
    spans = spans_of(span, again)
    wanted = sorted(set(ids))
    refuse_unknown(target, wanted, known_targets(target, wanted))
    merged = touched(target, wanted, spans)
    return BlackoutPlan(spans, merged, reads.conflicts(target=target, ids=wanted, spans=spans))


def change_blackout(
    *, target: Target, blackout_id: int, span: Span, reason: str, whole_series: bool, at: datetime
) -> CreatedBlackouts:
    """
    Give a blackout another time and reason; where it then overlaps others they become one.

    Of a whole series those that are not over move by the same wall time at either end.

    :raises BlackoutNotFound: there is no such blackout of that kind
    :raises Invalid: it ends before it begins, or is too long
    """
    with atomic():
        asked = _locked(target, blackout_id)
        target_id: int = getattr(asked, target)
        rows = _meant(target, asked, whole_series, at)
        spans = _shifted(rows, asked, span)
        before = [reads.blackout_row(row) for row in rows]
        Blackout.objects.filter(pk__in=[row.pk for row in rows]).delete()
        made, merged = join_in(target, target_id, spans, reason, asked.series_id)
        record(
            entity_type=KIND[target],
            entity_id=target_id,
            action={
                "resource_id": "resource.blackout_changed",
                "guide_avatar_id": "user_avatar.blackout_changed",
                "experience_id": "experience.blackout_changed",
            }[target],
            at=at,
            before=audit_facts(before),
            after=audit_facts(made),
            reason=reason,
        )
        touched = [(row.start_at, row.end_at) for row in (*before, *made)]
        tell_changed(target, [target_id], touched, at)
    return CreatedBlackouts(made, merged, reads.conflicts(target=target, ids=[target_id], spans=spans))


def preview_change(
    *, target: Target, blackout_id: int, span: Span, whole_series: bool, at: datetime
) -> BlackoutPlan:
    """
    Return what `change_blackout` would do with the same words, and do nothing.

    :raises BlackoutNotFound: there is no such blackout of that kind
    :raises Invalid: it ends before it begins, or is too long
    """
    asked = blackout_of(target, blackout_id)
    ids = [getattr(asked, target)]
    rows = _meant(target, asked, whole_series, at)
    spans = _shifted(rows, asked, span)
    own = {row.pk for row in rows}
    merged = [key for key in touched(target, ids, spans) if key not in own]
    return BlackoutPlan(spans, merged, reads.conflicts(target=target, ids=ids, spans=spans))


def _meant(target: Target, asked: Blackout, whole_series: bool, at: datetime) -> list[Blackout]:
    if not whole_series or asked.series_id is None:
        return [asked]
    mine = Blackout.objects.filter(series_id=asked.series_id, **{target: getattr(asked, target)})
    return list(mine.filter(end_at__gt=at).order_by("start_at")) or [asked]


def _shifted(rows: Sequence[Blackout], asked: Blackout, span: Span) -> list[Span]:
    """Return where these go when the one asked about goes to a span."""
    if [row.pk for row in rows] == [asked.pk]:
        return spans_of(span, None)
    zone = people.get_properties().time_zone
    begin_by, end_by = (
        zones.to_local(new, zone).replace(tzinfo=None) - zones.to_local(old, zone).replace(tzinfo=None)
        for new, old in zip(span, span_of_row(asked), strict=True)
    )
    found: list[Span] = []
    for row in rows:
        begin, end = (
            zones.to_local(instant, zone).replace(tzinfo=None) + shift
            for instant, shift in zip(span_of_row(row), (begin_by, end_by), strict=True)
        )
        moved = (
            zones.to_instant(begin.date(), begin.time(), zone),
            zones.to_instant(end.date(), end.time(), zone),
        )
        found += spans_of(moved, None)
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
            rows = Blackout.objects.filter(series_id=row.series_id, **{target: getattr(row, target)})
        return _delete(target, [getattr(row, target)], list(rows.order_by("id")), at)


def _locked(target: Target, blackout_id: int) -> Blackout:
    """Return a blackout that nobody else changes; somebody may have before the lock was granted."""
    lock_targets(target, [getattr(blackout_of(target, blackout_id), target)])
    return blackout_of(target, blackout_id)


def clear_blackouts(*, target: Target, ids: Sequence[int], first: date, last: date, at: datetime) -> int:
    """
    Delete the coming blackouts that begin from one local day to another; returns how many.

    What has begun is history and stays.

    :raises NotFound: one of them is none
    :raises Invalid: the last day lies before the first
    """
    if last < first:
        raise Invalid({"to": ["The last day must not be before the first."]})
    zone = people.get_properties().time_zone
    begin, end = zones.day_bounds(first, zone)[0], zones.day_bounds(last, zone)[1]
    with atomic():
        lock_targets(target, ids)
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
                entity_type=KIND[target],
                entity_id=target_id,
                action={
                    "resource_id": "resource.blackout_deleted",
                    "guide_avatar_id": "user_avatar.blackout_deleted",
                    "experience_id": "experience.blackout_deleted",
                }[target],
                at=at,
                before=audit_facts(mine),
            )
    tell_changed(target, ids, [(row.start_at, row.end_at) for row in rows], at)
    return len(rows)
