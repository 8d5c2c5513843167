"""A guest's ticket as Google Wallet has it: an event's class and its ticket, in one signed link."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from outfitter.kit.colors import palette
from outfitter.pdf.recipient import Recipient
from outfitter.wallet import google_link
from outfitter.wallet.keys import GoogleKeys
from outfitter_tenants.portal.wallet.ticket_pass import Issuer, TicketPass

# A link is only so long: what goes first when there is too much, and how short names may become.
_LEFT_OUT: Final = ("linksModuleData", "venue", "ticketType", "ticketHolderName")
_SHORTEST: Final = 20


def link_of(ticket: TicketPass, issuer: Issuer, reader: Recipient, keys: GoogleKeys, *, at: datetime) -> str:
    """Return the link that saves a guest's ticket; where names are long it says the more important."""
    link = ""
    for event, seat in _shorter(event_of(ticket, issuer, reader), ticket_of(ticket, issuer, reader)):
        link = _link(event, seat, f"{keys.issuer}.{issuer.slug}", keys, at)
        if google_link.fits(link):
            break
    return link


def event_of(ticket: TicketPass, issuer: Issuer, reader: Recipient) -> dict[str, object]:
    """Return Google's EventTicketClass of the departure, without its id."""
    found: dict[str, object] = {
        "issuerName": issuer.name,
        "reviewStatus": "UNDER_REVIEW",
        "eventName": _said(ticket.experience, reader),
        "dateTime": {"start": ticket.starts_at.isoformat(), "end": ticket.ends_at.isoformat()},
        "hexBackgroundColor": palette(issuer.color).fill,
    }
    if ticket.where:
        first, *rest = ticket.where
        address = ", ".join(rest) or first
        found["venue"] = {"name": _said(first, reader), "address": _said(address, reader)}
    return found


def ticket_of(ticket: TicketPass, issuer: Issuer, reader: Recipient) -> dict[str, object]:
    """Return Google's EventTicketObject of the guest, without its ids."""
    found: dict[str, object] = {
        "state": "ACTIVE",
        "ticketNumber": ticket.confirmation_code,
        "barcode": {"type": "QR_CODE", "value": ticket.code, "alternateText": ticket.confirmation_code},
        "validTimeInterval": {"end": {"date": ticket.good_until.isoformat()}},
        "linksModuleData": {"uris": [{"uri": issuer.page, "description": reader.say("page")}]},
    }
    if ticket.guest:
        found["ticketHolderName"] = ticket.guest
    if ticket.kind:
        found["ticketType"] = _said(ticket.kind, reader)
    return found


def _said(text: str, reader: Recipient) -> dict[str, object]:
    return {"defaultValue": {"language": reader.language, "value": text}}


def _shorter(
    event: dict[str, object], seat: dict[str, object]
) -> Iterator[tuple[Mapping[str, object], Mapping[str, object]]]:
    """Yield what stands on a ticket, then less and less of it."""
    yield event, seat
    for name in _LEFT_OUT:
        event.pop(name, None)
        seat.pop(name, None)
        yield event, seat
    yield _cut(event), seat


def _cut(event: Mapping[str, object]) -> Mapping[str, object]:
    found = json.loads(json.dumps(event))
    name = found["eventName"]["defaultValue"]
    for holder, key in ((name, "value"), (found, "issuerName")):
        if len(holder[key]) > _SHORTEST:
            holder[key] = holder[key][: _SHORTEST - 1].rstrip() + "…"
    shortened: Mapping[str, object] = found
    return shortened


def _link(
    event: Mapping[str, object], seat: Mapping[str, object], own: str, keys: GoogleKeys, at: datetime
) -> str:
    """
    Return the link of a class and a ticket, each named by what stands on it.

    Google keeps what it has under an id whatever a link says, so that a ticket with another time is
    another ticket.
    """
    class_id = f"{own}.{_digest(event)}"
    seat = {"id": f"{own}.{_digest([class_id, seat])}", "classId": class_id, **seat}
    return google_link.save_link(event_class={"id": class_id, **event}, tickets=[seat], keys=keys, at=at)


def _digest(content: object) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
