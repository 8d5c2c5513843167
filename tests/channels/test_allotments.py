"""Seats that are kept for a channel, and bounds to what it may have."""

from datetime import date, time, timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels import errors
from outfitter.plugins.channels.booking_types import AmendRequest, BookingKey, UnitRequest
from outfitter.sdk import channels
from outfitter_tenants.channels.models import ExternalBooking, GuaranteedSeats
from outfitter_tenants.channels.operations import allotments, holds
from outfitter_tenants.channels.rules.allotments import Allotment, AllotmentShare
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.scheduling.operations import SoldOut
from tests.checkout.trip_world import check_seats
from tests.support.fake_channel import ask, connect
from tests.support.sales import fill_cart


def promise(stall, offer, *, guaranteed=0, most=None, release_minutes=0):
    draft = allotments.Draft(offer.experience_id, None, None, 127, (), guaranteed, most, release_minutes)
    allotments.save(connection_id=stall.id, allotment_id=None, draft=draft, at=utc_now())
    allotments.keep({"connection_id": stall.id}, utc_now())


def kept() -> int:
    row = GuaranteedSeats.objects.first()
    return row.pax_cnt if row else 0


def left_for(stall, offer) -> int:
    name = f"P{offer.experience_id}"
    key = str(offer.timeslot_id)
    return channels.departures(stall, product_id=name, departure_ids=[key])[0].vacancies


class TestGuarantee:
    def test_nobody_else_can_have_what_is_kept(self, stall, offer):
        promise(stall, offer, guaranteed=4)
        other = connect(offer)
        assert (kept(), left_for(stall, offer), left_for(other, offer)) == (4, 10, 6)
        with pytest.raises(SoldOut):
            fill_cart(offer, adults=7, children=0)
        fill_cart(offer, adults=6, children=0)
        with pytest.raises(errors.SoldOut):
            channels.hold(other, ask(offer, adults=1))
        assert channels.book(stall, ask(offer, adults=4)).state == "confirmed"
        assert kept() == 0
        check_seats()

    def test_what_is_booked_comes_out_of_it_and_what_is_cancelled_goes_back(self, stall, offer):
        promise(stall, offer, guaranteed=4)
        done = channels.book(stall, ask(offer, adults=3))
        assert (kept(), left_for(stall, offer)) == (1, 7)
        channels.amend(stall, BookingKey(uuid=done.uuid), AmendRequest(units=(UnitRequest("ADULT", 4),)))
        assert (kept(), left_for(stall, offer)) == (0, 6)
        channels.amend(stall, BookingKey(uuid=done.uuid), AmendRequest(units=(UnitRequest("ADULT", 2),)))
        assert (kept(), left_for(stall, offer)) == (2, 8)
        channels.cancel(stall, BookingKey(uuid=done.uuid))
        assert (kept(), left_for(stall, offer)) == (4, 10)
        check_seats()

    def test_a_hold_that_lapses_is_kept_again(self, stall, offer):
        promise(stall, offer, guaranteed=4)
        channels.hold(stall, ask(offer, adults=4))
        assert kept() == 0
        gone = utc_now() - timedelta(seconds=1)
        ExternalBooking.objects.update(expires_at=gone)
        Hold.objects.filter(trip_id__isnull=False).update(expires_at=gone)
        holds.expire_due_holds({"id": ExternalBooking.objects.get().pk}, utc_now())
        assert kept() == 4
        check_seats()

    def test_no_more_than_there_is_and_released_before_the_start(self, stall, offer):
        fill_cart(offer, adults=8, children=0)
        promise(stall, offer, guaranteed=4)
        assert kept() == 2
        hold = Hold.objects.get(pk=GuaranteedSeats.objects.get().hold_id)
        assert hold.expires_at == Timeslot.objects.get().start_at

    def test_taken_back_it_is_anybodys(self, stall, offer):
        promise(stall, offer, guaranteed=4)
        from outfitter_tenants.channels.models import ChannelAllotment

        row = ChannelAllotment.objects.get()
        allotments.delete(allotment_id=row.pk, at=utc_now())
        allotments.keep({"connection_id": stall.id}, utc_now())
        assert GuaranteedSeats.objects.count() == 0
        fill_cart(offer, adults=10, children=0)
        check_seats()


class TestBound:
    def test_no_more_than_the_most(self, stall, offer):
        promise(stall, offer, most=3)
        other = connect(offer)
        assert (left_for(stall, offer), left_for(other, offer)) == (3, 10)
        held = channels.hold(stall, ask(offer, adults=2))
        with pytest.raises(errors.SoldOut) as problem:
            channels.hold(stall, ask(offer, reference="R-2", adults=2))
        assert problem.value.left == 1
        assert left_for(stall, offer) == 1
        channels.cancel(stall, BookingKey(uuid=held.uuid))
        assert channels.book(stall, ask(offer, reference="R-2", adults=3)).state == "confirmed"


class TestRules:
    WIDE = Allotment(1, None, None, None, 127, (), 2, 8, 60)

    def share(self, *allotments, day=date(2026, 11, 22), start=time(9)):
        return AllotmentShare.of(allotments, experience_id=7, day=day, start=start)

    def test_the_greatest_promise_and_the_least_bound_count(self):
        more = Allotment(2, 7, None, None, 127, (), 5, 9, 0)
        assert self.share(self.WIDE, more) == AllotmentShare(5, 8, 0)

    @pytest.mark.parametrize(
        "other",
        [
            Allotment(2, 8, None, None, 127, (), 5, 1, 0),
            Allotment(2, 7, date(2026, 11, 23), None, 127, (), 5, 1, 0),
            Allotment(2, 7, None, date(2026, 11, 21), 127, (), 5, 1, 0),
            # 22 November 2026 is a Sunday.
            Allotment(2, 7, None, None, 126, (), 5, 1, 0),
            Allotment(2, 7, None, None, 127, (time(10),), 5, 1, 0),
        ],
    )
    def test_those_that_do_not_fit_say_nothing(self, other):
        assert self.share(self.WIDE, other) == AllotmentShare(2, 8, 60)

    @pytest.mark.parametrize(
        ("share", "free", "kept", "used", "left"),
        [
            (AllotmentShare(), 5, 0, 0, 5),
            (AllotmentShare(), None, 0, 0, None),
            (AllotmentShare(4), 5, 4, 0, 9),
            (AllotmentShare(0, 3), 5, 0, 1, 2),
            (AllotmentShare(0, 3), None, 0, 1, 2),
            (AllotmentShare(0, 3), 5, 0, 9, 0),
            (AllotmentShare(2, 3), 0, 2, 0, 2),
        ],
    )
    def test_left(self, share, free, kept, used, left):
        assert share.left(free=free, kept=kept, used=used) == left
