"""Writes of where things begin."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import TypedDict

from outfitter.billing.operations import plan_room
from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.models import Experience, Location
from outfitter_tenants.catalog.queries.taxonomy import count_locations


class DefaultLocation(DomainError):
    """Another location has to become the default one first."""

    code = "default_location"
    status = 409


class LocationInUse(DomainError):
    """Experiences begin here."""

    code = "in_use"
    status = 409


class LocationValues(TypedDict):
    """The fields of a location; `time_zone` None: the operator's."""

    name: str
    address: str
    lat: float | None
    lng: float | None
    time_zone: str | None
    is_default: bool


def save_location(*, values: LocationValues, at: datetime, location_id: int | None = None) -> int:
    """
    Make a location, or change one; returns its id. A default one stays so until another is.

    Departures follow a changed zone in scheduling.operations.rezone, which callers want.

    :raises RowNotFound: there is none
    :raises Invalid: a field breaks a rule
    :raises PlanLimitReached: the operator's plan includes no more places
    """
    rows = Location.objects.all()
    with atomic():
        if location_id is None:
            plan_room.ensure_room("locations", count=count_locations)
        row = Location() if location_id is None else positions.lock_row(rows, row_id=location_id)
        before = _facts(row) if row.pk else None
        _write(row, values)
        others = rows.filter(is_default=True).exclude(pk=row.pk)
        row.is_default = values["is_default"] or row.is_default or not others.exists()
        if row.is_default:
            others.update(is_default=False)
        row.save()
        _tell(row, before, at)
    return row.pk


def _write(row: Location, values: LocationValues) -> None:
    fields: dict[str, list[str]] = {}
    if not values["name"].strip():
        fields["name"] = ["Give the place a name."]
    if values["time_zone"] is not None and values["time_zone"] not in zones.zone_names():
        fields["time_zone"] = ["This is not a time zone."]
    if (values["lat"] is None) != (values["lng"] is None):
        fields["lng"] = ["Give both coordinates, or none."]
    if fields:
        raise Invalid(fields)
    row.name, row.time_zone = values["name"], values["time_zone"]
    row.address = {**row.address, "text": values["address"]} if values["address"] else {}
    row.lat, row.lng = _degrees(values["lat"]), _degrees(values["lng"])


def _degrees(value: float | None) -> Decimal | None:
    return None if value is None else Decimal(str(round(value, 6)))


def archive_location(*, location_id: int, at: datetime) -> None:
    """
    Offer a location no longer.

    :raises RowNotFound: there is none
    :raises DefaultLocation: it is the default one
    :raises LocationInUse: experiences that are sold begin there
    """
    with atomic():
        row = positions.lock_row(Location.objects.all(), row_id=location_id)
        if row.is_default:
            raise DefaultLocation("Make another place the default one first.")
        used = Experience.objects.filter(location=row).exclude(status="archived").count()
        if used:
            raise LocationInUse("Experiences start at this location.", used_cnt=used)
        before = _facts(row)
        if positions.archive(row, at=at):
            _tell(row, before, at)


def restore_location(*, location_id: int, at: datetime) -> None:
    """
    Offer a location again.

    :raises RowNotFound: there is none
    :raises PlanLimitReached: the operator's plan includes no more places
    """
    with atomic():
        row = positions.lock_row(Location.objects.all(), row_id=location_id)
        if row.archived_at is not None:
            plan_room.ensure_room("locations", count=count_locations)
        before = _facts(row)
        if positions.restore(row):
            _tell(row, before, at)


def _facts(row: Location) -> dict[str, object]:
    return {
        "name": row.name,
        "address": row.address.get("text", ""),
        "lat": None if row.lat is None else float(row.lat),
        "lng": None if row.lng is None else float(row.lng),
        "time_zone": row.time_zone,
        "is_default": row.is_default,
        "is_archived": row.archived_at is not None,
    }


def _tell(row: Location, before: Mapping[str, object] | None, at: datetime) -> None:
    after = _facts(row)
    changed = [name for name in after if before is None or before[name] != after[name]]
    if changed:
        record(
            entity_type="location",
            entity_id=row.pk,
            at=at,
            action="location.created" if before is None else "location.changed",
            before=None if before is None else {name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
