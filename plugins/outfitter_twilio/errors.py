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
    # WhatsApp. What is not here has no cause that we could name.
    63001: "keys_refused",
    63003: "not_on_whatsapp",
    63005: "template_refused",
    63006: "template_refused",
    63007: "not_configured",
    63008: "not_configured",
    63013: "blocked",
    63014: "opted_out",
    63015: "not_on_whatsapp",
    63016: "outside_window",
    63018: "too_many",
    63020: "not_configured",
    63021: "template_refused",
    63024: "not_on_whatsapp",
    63027: "template_refused",
    63028: "template_refused",
    63038: "too_many",
    63040: "template_refused",
    63041: "template_refused",
    63042: "template_refused",
    63049: "blocked",
    63051: "not_configured",
}


def refusal_of(code: int | str | None) -> TextRefusal:
    """Return our code for one of Twilio's; `refused` for what we have no word for."""
    try:
        return CODES.get(int(code or 0), "refused")
    except ValueError:
        return "refused"
