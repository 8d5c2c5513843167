"""The window of a check-in, how long it is undone, and what a no-show frees (domain.md 4.13)."""

from datetime import timedelta

import pytest

from outfitter.plugins.models import DueJob
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.arrivals import operations as arrivals
from outfitter_tenants.checkout.arrivals.operations import TooEarly, UndoTooLate
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.models import BookingResource, Timeslot
from outfitter_tenants.trips.operations.arrivals import ArrivalAction
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.sales import make_offer
from tests.support.sold_trips import drift, guests_of, order_of, seats, sell

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def offer():
    offer = make_offer()
    group = make_group()
    make_resource(group=group, capacity=8)
    make_usage(experience=Experience.objects.get(pk=offer.experience_id), group=group)
    return offer


def start_of(offer):
    return Timeslot.objects.get(pk=offer.timeslot_id).start_at


def note(trip_id, slug, at, **more):
    deed = ArrivalAction(trip_order_id=order_of(trip_id).pk, by=1, status_slug=slug, **more)
    return [w["code"] for w in arrivals.note(deed=deed, at=at).warnings]


class TestWindow:
    @pytest.mark.parametrize(
        ("hours", "codes"),
        [(-5, ["outside_window"]), (-3.9, []), (0, []), (13, []), (15, ["outside_window"])],
    )
    def test_far_from_the_departure_somebody_is_asked(self, offer, hours, codes):
        trip_id = sell(offer)

        assert note(trip_id, "checked_in", start_of(offer) + timedelta(hours=hours)) == codes
        assert all(row.checked_in_at for row in guests_of(trip_id))

    @pytest.mark.parametrize(
        ("hours", "codes"), [(-1.1, ["outside_window"]), (-0.9, []), (3, []), (9, ["outside_window"])]
    )
    def test_the_operator_sets_it(self, offer, hours, codes):
        Properties.objects.update_or_create(
            pk=1, defaults={"check_in_opens_minutes": 60, "check_in_closes_hours": 3}
        )
        trip_id = sell(offer)

        assert note(trip_id, "checked_in", start_of(offer) + timedelta(hours=hours)) == codes

    @pytest.mark.parametrize("is_device", [True, False])
    def test_nobody_is_missed_before_it_opens(self, offer, is_device):
        trip_id, at = sell(offer), start_of(offer) - timedelta(hours=5)

        with pytest.raises(TooEarly):
            note(trip_id, "no_show", at, occurred_at=at if is_device else None)
        assert not order_of(trip_id).is_noshow
        note(trip_id, "no_show", at + timedelta(hours=2))
        assert order_of(trip_id).is_noshow


class TestUndo:
    def test_within_a_day(self, offer):
        trip_id, at = sell(offer), start_of(offer)
        note(trip_id, "checked_in", at)

        note(trip_id, "not_checked_in", at + timedelta(hours=23))

        assert not any(row.checked_in_at for row in guests_of(trip_id))

    @pytest.mark.parametrize("slug", ["not_checked_in", "no_show"])
    def test_not_later(self, offer, slug):
        trip_id, at = sell(offer), start_of(offer)
        note(trip_id, "checked_in", at)
        ids = tuple(row.pk for row in guests_of(trip_id))

        with pytest.raises(UndoTooLate):
            note(trip_id, slug, at + timedelta(hours=25), booking_ids=ids)
        assert all(row.checked_in_at for row in guests_of(trip_id))

    @pytest.mark.parametrize(("hours", "words"), [(1, "for an hour"), (48, "for 48 hours")])
    def test_the_operator_sets_how_long(self, offer, hours, words):
        Properties.objects.update_or_create(pk=1, defaults={"check_in_undo_hours": hours})
        trip_id, at = sell(offer), start_of(offer)
        note(trip_id, "checked_in", at)
        ids = tuple(row.pk for row in guests_of(trip_id))

        with pytest.raises(UndoTooLate, match=words) as refused:
            note(trip_id, "not_checked_in", at + timedelta(hours=hours + 1), booking_ids=ids)
        assert refused.value.detail["hours"] == hours
        note(trip_id, "not_checked_in", at + timedelta(hours=hours), booking_ids=ids)


class TestNoShow:
    def free(self, at):
        for job in DueJob.objects.filter(kind=arrivals.FREE_NOSHOW):
            arrivals.free_noshow(job.payload, at)

    @pytest.mark.parametrize("minutes", [0, 60])
    def test_the_operator_sets_the_grace(self, offer, minutes):
        Properties.objects.update_or_create(pk=1, defaults={"noshow_grace_minutes": minutes})
        trip_id, at = sell(offer), start_of(offer)
        note(trip_id, "no_show", at - timedelta(minutes=1))
        assert DueJob.objects.get(kind=arrivals.FREE_NOSHOW).next_at == at + timedelta(minutes=minutes)

        self.free(at + timedelta(minutes=minutes))

        assert not BookingResource.objects.exists()

    def test_a_grace_made_longer_meanwhile_counts(self, offer):
        trip_id, at = sell(offer), start_of(offer)
        note(trip_id, "no_show", at)
        Properties.objects.update_or_create(pk=1, defaults={"noshow_grace_minutes": 90})

        self.free(at + timedelta(minutes=15))

        assert BookingResource.objects.exists()
        assert DueJob.objects.get(kind=arrivals.FREE_NOSHOW).next_at == at + timedelta(minutes=90)

    def test_their_boat_is_free_once_the_grace_is_over(self, offer):
        trip_id, at = sell(offer), start_of(offer)
        note(trip_id, "no_show", at)
        assert order_of(trip_id).is_noshow

        self.free(at + timedelta(minutes=5))
        assert BookingResource.objects.exists()
        self.free(at + timedelta(minutes=15))

        assert not BookingResource.objects.exists()
        # They paid for their seats.
        assert seats(offer.timeslot_id) == (3, 0)
        assert drift() == []

    def test_who_comes_after_all_keeps_it(self, offer):
        trip_id, at = sell(offer), start_of(offer)
        note(trip_id, "no_show", at)
        note(trip_id, "checked_in", at + timedelta(minutes=10))

        self.free(at + timedelta(minutes=15))

        assert BookingResource.objects.exists()
