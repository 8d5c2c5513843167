"""Trips of a file: seats really taken, the file's price to the cent, money on its day, taken back whole."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.db.models import Sum

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import OutboxEvent
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.trip_imports import IMPORTER
from outfitter_tenants.ledger.models import Entry, Payment
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing.operations import save_surcharge
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips import milestones
from outfitter_tenants.trips.models import Booking, ImportedTrip, PriceLine, Trip
from tests.support.file_rows import bring, codes, context, told
from tests.support.resellers import make_reseller
from tests.support.sales import Offer, make_offer

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def offer(reef) -> Offer:
    return make_offer(capacity=10)


def slot_of(offer: Offer) -> Any:
    return schedule.get_timeslot(timeslot_id=offer.timeslot_id)


def row(offer: Offer, **given: Any) -> dict[str, Any]:
    """Return a booking of two grown-ups and a child on the offer's departure."""
    slot = slot_of(offer)
    return {
        "reference": "FH-1",
        "provider": "FareHarbor",
        "name": "Ann Lee",
        "email": "ann.lee@example.com",
        "experience": "Kayak",
        "date": slot.date,
        "time": slot.start_time,
        "party": "2 Adults, 1 Child",
        "total_amount": 24_701,
        "paid_amount": 10_000,
    } | given


def noon(day: date) -> Any:
    return zones.to_instant(day, time(12), people.get_properties().time_zone)


def yesterday() -> date:
    return zones.local_day(utc_now(), people.get_properties().time_zone) - timedelta(days=1)


def past(offer: Offer, **given: Any) -> dict[str, Any]:
    return row(offer, date=yesterday(), time=time(9, 30)) | given


def seats(offer: Offer) -> tuple[int, int]:
    slot = slot_of(offer)
    return slot.booked_pax_cnt, slot.held_pax_cnt


def made(*rows: dict[str, Any], **given: Any) -> list[Trip]:
    written = bring(IMPORTER, *rows, by=context(**given) if given else None)
    assert [one.problems for one in written] == [()] * len(rows), written
    return [Trip.objects.get(pk=one.object_id) for one in written]


class TestATripToCome:
    def test_is_a_trip_like_any_other_that_nobody_is_told_of(self, offer: Offer) -> None:
        before = OutboxEvent.objects.count()

        [trip] = made(row(offer))

        assert (trip.status, trip.trip_method.slug, trip.pax_cnt) == ("reserved", "import", 3)
        assert (trip.total_amount, trip.paid_amount, trip.subtotal_amount) == (24_701, 10_000, 24_701)
        assert trip.customer.email == "ann.lee@example.com"
        assert trip.customer.trip_cnt == 1
        assert seats(offer) == (3, 0)
        first = Booking.objects.filter(trip_order__trip=trip).order_by("position")[0]
        assert first.guest_last_name == "Lee"
        names = set(OutboxEvent.objects.order_by("id").values_list("name", flat=True)[before:])
        assert not names & {"trip.converted", "trip.confirmed", "payment.captured", "trip.changed"}
        assert not Message.objects.filter(trip_id=trip.pk).exists()
        assert trip.locked_reason is None

    def test_money_is_a_payment_with_its_posting_on_its_day(self, offer: Offer) -> None:
        day = yesterday() - timedelta(days=40)

        [trip] = made(row(offer, paid_on=noon(day), method="cash", tip_amount=500))

        payment = Payment.objects.get(trip=trip)
        zone = people.get_properties().time_zone
        assert (payment.method, payment.amount, payment.tip_amount) == ("cash", 10_500, 500)
        assert zones.local_day(payment.received_at, zone) == day
        assert payment.intent_id is None
        entries = Entry.objects.filter(posting__payment_id=payment.pk)
        assert {zones.local_day(one.at, zone) for one in entries} == {day}
        assert {one.account: one.amount for one in entries} == {
            "outside": -10_500,
            "trip": 10_000,
            "tip": 500,
        }

    @pytest.mark.parametrize("total", [24_701, 0, 1, 99_999_99])
    @pytest.mark.parametrize("is_inclusive", [True, False])
    def test_costs_what_the_file_says_whatever_the_taxes(
        self, offer: Offer, total: int, is_inclusive: bool
    ) -> None:
        save_tax(is_inclusive=is_inclusive)

        [trip] = made(row(offer, total_amount=total, paid_amount=0))

        assert trip.total_amount == total
        lines = PriceLine.objects.filter(trip=trip, voided_at__isnull=True, is_inclusive=False)
        assert sum(line.amount for line in lines) == total

    def test_a_tax_of_ten_per_cent_is_the_eleventh_part(self, offer: Offer) -> None:
        save_tax(is_inclusive=False)

        [trip] = made(row(offer, total_amount=11_000, paid_amount=0))

        assert (trip.total_amount, trip.tax_amount) == (11_000, 1_000)

    def test_pays_no_booking_fee(self, offer: Offer) -> None:
        Properties.objects.update_or_create(
            pk=1, defaults={"booking_fee": {"amount": 500, "who_pays": "customer"}}
        )

        [trip] = made(row(offer))

        assert (trip.booking_fee_amount, trip.total_amount) == (0, 24_701)

    def test_on_a_full_departure_is_refused(self, offer: Offer) -> None:
        rows = [row(offer, reference=f"FH-{n}", email=f"g{n}@example.com") for n in range(4)]

        assert [[p.code for p in one.problems] for one in told(IMPORTER, *rows)] == [[], [], [], ["sold_out"]]
        assert len(made(*rows[:3])) == 3
        assert seats(offer) == (9, 0)
        assert codes(IMPORTER, rows[3]) == [("party", "sold_out")]

    def test_seats_that_went_after_the_check_refuse_their_row_alone(self, offer: Offer) -> None:
        rows = [row(offer, reference="FH-1"), row(offer, reference="FH-2", party="9 Adults")]
        written = bring_unchecked(rows)

        assert [[p.code for p in one.problems] for one in written] == [[], ["sold_out"]]
        assert seats(offer) == (3, 0)
        assert Trip.objects.filter(trip_method__slug="import").count() == 1

    def test_goes_beyond_the_seats_where_asked_and_allowed(self, offer: Offer) -> None:
        big = row(offer, party="11 Adults", overbook=True)
        assert codes(IMPORTER, big) == [("party", "sold_out")]
        scheduling.save_experience(
            values={"is_allow_manual_overbooking": True}, experience_id=offer.experience_id, at=utc_now()
        )
        assert codes(IMPORTER, big, context(permissions=frozenset({"trip.create"}))) == [
            ("overbook", "forbidden")
        ]

        made(big)

        assert seats(offer) == (11, 0)

    def test_cut_offs_have_no_say(self, offer: Offer) -> None:
        scheduling.save_experience(
            values={"cutoff_minutes_direct": 99_999, "cutoff_minutes_online": 99_999},
            experience_id=offer.experience_id,
            at=utc_now(),
        )

        made(row(offer))

        assert seats(offer) == (3, 0)

    def test_keeps_partner_voucher_and_commission(self, offer: Offer) -> None:
        partner = make_reseller("Harbor Hotel")

        [trip] = made(row(offer, reseller="harbor hotel", voucher="V9", commission_amount=2_001))

        assert (trip.reseller_id, trip.reseller_voucher, trip.commission_amount) == (partner, "V9", 2_001)

    def test_without_a_time_is_on_the_only_departure_of_its_day(self, offer: Offer) -> None:
        values = row(offer)
        del values["time"]

        made(values)

        assert seats(offer) == (3, 0)


class TestATripThatIsOver:
    def test_gets_its_departure_and_keeps_its_dates(self, offer: Offer) -> None:
        booked = yesterday() - timedelta(days=400)

        [trip] = made(past(offer, created_at=noon(booked), status="checked_in", notes="Seasick"))

        zone = people.get_properties().time_zone
        slot = Timeslot.objects.get(trip_orders__trip=trip)
        assert (slot.date, slot.start_time, slot.booked_pax_cnt) == (yesterday(), time(9, 30), 3)
        assert {zones.local_day(when, zone) for when in (trip.created_at, trip.reserved_at)} == {booked}
        assert trip.locked_reason == "imported"
        assert {g.booking_status.slug for g in Booking.objects.filter(trip_order__trip=trip)} == {
            "checked_in"
        }
        assert trip.notes.get().body == "Seasick"

    def test_two_on_one_departure_make_one_and_always_fit(self, offer: Offer) -> None:
        rows = [past(offer, reference=f"P-{n}", party="8 adult") for n in range(3)]

        made(*rows)

        [slot] = Timeslot.objects.filter(experience_id=offer.experience_id, date=yesterday())
        assert slot.booked_pax_cnt == 24
        assert not OutboxEvent.objects.filter(name="timeslot.overbooked").exists()

    def test_is_no_milestone_of_the_operator(self, offer: Offer) -> None:
        before = milestones.milestones(opened_at=utc_now())

        made(past(offer))

        assert milestones.milestones(opened_at=utc_now()) == before


class TestTwice:
    def test_a_booking_comes_once(self, offer: Offer) -> None:
        made(row(offer))

        assert codes(IMPORTER, row(offer, total_amount=1)) == [("reference", "exists")]
        assert codes(IMPORTER, row(offer, provider="fareharbor")) == [("reference", "exists")]
        for mode in ("skip", "upsert"):
            [verdict] = told(IMPORTER, row(offer), by=context(mode=mode))
            assert (verdict.action, verdict.problems) == ("skip", ())
        assert codes(IMPORTER, row(offer, provider="Peek")) == []

    def test_without_a_number_it_is_known_by_what_it_says(self, offer: Offer) -> None:
        values = row(offer)
        del values["reference"]
        made(values)

        assert codes(IMPORTER, values) == [("reference", "exists")]
        assert codes(IMPORTER, values | {"email": "b@example.com"}) == []

    def test_written_twice_is_there_once(self, offer: Offer) -> None:
        written = bring_unchecked([row(offer)]) + bring_unchecked([row(offer)])

        assert [[p.code for p in one.problems] for one in written] == [[], ["exists"]]
        assert seats(offer) == (3, 0)


class TestUndo:
    def take_back(self, *trips: Trip) -> dict[int, str]:
        with atomic():
            return dict(IMPORTER.undo({trip.pk: None for trip in trips}, context()))

    @pytest.mark.parametrize("of", [row, past])
    def test_gives_seats_and_money_back_and_lets_it_come_again(self, offer: Offer, of: Any) -> None:
        [trip] = made(of(offer, tip_amount=300))
        slot_id = trip.orders.get().timeslot_id

        assert self.take_back(trip) == {}

        trip.refresh_from_db()
        slot = Timeslot.objects.get(pk=slot_id)
        assert (trip.status, slot.booked_pax_cnt, slot.held_pax_cnt) == ("deleted", 0, 0)
        assert trip.customer.trip_cnt == 0
        days = Entry.objects.filter(trip_id=trip.pk).values_list("at", "account").annotate(n=Sum("amount"))
        assert {n for _at, _account, n in days} == {0}
        assert not ImportedTrip.objects.exists()
        assert self.take_back(trip) == {}
        assert len(made(of(offer))) == 1

    def test_is_refused_once_somebody_built_on_it(self, offer: Offer) -> None:
        changed, arrived, fine = made(*(row(offer, reference=f"U-{n}", party="1 adult") for n in range(3)))
        Trip.objects.filter(pk=changed.pk).update(version=changed.version + 1)
        Booking.objects.filter(trip_order__trip=arrived).update(status_at=utc_now() + timedelta(minutes=1))

        kept = self.take_back(changed, arrived, fine)

        assert set(kept) == {changed.pk, arrived.pk}
        assert seats(offer) == (2, 0)


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({"experience": "Submarine"}, ("experience", "unknown")),
            ({"party": "2 Dolphins"}, ("party", "unknown_ticket")),
            ({"party": ""}, ("party", "required")),
            ({"party": "", "pax": 2}, None),
            ({"party": "501 Adults"}, ("party", "too_many")),
            ({"party": "", "qty_adult": 2, "qty_child": 1}, None),
            ({"tip_amount": -1}, ("tip_amount", "negative")),
            ({"paid_amount": 24_702}, ("paid_amount", "overpaid")),
            ({"currency": "JPY"}, ("currency", "other_currency")),
            ({"time": time(4, 44)}, ("time", "no_departure")),
            ({"date": date(1900, 1, 1)}, ("date", "out_of_range")),
            ({"date": date(2099, 1, 1)}, ("date", "out_of_range")),
            ({"reseller": "Nobody"}, ("reseller", "unknown")),
            ({"commission_amount": 5}, ("commission_amount", "no_reseller")),
            ({"created_at": datetime(2099, 1, 1, tzinfo=UTC)}, ("created_at", "future")),
            ({"name": "", "email": ""}, ("name", "required")),
            ({"status": "canceled", "experience": "Submarine"}, None),
        ],
    )
    def test_is_said_at_its_column(self, offer: Offer, given: dict[str, Any], expected: Any) -> None:
        values = {name: value for name, value in (row(offer) | given).items() if value not in ("", None)}

        assert codes(IMPORTER, values) == ([expected] if expected else [])

    def test_an_hour_that_the_clocks_leave_out(self, offer: Offer) -> None:
        by = context(time_zone="America/New_York")

        assert codes(IMPORTER, row(offer, date=date(2026, 3, 8), time=time(2, 30)), by) == [
            ("time", "no_such_time")
        ]

    def test_is_the_log_of_one_import(self, offer: Offer) -> None:
        [trip] = made(row(offer))

        log = AuditLog.objects.filter(trip_id=trip.pk).order_by("id").values_list("action", flat=True)
        assert list(log) == ["trip.created", "payment.recorded", "trip.imported"]


TAX = {"name": "GST", "rate_ppm": 100_000, "calc": "percent", "applies_to": ["tickets"]}


def save_tax(*, is_inclusive: bool) -> None:
    save_surcharge(kind="tax", values=TAX | {"is_inclusive": is_inclusive}, at=utc_now())


def bring_unchecked(rows: list[dict[str, Any]]) -> Any:
    """Write rows as if nothing had spoken against them when they were checked."""
    from outfitter.db.imports import CheckedRow, Verdict
    from tests.support.file_rows import rows_of

    with atomic():
        return IMPORTER.write([CheckedRow(one, Verdict()) for one in rows_of(*rows)], context())
