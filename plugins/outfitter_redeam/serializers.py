"""Holds and bookings as Redeam reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

import orjson

from outfitter.sdk.channels import (
    BookedUnit,
    Booking,
    Contact,
    Option,
    Price,
    Product,
    Unit,
    UnknownProduct,
    product,
)
from outfitter_redeam import availability, bookings, times, unit_types
from outfitter_redeam.requests import RequestContext
from outfitter_redeam.settings import is_hold_required, supplier_id_of

RESERVED: Final = "RESERVED"


@dataclass(frozen=True, slots=True)
class BookedItem:
    """The tickets of one item of a basket, and what they were sold from, where it is sold still."""

    index: str
    part: Booking
    units: tuple[BookedUnit, ...]
    product: Product | None
    option: Option | None

    @property
    def id(self) -> str:
        """Return the uuid of the item; the same one every time."""
        return str(uuid5(UUID(self.part.uuid), self.index))

    @property
    def unit(self) -> Unit | None:
        """Return the kind of ticket."""
        return self.option.unit(self.units[0].unit_id) if self.option else None


def items_of(asked: RequestContext, parts: Sequence[Booking]) -> list[BookedItem]:
    """Return the items of a basket in the order in which they were asked for."""
    found: list[BookedItem] = []
    sold: dict[str, Product | None] = {}
    for part in parts:
        if part.product_id not in sold:
            sold[part.product_id] = _product(asked, part.product_id)
        of = sold[part.product_id]
        by_item: dict[str, list[BookedUnit]] = {}
        for unit in part.units:
            # What staff have added by hand has no place among the items: one for each kind.
            by_item.setdefault(unit.reference or f"+{unit.unit_id}", []).append(unit)
        option = of.option(part.option_id) if of else None
        found += [BookedItem(index, part, tuple(units), of, option) for index, units in by_item.items()]
    return sorted(found, key=lambda item: (not item.index.isdigit(), item.index.zfill(4)))


def _product(asked: RequestContext, product_id: str) -> Product | None:
    try:
        return product(asked.connection, product_id)
    except UnknownProduct:
        return None


def money(price: Price) -> dict[str, Any]:
    """Return a price; `net` only where it is told."""
    found = {
        "retail": {"amount": price.retail, "currency": price.currency},
        "original": {"amount": price.original, "currency": price.currency},
    }
    if price.net is not None:
        found["net"] = {"amount": price.net, "currency": price.currency}
    return found


def rate(asked: RequestContext, item: BookedItem) -> dict[str, Any] | None:
    """Return the rate of an item with the price it was sold at, None when it is sold no more."""
    sold, option, unit = item.product, item.option, item.unit
    if sold is None or option is None:
        return None
    title = option.title or sold.content.title or sold.internal_name
    price = {"id": item.units[0].unit_id, **money(item.units[0].price), "labels": []}
    if unit is not None:
        price = {**price, "name": unit.title, "travelerType": unit_types.traveler_type(unit)}
    return {
        "id": option.option_id,
        "productId": sold.product_id,
        "code": option.option_id,
        "name": title,
        "title": title,
        "type": RESERVED,
        "holdable": is_hold_required(asked.settings, sold),
        "holdablePeriod": asked.connection.hold_minutes,
        "cancelable": bool(sold.cancellation),
        "refundable": any(rule.share_ppm > 0 for rule in sold.cancellation),
        "minTravelers": option.min_pax,
        **({} if option.max_pax is None else {"maxTravelers": option.max_pax}),
        "prices": [price],
        "ext": None,
    }


def _common(asked: RequestContext, item: BookedItem) -> dict[str, Any]:
    return {
        "id": item.id,
        "supplierId": supplier_id_of(asked.connection, asked.settings),
        "productId": item.part.product_id,
        "rateId": item.part.option_id,
        "priceId": item.units[0].unit_id,
        "quantity": len(item.units),
        "availabilityId": availability.availability_id(asked.connection, item.part.departure),
        "rate": rate(asked, item),
        "ext": _item_ext(item),
    }


def _item_ext(item: BookedItem) -> Any:
    told = orjson.loads(item.part.extra.get(bookings.ITEM_EXT) or "{}")
    return told.get(item.index)


def ext(part: Booking) -> dict[str, str] | None:
    """Return the map of texts that came with a request."""
    found = {
        name.removeprefix(bookings.EXT): text
        for name, text in part.extra.items()
        if name.startswith(bookings.EXT)
    }
    return found or None


def hold(asked: RequestContext, parts: Sequence[Booking]) -> dict[str, Any]:
    """Return a hold as it stands."""
    zone = asked.connection.zone
    items = [
        {
            **_common(asked, item),
            "at": times.local(item.part.departure.starts_at, zone),
            "travelerType": unit_types.band_of(item.unit)[0] if item.unit else "UNKNOWN",
        }
        for item in items_of(asked, parts)
    ]
    ends = [one.expires_at for one in parts if one.expires_at is not None]
    return {
        "hold": {
            "id": parts[0].group,
            "items": items,
            "status": hold_status(asked, parts),
            "expires": times.utc(min(ends)) if ends else None,
            "ext": ext(parts[0]),
        }
    }


def hold_status(asked: RequestContext, parts: Sequence[Booking]) -> str:
    """Return Redeam's word for how a hold stands."""
    settings = asked.settings
    if all(bookings.is_released(one) for one in parts):
        return settings.hold_released
    if any(one.state in ("expired", "rejected") for one in parts):
        return settings.hold_expired
    if all(one.state == "on_hold" for one in parts):
        return settings.hold_held
    return settings.hold_booked


def word(asked: RequestContext, state: str) -> str:
    """Return Redeam's word for the state of a booking or a ticket."""
    settings = asked.settings
    words: Mapping[str, str] = {
        "on_hold": settings.booking_pending,
        "pending": settings.booking_pending,
        "confirmed": settings.booking_confirmed,
        "redeemed": settings.booking_redeemed,
        "cancelled": settings.booking_cancelled,
        "expired": settings.booking_rejected,
        "rejected": settings.booking_rejected,
    }
    return words[state]


def serialize_booking(asked: RequestContext, parts: Sequence[Booking]) -> dict[str, Any]:
    """Return a booking as it stands, with its tickets."""
    first = parts[0]
    items = items_of(asked, parts)
    alive = [one for one in parts if one.state not in ("cancelled", "rejected", "expired")]
    return {
        "booking": {
            "id": first.uuid,
            "status": word(asked, (alive or parts)[0].state),
            "cancelable": bool(alive) and all(one.is_cancellable for one in alive),
            "version": max(one.version for one in parts),
            "holdId": first.extra.get(bookings.HOLD_ID),
            "resellerBookingRef": first.channel_reference,
            "customer": _customer(first.contact),
            "items": [_booked(asked, item) for item in items],
            "tickets": [one for item in items for one in _tickets(asked, item)],
            "timeline": timeline(parts),
            "barcode": _barcode(first),
            "ext": {**(ext(first) or {}), **_ours(first)},
        }
    }


def _customer(contact: Contact) -> dict[str, str | None]:
    return {
        "firstName": contact.first_name,
        "lastName": contact.last_name,
        "email": contact.email or None,
        "phone": contact.phone or None,
    }


def _booked(asked: RequestContext, item: BookedItem) -> dict[str, Any]:
    named = next((unit for unit in item.units if unit.contact.first_name), None)
    return {
        **_common(asked, item),
        "startTime": times.local(item.part.departure.starts_at, asked.connection.zone),
        "status": word(asked, item.units[0].state),
        "traveler": _traveler(item, named.contact) if named else None,
    }


def _traveler(item: BookedItem, contact: Contact) -> dict[str, Any]:
    return {
        "firstName": contact.first_name,
        "lastName": contact.last_name,
        "type": unit_types.band_of(item.unit)[0] if item.unit else "UNKNOWN",
        "email": contact.email or None,
        "phone": contact.phone or None,
        "country": contact.country or None,
        "lang": contact.locales[0] if contact.locales else None,
    }


def _tickets(asked: RequestContext, item: BookedItem) -> list[dict[str, Any]]:
    if item.part.confirmed_at is None:
        return []
    return [_ticket(asked, item, unit) for unit in item.units]


def _ticket(asked: RequestContext, item: BookedItem, booked: BookedUnit) -> dict[str, Any]:
    unit = item.unit
    band, modifier = unit_types.band_of(unit) if unit else ("UNKNOWN", None)
    contact = booked.contact if booked.contact.first_name else item.part.contact
    return {
        "barcode": {"format": asked.settings.barcode_format, "value": booked.ticket_code},
        "bookingItemIds": [item.id],
        "guests": [
            {
                "count": booked.group_size or (unit.guests if unit else 1),
                "typeCode": band,
                "typeModifier": modifier,
                "typeName": unit.title if unit else None,
            }
        ],
        "leadTraveler": {"firstName": contact.first_name, "lastName": contact.last_name},
        "status": word(asked, booked.state),
    }


def timeline(parts: Sequence[Booking]) -> list[dict[str, str]]:
    """Return what happened to a booking, the oldest first."""
    found = []
    for one in parts:
        ended = one.cancellation.at if one.cancellation else None
        found += [
            (at, kind)
            for at, kind in (
                (one.created_at, "CREATED"),
                (one.confirmed_at, "CONFIRMED"),
                (one.redeemed_at, "REDEEMED"),
                (ended, "CANCELLED"),
            )
            if at is not None
        ]
    return [{"timestamp": times.utc(at), "typeOf": kind} for at, kind in sorted(found, key=_when)]


def _when(step: tuple[datetime, str]) -> datetime:
    # What happened at one moment stays in its order.
    return step[0]


def _barcode(first: Booking) -> dict[str, str] | None:
    value = first.extra.get(bookings.BARCODE + "value")
    if not value:
        return None
    return {"format": first.extra.get(bookings.BARCODE + "format", ""), "value": value}


def _ours(first: Booking) -> dict[str, str]:
    told = {"supplierReference": first.supplier_reference, "voucherUrl": first.voucher_url or ""}
    return {name: text for name, text in told.items() if text}
