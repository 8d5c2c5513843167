"""Twilio's numbers for what went wrong, and our codes."""

from typing import Final

from outfitter.sdk import TextRefusal

CODES: Final[dict[int, TextRefusal]] = {
    20003: "keys_refused",
    20005: "keys_refused",
    21211: "no_such_number",
    21212: "not_configured",
    21217: "no_such_number",
    21408: "blocked",
    21603: "not_configured",
    21606: "not_configured",
    21608: "blocked",
    21610: "opted_out",
    21612: "unreachable",
    21614: "not_mobile",
    21617: "too_long",
    21701: "not_configured",
    30003: "unreachable",
    30004: "blocked",
    30005: "no_such_number",
    30006: "not_mobile",
    30007: "blocked",
    30034: "blocked",
}


def refusal_of(code: int | str | None) -> TextRefusal:
    """Return our code for one of Twilio's; `refused` for what we have no word for."""
    try:
        return CODES.get(int(code or 0), "refused")
    except ValueError:
        return "refused"
