"""Blackouts of all kinds: what they would do, made, changed and listed by name (domain.md 4.21)."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, Final

from outfitter.api.principal import Principal
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.backoffice.inventory.resources import conflicts_out
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries
from outfitter_tenants.scheduling.operations import blackouts
from outfitter_tenants.scheduling.operations.blackout_spans import Repeat
from outfitter_tenants.scheduling.operations.blackouts import BlackoutPlan, CreatedBlackouts
from outfitter_tenants.scheduling.queries.blackouts import BlackoutRow, Target
from outfitter_tenants.scheduling.rules.resource_capacity import Span
from outfitter_tenants.scheduling.schemas import resources as s

# Without days: what has not ended, this far ahead.
_AHEAD: Final = timedelta(days=3 * 366)


def span_of(first: date | None, last: date | None, at: datetime) -> Span:
    """
    Return the instants of local days, both included; without days from now on.

    :raises Invalid: the last day lies before the first
    """
    zone = people.get_properties().time_zone
    begin = zones.day_bounds(first, zone)[0] if first else at
    end = zones.day_bounds(last, zone)[1] if last else max(begin, at) + _AHEAD
    if end <= begin:
        raise Invalid({"to": ["The last day must not be before the first."]})
    return begin, end


def make(target: Target, ids: list[int], body: s.BlackoutIn, caller: Principal) -> dict[str, Any]:
    """Black out what is named; return what became of it."""
    made = blackouts.add_blackouts(
        target=target,
        ids=ids,
        span=(body.start_at, body.end_at),
        reason=body.reason,
        again=_again(body),
        at=utc_now(),
    )
    return _made(made, caller)


def preview(target: Target, ids: list[int], body: s.BlackoutIn, caller: Principal) -> dict[str, Any]:
    """Return what `make` would do with the same body."""
    plan = blackouts.preview_blackouts(
        target=target, ids=ids, span=(body.start_at, body.end_at), again=_again(body)
    )
    return _planned(plan, caller)


def change(target: Target, blackout_id: int, body: s.BlackoutChangeIn, caller: Principal) -> dict[str, Any]:
    """Give a blackout, or what is to come of its series, another time and reason."""
    made = blackouts.change_blackout(
        target=target,
        blackout_id=blackout_id,
        span=(body.start_at, body.end_at),
        reason=body.reason,
        whole_series=body.series,
        at=utc_now(),
    )
    return _made(made, caller)


def preview_change(
    target: Target, blackout_id: int, body: s.BlackoutChangeIn, caller: Principal
) -> dict[str, Any]:
    """Return what `change` would do with the same body."""
    plan = blackouts.preview_change(
        target=target,
        blackout_id=blackout_id,
        span=(body.start_at, body.end_at),
        whole_series=body.series,
        at=utc_now(),
    )
    return _planned(plan, caller)


def named(*, span: Span, caller: Principal) -> list[dict[str, Any]]:
    """Return the blackouts that touch a span with the names of whose they are, oldest first."""
    found: list[dict[str, Any]] = []
    for target, names in _names(caller):
        rows = queries.blackouts_between(begin=span[0], end=span[1], target=target, ids=list(names))
        found += [_row(row, *names[getattr(row, target)]) for row in rows]
    return sorted(found, key=lambda row: (row["start_at"], row["id"]))


def _names(caller: Principal) -> Iterator[tuple[Target, dict[int, tuple[str, str | None]]]]:
    groups = queries.list_groups()
    yield "resource_id", {row.id: (row.name, g.name) for g in groups for row in g.resources}
    yield "experience_id", {row.id: (row.name, None) for row in catalog.list_all()}
    if caller.can("guide.assign"):
        yield "guide_avatar_id", {row.id: (row.name, None) for row in people.list_guides()}


def _row(row: BlackoutRow, name: str, group_name: str | None) -> dict[str, Any]:
    same = (
        "id",
        "resource_id",
        "guide_avatar_id",
        "experience_id",
        "start_at",
        "end_at",
        "reason",
        "series_id",
    )
    return {**{key: getattr(row, key) for key in same}, "name": name, "group_name": group_name}


def _again(body: s.BlackoutIn) -> Repeat | None:
    return Repeat(body.repeat.every, body.repeat.until) if body.repeat else None


def _planned(plan: BlackoutPlan, caller: Principal) -> dict[str, Any]:
    return {
        "times": [{"start_at": begin, "end_at": end} for begin, end in plan.spans],
        "merged": plan.merged,
        "conflicts": conflicts_out(plan.conflicts, caller),
    }


def _made(made: CreatedBlackouts, caller: Principal) -> dict[str, Any]:
    return {
        "created": made.created,
        "merged": made.merged,
        "conflicts": conflicts_out(made.conflicts, caller),
    }
