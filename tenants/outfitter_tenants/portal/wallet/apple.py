"""A guest's ticket as Apple Wallet has it: pass.json of an event ticket, with its pictures."""

from collections.abc import Sequence
from typing import Final

from outfitter.kit.colors import palette
from outfitter.pdf.recipient import Recipient
from outfitter.wallet import apple_pass
from outfitter.wallet.keys import AppleKeys
from outfitter_tenants.portal.wallet.pass_pictures import pictures
from outfitter_tenants.portal.wallet.ticket_pass import Issuer, TicketPass

_WHEN: Final = {"dateStyle": "PKDateStyleMedium", "timeStyle": "PKDateStyleShort", "ignoresTimeZone": True}


def file_of(
    tickets: Sequence[TicketPass], issuer: Issuer, reader: Recipient, keys: AppleKeys, logo: bytes | None
) -> tuple[bytes, str]:
    """Return what a phone takes of a party's tickets, and its content type; several are one bundle."""
    shown = pictures(palette(issuer.color).fill, logo)
    has_logo = any(name.startswith("logo") for name in shown)
    made = [
        apple_pass.signed_pass(content_of(one, issuer, reader, has_logo=has_logo), shown, keys)
        for one in tickets
    ]
    if len(made) == 1:
        return made[0], apple_pass.CONTENT_TYPE
    return apple_pass.bundle(made), apple_pass.BUNDLE_TYPE


def content_of(
    ticket: TicketPass, issuer: Issuer, reader: Recipient, *, has_logo: bool = False
) -> dict[str, object]:
    """
    Return pass.json, without what is in the certificate.

    The serial number is the guest's: a pass that is fetched again takes the place of the one before.
    """
    colors = palette(issuer.color)
    found: dict[str, object] = {
        "serialNumber": f"{issuer.slug}-{ticket.booking_id}",
        "organizationName": issuer.name,
        "description": reader.say("about", name=ticket.experience),
        "backgroundColor": _rgb(colors.fill),
        "foregroundColor": _rgb(colors.on_fill),
        "labelColor": _rgb(colors.on_fill),
        "relevantDate": ticket.starts_at.isoformat(),
        "expirationDate": ticket.good_until.isoformat(),
        # Whose tickets are bought together stand together.
        "groupingIdentifier": ticket.confirmation_code,
        "barcodes": [
            {
                "format": "PKBarcodeFormatQR",
                "message": ticket.code,
                "messageEncoding": "iso-8859-1",
                "altText": ticket.confirmation_code,
            }
        ],
        "eventTicket": _fields(ticket, issuer, reader),
    }
    if not has_logo:
        found["logoText"] = issuer.name
    if ticket.pin:
        latitude, longitude = ticket.pin
        found["locations"] = [{"latitude": latitude, "longitude": longitude}]
    return found


def _fields(ticket: TicketPass, issuer: Issuer, reader: Recipient) -> dict[str, object]:
    when = {"key": "when", "label": reader.say("when"), "value": ticket.starts_at.isoformat(), **_WHEN}
    contact = "\n".join(filter(None, (issuer.phone, issuer.email)))
    back = {
        "where": "\n".join(ticket.where),
        "bring": "\n".join(ticket.bring),
        "code": ticket.confirmation_code,
        "page": issuer.page,
        "contact": contact,
    }
    front = {"guest": ticket.guest, "ticket": ticket.kind}
    place = {"where": " ".join(ticket.where[:1])}
    return {
        "primaryFields": [{"key": "experience", "value": ticket.experience}],
        "secondaryFields": [when, *_named(place, reader, key="place")],
        "auxiliaryFields": _named(front, reader),
        "backFields": _named(back, reader, key="back"),
    }


def _named(values: dict[str, str], reader: Recipient, *, key: str = "") -> list[dict[str, object]]:
    """Return fields with their labels; what is empty is not said."""
    return [
        {"key": f"{key}-{name}" if key else name, "label": reader.say(name), "value": value}
        for name, value in values.items()
        if value
    ]


def _rgb(color: str) -> str:
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"
