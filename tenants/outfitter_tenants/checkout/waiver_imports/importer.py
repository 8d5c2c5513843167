"""The importer of waivers: guests who signed elsewhere are marked so, each in their trip's history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from outfitter.db.imports import (
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    problems_of,
    register,
)
from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import DomainError
from outfitter.kit.person_names import full_name
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.waivers import operations as marks
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import imported_trips
from outfitter_tenants.trips.queries.imported_guests import GuestOfFile, guests_of_bookings
from outfitter_tenants.waivers import queries as signed
from outfitter_tenants.waivers.queries import TemplateRow

_OLDEST: Final = date(2000, 1, 1)
COLUMNS: Final = (
    ImportColumn(
        "reference",
        is_required=True,
        example="FH-204871",
        aliases=("booking id", "booking number", "booking reference", "confirmation code", "order number"),
        max_length=120,
    ),
    ImportColumn("first_name", example="Ann", aliases=("first name", "given name"), max_length=80),
    ImportColumn("last_name", example="Lee", aliases=("last name", "surname", "family name"), max_length=80),
    ImportColumn("email", "email", example="ann.lee@example.com", aliases=("e-mail", "email address")),
    ImportColumn(
        "signed_on",
        "date",
        is_required=True,
        example="2026-11-02",
        aliases=("signed", "date signed", "signed at", "signature date", "completed", "completed at"),
    ),
    ImportColumn(
        "waiver",
        example="",
        aliases=("template", "waiver name", "document", "form", "waiver template"),
        max_length=120,
    ),
    ImportColumn(
        "kept_at",
        example="Smartwaiver 81aa9e",
        aliases=("proof", "file", "link", "url", "document url", "waiver id", "where"),
        max_length=300,
    ),
)


@dataclass(frozen=True, slots=True)
class _Mark:
    guest: GuestOfFile
    template: TemplateRow


class _Reader:
    """The guests and texts that rows may name, read at once for all of them."""

    def __init__(self, rows: Sequence[ParsedRow], context: ImportContext) -> None:
        self.context = context
        self.templates = [one for one in signed.list_templates() if not one.is_archived]
        wanted = {row.values.get("reference", "") for row in rows} - {""}
        self.guests = guests_of_bookings(references=wanted)
        self.known = signed.booking_rows(
            booking_ids=[one.booking_id for found in self.guests.values() for one in found]
        )

    def read(self, row: ParsedRow) -> "_Mark | Problem":
        """Return whom a row is about and what they signed, or why nobody."""
        found = self.guests.get(row.values.get("reference", "").casefold(), [])
        if not found:
            return Problem("reference", "unknown", "There is no booking of this number. Import trips first.")
        guest = _guest_of(row, found)
        if guest is None:
            message = "This booking has no such guest, or several. Say their first and last name."
            return Problem("last_name", "unknown", message)
        day = row.values["signed_on"]
        zone = people.get_properties().time_zone
        if not _OLDEST <= day <= zones.local_day(self.context.at, zone):
            return Problem("signed_on", "out_of_range", "A waiver is signed between the year 2000 and today.")
        template = self._template(row)
        if template is None:
            return Problem("waiver", "unknown", "Say which of your waivers this is, by its name.")
        return _Mark(guest, template)

    def _template(self, row: ParsedRow) -> TemplateRow | None:
        name = row.values.get("waiver", "").casefold()
        fits = [one for one in self.templates if not name or one.name.casefold() == name]
        return fits[0] if len(fits) == 1 else None

    def is_given(self, mark: _Mark) -> bool:
        """Return whether the guest has signed this waiver, or was marked so."""
        rows = self.known.get(mark.guest.booking_id, ())
        given = {"signed", "marked_signed", "not_applicable"}
        return any(one.template_id == mark.template.id and one.state in given for one in rows)


def _guest_of(row: ParsedRow, found: Sequence[GuestOfFile]) -> GuestOfFile | None:
    email = row.values.get("email", "").casefold()
    name = full_name(row.values.get("first_name", ""), row.values.get("last_name", "")).casefold()
    for fits in (
        [one for one in found if email and one.email.casefold() == email],
        [one for one in found if name and one.name.casefold() == name],
        found,
    ):
        if len(fits) == 1:
            return fits[0]
    return None


def keys(row: ParsedRow, context: ImportContext) -> tuple[str, ...]:
    """Return what a waiver is known by within its file."""
    names = ("reference", "first_name", "last_name", "email", "waiver")
    return ("\x1f".join(str(row.values.get(name, "")).casefold() for name in names),)


def check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    """Return what would become of these rows."""
    reader = _Reader(rows, context)
    found = []
    for row in rows:
        mark = reader.read(row)
        if isinstance(mark, Problem):
            found.append(Verdict(problems=(mark,)))
        elif reader.is_given(mark):
            found.append(_given(mark, context))
        else:
            found.append(Verdict())
    return found


def _given(mark: _Mark, context: ImportContext) -> Verdict:
    if context.mode != "insert":
        return Verdict("skip", object_id=mark.guest.booking_id)
    problem = Problem("waiver", "exists", "This guest has signed this waiver already.")
    return Verdict(problems=(problem,), object_id=mark.guest.booking_id)


def write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    """Mark guests as having signed, trip by trip in the order of locks."""
    reader = _Reader([one.row for one in rows], context)
    found, marked = [], []
    for one in rows:
        mark = reader.read(one.row)
        if one.verdict.action == "skip":
            found.append(WrittenRow(one.row.no, "skip", one.verdict.object_id))
        elif isinstance(mark, Problem):
            found.append(WrittenRow(one.row.no, "create", None, problems=(mark,)))
        else:
            marked.append((mark.guest.trip_id, one.row, mark))
    for trip_id, row, mark in sorted(marked, key=lambda item: (item[0], item[1].no)):
        found.append(_marked(trip_id, row, mark, context))
    return sorted(found, key=lambda row: row.no)


def _marked(trip_id: int, row: ParsedRow, mark: _Mark, context: ImportContext) -> WrittenRow:
    try:
        with atomic(), imported_trips.unchanged_by_this(trip_id=trip_id):
            marks.set_state(
                trip_id=trip_id,
                booking_id=mark.guest.booking_id,
                state="marked_signed",
                template_id=mark.template.id,
                note=_note(row),
                by=_actor(context),
                at=context.at,
            )
    except DomainError as problem:
        return WrittenRow(row.no, "create", None, problems=problems_of(problem))
    rows = signed.booking_rows(booking_ids=[mark.guest.booking_id])[mark.guest.booking_id]
    made = next(one for one in rows if one.template_id == mark.template.id)
    return WrittenRow(row.no, "create", made.pk)


def _note(row: ParsedRow) -> str:
    """Return what the trip's history says: that it was signed elsewhere, when, and where it is kept."""
    said = f"Signed elsewhere on {row.values['signed_on']:%Y-%m-%d}."
    return f"{said} Kept at: {row.values['kept_at']}" if row.values.get("kept_at") else said


def _actor(context: ImportContext) -> TripActor:
    return TripActor(context.avatar_id, context.by_name, permissions=context.permissions)


def undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    """Take marks back; a guest who has signed since keeps what they signed."""
    kept: dict[int, Problem] = {}
    states = signed.states_of(ids=list(rows))
    of = trips.trips_of_bookings(booking_ids=[row.booking_id for row in states])
    for row in states:
        if row.state != "marked_signed":
            message = "This guest has signed since, or staff changed it."
            kept[row.pk] = Problem("", "changed_since", message)
            continue
        try:
            with atomic(), imported_trips.unchanged_by_this(trip_id=of[row.booking_id]["id"]):
                marks.withdraw_mark(
                    booking_id=row.booking_id, template_id=row.template_id, by=_actor(context), at=context.at
                )
        except DomainError as problem:
            kept[row.pk] = problems_of(problem)[0]
    return kept


IMPORTER: Final = Importer(
    object="waivers", permission="trip.edit", columns=COLUMNS, check=check, write=write, undo=undo, keys=keys
)


def install() -> None:
    """Let files say who has signed elsewhere."""
    register(IMPORTER)
