"""Departures of a file: made, changed and taken back by the operations that staff use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final, cast

from outfitter.db.imports import (
    Action,
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    problems_of,
)
from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.catalog.queries.experience_match import ExperienceIndex
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.operations import timeslot_removal
from outfitter_tenants.scheduling.operations.timeslot_changes import TimeslotChanges, edit_timeslot
from outfitter_tenants.scheduling.operations.timeslots import SlotStatus, add_timeslot, set_timeslot_status
from outfitter_tenants.scheduling.queries.departures_at import DepartureAt, list_departures
from outfitter_tenants.scheduling.queries.timeslots import get_timeslot

OLDEST: Final = date(2000, 1, 1)
AHEAD: Final = timedelta(days=1830)
_LARGEST: Final = 100_000
_CHANGED: Final = ("capacity", "online_allotment", "note")
_STATUSES: Final = {
    "open": "open",
    "available": "open",
    "active": "open",
    "yes": "open",
    "closed_online": "closed_online",
    "closed online": "closed_online",
    "call to book": "closed_online",
    "closed": "closed",
    "unavailable": "closed",
    "blocked": "closed",
    "no": "closed",
}
COLUMNS: Final = (
    ImportColumn(
        "experience",
        is_required=True,
        example="Sunset sail",
        aliases=("item", "product", "activity", "tour", "experience name", "product name", "activity name"),
        max_length=160,
    ),
    ImportColumn("date", "date", is_required=True, example="2026-12-24", aliases=("day", "start date")),
    ImportColumn(
        "time",
        "time",
        is_required=True,
        example="09:00",
        aliases=("start time", "departure time", "start", "session"),
    ),
    ImportColumn(
        "duration_minutes",
        "number",
        example="120",
        aliases=("duration", "length", "minutes"),
        lowest=1,
        highest=525_600,
    ),
    ImportColumn(
        "capacity",
        "number",
        example="12",
        aliases=("seats", "spots", "max", "max capacity", "maximum capacity", "total capacity"),
        lowest=0,
        highest=_LARGEST,
    ),
    ImportColumn(
        "online_allotment", "number", aliases=("online seats", "online capacity"), lowest=0, highest=_LARGEST
    ),
    ImportColumn("status", "choice", example="open", aliases=("state", "availability"), choices=_STATUSES),
    ImportColumn("note", aliases=("notes", "comment", "headline"), max_length=2000),
)


@dataclass(frozen=True, slots=True)
class _Place:
    experience: ExperienceRow
    start_at: datetime
    day: date
    start_time: time


class _Reader:
    """What rows may name, read at once for all of them."""

    def __init__(self, rows: Sequence[ParsedRow], context: ImportContext) -> None:
        self.context = context
        self.zone = people.get_properties().time_zone
        self.experiences = ExperienceIndex(catalog.list_all())
        found = [place for row in rows if isinstance(place := self.place(row), _Place)]
        self.there: dict[tuple[int, datetime], DepartureAt] = {}
        for one in list_departures(
            experience_ids={place.experience.id for place in found},
            starts={place.start_at for place in found},
            days=(),
        ):
            # Next to one that runs, one that was canceled says nothing.
            if one.status != "cancelled" or (one.experience_id, one.start_at) not in self.there:
                self.there[one.experience_id, one.start_at] = one

    def place(self, row: ParsedRow) -> "_Place | Problem":
        """Return which departure a row is about, or why it is about none."""
        text = row.values.get("experience", "")
        candidates = self.experiences.candidates(text)
        if len(candidates) != 1:
            told = (
                f"Several experiences are called \u201c{text}\u201d. Use the code."
                if candidates
                else f"There is no experience \u201c{text}\u201d. Import experiences first."
            )
            return Problem("experience", "ambiguous" if candidates else "unknown", told, {"value": text})
        [experience] = candidates
        if experience.status == "archived":
            return Problem("experience", "archived", "This experience is archived.")
        day, clock = row.values["date"], row.values["time"]
        today = zones.local_day(self.context.at, self.zone)
        if not OLDEST <= day <= today + AHEAD:
            return Problem("date", "out_of_range", "This day is before the year 2000 or too far away.")
        instant = zones.to_instant(day, clock, self.context.time_zone)
        if zones.to_local(instant, self.context.time_zone).replace(tzinfo=None) != datetime.combine(
            day, clock
        ):
            message = f"The clocks go forward that night: there is no {clock:%H:%M}."
            return Problem("time", "no_such_time", message, {"time": f"{clock:%H:%M}"})
        wall = zones.to_local(instant, experience.time_zone or self.zone)
        return _Place(experience, instant, wall.date(), wall.time())


def keys(row: ParsedRow, context: ImportContext) -> tuple[str, ...]:
    """Return what a departure is known by within its file."""
    values = row.values
    text = str(values.get("experience", "")).casefold()
    return (f"{text}\x1f{values.get('date')}\x1f{values.get('time')}",)


def check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    """Return what would become of these rows."""
    reader = _Reader(rows, context)
    return [_verdict(row, reader, context) for row in rows]


def _verdict(row: ParsedRow, reader: _Reader, context: ImportContext) -> Verdict:
    place = reader.place(row)
    if isinstance(place, Problem):
        return Verdict(problems=(place,))
    there = reader.there.get((place.experience.id, place.start_at))
    if there is None:
        return Verdict()
    if context.mode == "insert":
        problem = Problem("time", "exists", "There is already a departure at this time.")
        return Verdict(problems=(problem,), object_id=there.id)
    if context.mode == "skip":
        return Verdict("skip", object_id=there.id)
    if "duration_minutes" in row.values:
        message = "The length of a departure that is there can\u2019t be changed by a file."
        return Verdict("update", (Problem("duration_minutes", "fixed", message),), there.id)
    return Verdict("update", object_id=there.id)


def write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    """Make departures and change those that are there, each whole or not at all."""
    todo = [one for one in rows if one.verdict.action != "skip"]
    found = [
        WrittenRow(one.row.no, "skip", one.verdict.object_id) for one in rows if one.verdict.action == "skip"
    ]
    reader = _Reader([one.row for one in todo], context)
    placed: list[tuple[tuple[int, datetime], ParsedRow, _Place]] = []
    for one in todo:
        place = reader.place(one.row)
        if isinstance(place, Problem):
            found.append(WrittenRow(one.row.no, one.verdict.action, None, problems=(place,)))
        else:
            placed.append(((place.experience.id, place.start_at), one.row, place))
    # Experiences are locked in their order, whatever order the file has.
    for key, row, place in sorted(placed, key=lambda item: (item[0], item[1].no)):
        found.append(_written(row, place, reader.there.get(key), context))
    return sorted(found, key=lambda row: row.no)


def _written(row: ParsedRow, place: _Place, there: DepartureAt | None, context: ImportContext) -> WrittenRow:
    action: Action = "create" if there is None else "update"
    try:
        with atomic():
            if there is None:
                return WrittenRow(row.no, "create", _make(row, place, context))
            if context.mode == "insert":
                problem = Problem("time", "exists", "There is already a departure at this time.")
                return WrittenRow(row.no, "create", there.id, problems=(problem,))
            before = _change(row, there, context)
            return WrittenRow(row.no, "update", there.id, before)
    except DomainError as problem:
        return WrittenRow(row.no, action, None, problems=problems_of(problem, {"start_time": "time"}))


def _make(row: ParsedRow, place: _Place, context: ImportContext) -> int:
    values = row.values
    slot = add_timeslot(
        experience_id=place.experience.id,
        day=place.day,
        start_time=place.start_time,
        at=context.at,
        capacity=values.get("capacity"),
        online_allotment=values.get("online_allotment"),
        duration_minutes=values.get("duration_minutes"),
        note=values.get("note", ""),
    )
    _set_status(slot.id, values.get("status"), "open", context)
    return slot.id


def _change(row: ParsedRow, there: DepartureAt, context: ImportContext) -> Mapping[str, object]:
    """Write what the file says; returns what undoing needs: the values before, and the version after."""
    now = get_timeslot(timeslot_id=there.id, at=context.at)
    before = {
        "status": now.status,
        "capacity": now.capacity,
        "note": now.note,
        "online_allotment": now.seats.online_allotment,
    }
    given = {name: row.values[name] for name in _CHANGED if name in row.values}
    changes = cast("TimeslotChanges", given)
    if changes:
        edit_timeslot(timeslot_id=there.id, changes=changes, version=None, at=context.at)
    _set_status(there.id, row.values.get("status"), now.status, context)
    after = get_timeslot(timeslot_id=there.id, at=context.at)
    return {**before, "changed": sorted(changes), "version": after.version}


def _set_status(timeslot_id: int, wanted: str | None, is_now: str, context: ImportContext) -> None:
    if wanted is not None and wanted != is_now:
        set_timeslot_status(timeslot_id=timeslot_id, status=cast("SlotStatus", wanted), at=context.at)


def undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    """Take departures back that nobody has booked or changed; returns what stays and why."""
    kept: dict[int, Problem] = {}
    for timeslot_id in sorted(rows):
        try:
            with atomic():
                reason = _take_back(timeslot_id, rows[timeslot_id], context)
        except DomainError as problem:
            reason = problems_of(problem)[0]
        if reason is not None:
            kept[timeslot_id] = reason
    return kept


def _take_back(
    timeslot_id: int, before: Mapping[str, object] | None, context: ImportContext
) -> Problem | None:
    if before is None:
        return timeslot_removal.delete_unused(timeslot_id=timeslot_id, at=context.at)
    now = get_timeslot(timeslot_id=timeslot_id, at=context.at)
    if now.version != before["version"]:
        return Problem("", "changed_since", "This departure was changed since.")
    names = cast("list[str]", before["changed"])
    changes = cast("TimeslotChanges", {name: before[name] for name in names})
    if changes:
        edit_timeslot(timeslot_id=timeslot_id, changes=changes, version=None, at=context.at)
    _set_status(timeslot_id, str(before["status"]), now.status, context)
    return None


IMPORTER: Final = Importer(
    object="availabilities",
    permission="timeslot.edit",
    columns=COLUMNS,
    check=check,
    write=write,
    undo=undo,
    keys=keys,
)
