"""Bookings as channels are told of them: how they stand, whoever has changed them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from pydantic import TypeAdapter

from outfitter.db.read_cache import read_cache
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter.plugins.channels.booking_types import (
    BookedUnit,
    Booking,
    BookingState,
    Cancellation,
    Contact,
    Refunded,
)
from outfitter.plugins.channels.catalog_types import Departure, Discount, IncludedTax, Offer, Price
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.queries import mappings as mapped
from outfitter_tenants.channels.queries.connections import get_row
from outfitter_tenants.channels.rules.offer_prices import offer_told
from outfitter_tenants.channels.rules.product_options import MappedOption
from outfitter_tenants.channels.rules.request_validation import contact_of
from outfitter_tenants.checkout.printouts import partner_links
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.rules.partner_terms import PartnerTerms
from outfitter_tenants.trips.queries import channel_details
from outfitter_tenants.trips.queries.channel_details import GuestSeen, TripSeen

_CODEC: Final = TypeAdapter(Booking)


def stored_response(booking: Booking) -> dict[str, object]:
    """Return an answer as it is stored, to be given again."""
    found: dict[str, Any] = _CODEC.dump_python(booking, mode="json")
    return found


def replay_response(stored: Mapping[str, object]) -> Booking:
    """Return an answer that was given before."""
    return _CODEC.validate_python(stored)


@dataclass(frozen=True, slots=True)
class _World:
    mappings: Mapping[int, MappedOption]
    trips: Mapping[int, TripSeen]
    slots: Mapping[int, scheduling.TimeslotRow]
    at: datetime
    # The own booking terms of whose connections these are, by connection.
    terms: Mapping[int, PartnerTerms | None]
    # What codes take off, of trips that have any: the first code, and all of it in minor units.
    offers: Mapping[int, tuple[prices.KnownOffer, int]]

    def slot_of(self, row: ExternalBooking, trip: TripSeen) -> scheduling.TimeslotRow | None:
        """Return the departure of a booking, under the terms of whose connection it is."""
        slot = self.slots.get(trip.timeslot_id or row.timeslot_id or 0)
        if slot is None:
            return None
        return scheduling.timeslot_under(slot, self.terms[row.connection_id])


def serialize_bookings(rows: Sequence[ExternalBooking], *, at: datetime) -> list[Booking]:
    """Return bookings as they stand, two statements and the version however many they are."""
    with read_cache():
        trips = channel_details.seen_by_partner(orders=[(row.trip_id, row.trip_order_id) for row in rows])
        slots = {trip.timeslot_id for trip in trips.values() if trip.timeslot_id is not None}
        slots |= {row.timeslot_id for row in rows if row.timeslot_id is not None}
        world = _World(
            mapped.mappings_of(connection_ids={row.connection_id for row in rows}),
            trips,
            scheduling.get_timeslot_refs(ids=slots, at=at),
            at,
            {one: _terms_of(one) for one in {row.connection_id for row in rows}},
            _offers(trips.values()),
        )
        return [_told(row, world) for row in rows]


def _terms_of(connection_id: int) -> PartnerTerms | None:
    found = get_row(connection_id=connection_id)
    return scheduling.terms_of_partner(reseller_id=found.reseller_id)


def _offers(trips: Iterable[TripSeen]) -> Mapping[int, tuple[prices.KnownOffer, int]]:
    reduced = [trip.trip_id for trip in trips if trip.discount_amount]
    return prices.offers_on_trips(trip_ids=reduced) if reduced else {}


def serialize_booking(row: ExternalBooking, *, at: datetime) -> Booking:
    """Return one booking as it stands."""
    return serialize_bookings([row], at=at)[0]


def _told(row: ExternalBooking, world: _World) -> Booking:
    trip, option = world.trips[row.trip_id], world.mappings[row.mapping_id]
    state = state_of(row, trip, at=world.at)
    slot = world.slot_of(row, trip)
    papers = _Papers.of(row, state)
    units = _units(row, trip, state, papers)
    until = cancellable_until(trip, slot)
    redeemed = [unit.redeemed_at for unit in units if unit.redeemed_at]
    is_open = state in {"on_hold", "pending", "confirmed"}
    offer = _offer(row, option, world)
    return Booking(
        uuid=str(row.uuid),
        reference=row.reference,
        channel_reference=row.channel_reference,
        supplier_reference=row.confirmation_code,
        state=state,
        is_test=row.is_test,
        product_id=option.product_ref,
        option_id=option.option_ref,
        departure=departure_of(slot, option, at=world.at),
        units=units,
        contact=contact_of(row.contact),
        notes=row.notes,
        price=_price(row, trip, offer, world),
        created_at=_utc(row.created_at),
        updated_at=_utc(max(row.changed_at, trip.changed_at)),
        expires_at=_utc(row.expires_at) if state in {"on_hold", "expired"} else None,
        confirmed_at=_utc(row.confirmed_at),
        redeemed_at=max(redeemed, default=None),
        is_cancellable=is_open and not redeemed and (until is None or world.at <= until),
        cancellable_until=until,
        cancellation=_cancellation(row, trip, state),
        version=row.version + trip.version,
        group=row.group_ref,
        sold_by=row.sold_by,
        voucher_url=papers.url(None),
        answers=dict(row.question_answers),
        extra=dict(row.extra),
        offer=offer,
    )


def _offer(row: ExternalBooking, option: MappedOption, world: _World) -> Offer | None:
    """Return the code that a booking has, which is usable: it is on it."""
    if row.trip_id not in world.offers:
        return None
    known, _ = world.offers[row.trip_id]
    partner = resellers.get_partner(reseller_id=get_row(connection_id=row.connection_id).reseller_id)
    is_agreed = partner.terms.of(option.experience_id).amount_per_guest is not None
    is_agreed = is_agreed or resellers.wholesale_of(reseller_id=partner.id)(option.experience_id) is not None
    kinds = catalog.list_experiences(ids=[option.experience_id])[option.experience_id].customer_types
    types = {kind.id: kind.customer_type_id for kind in kinds}
    units = {unit: types[kind] for unit, kind in option.units.items() if kind in types}
    return offer_told(known, units, is_usable=True, is_net_agreed=is_agreed)


def state_of(row: ExternalBooking, trip: TripSeen, *, at: datetime) -> BookingState:
    """Return how a booking stands by its trip: staff may have cancelled or declined it."""
    if row.state == "on_hold":
        is_over = trip.status == "deleted" or (row.expires_at is not None and row.expires_at <= at)
        return "expired" if is_over else "on_hold"
    if row.state != "confirmed":
        return cast("BookingState", row.state)
    if trip.status == "deleted":
        return "cancelled" if trip.order_status == "cancelled" or row.cancelled_at else "rejected"
    if trip.order_status == "cancelled":
        return "cancelled"
    if trip.status == "under_review":
        return "pending"
    there = [guest for guest in trip.guests if not guest.is_cancelled]
    is_used = bool(there) and all(guest.checked_in_at for guest in there)
    return "redeemed" if is_used else "confirmed"


# Until when a booking can be cancelled of which nothing ever comes back.
NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)


def cancellable_until(trip: TripSeen, slot: scheduling.TimeslotRow | None) -> Any:
    """Return until when something of the price comes back, `NEVER`; None without a departure."""
    if slot is None:
        return None
    if trip.policy is None:
        return _utc(slot.start_at)
    tiers: Any = trip.policy.get("tiers", ())
    hours = [tier["hours_before"] for tier in tiers if tier["refund_ppm"] > 0]
    if not hours:
        return NEVER
    return _utc(slot.start_at) - timedelta(hours=min(hours))


def departure_of(slot: scheduling.TimeslotRow | None, option: MappedOption, *, at: datetime) -> Departure:
    """Return the departure of a booking without prices: those are the booking's own."""
    if slot is None:
        raise LookupError("a channel's booking has had a departure")
    zone = ZoneInfo(scheduling.zone_of(time_zone=None))
    left = slot.remaining.of("reseller", "ota")
    window = slot.windows["reseller"]
    closes_at = window.closes_at(slot.booked_pax_cnt)
    is_open = slot.slot.is_open("reseller", at) and slot.day.status == "open"
    return Departure(
        id=str(slot.id),
        product_id=option.product_ref,
        option_id=option.option_ref,
        starts_at=slot.start_at.astimezone(zone),
        ends_at=slot.end_at.astimezone(zone),
        cutoff_at=_utc(closes_at),
        is_all_day=slot.is_flex,
        status=("available" if left is None or left > 0 else "sold_out") if is_open else "closed",
        refusal=None if is_open else ("past_cutoff" if at >= closes_at else "closed"),
        vacancies=left,
        capacity=slot.capacity,
        most_units=left,
    )


@dataclass(frozen=True, slots=True)
class _Papers:
    """Where guests find their vouchers; nowhere as long as nothing is sold."""

    trip_order_id: int
    base_url: str | None

    @classmethod
    def of(cls, row: ExternalBooking, state: BookingState) -> "_Papers":
        """Read where."""
        if state not in {"confirmed", "redeemed"}:
            return cls(row.trip_order_id, None)
        return cls(row.trip_order_id, contexts.context_for(schema_name=current_schema()).base_url)

    def url(self, booking_id: int | None) -> str | None:
        """Return the address of the voucher, or of one guest's ticket."""
        if not self.base_url:
            return None
        link = partner_links.VoucherLink(self.trip_order_id, booking_id)
        return self.base_url.rstrip("/") + partner_links.path_of(link, schema=current_schema())


def _units(
    row: ExternalBooking, trip: TripSeen, state: BookingState, papers: _Papers
) -> tuple[BookedUnit, ...]:
    guests = {guest.id: guest for guest in trip.guests}
    rows = [one for one in row.units if one["booking_id"] in guests]
    is_over = state in {"cancelled", "expired", "rejected"}
    return tuple(
        _unit(one, guests[one["booking_id"]], trip.currency, state, papers)
        for one in rows
        if is_over or not guests[one["booking_id"]].is_cancelled
    )


def _unit(
    one: Mapping[str, Any], guest: GuestSeen, currency: str, state: BookingState, papers: _Papers
) -> BookedUnit:
    is_used = state in {"confirmed", "redeemed"} and guest.checked_in_at is not None
    return BookedUnit(
        uuid=one["uuid"],
        unit_id=one["unit_ref"],
        reference=one.get("reference"),
        state="redeemed" if is_used else ("confirmed" if state == "redeemed" else state),
        contact=_contact(one, guest),
        ticket_code=guest.ticket_code,
        price=Price(guest.amount, guest.amount, None, currency),
        redeemed_at=_utc(guest.checked_in_at),
        group_size=one.get("group_size"),
        ticket_url=papers.url(guest.id),
        answers=one.get("answers", {}),
    )


def _contact(one: Mapping[str, Any], guest: GuestSeen) -> Contact:
    said = one.get("contact") or {}
    if said:
        return contact_of(said)
    return Contact(guest.first_name, guest.last_name, guest.email or "", guest.phone or "")


def _price(row: ExternalBooking, trip: TripSeen, offer: Offer | None, world: _World) -> Price:
    total = trip.total_amount
    if row.state == "cancelled" or trip.status == "deleted":
        total = row.total_amount
    net = max(0, total - trip.commission_amount)
    taxes = tuple(IncludedTax(name, amount) for name, amount in trip.taxes)
    if offer is None:
        return Price(total, total, net, trip.currency, taxes)
    _, off = world.offers[row.trip_id]
    of_net = {"none": 0, "full": off, "prorated": off * net // total if total else off}
    return Price(total, total + off, net, trip.currency, taxes, Discount(off, of_net[offer.net_discount]))


def _cancellation(row: ExternalBooking, trip: TripSeen, state: BookingState) -> Cancellation | None:
    if state not in {"cancelled", "expired", "rejected"}:
        return None
    at = row.cancelled_at or trip.cancelled_at or row.expires_at or row.changed_at
    refund: Refunded = row.refund or ("full" if state != "cancelled" else "none")  # type: ignore[assignment]
    return Cancellation(_utc(at), row.cancel_reason, refund, row.refund_amount or 0)


def _utc(at: Any) -> Any:
    return at.astimezone(UTC) if at is not None else None
