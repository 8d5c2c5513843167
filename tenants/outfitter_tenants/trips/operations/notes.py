"""Words about a trip, for staff and guides."""

from datetime import datetime
from typing import Any

from outfitter.kit.errors import NotFound
from outfitter_tenants.trips.models import Trip, TripNote


class NoteNotFound(NotFound):
    """No such note on this trip."""


def facts_of(row: TripNote) -> dict[str, Any]:
    """Return a note as the log has it."""
    return {
        "note": row.body,
        "kind": row.kind,
        "is_pinned": row.is_pinned,
        "show_on_manifest": row.show_on_manifest,
    }


def trip_of_note(*, note_id: int) -> int:
    """
    Return the trip a note is on.

    :raises NoteNotFound: there is none, or it was deleted
    """
    rows = TripNote.objects.filter(pk=note_id, deleted_at__isnull=True)
    found = rows.values_list("trip_id", flat=True).first()
    if found is None:
        raise NoteNotFound("Note not found.")
    return found


def get_note(*, trip: Trip, note_id: int) -> TripNote:
    """
    Return one note of a trip.

    :raises NoteNotFound: there is none, or it was deleted
    """
    row = TripNote.objects.filter(pk=note_id, trip=trip, deleted_at__isnull=True).first()
    if row is None:
        raise NoteNotFound("Note not found on this trip.")
    return row


def add(*, trip: Trip, values: dict[str, object], author_id: int | None, name: str, at: datetime) -> TripNote:
    """Write a note: `values` are body, kind, is_pinned and show_on_manifest."""
    return TripNote.objects.create(
        trip=trip, author_id=author_id, author_name=name[:160], created_at=at, **values
    )


def change(*, row: TripNote, values: dict[str, Any], at: datetime) -> None:
    """Write a note anew."""
    for name, value in values.items():
        setattr(row, name, value)
    row.edited_at = at
    row.save(update_fields=[*values, "edited_at"])


def delete(*, row: TripNote, at: datetime) -> None:
    """Take a note away; it stays in the story."""
    row.deleted_at = at
    row.save(update_fields=["deleted_at"])
