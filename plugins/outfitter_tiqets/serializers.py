"""What a booking looks like to Tiqets: its tickets' codes, its times."""

import base64
from datetime import UTC, datetime

from outfitter.sdk.channels import Booking


def tickets(booking: Booking, kind: str) -> dict[str, list[str]]:
    """Return the codes by kind of ticket; bytes of an Aztec code are in base 64."""
    found: dict[str, list[str]] = {}
    for unit in booking.units:
        code = unit.ticket_code
        if kind == "AZTEC-BYTES":
            code = base64.b64encode(code.encode()).decode()
        found.setdefault(unit.unit_id, []).append(code)
    return found


def format_utc(at: datetime) -> str:
    """Return a time in UTC as Tiqets writes it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S+00:00")
