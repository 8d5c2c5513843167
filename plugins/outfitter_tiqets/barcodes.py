"""Codes of tickets, one for every ticket."""

import base64

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
