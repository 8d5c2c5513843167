"""Writes of the operator's own lists around trips: sources, statuses, reasons of flags."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal

from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.db.slugs import free_slug
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips.models import BookingStatus, FlagReason, TripSource

List = Literal["sources", "statuses", "flags"]
_MODEL: Final[Mapping[str, Any]] = {"sources": TripSource, "statuses": BookingStatus, "flags": FlagReason}
_ENTITY: Final = {"sources": "trip_source", "statuses": "booking_status", "flags": "flag_reason"}


class SystemRow(DomainError):
    """The product itself needs this row."""

    code = "system_row"
    status = 409


def save(*, which: List, name: str, at: datetime, color: str | None = None, row_id: int | None = None) -> int:
    """
    Make a row of one of the lists, or rename and recolour one; returns its id.

    A status of the operator's own says that a guest is there in some further way; what the
    built-in ones mean stays.

    :raises RowNotFound: there is none
    :raises Invalid: the name is empty or taken
    """
    model = _MODEL[which]
    with atomic():
        if row_id is None:
            row = model(position=positions.next_position(model.objects.all()))
            if which == "statuses":
                row.kind = "custom"
        else:
            row = positions.lock_row(model.objects.all(), row_id=row_id)
        before = _facts(row) if row.pk else None
        _check_name(which, name, row.pk)
        row.name = name.strip()
        if color is not None and which != "sources":
            row.color = color
        if row.pk is None and which != "flags":
            row.slug = free_slug(model.objects.all(), row.name, longest=34, instead="own")
        row.save()
        _tell(which, row, before, at)
    return int(row.pk)


def archive(*, which: List, row_id: int, at: datetime) -> None:
    """
    Offer a row no longer; trips and guests that have it keep it.

    :raises RowNotFound: there is none
    :raises SystemRow: the product needs it
    """
    with atomic():
        row = positions.lock_row(_MODEL[which].objects.all(), row_id=row_id)
        if getattr(row, "is_system", False):
            raise SystemRow("This status cannot be deleted: check-in needs it.")
        before = _facts(row)
        if positions.archive(row, at=at):
            _tell(which, row, before, at)


def restore(*, which: List, row_id: int, at: datetime) -> None:
    """
    Offer a row again.

    :raises RowNotFound: there is none
    """
    with atomic():
        row = positions.lock_row(_MODEL[which].objects.all(), row_id=row_id)
        before = _facts(row)
        if positions.restore(row):
            _tell(which, row, before, at)


def reorder(*, which: List, ids: Sequence[int], at: datetime) -> None:
    """
    Put a list into this order.

    :raises Invalid: `ids` is not exactly the list
    """
    with atomic():
        rows = _MODEL[which].objects.filter(archived_at__isnull=True)
        before = positions.reorder(rows, ids=ids)
        record(
            entity_type=_ENTITY[which],
            entity_id=0,
            action=f"{_ENTITY[which]}.changed",
            at=at,
            before={"order": before},
            after={"order": list(ids)},
        )


def _check_name(which: List, name: str, row_id: int | None) -> None:
    if not name.strip():
        raise Invalid({"name": ["Give it a name."]})
    same = _MODEL[which].objects.filter(name__iexact=name.strip(), archived_at__isnull=True)
    if same.exclude(pk=row_id).exists():
        raise Invalid({"name": ["This name is already in use."]})


def _facts(row: Any) -> dict[str, object]:
    names = [name for name in ("name", "color") if hasattr(row, name)]
    return {**{name: getattr(row, name) for name in names}, "is_archived": row.archived_at is not None}


def _tell(which: List, row: Any, before: Mapping[str, object] | None, at: datetime) -> None:
    after = _facts(row)
    changed = [name for name in after if before is None or before[name] != after[name]]
    if changed:
        record(
            entity_type=_ENTITY[which],
            entity_id=row.pk,
            at=at,
            action=f"{_ENTITY[which]}.{'created' if before is None else 'changed'}",
            before=None if before is None else {name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
