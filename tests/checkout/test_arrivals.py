"""What devices without signal noted of guests, merged: the later note counts, none is lost."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.arrivals import operations as arrivals
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, ClientAction, TripOrder
from outfitter_tenants.trips.operations.arrivals import ActionReused, ArrivalAction, NotSold
from outfitter_tenants.trips.operations.retention import forget_actions
from tests.support.example_count import how_many
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import open_check_in

pytestmark = pytest.mark.usefixtures("reef")
AT = utc_now().replace(microsecond=0)
ANA, BEN = 11, 12


@pytest.fixture
def order() -> TripOrder:
    """A sold order of three guests."""
    trip = trips.lock_trip(trip_id=fill_cart(make_offer()))
    conversion.complete(trip=trip, kind="free", at=AT)
    open_check_in()
    return TripOrder.objects.get(trip=trip)


def deed(order: TripOrder, slug: str, minutes: float | None, **more: Any) -> ArrivalAction:
    """Return what somebody noted so many minutes ago; None: who sees the present state."""
    when = None if minutes is None else AT - timedelta(minutes=minutes)
    return ArrivalAction(
        trip_order_id=order.pk, by=more.pop("by", ANA), status_slug=slug, occurred_at=when, **more
    )


def state() -> list[tuple[str, Any, Any]]:
    """Return what guests have in the end: status, since when, checked in when."""
    rows = Booking.objects.order_by("pk")
    return list(rows.values_list("booking_status__slug", "status_at", "checked_in_at"))


def slugs() -> list[str]:
    return [row[0] for row in state()]


def history() -> list[str]:
    rows = AuditLog.objects.filter(entity_type="trip_order", action__startswith="booking.")
    return list(rows.order_by("pk").values_list("action", flat=True))


class TestLatestCounts:
    def test_an_older_no_show_leaves_a_check_in_alone(self, order: TripOrder) -> None:
        arrivals.note(deed=deed(order, "checked_in", 5), at=AT)
        done = arrivals.note(deed=deed(order, "no_show", 9, by=BEN), at=AT)
        # Who is here already is not missed: nobody was left to mark.
        assert (slugs(), done.warnings) == (["checked_in"] * 3, ())

    def test_an_older_check_in_stays_in_the_story(self, order: TripOrder) -> None:
        arrivals.note(deed=deed(order, "no_show", 5), at=AT)
        done = arrivals.note(deed=deed(order, "checked_in", 9, by=BEN, action_id="b1"), at=AT)
        assert slugs() == ["no_show"] * 3
        assert [warning["code"] for warning in done.warnings] == ["conflict"] * 3
        assert "no show" in done.warnings[0]["message"]
        assert history() == ["booking.no_show", "booking.status_outdated"]
        told = AuditLog.objects.get(action="booking.status_outdated")
        assert told.trip_id == order.trip_id
        assert {row["status"] for row in told.after["outdated"]} == {"no_show"}

    def test_who_sees_the_present_state_always_counts(self, order: TripOrder) -> None:
        ahead = replace(deed(order, "checked_in", None), occurred_at=AT + timedelta(minutes=4))
        arrivals.note(deed=ahead, at=AT)
        arrivals.note(deed=deed(order, "not_checked_in", None), at=AT + timedelta(seconds=1))
        assert slugs() == ["not_checked_in"] * 3
        assert {row[2] for row in state()} == {None}

    def test_part_of_an_order(self, order: TripOrder) -> None:
        one, two, three = Booking.objects.order_by("pk").values_list("pk", flat=True)
        arrivals.note(deed=deed(order, "no_show", 1, booking_ids=(one,)), at=AT)
        done = arrivals.note(deed=deed(order, "checked_in", 3, booking_ids=(one, two)), at=AT)
        assert slugs() == ["no_show", "checked_in", "not_checked_in"]
        assert len(done.warnings) == 1
        told = AuditLog.objects.get(action="booking.checked_in").after
        assert (told["booking_ids"], told["outdated"][0]["booking_id"]) == ([two], one)
        assert three not in told["booking_ids"]

    def test_an_order_of_missing_guests_is_a_no_show(self, order: TripOrder) -> None:
        first = Booking.objects.order_by("pk").first()
        assert first is not None
        arrivals.note(deed=deed(order, "checked_in", 3, booking_ids=(first.pk,)), at=AT)
        arrivals.note(deed=deed(order, "no_show", 1), at=AT)
        order.refresh_from_db()
        assert (slugs()[0], order.is_noshow) == ("checked_in", False)
        arrivals.note(deed=deed(order, "no_show", 0, booking_ids=(first.pk,)), at=AT)
        order.refresh_from_db()
        assert order.is_noshow


class TestSentAgain:
    def test_is_answered_the_same(self, order: TripOrder) -> None:
        arrivals.note(deed=deed(order, "no_show", 5), at=AT)
        late = deed(order, "checked_in", 9, action_id="a1", by=BEN)
        first = arrivals.note(deed=late, at=AT)
        arrivals.note(deed=deed(order, "not_checked_in", None), at=AT + timedelta(minutes=1))
        again = arrivals.note(deed=late, at=AT + timedelta(hours=1))
        assert again == first
        assert slugs() == ["not_checked_in"] * 3
        assert history().count("booking.status_outdated") == 1

    def test_an_id_stands_for_one_thing(self, order: TripOrder) -> None:
        arrivals.note(deed=deed(order, "checked_in", 9, action_id="a1"), at=AT)
        for other in (
            deed(order, "no_show", 9, action_id="a1"),
            deed(order, "checked_in", 9, action_id="a1", by=BEN),
            deed(order, "checked_in", 9, action_id="a1", booking_ids=(1,)),
        ):
            with pytest.raises(ActionReused):
                arrivals.note(deed=other, at=AT)

    def test_what_was_refused_is_not_remembered(self, order: TripOrder) -> None:
        TripOrder.objects.update(status="cancelled")
        late = deed(order, "checked_in", 9, action_id="a1")
        with pytest.raises(NotSold):
            arrivals.note(deed=late, at=AT)
        TripOrder.objects.update(status="active")
        arrivals.note(deed=late, at=AT)
        assert slugs() == ["checked_in"] * 3

    def test_is_forgotten_after_two_weeks(self, order: TripOrder) -> None:
        arrivals.note(deed=deed(order, "checked_in", 9, action_id="a1"), at=AT)
        assert forget_actions({}, AT + timedelta(days=13)) is None
        assert ClientAction.objects.count() == 1
        forget_actions({}, AT + timedelta(days=15))
        assert ClientAction.objects.count() == 0


class TestManyAtOnce:
    def test_in_any_order_applied_in_time_order(self, order: TripOrder) -> None:
        queue = [
            deed(order, "not_checked_in", 2, action_id="c"),
            deed(order, "checked_in", 4, action_id="a"),
            deed(order, "checked_in", 60 * 49, action_id="z"),
            deed(order, "checked_in", 3, action_id="b", booking_ids=(999_999,)),
        ]
        found = arrivals.note_all(deeds=queue, at=AT)
        assert [(one.client_action_id, one.outcome, one.code) for one in found] == [
            ("z", "refused", "validation_failed"),
            ("a", "applied", None),
            ("b", "refused", "not_found"),
            ("c", "applied", None),
        ]
        assert slugs() == ["not_checked_in"] * 3


NOTES = st.lists(
    st.tuples(
        st.sampled_from(["checked_in", "no_show", "not_checked_in"]),
        st.integers(0, 6),
        st.sets(st.integers(0, 2), min_size=1),
    ),
    max_size=5,
)


@given(one=NOTES, two=NOTES, data=st.data())
@settings(
    max_examples=how_many(16),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_two_devices_end_in_the_same_state_however_their_notes_mix(
    order: TripOrder, one: Any, two: Any, data: Any
) -> None:
    ids = list(Booking.objects.order_by("pk").values_list("pk", flat=True))
    blank = Booking.objects.order_by("pk").values("booking_status_id").first()
    deeds = [
        deed(
            order,
            slug,
            minutes,
            by=who,
            action_id=f"{who}-{place}",
            booking_ids=tuple(ids[guest] for guest in sorted(guests)),
        )
        for who, notes in ((ANA, one), (BEN, two))
        for place, (slug, minutes, guests) in enumerate(notes)
    ]
    ends = []
    for mixed in (deeds, deeds[::-1], data.draw(st.permutations(deeds))):
        Booking.objects.update(status_at=None, checked_in_at=None, **(blank or {}))
        ClientAction.objects.all().delete()
        for each in [*mixed, *mixed[:2]]:
            arrivals.note(deed=each, at=AT)
        ends.append(state())
    Booking.objects.update(status_at=None, checked_in_at=None, **(blank or {}))
    assert ends[0] == ends[1] == ends[2]
    arrived = AuditLog.objects.filter(action="booking.checked_in").exists()
    assert arrived or not any(slug == "checked_in" for slug, _, _ in [*one, *two])
