"""What stands on a guest's pass, whichever wallet it is for; read off the trip as it stands now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeAlias

from outfitter.kit.person_names import full_name
from outfitter.kit.zones import to_local
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.portal import meeting_places

WORDS: Final = Path(__file__).parent / "words"
# For so long behind the end a pass stays among those that count.
_KEPT: Final = timedelta(hours=24)
# Latitude and longitude.
Pin: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Issuer:
    """The operator as passes name them, and where the trip's own page is."""

    slug: str
    name: str
    color: str
    phone: str | None
    email: str | None
    page: str


@dataclass(frozen=True, slots=True)
class TicketPass:
    """
    One guest's ticket. `code` is what the voucher's QR code says: scanning either checks the guest in.

    `starts_at` and `ends_at` are in the zone where the tour takes place (ADR 6).
    """

    booking_id: int
    code: str
    confirmation_code: str
    experience: str
    guest: str
    kind: str
    starts_at: datetime
    ends_at: datetime
    where: tuple[str, ...]
    bring: tuple[str, ...]
    pin: Pin | None

    @property
    def good_until(self) -> datetime:
        """Return when the pass goes to those that are over."""
        return self.ends_at + _KEPT


@dataclass(frozen=True, slots=True)
class _Venue:
    """Where an experience takes place."""

    time_zone: str
    pin: Pin | None


def guests_to_go(trip: Mapping[str, Any], *, at: datetime) -> list[tuple[int, str]]:
    """Return the guests of a trip whose tour is not over: the id, and by what a party tells them apart."""
    coming = (one for one in trip["tripOrders"] if _is_coming(one, at))
    return [(guest["id"], _told_apart(guest)) for order in coming for guest in order["bookings"]]


def tickets_of(
    trip: Mapping[str, Any], *, languages: Sequence[str], time_zone: str, at: datetime
) -> list[TicketPass]:
    """
    Return the passes of a trip (TripFull as the public sees it), by start: of everyone who is still to go.

    `time_zone` is the operator's, which counts where a location has none of its own. Texts of the
    operator are in the first of the reader's `languages` that they have.
    """
    coming = [one for one in trip["tripOrders"] if _is_coming(one, at)]
    experience_ids = {one["id"]: one["experience"]["id"] for one in coming}
    places = {
        place["trip_order_id"]: place
        for place in meeting_places.places_of(experience_ids, languages=languages)
    }
    venues = _venues(set(experience_ids.values()), time_zone)
    found = [
        _ticket(order, guest, trip, place=places[order["id"]], venue=venues[order["experience"]["id"]])
        for order in coming
        for guest in order["bookings"]
    ]
    return sorted(found, key=lambda one: one.starts_at)


def reader_of(trip: Mapping[str, Any], issuer: Issuer, *, language: str, time_zone: str) -> Recipient:
    """Return whose language the words beside the facts are in."""
    return Recipient(
        WORDS,
        locale=language or trip["contact"]["locale"] or "en",
        time_zone=time_zone,
        currency=trip["currency"],
        operator=issuer.name,
    )


def _name(guest: Mapping[str, Any]) -> str:
    return full_name(guest["guest"]["first_name"], guest["guest"]["last_name"])


def _told_apart(guest: Mapping[str, Any]) -> str:
    return " · ".join(part for part in (_name(guest), guest["customerType"]["name"]) if part)


def _is_coming(order: Mapping[str, Any], at: datetime) -> bool:
    slot = order["timeslot"]
    return order["status"] == "active" and slot is not None and slot["end_at"] > at


def _venues(experience_ids: set[int], time_zone: str) -> dict[int, _Venue]:
    places = {place.id: place for place in catalog.list_locations()}
    found = {}
    for experience_id, row in catalog.list_experiences(ids=experience_ids).items():
        place, pin = places.get(row.location_id or 0), None
        if place is not None and place.lat is not None and place.lng is not None:
            pin = (float(place.lat), float(place.lng))
        found[experience_id] = _Venue(row.time_zone or time_zone, pin)
    return found


def _ticket(
    order: Mapping[str, Any],
    guest: Mapping[str, Any],
    trip: Mapping[str, Any],
    *,
    place: Mapping[str, Any],
    venue: _Venue,
) -> TicketPass:
    slot = order["timeslot"]
    return TicketPass(
        booking_id=guest["id"],
        code=guest["ticket_code"],
        confirmation_code=trip["confirmation_code"],
        experience=order["experience"]["name"],
        guest=_name(guest),
        kind=guest["customerType"]["name"],
        starts_at=to_local(slot["start_at"], venue.time_zone),
        ends_at=to_local(slot["end_at"], venue.time_zone),
        where=tuple(place["lines"]),
        bring=tuple(place["bring"]),
        pin=venue.pin,
    )
