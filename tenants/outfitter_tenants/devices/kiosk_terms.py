"""How guests check themselves in at kiosks: when, what is asked of them, and how staff leave (ADR 143)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.hashers import check_password, make_password

from outfitter.api.rate_limits import limit
from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.devices.models import KioskTerms

_ONE: Final = 1
# Four digits hold for years at this pace.
PIN_TRIES: Final = 5
_PIN_SECONDS: Final = 600
_TOLD: Final = (
    "opens_minutes",
    "closes_minutes",
    "allows_unpaid",
    "finds_by_name",
    "prints_tickets",
    "idle_seconds",
)


class PinWrong(Forbidden):
    """It is not the PIN with which staff leave a kiosk's page."""

    code = "pin_wrong"


@dataclass(frozen=True, slots=True)
class KioskChoice:
    """Terms as people set them; `pin` None keeps the one there is, empty takes it away."""

    opens_minutes: int
    closes_minutes: int
    allows_unpaid: bool
    finds_by_name: bool
    prints_tickets: bool
    idle_seconds: int
    pin: str | None
    version: int


def get_terms() -> KioskTerms:
    """Return how guests check themselves in; the defaults (version 0) where nobody chose."""
    return KioskTerms.objects.filter(pk=_ONE).first() or KioskTerms(pk=_ONE, version=0)


def save(*, choice: KioskChoice, at: datetime) -> KioskTerms:
    """
    Set how guests check themselves in.

    :raises Invalid: check-in would close before it opens
    :raises StaleVersion: somebody changed it since `version` (0: nobody has)
    """
    if choice.closes_minutes > choice.opens_minutes:
        raise Invalid({"closes_minutes": ["Check-in would close before it opens."]})
    with atomic():
        row, is_new = KioskTerms.objects.select_for_update().get_or_create(pk=_ONE, defaults={"version": 0})
        if row.version != choice.version:
            raise StaleVersion("Someone changed this in the meantime.", version=row.version)
        before = None if is_new else _told(row)
        for name in _TOLD:
            setattr(row, name, getattr(choice, name))
        if choice.pin is not None:
            row.pin_hash = make_password(choice.pin) if choice.pin else ""
        row.version += 1
        row.save()
        record(
            entity_type="kiosk_terms",
            entity_id=row.pk,
            action="kiosk_terms.saved",
            at=at,
            before=before,
            after=_told(row),
        )
    return row


def check_pin(*, device_id: int, pin: str) -> None:
    """
    Let staff leave a kiosk's page.

    :raises PinWrong: it is another PIN, or there is none
    :raises RateLimited: five were tried within ten minutes
    """
    limit(f"kiosk-pin:{device_id}", times=PIN_TRIES, seconds=_PIN_SECONDS)
    kept = get_terms().pin_hash
    if not kept or not check_password(pin, kept):
        raise PinWrong("This isn't the PIN.")


def _told(row: KioskTerms) -> dict[str, object]:
    return {**{name: getattr(row, name) for name in _TOLD}, "has_pin": bool(row.pin_hash)}
