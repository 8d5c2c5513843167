"""Seats left and reasons against booking: tables, the golden examples, and a naive model."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.scheduling.rules.availability import (
    Day,
    DayCounters,
    Remaining,
    Seats,
    Slot,
    Window,
    day_counters,
    remaining,
)
from outfitter_tenants.scheduling.rules.booking_refusal import (
    REASONS,
    BookingRequest,
    TicketKind,
    TimeslotTerms,
    refusal,
)

pytestmark = pytest.mark.rules
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
START = NOW + timedelta(hours=6)


@pytest.mark.parametrize(
    ("seats", "day", "total", "online"),
    [
        (Seats(10), None, 10, 10),
        (Seats(10, booked_pax_cnt=3, held_pax_cnt=2), None, 5, 5),
        (Seats(10, booked_pax_cnt=3, held_pax_cnt=2, lapsed_cnt=2), None, 7, 7),
        (Seats(None), None, None, None),
        (Seats(None, online_allotment=4, online_held_pax_cnt=1), None, None, 3),
        (Seats(10, online_allotment=4), None, 10, 4),
        (Seats(10, booked_pax_cnt=8, online_allotment=4), None, 2, 2),
        (Seats(10, booked_pax_cnt=12, overbook_cnt=2), None, 0, 0),
        (Seats(10, booked_pax_cnt=10, overbook_cnt=2), None, 2, 0),
        (Seats(10), Day(capacity=3), 3, 3),
        (Seats(None), Day(capacity=3, booked_pax_cnt=1, held_pax_cnt=1, lapsed_cnt=1), 2, 2),
        (Seats(10), Day(status="closed"), 0, 0),
        (Seats(2), Day(capacity=9), 2, 2),
    ],
)
def test_the_binding_limit_wins(seats: Seats, day: Day | None, total: int | None, online: int | None) -> None:
    found = remaining(seats, day)
    assert (found.total, found.online) == (total, online)


def test_golden_e6_capacity_and_online_allotment() -> None:
    # 4 sold online, 1 by staff; a live online hold of 1 and an expired one of 3 in the counters.
    seats = Seats(
        capacity=10,
        booked_pax_cnt=5,
        held_pax_cnt=4,
        online_allotment=6,
        online_booked_pax_cnt=4,
        online_held_pax_cnt=4,
        lapsed_cnt=3,
        online_lapsed_cnt=3,
    )
    found = remaining(seats)
    assert (found.total, found.online) == (4, 1)


def test_golden_e8_smart_cut_off() -> None:
    start = datetime(2026, 6, 1, 10, tzinfo=UTC)
    window = Window(start - timedelta(minutes=120), None, 4, start - timedelta(minutes=15))
    half_past_eight = datetime(2026, 6, 1, 8, 30, tzinfo=UTC)
    assert not window.is_open(booked_pax_cnt=3, at=half_past_eight)
    assert window.is_open(booked_pax_cnt=4, at=half_past_eight)
    assert window.closes_at(4) == datetime(2026, 6, 1, 9, 45, tzinfo=UTC)


def test_a_smart_cut_off_never_closes_earlier_and_presale_opens() -> None:
    window = Window(START - timedelta(minutes=15), NOW, 1, smart_cutoff_at=START - timedelta(minutes=60))
    assert window.closes_at(9) == START - timedelta(minutes=15)
    assert window.is_open(booked_pax_cnt=0, at=NOW)
    assert not window.is_open(booked_pax_cnt=0, at=NOW - timedelta(seconds=1))


@pytest.mark.parametrize(
    ("status", "online", "direct"),
    [
        ("open", True, True),
        ("closed_online", False, True),
        ("closed", False, False),
        ("cancelled", False, False),
    ],
)
def test_who_may_buy_in_which_state(status: str, online: bool, direct: bool) -> None:
    slot = Slot(Seats(1), status, dict.fromkeys(("online", "direct", "reseller"), Window(START)))
    assert (slot.is_open("online", NOW), slot.is_open("direct", NOW)) == (online, direct)
    assert slot.is_open("reseller", NOW) == online
    assert not slot.is_open("direct", START)


ADULT = TicketKind(1, is_sold_online=True, max_qty=8)
CHILD = TicketKind(2, is_sold_online=True, accompanied_by=(1,))
STAFF = TicketKind(3, is_sold_online=False)
PAIR = TicketKind(4, is_sold_online=True, min_qty=2)
OFFER = TimeslotTerms(
    experience_status="live",
    status="open",
    day_status="open",
    start_at=START,
    late_until=START + timedelta(hours=25),
    window=Window(START - timedelta(hours=1)),
    booked_pax_cnt=0,
    is_blacked_out=False,
    min_pax=2,
    max_pax=6,
    kinds={1: ADULT, 2: CHILD, 3: STAFF, 4: PAIR},
    remaining=Remaining(10, 4),
)
TWO = BookingRequest("online", {1: 2}, 2)
STAFF_TWO = BookingRequest("direct", {1: 2}, 2, pax_by_type={1: 2})


@pytest.mark.parametrize(
    ("changes", "ask", "reason"),
    [
        ({}, TWO, None),
        ({"experience_status": "hidden"}, TWO, None),
        ({"experience_status": "draft"}, TWO, "not_live"),
        ({"experience_status": "archived"}, STAFF_TWO, "not_live"),
        ({"status": "cancelled"}, TWO, "cancelled"),
        ({"day_status": "cancelled"}, STAFF_TWO, "cancelled"),
        ({"status": "closed"}, STAFF_TWO, "closed"),
        ({"status": "closed_online"}, TWO, "closed"),
        ({"status": "closed_online"}, STAFF_TWO, None),
        ({"day_status": "closed"}, STAFF_TWO, "closed"),
        ({"start_at": NOW, "window": Window(NOW - timedelta(hours=1))}, TWO, "past"),
        ({"start_at": NOW, "window": Window(NOW + timedelta(minutes=5))}, STAFF_TWO, None),
        ({"window": Window(NOW)}, TWO, "cutoff"),
        ({"window": Window(NOW)}, STAFF_TWO, "cutoff"),
        ({"window": Window(NOW)}, replace(STAFF_TWO, may_book_past=True), None),
        ({"window": Window(NOW)}, replace(TWO, may_book_past=True), "cutoff"),
        (
            {"start_at": NOW - timedelta(hours=3), "late_until": NOW},
            replace(STAFF_TWO, may_book_past=True),
            "past",
        ),
        ({"window": Window(START, NOW + timedelta(days=1))}, TWO, "presale"),
        (
            {"window": Window(START, NOW + timedelta(days=1))},
            replace(STAFF_TWO, may_book_past=True),
            "presale",
        ),
        ({"is_blacked_out": True}, TWO, "blackout"),
        ({}, BookingRequest("online", {9: 1}, 1), "customer_type_unavailable"),
        ({}, BookingRequest("online", {3: 2}, 2), "customer_type_unavailable"),
        ({}, BookingRequest("direct", {3: 2}, 2), None),
        ({}, BookingRequest("online", {2: 2}, 2), "composition"),
        ({}, BookingRequest("direct", {2: 2}, 2), None),
        ({}, BookingRequest("online", {1: 1, 2: 1}, 2), None),
        ({}, BookingRequest("online", {4: 1, 1: 1}, 2), "composition"),
        ({}, BookingRequest("online", {1: 9}, 9), "composition"),
        ({}, BookingRequest("online", {1: 1}, 1), "min_party"),
        ({}, BookingRequest("online", {1: 0}, 0), "min_party"),
        ({}, BookingRequest("direct", {1: 1}, 1), None),
        ({}, BookingRequest("online", {1: 7}, 7), "max_party"),
        ({}, BookingRequest("online", {1: 5}, 5), "sold_out"),
        ({}, BookingRequest("direct", {1: 5}, 5), None),
        ({}, BookingRequest("online", {}, 0), None),
        ({"remaining": Remaining(10, 1)}, BookingRequest("online", {}, 0), "sold_out"),
        ({"remaining": Remaining(0, 0)}, BookingRequest("direct", {}, 0), "sold_out"),
        ({"remaining": Remaining(None, None)}, BookingRequest("online", {1: 6}, 6), None),
        # The first of several reasons is the answer.
        ({"experience_status": "draft", "status": "cancelled"}, TWO, "not_live"),
        ({"status": "cancelled", "start_at": NOW}, TWO, "cancelled"),
        ({"start_at": NOW, "window": Window(NOW)}, TWO, "past"),
        ({"window": Window(NOW), "remaining": Remaining(0, 0)}, TWO, "cutoff"),
    ],
)
def test_the_first_reason_against_booking(
    changes: dict[str, Any], ask: BookingRequest, reason: str | None
) -> None:
    assert refusal(replace(OFFER, **changes), ask, at=NOW) == reason
    assert reason is None or reason in REASONS


def test_seats_are_left_to_whoever_takes_them() -> None:
    full = replace(OFFER, remaining=Remaining(0, 0))
    assert refusal(full, TWO, at=NOW, is_seats_checked=False) is None


def counters(*slots: Slot, **given_: Any) -> DayCounters:
    settings = {"day": Day(), "min_party": 1, "is_sold_online": True, "is_show_full": False, "at": NOW}
    return day_counters(slots, **{**settings, **given_})


def slot_of(seats: Seats, status: str = "open", online_hours: int = 1) -> Slot:
    online = Window(NOW + timedelta(hours=online_hours))
    return Slot(seats, status, {"online": online, "direct": Window(START), "reseller": online})


def test_a_day_of_several_departures() -> None:
    found = counters(
        slot_of(Seats(10, booked_pax_cnt=4)),
        slot_of(Seats(8), "closed_online"),
        slot_of(Seats(5), "closed"),
        slot_of(Seats(5, booked_pax_cnt=5)),
        slot_of(Seats(9, booked_pax_cnt=1), "cancelled"),
        slot_of(Seats(3), online_hours=-1),
    )
    assert found == DayCounters(17, 6, 3, 1, 9)


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ({}, DayCounters(6, 6, 1, 1, 4)),
        ({"min_party": 7}, DayCounters(6, 6, 1, 0, 4)),
        ({"is_sold_online": False}, DayCounters(6, 0, 1, 0, 4)),
        ({"day": Day(capacity=9, booked_pax_cnt=4)}, DayCounters(5, 5, 1, 1, 4)),
        ({"day": Day(capacity=4, booked_pax_cnt=4)}, DayCounters(0, 0, 0, 0, 4)),
        ({"day": Day(status="closed"), "is_show_full": True}, DayCounters(0, 0, 1, 0, 4)),
    ],
)
def test_what_else_bears_on_a_day(given_: dict[str, Any], expected: DayCounters) -> None:
    assert counters(slot_of(Seats(10, booked_pax_cnt=4)), **given_) == expected


def test_unlimited_is_999_a_day() -> None:
    one = slot_of(Seats(None))
    assert counters(one, one) == DayCounters(999, 999, 2, 2, 0)
    assert counters(one, slot_of(Seats(4))).total_availability_cnt == 999
    full = slot_of(Seats(0))
    assert counters(full, is_show_full=True).open_direct_timeslot_cnt == 1


@st.composite
def sold_slots(draw: st.DrawFn) -> tuple[Seats, list[tuple[str, bool, int]]]:
    """Return seats together with the rows (state, online, pax) that explain them."""
    rows = draw(
        st.lists(
            st.tuples(st.sampled_from(["booked", "held", "lapsed"]), st.booleans(), st.integers(0, 4)),
            max_size=8,
        )
    )

    def total(*states: str, online: bool = False) -> int:
        return sum(pax for state, net, pax in rows if state in states and (net or not online))

    seats = Seats(
        capacity=draw(st.none() | st.integers(0, 30)),
        booked_pax_cnt=total("booked"),
        held_pax_cnt=total("held", "lapsed"),
        online_allotment=draw(st.none() | st.integers(0, 12)),
        online_booked_pax_cnt=total("booked", online=True),
        online_held_pax_cnt=total("held", "lapsed", online=True),
        lapsed_cnt=total("lapsed"),
        online_lapsed_cnt=total("lapsed", online=True),
    )
    return seats, rows


@given(sold_slots())
def test_counters_agree_with_counting_rows(drawn: tuple[Seats, list[tuple[str, bool, int]]]) -> None:
    seats, rows = drawn
    used = sum(pax for state, _, pax in rows if state != "lapsed")
    used_online = sum(pax for state, net, pax in rows if state != "lapsed" and net)
    limits = [] if seats.capacity is None else [seats.capacity - used]
    online_limits = list(limits)
    if seats.online_allotment is not None:
        online_limits.append(seats.online_allotment - used_online)
    found = remaining(seats)
    assert found.total == (max(0, min(limits)) if limits else None)
    assert found.online == (max(0, min(online_limits)) if online_limits else None)


@given(
    st.lists(
        st.tuples(sold_slots(), st.sampled_from(["open", "closed_online", "closed", "cancelled"])), max_size=6
    ),
    st.none() | st.integers(0, 40),
    st.integers(1, 5),
)
def test_a_day_never_promises_more_than_its_parts_or_its_cap(drawn: Any, cap: int | None, party: int) -> None:
    slots = [slot_of(seats, status) for (seats, _), status in drawn]
    found = counters(*slots, day=Day(capacity=cap), min_party=party)
    wide = counters(*slots)
    assert 0 <= found.total_availability_cnt <= wide.total_availability_cnt
    assert found.online_availability_cnt <= wide.online_availability_cnt
    assert found.open_online_timeslot_cnt <= wide.open_online_timeslot_cnt <= len(slots)
    if cap is not None:
        assert found.total_availability_cnt <= cap
    if found.open_online_timeslot_cnt:
        assert found.online_availability_cnt >= party
