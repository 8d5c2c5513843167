"""What every channel has to do, whatever its protocol: the suite that plugins' tests run."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import pytest
from django.http import HttpResponse

from outfitter.testing.channel_drivers import Answer, ChannelDriver
from outfitter.testing.channel_fixtures import ChannelFixture
from outfitter.testing.database import REEF
from outfitter.testing.frozen_clock import Clock
from outfitter.testing.tenants import Tenant

TEN_MEGABYTES = 10 * 1024 * 1024


Test = TypeVar("Test", bound=Callable[..., None])


def needs(ability: str) -> Callable[[Test], Test]:
    """Leave a test out for channels whose protocol cannot say that."""

    def note(test: Test) -> Test:
        vars(test)["ability"] = ability
        return test

    return note


class ChannelConformance:
    """
    Holds, bookings, changes and refusals of one channel.

    A plugin's tests subclass it and name their driver: `driver = AcmeDriver`.
    """

    driver: ClassVar[type[ChannelDriver]]

    def __init_subclass__(cls, **more: Any) -> None:
        """Leave out what the driver's protocol cannot say: no test of it is collected."""
        super().__init_subclass__(**more)
        driver = getattr(cls, "driver", None)
        for name in dir(cls) if driver else ():
            ability = getattr(getattr(cls, name), "ability", None)
            if ability is not None and not getattr(driver, ability):
                setattr(cls, name, None)

    @pytest.fixture(scope="class")
    @classmethod
    def shared_stall(cls, module_db: None) -> ChannelFixture:
        """Make a live connection once for all tests; each takes back what it does with it."""
        return cls.connect(Tenant(REEF))

    @pytest.fixture
    def stall(self, shared_stall: ChannelFixture, tenant: Tenant) -> ChannelFixture:
        """Return a live connection with ten seats on each of three departures."""
        return shared_stall

    @pytest.fixture
    def channel(self, stall: ChannelFixture) -> ChannelDriver:
        """Return the channel that speaks to it."""
        return self.driver(stall)

    @classmethod
    def connect(cls, tenant: Tenant, **more: Any) -> ChannelFixture:
        """Return a connection as the driver wants it."""
        own = cls.driver
        return ChannelFixture(
            tenant,
            own.channel,
            settings=own.settings,
            credentials=own.credentials,
            plugin_settings=own.plugin_settings,
            product_ref=own.product_ref,
            option_ref=own.option_ref,
            **more,
        )

    def ok(self, channel: ChannelDriver, response: HttpResponse) -> Answer:
        """Return a good answer."""
        answer = channel.read(response)
        assert answer.is_ok, (answer.code, response.status_code, response.content[:2000])
        return answer

    def refused(self, channel: ChannelDriver, response: HttpResponse) -> str:
        """Return the channel's word for a refusal; a failure of ours is none."""
        answer = channel.read(response)
        assert answer.code, ("nothing was refused", response.content[:2000])
        assert response.status_code < 500, (response.status_code, response.content[:2000])
        if channel.is_always_200:
            assert response.status_code == 200
        return answer.code

    def nothing_happened(self, stall: ChannelFixture) -> None:
        """Check that no seat was taken and no trip was made."""
        assert (stall.seats_left(), stall.live()) == (10, [])

    # --- booking

    def test_a_booking_is_a_trip_with_seats_and_voucher(
        self, channel: ChannelDriver, stall: ChannelFixture
    ) -> None:
        wish = stall.wish({"adult": 2, "child": 1})
        booked = self.ok(channel, channel.book(wish))

        (trip,) = stall.live()
        assert (trip.method, trip.pax_cnt, trip.total_amount) == ("ota", 3, wish.amount)
        assert trip.voucher
        assert stall.seats_left() == 7
        assert booked.reference
        assert booked.amount in {None, wish.amount}

    def test_booking_twice_books_once(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        wish = stall.wish()
        first, second = (self.ok(channel, channel.book(wish)) for _ in range(2))

        assert first.reference == second.reference
        assert first.response.content == second.response.content
        assert (stall.seats_left(), len(stall.live())) == (8, 1)

    def test_a_request_that_is_repeated_after_its_answer_was_lost_books_once(
        self, channel: ChannelDriver, stall: ChannelFixture, clock: Clock
    ) -> None:
        wish = stall.wish()
        channel.book(wish)
        clock.forward(seconds=45)

        self.ok(channel, channel.book(wish))
        assert (stall.seats_left(), len(stall.live())) == (8, 1)

    def test_a_reference_used_for_something_else_is_refused_or_told_as_it_was(
        self, channel: ChannelDriver, stall: ChannelFixture
    ) -> None:
        wish = stall.wish()
        first = self.ok(channel, channel.book(wish))
        other = channel.read(channel.book(stall.wish({"adult": 5}, reference=wish.reference)))

        assert other.code or other.reference == first.reference
        assert (stall.seats_left(), len(stall.live())) == (8, 1)

    def test_two_references_are_two_bookings(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        for _ in range(2):
            self.ok(channel, channel.book(stall.wish()))

        assert (stall.seats_left(), len(stall.live())) == (6, 2)

    # --- holds

    @needs("can_hold")
    def test_a_hold_takes_seats_and_a_booking_keeps_them(
        self, channel: ChannelDriver, stall: ChannelFixture
    ) -> None:
        wish = stall.wish()
        held = self.ok(channel, channel.hold(wish))
        assert (stall.seats_left(), stall.live()) == (8, [])

        self.ok(channel, channel.confirm(held, wish))
        assert (stall.seats_left(), len(stall.live())) == (8, 1)

    @needs("can_hold")
    def test_holding_twice_holds_once(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        wish = stall.wish()
        first, second = (self.ok(channel, channel.hold(wish)) for _ in range(2))

        assert first.reference == second.reference
        assert stall.seats_left() == 8

    @needs("can_hold")
    def test_confirming_twice_is_one_booking(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        wish = stall.wish()
        held = self.ok(channel, channel.hold(wish))
        first, second = (self.ok(channel, channel.confirm(held, wish)) for _ in range(2))

        assert first.reference == second.reference
        assert (stall.seats_left(), len(stall.live())) == (8, 1)

    @needs("can_hold")
    def test_a_hold_that_ran_out_gives_its_seats_back(
        self, channel: ChannelDriver, stall: ChannelFixture, clock: Clock
    ) -> None:
        wish = stall.wish()
        held = self.ok(channel, channel.hold(wish))
        clock.forward(minutes=channel.hold_minutes)
        assert stall.seats_left() == 10

        # Somebody else is faster: whoever comes late may not get a seat that is gone.
        for _ in range(5):
            self.ok(channel, channel.book(stall.wish()))
        self.refused(channel, channel.confirm(held, wish))
        assert (stall.seats_left(), len(stall.live())) == (0, 5)

    @needs("can_hold")
    def test_a_held_price_is_kept(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        wish = stall.wish()
        held = self.ok(channel, channel.hold(wish))
        stall.raise_prices()

        self.ok(channel, channel.confirm(held, wish))
        assert [trip.total_amount for trip in stall.live()] == [wish.amount]

    # --- changes and ends

    @needs("can_amend")
    def test_a_change_moves_seats_and_price(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        wish = stall.wish()
        booked = self.ok(channel, channel.book(wish))
        more = stall.wish({"adult": 3, "child": 1}, reference=wish.reference)
        self.ok(channel, channel.amend(booked, more))

        (trip,) = stall.live()
        assert (stall.seats_left(), trip.pax_cnt, trip.total_amount) == (6, 4, more.amount)

    @needs("can_amend")
    def test_a_change_that_does_not_fit_changes_nothing(
        self, channel: ChannelDriver, stall: ChannelFixture
    ) -> None:
        wish = stall.wish()
        booked = self.ok(channel, channel.book(wish))
        self.refused(channel, channel.amend(booked, stall.wish({"adult": 11}, reference=wish.reference)))

        (trip,) = stall.live()
        assert (stall.seats_left(), trip.pax_cnt, trip.total_amount) == (8, 2, wish.amount)

    def test_a_cancellation_gives_the_seats_back_once(
        self, channel: ChannelDriver, stall: ChannelFixture
    ) -> None:
        wish = stall.wish()
        booked = self.ok(channel, channel.book(wish))
        self.ok(channel, channel.cancel(booked, wish))
        again = channel.read(channel.cancel(booked, wish))

        assert again.is_ok is channel.cancels_twice
        assert (stall.seats_left(), stall.live()) == (10, [])

    def test_what_was_cancelled_may_be_booked_anew(
        self, channel: ChannelDriver, stall: ChannelFixture
    ) -> None:
        wish = stall.wish()
        booked = self.ok(channel, channel.book(wish))
        self.ok(channel, channel.cancel(booked, wish))
        self.ok(channel, channel.book(stall.wish()))

        assert (stall.seats_left(), len(stall.live())) == (8, 1)

    # --- refusals

    def test_sold_out_is_refused(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        for _ in range(5):
            self.ok(channel, channel.book(stall.wish()))
        self.refused(channel, channel.book(stall.wish()))

        assert (stall.seats_left(), len(stall.live())) == (0, 5)

    def test_more_than_is_left_is_refused_whole(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        self.refused(channel, channel.book(stall.wish({"adult": 9, "child": 2})))

        self.nothing_happened(stall)

    @needs("tells_seats")
    def test_seats_are_told_as_they_are(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        assert channel.seats(stall.wish()) == 10
        self.ok(channel, channel.book(stall.wish({"adult": 3})))

        assert channel.seats(stall.wish()) == 7
        assert channel.seats(stall.wish(departure=1)) == 10

    @needs("says_price")
    def test_a_price_that_is_not_ours_is_refused(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        wish = stall.wish()
        self.refused(channel, channel.book(wish, amount=wish.amount - 100))

        self.nothing_happened(stall)

    @pytest.mark.parametrize("what", ["product", "unit", "departure", "past"])
    def test_what_is_not_there_is_refused(
        self, channel: ChannelDriver, stall: ChannelFixture, what: Any
    ) -> None:
        self.refused(channel, channel.altered(stall.wish(), what))

        self.nothing_happened(stall)

    def test_what_makes_no_sense_is_refused(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        tried = list(channel.malformed(stall.wish()))
        assert len(tried) >= 3
        for response in tried:
            self.refused(channel, response)

        self.nothing_happened(stall)

    @pytest.mark.parametrize(
        ("body", "content_type"),
        [
            (b"", "application/json"),
            (b"{", "application/json"),
            (b"[]", "application/json"),
            (b"null", "application/json"),
            (b"\xff\xfe\x00", "application/json"),
            (b'{"a": "\\u0000"}', "application/json"),
            (b"[" * 5000, "application/json"),
            (b"a=b", "application/x-www-form-urlencoded"),
            (b"<a/>", "text/xml"),
            (b"x" * TEN_MEGABYTES, "application/json"),
        ],
        ids=["empty", "half", "list", "null", "bytes", "nul", "deep", "form", "xml", "10 MB"],
    )
    def test_what_cannot_be_read_is_refused_in_the_channels_own_form(
        self, channel: ChannelDriver, stall: ChannelFixture, body: bytes, content_type: str
    ) -> None:
        self.refused(channel, channel.raw(body, content_type))

        self.nothing_happened(stall)

    # --- who may

    @pytest.mark.parametrize("key", [None, "", "wrong-key", "x" * 5000])
    def test_other_keys_are_refused(
        self, channel: ChannelDriver, stall: ChannelFixture, key: str | None
    ) -> None:
        self.refused(channel, channel.with_key(key, stall.wish()))

        self.nothing_happened(stall)

    def test_a_connection_sees_its_own_bookings_only(
        self, channel: ChannelDriver, stall: ChannelFixture, tenant: Tenant
    ) -> None:
        wish = stall.wish()
        booked = self.ok(channel, channel.book(wish))
        other = self.driver(self.connect(tenant, offer=stall.offer))
        self.refused(other, other.cancel(booked, wish))

        assert (stall.seats_left(), len(stall.live())) == (8, 1)

    def test_another_operator_does_not_know_the_key(
        self, channel: ChannelDriver, stall: ChannelFixture, other_tenant: Tenant
    ) -> None:
        there = self.connect(other_tenant)
        foreign = self.driver(there)
        self.refused(foreign, foreign.with_key(stall.key, there.wish()))

        assert there.live() == []
        self.nothing_happened(stall)

    def test_a_paused_connection_is_refused(self, channel: ChannelDriver, stall: ChannelFixture) -> None:
        stall.pause()
        self.refused(channel, channel.book(stall.wish()))

        self.nothing_happened(stall)

    def test_an_operator_without_the_plugin_has_no_such_address(
        self, channel: ChannelDriver, stall: ChannelFixture, tenant: Tenant
    ) -> None:
        wish = stall.wish()
        tenant.disable(channel.channel)

        assert channel.book(wish).status_code == 404
        self.nothing_happened(stall)

    def test_the_key_is_written_down_nowhere(
        self, channel: ChannelDriver, stall: ChannelFixture, caplog: pytest.LogCaptureFixture
    ) -> None:
        self.ok(channel, channel.book(stall.wish()))
        channel.raw(b"{")

        assert stall.key not in stall.logged() + caplog.text
