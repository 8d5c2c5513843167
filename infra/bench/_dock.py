"""A busy day at the dock: forty departures with four hundred guests, and all that is noted of them."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from bench._bench_database import analyze, make_experiences, make_times
from bench._customers import crowd
from bench._report import sized

TOURS, TIMES, DAYS, GUESTS, PARTY = 4, 10, 30, 400, 2
PEOPLE, TRIPS = sized((25_000, 50_000), quick=(2_500, 5_000))

# The other days: every trip that is not on the day has a party of two with an answer each.
_OTHER_DAYS: Final = """
INSERT INTO trips_triporder (trip_id, experience_id, timeslot_id, experience_date_id, status,
  schedule_state, rebooked_cnt, is_comped, note, is_noshow, position, subtotal_amount, total_amount)
SELECT t.id, s.experience_id, s.id, s.experience_date_id, 'active', 'scheduled', 0, false, '', false, 0, 0, 0
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM trips_trip
      WHERE NOT EXISTS (SELECT FROM trips_triporder o WHERE o.trip_id = trips_trip.id)) AS t
JOIN (SELECT *, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS cnt FROM scheduling_timeslot
      WHERE date <> %(day)s) AS s ON s.n = 1 + t.n %% s.cnt;
INSERT INTO trips_booking (trip_order_id, experience_customer_type_id, guest_first_name,
  guest_last_name, booking_status_id, is_comped, unit_amount, price_source, pax_cnt, ticket_code,
  waiver_state, waiver_required_cnt, waiver_signed_cnt, enabled_addon_ids, position)
SELECT o.id, k.id, '', '', 1, false, 4900, 'base', 1, 'other-' || o.id || '-' || n, 'none_required', 0, 0,
  '{}', n
FROM trips_triporder AS o
JOIN (SELECT experience_id, min(id) AS id FROM catalog_experiencecustomertype GROUP BY 1) AS k
  ON k.experience_id = o.experience_id, generate_series(1, 2) AS n
WHERE NOT EXISTS (SELECT FROM trips_booking b WHERE b.trip_order_id = o.id);
INSERT INTO fields_customfieldvalue (custom_field_id, scope, target_id, value, value_encrypted, answered_at)
SELECT f.id, 'booking', b.id, '"42"', '', now() FROM trips_booking AS b
JOIN fields_customfield AS f ON f.scope = 'booking' WHERE starts_with(b.ticket_code, 'other-');
"""


class Dock(NamedTuple):
    """The day, one departure of it, and the orders on that."""

    day: date
    timeslot_id: int
    order_ids: list[int]


def fill_dock() -> Dock:
    """
    Make the day after today, among what an operator has sold for years.

    Every order has an add-on and an answer, every guest an answer, every fourth trip a note and every
    tenth a flag; every departure has a guide and a boat.
    """
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.trips.models import TripOrder

    day = utc_now().date() + timedelta(days=1)
    for experience_id in make_experiences(TOURS):
        make_times(experience_id, days=DAYS)
    _run(crowd(people=PEOPLE, trips=TRIPS))
    slots = _slots(day)
    orders = _seat(slots)
    _note(orders)
    _crew(slots)
    _run(_OTHER_DAYS, day=day)
    analyze()
    first = slots[0].pk
    theirs = TripOrder.objects.filter(timeslot_id=first).order_by("id")
    return Dock(day, first, list(theirs.values_list("pk", flat=True)))


def _slots(day: date) -> list[Any]:
    """Return the departures of the day; those beyond the fortieth are taken off it."""
    from outfitter_tenants.scheduling.models import Timeslot

    slots = list(Timeslot.objects.filter(date=day).order_by("start_at", "id"))
    spare = [slot.pk for slot in slots[TOURS * TIMES :]]
    Timeslot.objects.filter(pk__in=spare).delete()
    return slots[: TOURS * TIMES]


def _seat(slots: list[Any]) -> list[Any]:
    """Give the first trips an order each on the departures, round and round."""
    from outfitter_tenants.catalog.models import ExperienceCustomerType
    from outfitter_tenants.scheduling.models import Timeslot
    from outfitter_tenants.trips.models import Booking, BookingStatus, Trip, TripOrder

    trips = Trip.objects.order_by("id")[: GUESTS // PARTY]
    orders = TripOrder.objects.bulk_create(
        TripOrder(
            trip=trip,
            experience_id=slot.experience_id,
            timeslot=slot,
            experience_date_id=slot.experience_date_id,
            total_amount=9800,
        )
        for trip, slot in zip(trips, _around(slots), strict=False)
    )
    status = BookingStatus.objects.order_by("position", "id")[0]
    kinds = {kind.experience_id: kind for kind in ExperienceCustomerType.objects.order_by("-id")}
    Booking.objects.bulk_create(
        Booking(
            trip_order=order,
            experience_customer_type=kinds[order.experience_id],
            guest_first_name=order.trip.contact_first_name if seat == 0 else "",
            guest_last_name=order.trip.contact_last_name,
            booking_status=status,
            unit_amount=4900,
            ticket_code=f"bench-{order.pk}-{seat}",
            position=seat,
        )
        for order in orders
        for seat in range(PARTY)
    )
    Timeslot.objects.filter(pk__in=[slot.pk for slot in slots]).update(booked_pax_cnt=GUESTS // len(slots))
    return orders


def _note(orders: list[Any]) -> None:
    """Write what was noted, answered and chosen."""
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.catalog.models import ExperienceAddon
    from outfitter_tenants.fields.models import CustomField, CustomFieldValue
    from outfitter_tenants.trips.models import Booking, Flag, TripNote, TripOrderAddon

    at = utc_now()
    lunch = {
        experience_id: ExperienceAddon.objects.create(experience_id=experience_id, name="Lunch", price=1500)
        for experience_id in {order.experience_id for order in orders}
    }
    TripOrderAddon.objects.bulk_create(
        TripOrderAddon(
            trip_order=one, experience_addon=lunch[one.experience_id], unit_amount=1500, created_at=at
        )
        for one in orders
    )
    hotel, shoes = (
        CustomField.objects.create(name=name, label=name, kind="text", scope=scope, show_on_manifest=True)
        for name, scope in (("Hotel", "trip_order"), ("Shoes", "booking"))
    )
    guests = Booking.objects.filter(trip_order__in=orders).values_list("pk", flat=True)
    about = [(hotel, order.pk, "Harbor View") for order in orders] + [(shoes, pk, "42") for pk in guests]
    CustomFieldValue.objects.bulk_create(
        CustomFieldValue(custom_field=field, scope=field.scope, target_id=pk, value=value, answered_at=at)
        for field, pk, value in about
    )
    TripNote.objects.bulk_create(
        TripNote(trip=order.trip, body="Comes by boat.", show_on_manifest=True, created_at=at)
        for order in orders[::4]
    )
    Flag.objects.bulk_create(
        Flag(trip=order.trip, comment="Ask them.", flagged_at=at) for order in orders[::10]
    )


def _crew(slots: list[Any]) -> None:
    """Give every departure a guide and a boat."""
    from outfitter_tenants.people.models import UserAvatar
    from outfitter_tenants.scheduling.models import BookingResource, Resource, ResourceGroup, TimeslotGuide

    guide = UserAvatar.objects.order_by("id")[0]
    boats = ResourceGroup.objects.create(name="Boats", kind="vessel")
    boat = Resource.objects.create(group=boats, name="Heron", capacity=400, ical_hash="bench")
    TimeslotGuide.objects.bulk_create(
        TimeslotGuide(timeslot=slot, user_avatar=guide, role="lead", status="assigned") for slot in slots
    )
    BookingResource.objects.bulk_create(
        BookingResource(timeslot=slot, resource=boat, start_at=slot.start_at, end_at=slot.end_at, units=1)
        for slot in slots
    )


def _around(slots: list[Any]) -> Iterator[Any]:
    while True:
        yield from slots


def _run(sql: str, **values: Any) -> None:
    """Write much at once, past the triggers that would look at each row."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(sql, values or None)
        cursor.execute("SET session_replication_role = DEFAULT")
