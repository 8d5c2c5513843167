"""Words about a partner, for staff. Whoever wrote one changes it; a deleted one stays in the log."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, NotFound
from outfitter_tenants.audit.operations import record
from outfitter_tenants.resellers import queries
from outfitter_tenants.resellers.models import ResellerNote


class ResellerNoteNotFound(NotFound):
    """No such note on this partner."""


class AnothersNote(Forbidden):
    """Somebody else wrote it."""

    code = "anothers_note"


def list_notes(*, reseller_id: int, limit: int = 200) -> list[ResellerNote]:
    """Return a partner's notes, the newest first."""
    rows = ResellerNote.objects.filter(reseller_id=reseller_id, deleted_at__isnull=True)
    return list(rows.order_by("-pk")[:limit])


def add_note(
    *, reseller_id: int, body: str, author_id: int | None, author_name: str, at: datetime
) -> ResellerNote:
    """
    Write a note on a partner.

    :raises ResellerNotFound: there is none
    """
    with atomic():
        queries.lock_reseller(reseller_id=reseller_id)
        row = ResellerNote.objects.create(
            reseller_id=reseller_id,
            author_id=author_id,
            author_name=author_name[:160],
            body=body,
            created_at=at,
        )
        _record(row, "reseller.note_added", at, after=body)
    return row


def change_note(
    *, reseller_id: int, note_id: int, body: str, author_id: int | None, at: datetime
) -> ResellerNote:
    """
    Write a note anew.

    :raises ResellerNoteNotFound: the partner has no such note
    :raises AnothersNote: somebody else wrote it
    """
    with atomic():
        row = _own(reseller_id, note_id, author_id)
        before = row.body
        if before == body:
            return row
        row.body, row.edited_at = body, at
        row.save(update_fields=["body", "edited_at"])
        _record(row, "reseller.note_changed", at, before=before, after=body)
    return row


def delete_note(*, reseller_id: int, note_id: int, author_id: int | None, at: datetime) -> None:
    """
    Take a note away.

    :raises ResellerNoteNotFound: the partner has no such note
    :raises AnothersNote: somebody else wrote it
    """
    with atomic():
        row = _own(reseller_id, note_id, author_id)
        row.deleted_at = at
        row.save(update_fields=["deleted_at"])
        _record(row, "reseller.note_deleted", at, before=row.body)


def _own(reseller_id: int, note_id: int, author_id: int | None) -> ResellerNote:
    rows = ResellerNote.objects.select_for_update(of=("self",))
    row = rows.filter(pk=note_id, reseller_id=reseller_id, deleted_at__isnull=True).first()
    if row is None:
        raise ResellerNoteNotFound("Note not found.")
    if row.author_id != author_id:
        raise AnothersNote("Someone else wrote this note. Add a note of your own instead.")
    return row


def _record(
    row: ResellerNote, action: str, at: datetime, *, before: str | None = None, after: str | None = None
) -> None:
    record(
        entity_type="reseller",
        entity_id=row.reseller_id,
        action=action,
        at=at,
        before=None if before is None else {"note": before},
        after=None if after is None else {"note": after},
    )
