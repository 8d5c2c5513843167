"""A day with all that a manifest can show, and every change of it there is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import (
    CustomerType,
    Experience,
    ExperienceAddon,
    ExperienceAddonValue,
    ExperienceAddonValueType,
    ExperienceCustomerType,
)
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.fields.models import CustomField, CustomFieldValue
from outfitter_tenants.people.models import Properties, Role, UserAvatar
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.scheduling.models import BookingGuide, Resource, Timeslot, TimeslotGuide
from outfitter_tenants.trips.models import (
    Booking,
    BookingStatus,
    Flag,
    FlagReason,
    Trip,
    TripNote,
    TripOrder,
    TripOrderAddon,
)
from tests.support.resources import make_group, make_resource, make_use
from tests.support.sales import Offer, fill_cart
from tests.support.sold_trips import another_departure, sell
from tests.support.team import make_colleague


@dataclass
class World:
    """A day with a departure that has all a manifest can show, one that has nothing, and their reader."""

    reader: Client
    role: Role
    offer: Offer
    trip: Trip
    order: TripOrder
    guest: Booking

    @property
    def slot(self) -> Any:
        return Timeslot.objects.filter(pk=self.offer.timeslot_id)

    def paths(self) -> list[str]:
        return [
            f"/api/manifest/getManifestOnDay/{self.slot.get().date}",
            f"/api/timeslot/{self.offer.timeslot_id}/manifest",
        ]


def tell_all(order: TripOrder, guest: Booking, offer: Offer) -> None:
    at = utc_now()
    trip = order.trip
    trip.customer = Customer.objects.create(hash="c", first_name="Ana", created_at=at)
    trip.reseller_id = Reseller.objects.create(name="Hotel", created_at=at).pk
    trip.collect_type = "reseller_collects"
    trip.save()
    for body in ("Comes by boat", "Has a dog"):
        TripNote.objects.create(trip=trip, body=body, show_on_manifest=True, created_at=at)
    reason = FlagReason.objects.create(name="Late", color="#ff0000")
    Flag.objects.create(trip=trip, reason=reason, comment="Call", flagged_at=at)
    for scope, target in (("trip", trip.pk), ("trip_order", order.pk), ("booking", guest.pk)):
        field = CustomField.objects.create(
            name=scope, label=scope, kind="text", scope=scope, show_on_manifest=True, is_pii=scope == "trip"
        )
        CustomFieldValue.objects.create(
            custom_field=field, scope=scope, target_id=target, value="yes", answered_at=at
        )
    kinds = ExperienceAddonValueType.objects.create(name="Size")
    large = ExperienceAddonValue.objects.create(value_type=kinds, label="L")
    lunch = ExperienceAddon.objects.create(
        experience_id=offer.experience_id, name="Lunch", input="select", value_type=kinds
    )
    for booking in (None, guest):
        TripOrderAddon.objects.create(
            trip_order=order,
            booking=booking,
            experience_addon=lunch,
            value=large,
            unit_amount=1,
            created_at=at,
        )
    gus, ida = make_colleague("Gus", "guide", is_guide=True), make_colleague("Ida", "guide", is_guide=True)
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    TimeslotGuide.objects.create(timeslot=slot, user_avatar=gus)
    BookingGuide.objects.create(timeslot=slot, user_avatar=ida, trip_order_id=order.pk)
    make_use(slot=slot, resource=make_resource(group=make_group()), trip_order_id=order.pk)


def by_call(path: str, **body: Any) -> Callable[[World], Any]:
    """Change it as staff do."""

    def change(w: World) -> None:
        names = {"order": w.order.pk, "guest": w.guest.pk, "trip": w.trip.pk, "slot": w.offer.timeslot_id}
        answer = w.reader.post(path.format(**names), body, content_type="application/json")
        assert answer.status_code == 200, answer.content

    return change


def row(model: Any, **values: Any) -> Callable[[World], Any]:
    """Change all rows of a table behind everybody's back."""
    return lambda _: model.objects.update(**values)


def of_order(**values: Any) -> Callable[[World], Any]:
    return lambda w: TripOrder.objects.filter(pk=w.order.pk).update(**values)


def of_guest(**values: Any) -> Callable[[World], Any]:
    return lambda w: Booking.objects.filter(pk=w.guest.pk).update(**values)


def of_trip(**values: Any) -> Callable[[World], Any]:
    return lambda w: Trip.objects.filter(pk=w.trip.pk).update(**values)


def of_slot(**values: Any) -> Callable[[World], Any]:
    return lambda w: w.slot.update(**values)


def _another_status(w: World) -> None:
    late = BookingStatus.objects.create(slug="late", name="Late", color="#000000", kind="custom", position=9)
    of_guest(booking_status=late)(w)


def _next_departure(w: World) -> None:
    another = another_departure(w.offer, days=0, hour=15)
    of_order(timeslot_id=another)(w)


def _notes_swapped(_: World) -> None:
    last = TripNote.objects.order_by("-pk")[0]
    TripNote.objects.filter(pk=last.pk).update(is_pinned=True)


def _fields_swapped(_: World) -> None:
    first = CustomField.objects.filter(scope="booking")[0]
    CustomField.objects.filter(pk=first.pk).update(name="again", label="again")


CHANGES: Final[dict[str, dict[str, Callable[[World], Any]]]] = {
    "guests": {
        "check-in": by_call("/api/tripOrder/{order}/checkin"),
        "a guest's name": of_guest(guest_first_name="Bo"),
        "a guest's status": _another_status,
        "a guest who is comped": of_guest(is_comped=True),
        "a guest without a seat": of_guest(pax_cnt=0),
        "a waiver": of_guest(waiver_state="unsigned"),
        "a guest cancels": of_guest(cancelled_at="2030-01-01T00:00Z"),
        "a new guest": lambda w: Booking.objects.create(
            trip_order=w.order,
            experience_customer_type_id=w.offer.adult,
            booking_status=w.guest.booking_status,
            unit_amount=1,
            ticket_code="new",
        ),
        "guests in another order": of_guest(position=9),
    },
    "parties": {
        "a new booking": lambda w: sell(w.offer),
        "a hold": lambda w: fill_cart(w.offer),
        "the party's note": of_order(note="Late"),
        "a party who does not come": of_order(is_noshow=True),
        "a party for free": of_order(is_comped=True),
        "a party cancels": of_order(status="cancelled"),
        "a party on another departure": _next_departure,
        "a party without a departure": of_order(timeslot=None, unscheduled_at="2030-01-01T00:00Z"),
    },
    "trips": {
        "a trip is deleted": of_trip(status="deleted"),
        "a trip under review": of_trip(status="under_review"),
        "the contact": of_trip(contact_last_name="Zapp"),
        "the phone": of_trip(contact_phone="+4912345"),
        "the group": of_trip(group_name="Wedding"),
        "a payment": of_trip(paid_amount=100, collect_type=None),
        "a refund": of_trip(refunded_amount=100, collect_type=None),
        "the price": of_trip(total_amount=1),
        "the partner's deposit": of_trip(partner_deposit_amount=100, collect_type=None),
        "who collects": of_trip(collect_type="we_collect"),
        "the partner's name": row(Reseller, name="Hostel"),
        "another customer": lambda w: of_trip(
            customer=Customer.objects.create(hash="d", first_name="Bo", created_at=utc_now())
        )(w),
        "a VIP": row(Customer, is_vip=True),
    },
    "what was noted": {
        "a new note": lambda w: TripNote.objects.create(
            trip=w.trip, body="New", show_on_manifest=True, created_at=utc_now()
        ),
        "another author": row(TripNote, author_name="Rita"),
        "notes in another order": _notes_swapped,
        "notes for others": row(TripNote, show_on_manifest=False),
        "notes are deleted": row(TripNote, deleted_at="2030-01-01T00:00Z"),
        "the flag's comment": row(Flag, comment="Done"),
        "the flag's reason": row(FlagReason, name="Early"),
        "the reason's color": row(FlagReason, color="#00ff00"),
        "the flag is cleared": row(Flag, cleared_at="2030-01-01T00:00Z"),
        "an answer": row(CustomFieldValue, value="no"),
        "answers are hidden": row(CustomField, show_on_manifest=False),
        "what is asked": _fields_swapped,
        "questions in another order": lambda w: CustomField.objects.filter(scope="trip").update(
            label="first"
        ),
    },
    "add-ons and crew": {
        "more of an add-on": row(TripOrderAddon, qty=3),
        "an add-on is gone": lambda w: TripOrderAddon.objects.filter(booking=None).delete(),
        "the add-on's name": row(ExperienceAddon, name="Dinner"),
        "the choice": row(ExperienceAddonValue, label="XL"),
        "another guide": row(TimeslotGuide, status="declined"),
        "the guide's part": row(TimeslotGuide, role="driver"),
        "the guide's name": lambda w: UserAvatar.objects.filter(name="Gus").update(name="Guy"),
        "the guide's color": lambda w: UserAvatar.objects.filter(name="Gus").update(color="#123456"),
        "a party's own guide": lambda w: BookingGuide.objects.all().delete(),
        "the boat": lambda w: w.slot.get().booking_resources.all().delete(),
        "the boat's name": row(Resource, name="Heron"),
    },
    "departures": {
        "the departure's note": of_slot(note="Bring towels"),
        "the seats": of_slot(capacity=41),
        "the time": lambda w: w.slot.update(start_at=w.slot.get().start_at + timedelta(minutes=5)),
        "the end": lambda w: w.slot.update(end_at=w.slot.get().end_at + timedelta(minutes=5)),
        "the departure is cancelled": of_slot(status="cancelled", cancel_reason="weather"),
        "the departure's version": of_slot(version=9),
        "the counters": of_slot(booked_pax_cnt=7),
    },
    "settings": {
        "the experience's name": row(Experience, name="Canoe"),
        "the experience's color": row(Experience, color="#123456"),
        "the experience's picture": row(Experience, hero_image="/media/1.webp"),
        "a customer type's name": row(CustomerType, name="Grown-up"),
        "a ticket's label": row(ExperienceCustomerType, label="Seat"),
        "tickets in another order": lambda w: ExperienceCustomerType.objects.filter(pk=w.offer.adult).update(
            position=9
        ),
        "a status' name": row(BookingStatus, name="Somewhere"),
        "a status is no longer offered": lambda w: BookingStatus.objects.filter(slug="no_show").update(
            archived_at=utc_now()
        ),
        "the currency": lambda w: Properties.objects.update_or_create(pk=1, defaults={"currency": "EUR"}),
        "the time zone": lambda w: Properties.objects.update_or_create(
            pk=1, defaults={"time_zone": "Asia/Tokyo"}
        ),
    },
    "the reader": {
        "what the reader may see": lambda w: Role.objects.filter(pk=w.role.pk).update(
            permissions=["manifest.view"]
        ),
        "whom the reader sees": lambda w: Role.objects.filter(pk=w.role.pk).update(scope="assigned"),
    },
}
