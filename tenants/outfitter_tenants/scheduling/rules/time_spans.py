"""Spans that repeat on the same wall time, and spans that overlap: pure rules."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final, Literal

from outfitter.kit import zones
from outfitter_tenants.scheduling.rules.resource_capacity import Span

Every = Literal["day", "week"]
MAX_REPEATS: Final = 400
_STEP: Final = {"day": timedelta(days=1), "week": timedelta(days=7)}


def repeat(span: Span, *, every: Every, until: date, zone: str) -> list[Span]:
    """
    Return a span and its repetitions up to a local day, that day included.

    Begin and end keep their wall time: over a change of clocks they move with it. At most
    MAX_REPEATS + 1 are returned, so that the caller can tell when there are too many.
    """
    begin, end = (zones.to_local(instant, zone) for instant in span)
    found: list[Span] = []
    step = timedelta(0)
    while begin.date() + step <= until and len(found) <= MAX_REPEATS:
        found.append(
            (
                zones.to_instant(begin.date() + step, begin.time(), zone),
                zones.to_instant(end.date() + step, end.time(), zone),
            )
        )
        step += _STEP[every]
    # In the hour that a change of clocks skips a short span would have no length.
    return [(first, last) for first, last in found if last > first]


def join(spans: Sequence[Span]) -> list[Span]:
    """Return the same instants as spans of which no two overlap, by begin; neighbours stay two."""
    joined: list[Span] = []
    for begin, end in sorted(spans):
        if joined and begin < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((begin, end))
    return joined


def overlaps(one: tuple[datetime, datetime], other: tuple[datetime, datetime]) -> bool:
    """Return whether two half-open spans share an instant."""
    return one[0] < other[1] and one[1] > other[0]
