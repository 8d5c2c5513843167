"""What a kiosk shows of a party, and whether it can be checked in now (ADR 143)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from outfitter.kit import zones
from outfitter_tenants.backoffice.check_in_kiosk import party_keys
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.payment_links.customer_links import is_money_taken
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips.queries import ticket_codes
from outfitter_tenants.trips.queries.kiosk_parties import KioskGuest, KioskParty

if TYPE_CHECKING:
    from outfitter_tenants.devices.models import Device, KioskTerms

State = Literal["open", "early", "over", "other_day", "elsewhere", "canceled", "not_booked", "unscheduled"]


@dataclass(frozen=True, slots=True)
class Moment:
    """Where and when somebody stands before a kiosk, and the terms there."""

    device: "Device"
    terms: "KioskTerms"
    settings: people.PropertiesRow
    at: datetime

    @property
    def today(self) -> date:
        """The operator's local day."""
        return zones.local_day(self.at, self.settings.time_zone)


def party_of_ticket(parties: list[KioskParty], ticket: ticket_codes.TicketRow) -> KioskParty | None:
    """
    Return the order that a code means: a ticket's own, else the first of that day with somebody missing.
    """
    named = next((one for one in parties if one.trip_order_id == ticket.trip_order_id), None)
    if ticket.booking_id is not None or named is None:
        return named
    return next_party(parties, named)


def next_party(parties: list[KioskParty], named: KioskParty) -> KioskParty:
    """Return an order, or one later on its day where everybody of it is here already."""
    rest = [one for one in parties if one.day == named.day and one.is_active and not one.is_complete]
    return named if not named.is_complete or not rest else rest[0]


def state_of(party: KioskParty, now: Moment) -> State:
    """Return whether a party can be checked in here and now, and if not, why."""
    if not party.is_active:
        return "canceled"
    if party.start_at is None or party.end_at is None:
        return "unscheduled"
    if party.day != now.today:
        return "other_day"
    place = now.device.location_id
    if place is not None and party.location_id is not None and party.location_id != place:
        return "elsewhere"
    if now.at < opens_at(party.start_at, now.terms):
        return "early"
    return "over" if now.at > party.start_at - timedelta(minutes=now.terms.closes_minutes) else "open"


def opens_at(start_at: datetime, terms: "KioskTerms") -> datetime:
    """Return when check-in for a departure opens at kiosks."""
    return start_at - timedelta(minutes=terms.opens_minutes)


def shown(party: KioskParty, now: Moment) -> dict[str, object]:
    """Return what a kiosk says of a party: guests only while they can be checked in."""
    state = state_of(party, now)
    body = bare(state)
    if state == "canceled":
        return body
    body |= {"experience": party.experience, "date": party.day, "start_at": party.start_at}
    if state == "elsewhere":
        places = {one.id: one.name for one in catalog.list_locations()}
        body["place"] = places.get(party.location_id or 0, "")
    if state == "early" and party.start_at is not None:
        body["opens_at"] = opens_at(party.start_at, now.terms)
    if state == "open":
        key = party_keys.key_of(
            trip_order_id=party.trip_order_id, trip_id=party.trip_id, device_id=now.device.pk
        )
        body |= {"key": key, "guests": _guests(party.guests), **open_points(party, now)}
    return body


def bare(state: State) -> dict[str, object]:
    """Return an answer that says nothing of a trip but its state."""
    return {
        "state": state,
        "key": None,
        "experience": "",
        "date": None,
        "start_at": None,
        "opens_at": None,
        "place": "",
        "has_balance": False,
        "due_amount": 0,
        "currency": "",
        "pays_by_phone": False,
        "must_pay_first": False,
        "must_sign_first": False,
        "guests": [],
    }


def open_points(party: KioskParty, now: Moment) -> dict[str, object]:
    """Return what is open for a party: a balance, waivers; and whether these come first."""
    has_balance = party.owes > 0
    return {
        "has_balance": has_balance,
        "due_amount": party.owes,
        "currency": party.currency,
        "pays_by_phone": has_balance and is_money_taken(),
        "must_pay_first": has_balance and not now.terms.allows_unpaid,
        "must_sign_first": now.settings.waiver_gate == "block",
    }


def _guests(rows: Sequence[KioskGuest]) -> list[dict[str, object]]:
    names = catalog.ticket_names(ids={one.ticket_type_id for one in rows})
    return [
        {
            "booking_id": one.booking_id,
            "first_name": one.first_name,
            "ticket_type": names[one.ticket_type_id].name if one.ticket_type_id in names else "",
            "is_here": one.is_here,
            "checked_in_at": one.checked_in_at,
            "has_signed": one.has_signed,
        }
        for one in rows
    ]
