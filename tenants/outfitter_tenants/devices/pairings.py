"""
Devices made by a QR code: the office shows it, the device opens it, and gets its token once (ADR 136).
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, NotFound
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.devices import operations
from outfitter_tenants.devices.models import Device, DevicePairing

GOOD_FOR: Final = timedelta(minutes=10)
# Without letters and digits that look alike: people type it where no camera is at hand.
_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_LENGTH: Final = 10
_KEPT_FOR: Final = timedelta(days=1)
State = Literal["waiting", "paired", "expired"]


class PairingRefused(Forbidden):
    """The code is none, is over, or made a device already."""

    code = "pairing_code_unknown"


class PairingNotFound(NotFound):
    """No such pairing here."""


@dataclass(frozen=True, slots=True)
class PairedDevice:
    """A device just made, with what opens it; neither secret can be read again."""

    device: Device
    token: str
    binding: str


def create(*, kind: str, location_id: int | None, at: datetime) -> tuple[DevicePairing, str]:
    """
    Return a pairing and its code, which works once within ten minutes.

    :raises Invalid: the location is none, or there are 200 devices already
    """
    operations.check_place(location_id)
    operations.check_room()
    code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    with atomic():
        DevicePairing.objects.filter(expires_at__lt=at - _KEPT_FOR, device__isnull=True).delete()
        row = DevicePairing.objects.create(
            code_hash=_hash(code),
            kind=kind,
            location_id=location_id,
            created_by=current_actor().avatar_id,
            created_at=at,
            expires_at=at + GOOD_FOR,
        )
    return row, code


def state_of(*, pairing_id: int, at: datetime) -> tuple[State, Device | None]:
    """
    Return how far a pairing is, and the device that came of it.

    :raises PairingNotFound: there is none
    """
    row = DevicePairing.objects.select_related("device").filter(pk=pairing_id).first()
    if row is None:
        raise PairingNotFound("Pairing not found.")
    if row.device is not None:
        return "paired", row.device
    return ("waiting" if row.expires_at > at else "expired"), None


def pair(*, code: str, name: str, platform: str, at: datetime) -> PairedDevice:
    """
    Make a device of whoever shows a code.

    :raises PairingRefused: it is none, is over, or made one already
    :raises Invalid: there are 200 devices already
    """
    token, binding = operations.new_token(), secrets.token_urlsafe(32)
    with atomic():
        rows = DevicePairing.objects.select_for_update().filter(device__isnull=True, expires_at__gt=at)
        row = rows.filter(code_hash=_hash(code)).first()
        if row is None:
            raise PairingRefused("This code doesn't work anymore. Show a new one in the office.")
        operations.check_room()
        row.device = Device.objects.create(
            name=name,
            kind=row.kind,
            platform=platform,
            token_hash=operations.hash_of(token),
            binding_hash=operations.hash_of(binding),
            location_id=row.location_id,
            created_at=at,
            registered_by=row.created_by,
        )
        row.save(update_fields=["device"])
        after = {"name": name, "kind": row.kind}
        record(entity_type="device", entity_id=row.device.pk, action="device.paired", at=at, after=after)
    return PairedDevice(row.device, token, binding)


def _hash(code: str) -> str:
    typed = "".join(char for char in code.upper() if char in _LETTERS)
    return operations.hash_of(f"pairing:{typed}")
