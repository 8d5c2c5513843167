"""Words about a trip: staff write any, guides their own (domain.md 3.4, 5.27)."""

from datetime import datetime
from typing import Any, Final

from outfitter.kit.errors import Forbidden
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip
from outfitter_tenants.trips.operations import notes

# Whatever became of a trip, people may have something to say about it.
STATES: Final = frozenset({"draft", "under_review", "reserved", "deleted"})


def add(*, trip_id: int, values: dict[str, object], by: TripActor, at: datetime) -> tuple[ChangeResult, int]:
    """
    Write a note on a trip; returns what the change answers and the note's id.

    Whoever may not edit trips writes as a guide.

    :raises Forbidden: the role neither edits trips nor checks guests in
    """
    _demand(by)
    kind = values["kind"] if by.can("trip.edit") else "guide"
    with change_trip(
        trip_id=trip_id, by=by, at=at, states=STATES, is_money=False, agents_need=None
    ) as change:
        row = notes.add(
            trip=change.trip, values={**values, "kind": kind}, author_id=by.avatar_id, name=by.name, at=at
        )
        change.log("trip.note_added", after=notes.facts_of(row))
    return change.result, row.pk


def change_note(
    *, trip_id: int, note_id: int, values: dict[str, object], by: TripActor, at: datetime
) -> tuple[ChangeResult, int]:
    """
    Write a note anew; keys that are missing stay as they are.

    :raises NoteNotFound: there is none on this trip
    :raises Forbidden: somebody else wrote it, and the role does not edit trips
    """
    _demand(by)
    with change_trip(
        trip_id=trip_id, by=by, at=at, states=STATES, is_money=False, agents_need=None
    ) as change:
        row = notes.get_note(trip=change.trip, note_id=note_id)
        _demand_author(row, by)
        wanted = dict(values)
        if not by.can("trip.edit"):
            wanted.pop("kind", None)
        before = notes.facts_of(row)
        if any(getattr(row, name) != value for name, value in wanted.items()):
            notes.change(row=row, values=wanted, at=at)
            change.log("trip.note_changed", before=before, after=notes.facts_of(row))
    return change.result, note_id


def delete(*, trip_id: int, note_id: int, by: TripActor, at: datetime) -> ChangeResult:
    """
    Take a note away; it stays in the trip's story.

    :raises NoteNotFound: there is none on this trip
    :raises Forbidden: somebody else wrote it, and the role does not edit trips
    """
    _demand(by)
    with change_trip(
        trip_id=trip_id, by=by, at=at, states=STATES, is_money=False, agents_need=None
    ) as change:
        row = notes.get_note(trip=change.trip, note_id=note_id)
        _demand_author(row, by)
        notes.delete(row=row, at=at)
        change.log("trip.note_deleted", before=notes.facts_of(row))
    return change.result


def _demand(by: TripActor) -> None:
    if not by.can("trip.edit"):
        by.demand("booking.check_in")


def _demand_author(row: Any, by: TripActor) -> None:
    if not by.can("trip.edit") and row.author_id != by.avatar_id:
        raise Forbidden("Someone else wrote this note.", permission="trip.edit")
