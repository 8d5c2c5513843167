"""From stories to rows: customers, trips, orders, bookings and lines, written in bulk."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit import ids
from outfitter_demo import crm_seed
from outfitter_demo.guest_names import Person, companions
from outfitter_demo.parties import Party
from outfitter_demo.payment_rows import Books, settle
from outfitter_demo.trip_scenarios import TripScenario
from outfitter_tenants.catalog.queries import CustomerTypeRow
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.pricing.rules import quote as pricing
from outfitter_tenants.trips.models import (
    Booking,
    BookingStatus,
    PriceLine,
    Trip,
    TripMethod,
    TripNote,
    TripOrder,
    TripSource,
)

ARRIVED: Final = "checked_in"
# Shorter notes stand on the order, longer ones on the trip: each is read once.
ABOUT_THE_ORDER: Final = 42


@dataclass(slots=True)
class Rows:
    """Everything that is written for trips, parents before children."""

    trips: list[Trip] = field(default_factory=list)
    orders: list[TripOrder] = field(default_factory=list)
    bookings: list[Booking] = field(default_factory=list)
    lines: list[PriceLine] = field(default_factory=list)
    notes: list[TripNote] = field(default_factory=list)
    books: Books = field(default_factory=Books)
    stories: list[TripScenario] = field(default_factory=list)

    def write(self) -> None:
        """Write everything."""
        Trip.objects.bulk_create(self.trips)
        TripOrder.objects.bulk_create(self.orders)
        Booking.objects.bulk_create(self.bookings)
        PriceLine.objects.bulk_create(self.lines)
        TripNote.objects.bulk_create(self.notes)
        self.books.write()


class Writer:
    """Turns stories into rows; every accident comes from one random."""

    def __init__(self, rng: random.Random, *, staff: Sequence[tuple[int, str]], at: datetime):
        self.rng, self.at, self.staff = rng, at, staff
        self.rows = Rows()
        self.codes: set[str] = set()
        self.customers: dict[str, Customer] = {}
        self.methods = {method.slug: method for method in TripMethod.objects.all()}
        self.sources = list(TripSource.objects.order_by("position"))
        self.statuses = {status.slug: status for status in BookingStatus.objects.all()}

    def write(self, stories: Sequence[TripScenario]) -> Rows:
        """Write the stories down and return their rows."""
        self._meet(story.person for story in stories)
        for story in sorted(stories, key=lambda story: story.created_at):
            self._trip(story)
        self.rows.write()
        return self.rows

    def _meet(self, people: Iterable[Person]) -> None:
        for person in people:
            self.customers.setdefault(
                person.email,
                Customer(
                    hash=self.token(),
                    first_name=person.first_name,
                    last_name=person.last_name,
                    email=person.email,
                    phone=person.phone,
                    country=person.country,
                    locale=person.locale,
                    is_vip=self.rng.random() < 0.04,
                ),
            )
        for customer in self.customers.values():
            crm_seed.note(customer, at=self.at)
        Customer.objects.bulk_create(self.customers.values())

    def token(self) -> str:
        """Return a public hash."""
        return "".join(self.rng.choices(ids.BASE62, k=24))

    def _code(self) -> str:
        while True:
            letters = "".join(self.rng.choices(ids.CODE_ALPHABET, k=8))
            if letters not in self.codes:
                self.codes.add(letters)
                return f"{letters[:4]}-{letters[4:]}"

    def _trip(self, story: TripScenario) -> None:
        person, is_sold = story.person, story.status != "deleted"
        reserved = story.created_at + timedelta(minutes=self.rng.randint(2, 7)) if is_sold else None
        is_online = self.methods[story.method].audience == "online"
        trip = Trip(
            hash=self.token(),
            confirmation_code=self._code(),
            status=story.status,
            trip_method=self.methods[story.method],
            trip_source=self.rng.choice(self.sources),
            customer=self.customers[person.email] if is_sold else None,
            contact_first_name=person.first_name,
            contact_last_name=person.last_name,
            contact_email=person.email,
            contact_phone=person.phone,
            contact_country=person.country,
            locale=person.locale,
            group_name=story.group,
            currency="USD",
            reserved_at=reserved,
            converted_at=reserved,
            conversion={"kind": "payment", "minutes_to_convert": 4, "recovered": False},
            terms_accepted_at=reserved,
            is_marketing_opt_in=self.rng.random() < 0.3,
            created_by=None if is_online else self.rng.choice(self.staff)[0],
            created_at=story.created_at,
            changed_at=reserved or story.created_at,
            version=3,
        )
        if not is_sold:
            trip.deleted_at = min(self.at, story.created_at + timedelta(hours=5))
            trip.delete_reason = "Never paid."
        if story.is_without_seats:
            trip.attention = "paid_without_seats"
        self.rows.trips.append(trip)
        self.rows.stories.append(story)
        self._orders(trip, story)
        self._note(trip, story)

    def _orders(self, trip: Trip, story: TripScenario) -> None:
        lines: list[pricing.QuoteLine] = []
        price = 0
        for index, party in enumerate(story.parties):
            gone = story.is_cancelled(index)
            order = self._order(trip, story, index, party)
            tickets = self._bookings(order, story, index, party)
            subtotal = sum(line.amount for line in tickets)
            kept = subtotal * story.kept_percent // 100
            price += subtotal
            order.subtotal_amount = subtotal
            order.total_amount = kept if gone else subtotal
            lines += tickets
            if gone and kept < subtotal:
                lines.append(_adjustment("Cancellation", kept - subtotal))
            if not gone:
                trip.pax_cnt += sum(
                    qty * party.slot.made.tickets[slug].pax_per_booking
                    for slug, qty in party.quantities.items()
                )
        if story.goodwill_amount:
            lines.append(_adjustment("Goodwill", -story.goodwill_amount))
        self._price(trip, lines)
        starts = [
            party.slot.start_at
            for index, party in enumerate(story.parties)
            if not story.is_cancelled(index) and not story.is_without_seats
        ]
        trip.first_start_at = min(starts, default=None)
        settle(self.rng, self.rows.books, trip=trip, story=story, price=price, at=self.at)

    def _order(self, trip: Trip, story: TripScenario, index: int, party: Party) -> TripOrder:
        gone = story.is_cancelled(index)
        slot, scheduled = party.slot, not story.is_without_seats
        order = TripOrder(
            trip=trip,
            experience_id=slot.made.id,
            position=index,
            timeslot_id=slot.id if scheduled else None,
            experience_date_id=slot.experience_date_id if scheduled else None,
            original_timeslot_id=slot.id,
            status="cancelled" if gone else "active",
            schedule_state="scheduled" if scheduled else "unscheduled",
            unscheduled_at=None if scheduled else story.created_at,
            note=story.note if index == 0 and len(story.note) < ABOUT_THE_ORDER else "",
            is_noshow=story.arrivals.get(index) == "no_show" and not gone,
        )
        if gone:
            last = min(self.at, slot.start_at - timedelta(hours=3))
            order.cancelled_at = max(story.created_at + timedelta(minutes=30), last)
            order.cancelled_at = min(order.cancelled_at, self.at)
            order.cancel_reason = story.cancel_reason
            order.cancelled_by = self.rng.choice(self.staff)[0]
        self.rows.orders.append(order)
        return order

    def _bookings(
        self, order: TripOrder, story: TripScenario, index: int, party: Party
    ) -> list[pricing.QuoteLine]:
        found: list[pricing.QuoteLine] = []
        friends = companions(self.rng, story.person)
        is_expected = story.status == "reserved" and not story.is_cancelled(index)
        outcome = story.arrivals.get(index, "") if is_expected else ""
        for slug, qty in party.quantities.items():
            ticket = party.slot.made.tickets[slug]
            price = pricing.unit_price(
                experience_customer_type=ticket, price_override=party.slot.price_override
            )
            amount, source = price.amount, price.source
            for _ in range(qty):
                booking = self._booking(order, story, ticket, amount, source, len(found))
                if found and self.rng.random() < 0.6 and (name := next(friends)):
                    booking.guest_first_name = name
                    booking.guest_last_name = story.person.last_name
                self._arrival(booking, outcome, story, party, len(found))
                self.rows.bookings.append(booking)
                found.append(
                    pricing.QuoteLine(
                        kind="ticket",
                        ref_id=ticket.id,
                        label=ticket.name,
                        qty=1,
                        unit_amount=amount,
                        amount=amount,
                        experience_customer_type_id=ticket.id,
                        trip_order_id=len(self.rows.orders) - 1,
                        booking_id=len(self.rows.bookings) - 1,
                    )
                )
        return found

    def _booking(
        self,
        order: TripOrder,
        story: TripScenario,
        ticket: CustomerTypeRow,
        amount: int,
        source: str,
        position: int,
    ) -> Booking:
        who = story.person if position == 0 else None
        return Booking(
            trip_order=order,
            experience_customer_type_id=ticket.id,
            guest_first_name=who.first_name if who else "",
            guest_last_name=who.last_name if who else "",
            guest_email=who.email if who else None,
            booking_status=self.statuses["not_checked_in"],
            unit_amount=amount,
            price_source=source,
            position=position,
            ticket_code=self.token(),
            pax_cnt=ticket.pax_of(1),
        )

    def _arrival(
        self, booking: Booking, outcome: str, story: TripScenario, party: Party, number: int
    ) -> None:
        is_missing = outcome == "mixed" and number == 1
        if outcome == "no_show" or is_missing:
            booking.booking_status = self.statuses["no_show"]
        elif outcome in {"arrived", "mixed"}:
            early = timedelta(minutes=self.rng.randint(4, 26))
            booking.booking_status = self.statuses[ARRIVED]
            booking.checked_in_at = min(self.at, party.slot.start_at - early)
            booking.checked_in_by = self.rng.choice(self.staff)[0]

    def _price(self, trip: Trip, lines: Sequence[pricing.QuoteLine]) -> None:
        quote = pricing.quote(lines=lines)
        for line in lines:
            order, booking = line.trip_order_id, line.booking_id
            self.rows.lines.append(
                PriceLine(
                    trip=trip,
                    kind=line.kind,
                    ref_id=line.ref_id,
                    label=line.label,
                    qty=line.qty,
                    trip_order=None if order is None else self.rows.orders[order],
                    booking=None if booking is None else self.rows.bookings[booking],
                    unit_amount=line.unit_amount,
                    amount=line.amount,
                    created_at=trip.created_at,
                )
            )
        trip.subtotal_amount, trip.discount_amount = quote.subtotal, quote.discount
        trip.total_amount = trip.deposit_due_amount = quote.total

    def _note(self, trip: Trip, story: TripScenario) -> None:
        if len(story.note) < ABOUT_THE_ORDER:
            return
        author_id, author = self.rng.choice(self.staff)
        at = min(self.at, story.created_at + timedelta(minutes=self.rng.randint(3, 300)))
        self.rows.notes.append(
            TripNote(
                trip=trip,
                author_id=author_id,
                author_name=author,
                body=story.note,
                is_pinned="allergy" in story.note,
                show_on_manifest=True,
                created_at=at,
            )
        )


def _adjustment(label: str, amount: int) -> pricing.QuoteLine:
    return pricing.QuoteLine(
        kind="manual_adjust", ref_id=None, label=label, qty=1, unit_amount=amount, amount=amount
    )
