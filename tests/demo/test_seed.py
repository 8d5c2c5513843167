"""The demonstration is lively, adds up, and is the same every time."""

from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.db import connection, transaction
from django.db.models import Q, Sum

from outfitter.accounts import operations as accounts
from outfitter.plugins.models import OutboxDelivery
from outfitter_demo import operator_account, seed
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.backoffice.manifests.queries import manifest_of_day
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import Hold, Resource, Timeslot, TimeslotGuide
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, PriceLine, Trip, TripNote, TripOrder
from outfitter_tenants.waivers import queries as waivers
from tests.demo import AT, TODAY


def test_there_are_three_hundred_trips_in_every_state(demo):
    states = Counter(Trip.objects.values_list("status", flat=True))

    assert sum(states.values()) >= 300
    assert min(states[state] for state in ("draft", "reserved", "under_review", "deleted")) >= 5
    assert TripOrder.objects.filter(status="cancelled", cancelled_at__isnull=False).count() >= 10
    assert Trip.objects.filter(attention="paid_without_seats").count() == 1
    assert TripNote.objects.count() >= 20


def test_trips_are_paid_unpaid_partly_paid_and_refunded(demo):
    sold = Trip.objects.filter(status="reserved", total_amount__gt=0)
    states = Counter(
        "unpaid" if trip.paid_amount == 0 else "paid" if trips.balance(trip) <= 0 else "part" for trip in sold
    )

    assert min(states[name] for name in ("unpaid", "part", "paid")) >= 10
    assert Payment.objects.filter(kind="refund", status="succeeded").count() >= 5
    assert {"card", "cash"} <= set(Payment.objects.values_list("method", flat=True))


def test_counters_say_what_the_rows_say(demo):
    assert scheduling.count_drift(booked=trips.booked_pax_by_timeslot()) == []


def test_money_adds_up_on_every_trip(demo):
    lines = dict(
        PriceLine.objects.filter(voided_at__isnull=True).values_list("trip_id").annotate(total=Sum("amount"))
    )
    for trip in Trip.objects.all():
        sums = ledger.sums_of_trip(trip_id=trip.pk)
        assert trip.total_amount == lines.get(trip.pk, 0)
        assert (trip.paid_amount, trip.refunded_amount) == (sums.paid, sums.refunded)
        assert trip.refunded_amount <= trip.paid_amount


def test_customers_know_their_trips(demo):
    for customer in Customer.objects.all():
        mine = Trip.objects.filter(customer=customer)
        assert customer.trip_cnt == mine.count()
        assert customer.lifetime_value_amount == sum(trip.total_amount for trip in mine)


def test_eight_experiences_depart_for_sixty_days(demo):
    assert Experience.objects.filter(status="live").count() >= 8
    for offset in range(61):
        day = TODAY + timedelta(days=offset)
        assert Timeslot.objects.filter(date=day, status="open").count() >= 8


def test_today_looks_like_a_day_in_season(demo):
    day = manifest_of_day(day=TODAY, at=AT)
    slots = [slot for each in day["experiences"] for slot in each["timeslots"]]
    busy = [slot for slot in slots if slot["tripOrders"]]
    later = [slot for slot in slots if slot["start_at"] > AT + timedelta(hours=1)]

    assert len(busy) >= 10
    assert day["totals"]["pax_cnt"] > 80
    assert 0 < day["totals"]["checked_in_cnt"] < day["totals"]["pax_cnt"]
    assert sum(slot["checked_in_cnt"] for slot in later) == 0
    assert day["totals"]["balance_amount"] > 0
    assert any(slot["note"] for slot in slots)
    assert sum(bool(slot["guides"]) for slot in busy) >= len(busy) * 0.7


def test_the_past_is_settled(demo):
    over = Booking.objects.filter(
        trip_order__timeslot__end_at__lt=AT, trip_order__status="active", trip_order__trip__status="reserved"
    )
    states = Counter(over.values_list("booking_status__kind", flat=True))

    assert states["not_arrived"] == 0
    assert states["no_show"] >= 3
    assert states["arrived"] > 5 * states["no_show"]


def test_nothing_happened_in_the_future(demo):
    late = Q(created_at__gt=AT) | Q(reserved_at__gt=AT + timedelta(minutes=10))

    assert not Trip.objects.filter(late).exists()
    assert not Booking.objects.filter(checked_in_at__gt=AT).exists()
    told = AuditLog.objects.filter(at__gt=AT + timedelta(minutes=10))
    # The schema is provisioned now, whenever the demonstration is told as of.
    assert list(told.exclude(action="owner.created").values_list("action", flat=True)) == []
    assert not Payment.objects.filter(received_at__gt=AT + timedelta(minutes=10)).exists()


def test_some_coming_departures_are_full_or_nearly(demo):
    coming = Timeslot.objects.filter(start_at__gt=AT, capacity__gt=8)
    left = [slot.capacity - slot.booked_pax_cnt for slot in coming]

    assert sum(each == 0 for each in left) >= 2
    assert sum(1 <= each <= 3 for each in left) >= 2


def test_guides_and_boats_are_where_they_can_be(demo):
    assert UserAvatar.objects.filter(is_guide=True).count() == 6
    kinds = Counter(Resource.objects.values_list("group__kind", flat=True))
    assert kinds["vehicle"] == 2
    assert kinds["vessel"] >= 3
    assert kinds["equipment"] >= 2
    rows = TimeslotGuide.objects.select_related("timeslot").order_by("timeslot__start_at")
    busy_until: dict[int, datetime] = {}
    for row in rows:
        begin = busy_until.get(row.user_avatar_id)
        assert begin is None or begin <= row.timeslot.start_at
        busy_until[row.user_avatar_id] = row.timeslot.end_at


def test_carts_are_left_some_a_minute_ago(demo):
    live = Hold.objects.filter(status="active", expires_at__gt=AT)

    assert live.count() == 2
    assert Hold.objects.filter(status="active", expires_at__lte=AT).count() == 0


def test_nobody_gets_a_mail_and_nothing_waits_to_be_sent(demo):
    assert mail.outbox == []
    assert Message.objects.count() >= 20
    assert set(Message.objects.values_list("status", flat=True)) == {"sent"}
    assert not OutboxDelivery.objects.filter(event__name="trip.converted").exists()


def test_every_address_belongs_to_nobody(demo):
    emails = Customer.objects.filter(email__isnull=False).values_list("email", flat=True)
    hosts = {email.split("@")[1] for email in emails}

    assert hosts <= {"example.com", "example.org", "example.net"}
    assert Customer.objects.values("locale").distinct().count() >= 8


@pytest.mark.parametrize("login", ["owner", "manager", "front_desk", "guide"])
def test_the_logins_open_the_door(demo, login):
    entry = operator_account.logins()[login]
    user = accounts.authenticate(email=entry["email"], password=entry["password"])

    avatar = UserAvatar.objects.select_related("role").get(user_id=user.pk)
    assert avatar.role.slug == {"front_desk": "reservations_agent"}.get(login, login)
    assert entry["url"].startswith("http://demo.localhost")


def test_a_second_seed_changes_nothing(demo):
    before = (Trip.objects.count(), AuditLog.objects.count(), Timeslot.objects.count())

    report = seed.seed(at=AT + timedelta(days=3), studio=None)

    connection.set_tenant(demo)
    assert report.is_new is False
    assert before == (Trip.objects.count(), AuditLog.objects.count(), Timeslot.objects.count())


def test_the_same_hour_makes_the_same_season(db):
    def season():
        with transaction.atomic():
            seed.seed(at=AT, studio=None, count=150)
            connection.set_tenant(operator_account.find_operator())
            found = list(
                Trip.objects.filter(status__in=["reserved", "under_review", "deleted"])
                .order_by("confirmation_code")
                .values_list(
                    "confirmation_code",
                    "hash",
                    "contact_email",
                    "total_amount",
                    "paid_amount",
                    "first_start_at",
                    "created_at",
                    "status",
                    "pax_cnt",
                )
            )
            connection.set_schema_to_public()
            transaction.set_rollback(True)
        return found

    assert season() == season()


def test_some_of_the_kayak_tour_have_signed_and_some_still_have_to(demo):
    guests = Booking.objects.filter(waiver_required_cnt__gt=0, cancelled_at__isnull=True)

    assert guests.filter(waiver_state="signed").count() >= 3
    assert guests.filter(waiver_state="unsigned").count() >= 3
    assert [one.email for one in waivers.unassigned_waivers(day=TODAY)] == [None, None]
    [template] = waivers.list_templates()
    assert [text.locale for text in template.texts] == ["en", "es"]
