"""Waivers of a file: a mark that somebody signed elsewhere, never a signature of ours."""

from datetime import date, timedelta
from typing import Any

import pytest

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.trip_imports import IMPORTER as TRIPS
from outfitter_tenants.checkout.waiver_imports import IMPORTER
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.trips.models import Booking, Trip
from outfitter_tenants.waivers.models import BookingWaiver, Waiver, WaiverSignature
from tests.support.file_rows import bring, codes, context, told
from tests.support.sales import make_offer
from tests.support.setup_rows import make_waivers

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def template(reef) -> int:
    """A trip of two grown-ups that came with a file, and a waiver; returns the waiver's template."""
    offer = make_offer()
    slot = schedule.get_timeslot(timeslot_id=offer.timeslot_id)
    trip = {
        "reference": "FH-7",
        "name": "Ann Lee",
        "email": "ann.lee@example.com",
        "experience": "Kayak",
        "date": slot.date,
        "time": slot.start_time,
        "party": "2 adult",
        "total_amount": 9_800,
    }
    [made] = bring(TRIPS, trip)
    assert made.problems == ()
    make_waivers(utc_now())
    from outfitter_tenants.waivers.models import WaiverTemplate

    return WaiverTemplate.objects.order_by("id")[0].pk


def row(**given: Any) -> dict[str, Any]:
    return {
        "reference": "FH-7",
        "first_name": "Ann",
        "last_name": "Lee",
        "signed_on": utc_now().date() - timedelta(days=40),
        "kept_at": "Smartwaiver 81aa9e",
        "waiver": name(),
    } | given


def name() -> str:
    from outfitter_tenants.waivers.models import WaiverTemplate

    return WaiverTemplate.objects.order_by("id")[0].name


class TestAWaiver:
    def test_marks_its_guest_and_says_where_the_original_is(self, template: int) -> None:
        before = WaiverSignature.objects.count(), Waiver.objects.count()

        [made] = bring(IMPORTER, row())

        mark = BookingWaiver.objects.get(pk=made.object_id)
        guest = Booking.objects.get(guest_first_name="Ann", guest_last_name="Lee")
        assert (mark.booking_id, mark.template_id, mark.state) == (guest.pk, template, "marked_signed")
        assert (WaiverSignature.objects.count(), Waiver.objects.count()) == before
        said = AuditLog.objects.filter(action="booking.waiver_changed").latest("id").reason
        assert said == f"Signed elsewhere on {row()['signed_on']:%Y-%m-%d}. Kept at: Smartwaiver 81aa9e"

    def test_comes_once(self, template: int) -> None:
        bring(IMPORTER, row())

        assert codes(IMPORTER, row()) == [("waiver", "exists")]
        [verdict] = told(IMPORTER, row(), by=context(mode="skip"))
        assert verdict.action == "skip"

    def test_is_taken_back_unless_its_guest_signed_since(self, template: int) -> None:
        [made] = bring(IMPORTER, row())
        mark = BookingWaiver.objects.get(pk=made.object_id)
        BookingWaiver.objects.filter(pk=mark.pk).update(state="not_applicable")
        with atomic():
            assert set(IMPORTER.undo({mark.pk: None}, context())) == {mark.pk}
        BookingWaiver.objects.filter(pk=mark.pk).update(state="marked_signed")

        with atomic():
            assert IMPORTER.undo({mark.pk: None}, context()) == {}

        assert not BookingWaiver.objects.filter(pk=mark.pk).exists()

    def test_keeps_no_import_of_trips_from_being_undone(self, template: int) -> None:
        trip = Booking.objects.get(guest_first_name="Ann").trip_order.trip_id
        [mark] = bring(IMPORTER, row())
        was = Trip.objects.get(pk=trip).version
        with atomic():
            assert IMPORTER.undo({mark.object_id: None}, context()) == {}
        # Whoever has the trip open is told that it changed, and the trip can be taken back.
        assert Trip.objects.get(pk=trip).version == was + 1
        with atomic():
            assert TRIPS.undo({trip: None}, context()) == {}
        assert Trip.objects.get(pk=trip).status == "deleted"

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({"reference": "FH-8"}, ("reference", "unknown")),
            ({"first_name": "Bob"}, ("last_name", "unknown")),
            ({"signed_on": date(1999, 1, 1)}, ("signed_on", "out_of_range")),
            ({"signed_on": date(2099, 1, 1)}, ("signed_on", "out_of_range")),
            ({"waiver": "Another text"}, ("waiver", "unknown")),
        ],
    )
    def test_that_cannot_be_is_refused(self, template: int, given: dict[str, Any], expected: Any) -> None:
        assert codes(IMPORTER, row(**given)) == [expected]
