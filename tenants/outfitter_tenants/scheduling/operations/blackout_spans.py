"""What every change of blackouts is made of: whose they are, their spans, what they join."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Q

from outfitter.kit import zones
from outfitter.kit.errors import Invalid, NotFound
from outfitter.plugins import outbox
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import Blackout, Resource, ResourceUsage, Timeslot
from outfitter_tenants.scheduling.operations import blackout_projection
from outfitter_tenants.scheduling.queries import blackouts as reads
from outfitter_tenants.scheduling.queries import guides, resource_claims
from outfitter_tenants.scheduling.queries.blackouts import BlackoutNotFound, BlackoutRow, Target
from outfitter_tenants.scheduling.rules.resource_capacity import Span
from outfitter_tenants.scheduling.rules.time_spans import MAX_REPEATS, Every, join, overlaps, repeat

MAX_LENGTH: Final = timedelta(days=3 * 366)
# No departure is longer (catalog.schemas.Minutes).
MAX_DURATION: Final = timedelta(days=30)
# Of longer changes no single days are told.
_MAX_DAYS: Final = 62
KIND: Final[dict[Target, str]] = {
    "resource_id": "resource",
    "guide_avatar_id": "user_avatar",
    "experience_id": "experience",
}


@dataclass(frozen=True, slots=True)
class Repeat:
    """That a blackout comes again on the same wall time, up to a local day."""

    every: Every
    until: date


def spans_of(span: Span, again: Repeat | None) -> list[Span]:
    """
    Return a span and its repetitions, joined where they overlap.

    :raises Invalid: it ends before it begins, is too long, or repeats too often
    """
    begin, end = span
    if end <= begin:
        raise Invalid({"end_at": ["The end must be after the start."]})
    if end - begin > MAX_LENGTH:
        raise Invalid({"end_at": ["A blackout lasts at most three years."]})
    if again is None:
        return [span]
    zone = people.get_properties().time_zone
    if again.until < zones.local_day(begin, zone):
        raise Invalid({"repeat.until": ["The last day must not be before the first."]})
    found = repeat(span, every=again.every, until=again.until, zone=zone)
    if len(found) > MAX_REPEATS:
        raise Invalid({"repeat.until": [f"At most {MAX_REPEATS} at once."]})
    return join(found)


def join_in(
    target: Target, target_id: int, spans: Sequence[Span], reason: str, series: UUID | None
) -> tuple[list[BlackoutRow], list[int]]:
    """Put spans among the blackouts of one target; return the rows made and ids absorbed."""
    known = list(reads.lock_blackouts(target=target, target_id=target_id))
    hit = [row for row in known if any(overlaps(span_of_row(row), span) for span in spans)]
    made = []
    for begin, end in join([*spans, *(span_of_row(row) for row in hit)]):
        inside = [row for row in hit if overlaps(span_of_row(row), (begin, end))]
        row = Blackout(
            start_at=begin,
            end_at=end,
            reason=_reasons([reason, *(r.reason for r in inside)]),
            created_by=current_actor().avatar_id,
            series_id=series,
            **{target: target_id},
        )
        row.save()
        made.append(reads.blackout_row(row))
    absorbed = [row.pk for row in hit]
    Blackout.objects.filter(pk__in=absorbed).delete()
    return made, absorbed


def _reasons(texts: Sequence[str]) -> str:
    return "; ".join(dict.fromkeys(text for text in texts if text))[:2000]


def span_of_row(row: Blackout) -> Span:
    """Return from when to when a blackout is."""
    return row.start_at, row.end_at


def blackout_of(target: Target, blackout_id: int) -> Blackout:
    """
    Return a blackout of a kind of target.

    :raises BlackoutNotFound: there is no such blackout of that kind
    """
    row = Blackout.objects.filter(pk=blackout_id, **{f"{target}__isnull": False}).first()
    if row is None:
        raise BlackoutNotFound("Blackout not found.")
    return row


def touched(target: Target, ids: Sequence[int], spans: Sequence[Span]) -> list[int]:
    """Return the ids of the blackouts of these targets that share an instant with a span."""
    near = reads.blackouts_between(
        begin=min(begin for begin, _ in spans), end=max(end for _, end in spans), target=target, ids=ids
    )
    return [row.id for row in near if any(overlaps((row.start_at, row.end_at), one) for one in spans)]


def lock_targets(target: Target, ids: Sequence[int]) -> None:
    """
    Lock what takes nothing new while it is blacked out.

    :raises NotFound: one of them is none
    """
    wanted = sorted(set(ids))
    found = known_targets(target, wanted)
    if target == "resource_id":
        groups = Resource.objects.filter(pk__in=wanted).values_list("group_id", flat=True)
        resource_claims.lock_groups(group_ids=set(groups))
    elif target == "experience_id":
        found = {catalog.lock_experience(experience_id=key).pk for key in wanted}
    else:
        guides.lock_profiles(guide_ids=found)
    refuse_unknown(target, wanted, found)


def known_targets(target: Target, wanted: Sequence[int]) -> set[int]:
    """Return the ids among these that are one of that kind."""
    if target == "resource_id":
        return set(Resource.objects.filter(pk__in=wanted).values_list("pk", flat=True))
    if target == "guide_avatar_id":
        return {row.id for row in people.list_guides()} & set(wanted)
    return {catalog.get_experience(experience_id=key).id for key in wanted}


def refuse_unknown(target: Target, wanted: Sequence[int], found: set[int]) -> None:
    """:raises NotFound: something wanted was not found."""
    if set(wanted) - found:
        raise NotFound(f"{KIND[target].replace('user_avatar', 'guide').capitalize()} not found.")


def audit_facts(rows: Sequence[BlackoutRow]) -> dict[str, object]:
    """Return blackouts as the log keeps them: how many, and the first twenty."""
    return {
        "cnt": len(rows),
        "blackouts": [[row.start_at.isoformat(), row.end_at.isoformat()] for row in rows[:20]],
    }


def tell_changed(target: Target, ids: Sequence[int], spans: Sequence[Span], at: datetime) -> None:
    """Make calendars stale that show these days; guides change nothing that is sold."""
    if target == "guide_avatar_id" or not spans:
        return
    if target == "experience_id":
        _mark(ids, spans)
    days = _days(spans) if target == "resource_id" else _touched(ids, spans)
    if days is None:
        cache_versions.touch_everything()
    else:
        cache_versions.touch(dates=days)
    for experience_id in _experiences(target, ids):
        outbox.publish(
            "availability.changed",
            at=at,
            experience_id=experience_id,
            timeslot_id=None,
            dates=[day.isoformat() for day in days or ()],
            reason="blackout",
        )


def _experiences(target: Target, ids: Sequence[int]) -> list[int]:
    if target == "experience_id":
        return sorted(set(ids))
    rows = ResourceUsage.objects.filter(resource_group__resources__in=list(ids))
    return sorted(set(rows.values_list("experience_id", flat=True)))


def _touched(ids: Sequence[int], spans: Sequence[Span]) -> list[date]:
    """Return the days of the departures that are dark then: they may begin long before."""
    during = Q()
    for begin, end in spans:
        during |= Q(start_at__lt=end, end_at__gt=begin)
    rows = Timeslot.objects.filter(during, experience_id__in=list(ids))
    return sorted(rows.order_by().values_list("date", flat=True).distinct())


def _days(spans: Sequence[Span]) -> list[date] | None:
    zone = people.get_properties().time_zone
    found: set[date] = set()
    for begin, end in spans:
        first, last = zones.local_day(begin, zone), zones.local_day(end, zone)
        if (last - first).days + len(found) > _MAX_DAYS:
            return None
        found |= {first + timedelta(days=n) for n in range((last - first).days + 1)}
    return sorted(found)


def _mark(experience_ids: Sequence[int], spans: Sequence[Span]) -> None:
    # A departure may last for days, and the local day of any zone is a day around that of UTC.
    first = min(begin for begin, _ in spans) - MAX_DURATION - timedelta(days=1)
    last = max(end for _, end in spans) + timedelta(days=1)
    blackout_projection.mark(experience_ids=experience_ids, first=first.date(), last=last.date())
