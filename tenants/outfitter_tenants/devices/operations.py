"""Writes of devices."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypedDict

from django.conf import settings
from django.db import transaction

from outfitter.accounts import sessions
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.devices import queries
from outfitter_tenants.devices.models import Device

MOST: Final = 200
TOKEN_PREFIX: Final = "odv_"  # noqa: S105  (what it begins with)
# Kinds of devices that guests sign waivers on.
SIGNED_ON: Final = frozenset({"kiosk", "waiver_tablet"})


class ShownWaiver(TypedDict):
    """What a tablet shows: which guests sign which templates (None: all of theirs), since when (ISO)."""

    booking_ids: list[int]
    template_ids: list[int] | None
    at: str


class UnknownDevice(Forbidden):
    """Nobody gave this token out here, or it was taken back."""

    code = "device_unknown"


def register(
    *, name: str, kind: str, platform: str, push_token: str | None, location_id: int | None, at: datetime
) -> tuple[int, str]:
    """
    Register a device; returns its id and its token, which nobody can read again.

    :raises Invalid: the location is none, or there are 200 devices already
    """
    check_place(location_id)
    token = new_token()
    with transaction.atomic():
        check_room()
        row = Device.objects.create(
            name=name,
            kind=kind,
            platform=platform,
            push_token=push_token,
            token_hash=hash_of(token),
            location_id=location_id,
            created_at=at,
            registered_by=current_actor().avatar_id,
        )
        after = {"name": name, "kind": kind}
        record(entity_type="device", entity_id=row.pk, action="device.registered", at=at, after=after)
    return row.pk, token


def rename(*, device_id: int, name: str, location_id: int | None, at: datetime) -> None:
    """
    Change a device's name and place.

    :raises DeviceNotFound: there is none in service
    :raises Invalid: the location is none
    """
    check_place(location_id)
    with transaction.atomic():
        row = queries.lock_device(device_id=device_id)
        before = {"name": row.name, "location_id": row.location_id}
        row.name, row.location_id = name, location_id
        row.save(update_fields=["name", "location"])
        record(
            entity_type="device",
            entity_id=row.pk,
            action="device.changed",
            at=at,
            before=before,
            after={"name": name, "location_id": location_id},
        )


def revoke(*, device_id: int, at: datetime) -> None:
    """
    Take a device out of service: its token opens nothing from now on, and who signed in on it by PIN
    is signed out.

    :raises DeviceNotFound: there is none in service
    """
    with transaction.atomic():
        row = queries.lock_device(device_id=device_id)
        row.revoked_at = at
        row.save(update_fields=["revoked_at"])
        sessions.end_on_device(schema_name=current_schema(), device_id=row.pk, at=at)
        after = {"name": row.name}
        record(entity_type="device", entity_id=row.pk, action="device.revoked", at=at, after=after)


def show_waiver(
    *, device_id: int, booking_ids: Sequence[int], template_ids: Sequence[int] | None, at: datetime
) -> bool:
    """
    Have a tablet show what these guests have to sign; no guests: it is free again.

    The newest wins; returns whether it took the place of other guests'.

    :raises DeviceNotFound: there is none in service
    :raises Invalid: nobody signs on a device of its kind
    """
    with transaction.atomic():
        row = queries.lock_device(device_id=device_id)
        if row.kind not in SIGNED_ON:
            raise Invalid({"device_id": ["Guests can't sign on this device. Choose a tablet or a kiosk."]})
        shown = {"booking_ids": list(booking_ids), "template_ids": template_ids, "at": at.isoformat()}
        others = set(row.shown_waiver["booking_ids"]) - set(booking_ids) if row.shown_waiver else set()
        row.shown_waiver = shown if booking_ids else None
        row.save(update_fields=["shown_waiver"])
    return bool(others and booking_ids)


def shown_waiver(*, device_id: int) -> ShownWaiver | None:
    """Return what staff had a tablet show: `{booking_ids, template_ids, at}`; None when it is free."""
    found: ShownWaiver | None = (
        Device.objects.filter(pk=device_id).values_list("shown_waiver", flat=True).first()
    )
    return found


def new_token() -> str:
    """Return a token that opens nothing yet; what it begins with tells it from API keys."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def find_by_token(*, token: str) -> Device:
    """
    Return the device in service that a token was given to; who shows it is not looked at.

    :raises UnknownDevice: it opens nothing here, or no longer
    """
    row = Device.objects.filter(token_hash=hash_of(token), revoked_at__isnull=True).first()
    if row is None:
        raise UnknownDevice("This device is not registered here.")
    return row


def hash_of(token: str) -> str:
    """Return what is kept of a token; of another operator the same token is another one."""
    return keyed_hash(settings.SECRET_KEY, current_schema(), "device", token)


def check_room() -> None:
    """
    Refuse one more device.

    :raises Invalid: there are 200 already
    """
    if Device.objects.filter(revoked_at__isnull=True).count() >= MOST:
        raise Invalid({"name": [f"There are {MOST} devices already."]})


def check_place(location_id: int | None) -> None:
    """
    Refuse a location that is none.

    :raises Invalid: it is not
    """
    if location_id is not None and location_id not in {p.id for p in catalog.list_locations()}:
        raise Invalid({"location_id": ["Location not found."]})
