"""
Hours in a span of days, as SQL works them out: when it was open, taken up, and out of reach (docs/adr/0123).

All are real hours: a day on which clocks change is an hour shorter or longer. What overlaps counts once.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from django.db.models import DateField, DateTimeField, F, Func, Value
from django.db.models.expressions import Combinable

from outfitter.db.lists import Condition, ListReader
from outfitter.db.row_figures import row_figure
from outfitter.kit.errors import Invalid
from outfitter.kit.zones import day_bounds

# From the first start to the last end of what ran on each day of the span.
_OPEN: Final = """
(SELECT range_agg(tstzrange(begins, ends)) FROM (
  SELECT min(start_at) AS begins, max(end_at) AS ends FROM scheduling_timeslot
   WHERE date BETWEEN asked.first_day AND asked.last_day AND status <> 'cancelled' GROUP BY date) days)
"""
_USED_RESOURCE: Final = """
(SELECT range_agg(tstzrange(b.start_at, b.end_at)) FROM scheduling_bookingresource b
   JOIN scheduling_timeslot t ON t.id = b.timeslot_id AND t.status <> 'cancelled'
  WHERE b.resource_id = asked.id AND b.hold_id IS NULL
    AND b.start_at < asked.end_at AND b.end_at > asked.begin_at)
"""
_DARK_RESOURCE: Final = """
(SELECT range_agg(tstzrange(start_at, end_at)) FROM scheduling_blackout
  WHERE resource_id = asked.id AND start_at < asked.end_at AND end_at > asked.begin_at)
"""
_DUTIES: Final = """
 FROM (SELECT timeslot_id FROM scheduling_timeslotguide
        WHERE user_avatar_id = asked.id AND status IN ('assigned', 'confirmed')
        UNION
       SELECT timeslot_id FROM scheduling_bookingguide WHERE user_avatar_id = asked.id) g
 JOIN scheduling_timeslot t ON t.id = g.timeslot_id AND t.status <> 'cancelled'
  AND t.start_at < asked.end_at AND t.end_at > asked.begin_at
"""
_USED_GUIDE: Final = f"(SELECT range_agg(tstzrange(t.start_at, t.end_at)) {_DUTIES})"  # our own text
_DARK_GUIDE: Final = """
(SELECT range_agg(tstzrange(start_at, end_at)) FROM scheduling_blackout
  WHERE guide_avatar_id = asked.id AND start_at < asked.end_at AND end_at > asked.begin_at)
"""


def _minutes(ranges: str) -> str:
    return f"""
SELECT coalesce(sum(extract(epoch FROM upper(one) - lower(one))) / 60, 0)::bigint FROM unnest({ranges}) one
"""  # noqa: S608  # our own text


def _known(ranges: str) -> str:
    """Return ranges as they are in the span; none instead of null."""
    return (
        f"(coalesce({ranges}, '{{}}'::tstzmultirange)"
        " * tstzmultirange(tstzrange(asked.begin_at, asked.end_at)))"
    )


def _figures(used: str, dark: str) -> dict[str, str]:
    taken, away, hours = _known(used), _known(dark), _known(_OPEN)
    return {
        "used_minutes": _minutes(taken),
        "open_minutes": _minutes(hours),
        "blackout_minutes": _minutes(f"({hours} * {away})"),
        # What was used was available, whatever stood in the calendar.
        "available_minutes": _minutes(f"(({hours} - {away}) + {taken})"),
    }


_OF_RESOURCES: Final = {
    **_figures(_USED_RESOURCE, _DARK_RESOURCE),
    "use_cnt": """
SELECT count(*) FROM scheduling_bookingresource b
  JOIN scheduling_timeslot t ON t.id = b.timeslot_id AND t.status <> 'cancelled'
 WHERE b.resource_id = asked.id AND b.hold_id IS NULL
   AND b.start_at < asked.end_at AND b.end_at > asked.begin_at
""",
    # Seats times the time they were taken, of what of it lies in the span.
    "unit_minutes": """
SELECT coalesce(sum(b.units * extract(epoch FROM least(b.end_at, asked.end_at)
                                               - greatest(b.start_at, asked.begin_at)) / 60), 0)::bigint
  FROM scheduling_bookingresource b
  JOIN scheduling_timeslot t ON t.id = b.timeslot_id AND t.status <> 'cancelled'
 WHERE b.resource_id = asked.id AND b.hold_id IS NULL
   AND b.start_at < asked.end_at AND b.end_at > asked.begin_at
""",
}
_OF_GUIDES: Final = {
    **_figures(_USED_GUIDE, _DARK_GUIDE),
    "departure_cnt": f"SELECT count(*) {_DUTIES}",  # our own text
}
RESOURCE_FIGURES: Final = tuple(_OF_RESOURCES)
GUIDE_FIGURES: Final = tuple(_OF_GUIDES)


def resource_figures(conditions: Sequence[Condition], reader: ListReader) -> dict[str, Func]:
    """
    Return what a resource did in the span that is asked for, by name.

    :raises Invalid: no span is asked for
    """
    return _asked(_OF_RESOURCES, conditions, reader)


def guide_figures(conditions: Sequence[Condition], reader: ListReader) -> dict[str, Func]:
    """
    Return what a guide did in the span that is asked for, by name.

    :raises Invalid: no span is asked for
    """
    return _asked(_OF_GUIDES, conditions, reader)


def _asked(texts: dict[str, str], conditions: Sequence[Condition], reader: ListReader) -> dict[str, Func]:
    first, last = span_of(conditions)
    begin, end = day_bounds(first, reader.zone)[0], day_bounds(last, reader.zone)[1]
    about: dict[str, Combinable] = {
        "id": F("pk"),
        "begin_at": _instant(begin),
        "end_at": _instant(end),
        "first_day": Value(first, output_field=DateField()),
        "last_day": Value(last, output_field=DateField()),
    }
    return {name: row_figure(text, about=about) for name, text in texts.items()}


def _instant(at: datetime) -> Value:
    return Value(at, output_field=DateTimeField())


def span_of(conditions: Sequence[Condition], field: str = "day") -> tuple[date, date]:
    """
    Return the days that figures are of: both ends of the filter by `field`.

    :raises Invalid: there is no such filter, or it is open at an end
    """
    found = next((one for one in conditions if one.field == field and one.op == "between"), None)
    if found is None or None in found.value:
        raise Invalid({"filters": [f"Choose the days: filter {field} between two dates."]})
    return found.value[0], found.value[1]
