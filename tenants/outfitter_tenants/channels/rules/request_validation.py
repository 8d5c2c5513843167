"""What a channel says about people and money, as our rows take it. Pure."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any, Final
from uuid import uuid4

import orjson
import phonenumbers

from outfitter.plugins.channels.booking_types import BookingDetails, Contact, HoldRequest, UnitRequest
from outfitter.plugins.channels.errors import MalformedRequest
from outfitter_tenants.checkout.channel_sales import ChannelBookingDetails, ChannelGuest
from outfitter_tenants.trips.operations import drafts
from outfitter_tenants.trips.operations.orders import GuestName

_MAIL: Final = re.compile(r"[^\s@<>,;]{1,64}@[^\s@<>,;]+\.[^\s@<>,;]+")
_MOST_EXTRA: Final = 32
_MOST_TEXT: Final = 2000
_MOST_NOTES: Final = 8000
_MOST_ANSWERS: Final = 100


def hash_of(request: HoldRequest) -> str:
    """Return what tells two requests for seats apart: what, when and for whom, not the words."""
    seats = {
        "product": request.product_id,
        "option": request.option_id,
        "at": asdict(request.departure),
        "units": sorted(
            (unit.unit_id, unit.quantity, unit.uuid or "", unit.group_size or 0) for unit in request.units
        ),
    }
    if request.details.offer_code:
        seats["offer"] = request.details.offer_code.strip().upper()
    return hashlib.sha256(orjson.dumps(seats, option=orjson.OPT_SORT_KEYS)).hexdigest()


def require_sane(request: HoldRequest) -> None:
    """
    Refuse what no channel means.

    :raises Malformed: `field` says which part
    """
    require_name(request.reference, field="reference")
    if not request.units:
        raise MalformedRequest("Name at least one unit.", field="units")
    require_units(request.units)
    require_details(request.details)
    if request.minutes is not None and request.minutes < 0:
        raise MalformedRequest("Minutes can't be negative.", field="minutes")


def require_units(units: Iterable[UnitRequest]) -> None:
    """
    Refuse units that name one guest and are several, or two of one name.

    :raises Malformed: they do
    """
    seen: set[str] = set()
    for unit in units:
        if unit.uuid is not None:
            require_name(unit.uuid, field="units")
            if unit.quantity != 1 or unit.uuid in seen:
                raise MalformedRequest("A unit with a name of its own is one unit.", field="units")
            seen.add(unit.uuid)
        require_answers(unit.answers)
        if unit.amount is not None and unit.amount < 0:
            raise MalformedRequest("A price can't be negative.", field="units")


def require_details(details: BookingDetails) -> None:
    """
    Refuse texts beyond every measure.

    :raises Malformed: they are
    """
    for name in ("channel_reference", "group", "sold_by"):
        text = getattr(details, name)
        if text is not None:
            require_name(text, field=name)
    if details.offer_code:
        require_name(details.offer_code, field="offer_code")
    if details.amount is not None and details.amount < 0:
        raise MalformedRequest("A price can't be negative.", field="amount")
    require_answers(details.answers)
    extra = details.extra or {}
    if len(extra) > _MOST_EXTRA or any(len(text) > _MOST_TEXT for text in extra.values()):
        raise MalformedRequest("This is more than what is kept.", field="extra")


def require_answers(answers: Mapping[str, str]) -> None:
    """
    Refuse more answers than anybody asks for.

    :raises Malformed: they are too many, or too long
    """
    if len(answers) > _MOST_ANSWERS or any(len(text) > _MOST_NOTES for text in answers.values()):
        raise MalformedRequest("This is more than what is kept.", field="answers")


def require_name(text: str, *, field: str) -> None:
    """
    Refuse an empty name, one of more than 200 letters, or with what cannot be stored.

    :raises Malformed: it is
    """
    if not text or len(text) > 200 or "\x00" in text:
        raise MalformedRequest("This isn't a valid name.", field=field)


def trip_details_of(
    details: BookingDetails, *, region: str, total: int | None, net: int | None, texts: Iterable[str] = ()
) -> ChannelBookingDetails:
    """Return what is written on the trip: of `details`, with lines of text below its notes."""
    contact = details.contact
    lines = [*(text for text in texts if text)]
    has_notes = details.notes is not None or bool(lines)
    notes = "\n".join(filter(None, [details.notes or "", *lines]))
    return ChannelBookingDetails(
        contact=person(contact, region=region) if contact else None,
        voucher=details.channel_reference[:80] if details.channel_reference else None,
        note=clean(notes)[:_MOST_NOTES] if has_notes else None,
        locale=_locale(details),
        total=total,
        net=net,
        offer_code=details.offer_code,
    )


def person(contact: Contact, *, region: str) -> drafts.Contact:
    """Return whom a trip is for; what cannot be an address or a number is left out."""
    return drafts.Contact(
        clean(contact.first_name)[:80],
        clean(contact.last_name)[:80],
        mail_of(contact.email),
        phone_of(contact.phone, region=contact.country or region),
        _country(contact.country),
    )


def name_of(contact: Contact | None, *, region: str) -> GuestName | None:
    """Return who travels on a ticket, None when nothing was said."""
    if contact is None:
        return None
    return GuestName(
        clean(contact.first_name)[:80],
        clean(contact.last_name)[:80],
        mail_of(contact.email),
        phone_of(contact.phone, region=contact.country or region),
        _born(contact.birth_date),
    )


def mail_of(text: str) -> str | None:
    """Return an e-mail address, None when it cannot be one."""
    text = text.strip()
    return text if len(text) <= 254 and _MAIL.fullmatch(text) else None


def phone_of(text: str, *, region: str) -> str | None:
    """Return a telephone number in E.164, None when it cannot be one."""
    try:
        number = phonenumbers.parse(text, region.upper()[:2] or None)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def clean(text: str) -> str:
    """Return a text without what databases and printers choke on."""
    return "".join(one for one in text if one == "\n" or one.isprintable()).strip()


def _country(text: str) -> str | None:
    return text.upper() if len(text) == 2 and text.isalpha() else None


def _born(day: date | None) -> date | None:
    return day if day is None or day <= date.today() else None  # noqa: DTZ011


def _locale(details: BookingDetails) -> str | None:
    named = details.locale or next(iter(details.contact.locales if details.contact else ()), None)
    return named[:12] if named else None


def spread(units: Iterable[UnitRequest]) -> list[UnitRequest]:
    """Return one unit for every ticket, each with a name of its own, in their order."""
    return [
        UnitRequest(
            unit.unit_id,
            1,
            unit.uuid or str(uuid4()),
            unit.reference,
            unit.contact,
            unit.group_size,
            unit.amount,
            unit.answers,
        )
        for unit in units
        for _ in range(unit.quantity)
    ]


def guests_of(
    units: Iterable[UnitRequest],
    kinds: Mapping[str, int],
    *,
    region: str,
    is_theirs: bool,
    known: Mapping[str, int] | None = None,
) -> list[ChannelGuest]:
    """
    Return the tickets to be; `known` are guests that are there already: unit uuid -> booking id.

    The channel's prices count only where they are the ones that are kept (`is_theirs`).
    """
    return [
        ChannelGuest(
            kinds[unit.unit_id],
            name_of(unit.contact, region=region),
            unit.amount if is_theirs else None,
            (known or {}).get(unit.uuid or ""),
        )
        for unit in units
    ]


def rows_of(units: Iterable[UnitRequest], booking_ids: Iterable[int]) -> list[dict[str, Any]]:
    """Return what is kept of units beside their tickets, in their order."""
    return [
        {
            "uuid": unit.uuid,
            "booking_id": booking_id,
            "unit_ref": unit.unit_id,
            "reference": unit.reference,
            "group_size": unit.group_size,
            "contact": kept_contact(unit.contact),
            **({"answers": dict(unit.answers)} if unit.answers else {}),
        }
        for unit, booking_id in zip(units, booking_ids, strict=True)
    ]


def kept_contact(contact: Contact | None) -> dict[str, Any]:
    """Return a contact as it was said, for the answer; empty parts left out."""
    if contact is None:
        return {}
    found = asdict(contact)
    born = contact.birth_date
    found |= {"birth_date": born.isoformat() if born else None, "locales": list(contact.locales)}
    return {
        name: value[:_MOST_TEXT] if isinstance(value, str) else value
        for name, value in found.items()
        if value
    }


def contact_of(kept: Mapping[str, Any]) -> Contact:
    """Return a contact as it was said."""
    found = dict(kept)
    born = found.get("birth_date")
    if born:
        found["birth_date"] = date.fromisoformat(born)
    found["locales"] = tuple(found.get("locales", ()))
    return Contact(**found)
