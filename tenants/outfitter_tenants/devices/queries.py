"""Reads of devices."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from outfitter.kit.errors import NotFound
from outfitter_tenants.devices.models import Device


class DeviceNotFound(NotFound):
    """No such device here."""


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """One registered device; its token is known to itself only."""

    id: int
    name: str
    kind: str
    platform: str
    location: dict[str, object] | None
    created_at: datetime
    last_seen_at: datetime | None
    listened_at: datetime | None = None
    is_bound: bool = False
    showing: str = ""


def list_devices() -> list[DeviceRow]:
    """Return the devices that were not taken out of service, by name."""
    rows = Device.objects.select_related("location").filter(revoked_at__isnull=True)
    return [_row(row) for row in rows.order_by("name", "id")]


def name_of(*, device_id: int) -> str:
    """Return what people call a device."""
    return Device.objects.values_list("name", flat=True).get(pk=device_id)


def names_of(*, ids: Collection[int]) -> dict[int, str]:
    """Return what people call devices, also those out of service, by id."""
    return dict(Device.objects.filter(pk__in=ids).values_list("id", "name"))


def require_device(*, device_id: int) -> None:
    """
    Refuse a device that is not in service here.

    :raises DeviceNotFound: it is not
    """
    if not Device.objects.filter(pk=device_id, revoked_at__isnull=True).exists():
        raise DeviceNotFound("Device not found.")


def lock_device(*, device_id: int) -> Device:
    """
    Lock one device that is in service.

    :raises DeviceNotFound: there is none
    """
    rows = Device.objects.select_for_update(of=("self",)).filter(revoked_at__isnull=True)
    row = rows.filter(pk=device_id).first()
    if row is None:
        raise DeviceNotFound("Device not found.")
    return row


def _row(row: Device) -> DeviceRow:
    place = row.location
    return DeviceRow(
        row.pk,
        row.name,
        row.kind,
        row.platform,
        {"id": place.pk, "name": place.name} if place else None,
        row.created_at,
        row.last_seen_at,
        row.listened_at,
        bool(row.binding_hash),
        row.showing,
    )
