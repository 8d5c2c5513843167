"""What customers may do when: the table of the rules, and what always holds of it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from outfitter_tenants.checkout.self_service import rules
from outfitter_tenants.checkout.self_service.rules import OrderFacts, TripFacts, Verdict
from outfitter_tenants.people.queries import SelfServiceSettings

AT = datetime(2026, 7, 1, 12, tzinfo=UTC)
OPEN = SelfServiceSettings(is_allow_self_rebook=True, is_allow_self_cancel=True, is_allow_self_add=True)
TRIP = TripFacts("reserved", owed=100, is_payable=True, takes_tips=True)
ORDER = OrderFacts(AT + timedelta(hours=48), AT + timedelta(hours=50))


def reasons(trip: TripFacts, order: OrderFacts, settings: SelfServiceSettings) -> list[str | None]:
    """Return why an order may not be moved, canceled, added to and edited; None: it may."""
    return [
        rules.may_rebook(trip, order, settings, AT).reason,
        rules.may_cancel(trip, order, settings, AT).reason,
        rules.may_add(trip, order, settings, AT).reason,
        rules.may_edit(trip, order, AT).reason,
    ]


def changed(row: Any, **values: Any) -> Any:
    return type(row)(**{**{name: getattr(row, name) for name in row.__slots__}, **values})


@pytest.mark.parametrize(
    ("trip", "order", "settings", "expected"),
    [
        ({}, {}, {}, [None] * 4),
        ({"status": "draft"}, {}, {}, ["not_booked"] * 4),
        ({"status": "deleted"}, {}, {}, ["not_booked"] * 4),
        ({"status": "under_review"}, {}, {}, [*["under_review"] * 3, None]),
        ({"is_partners": True}, {}, {}, ["partner"] * 4),
        ({"is_locked": True}, {}, {}, [*["locked"] * 3, None]),
        ({"is_paying": True}, {}, {}, [*["paying"] * 3, None]),
        ({}, {"is_active": False}, {}, ["canceled"] * 4),
        ({}, {"is_checked_in": True}, {}, [*["checked_in"] * 3, None]),
        ({}, {"rebooked_cnt": 2}, {}, ["limit", None, None, None]),
        ({}, {"rebooked_cnt": 2}, {"self_rebook_limit": 3}, [None] * 4),
        ({}, {"start_at": None, "end_at": None}, {}, [None, None, "unscheduled", None]),
        ({}, {"start_at": AT + timedelta(hours=23)}, {}, ["cutoff", "cutoff", None, None]),
        ({}, {"start_at": AT + timedelta(hours=24)}, {}, [None] * 4),
        (
            {},
            {"start_at": AT + timedelta(hours=23), "rebook_until_hours": 2},
            {},
            [None, "cutoff", None, None],
        ),
        (
            {},
            {"start_at": AT + timedelta(hours=23), "cancel_until_hours": 0},
            {},
            ["cutoff", None, None, None],
        ),
        ({}, {"cancel_until_hours": 72}, {}, [None, "cutoff", None, None]),
        ({}, {"start_at": AT - timedelta(minutes=1)}, {}, ["started"] * 4),
        ({}, {}, {"is_allow_self_rebook": False}, ["off", None, None, None]),
        ({}, {}, {"is_allow_self_cancel": False}, [None, "off", None, None]),
        ({}, {}, {"is_allow_self_add": False}, [None, None, "off", None]),
        ({}, {}, {"self_cancel_min_hours": 100}, [None, "cutoff", None, None]),
    ],
)
def test_orders(trip: Any, order: Any, settings: Any, expected: list[str | None]) -> None:
    found = reasons(changed(TRIP, **trip), changed(ORDER, **order), changed(OPEN, **settings))

    assert found == expected


def test_nothing_is_allowed_that_the_operator_has_not_allowed() -> None:
    assert reasons(TRIP, ORDER, SelfServiceSettings()) == ["off", "off", "off", None]


@pytest.mark.parametrize(
    ("trip", "pay", "tip", "ask"),
    [
        ({}, None, None, None),
        ({"owed": 0}, "nothing_due", None, None),
        ({"owed": -5}, "nothing_due", None, None),
        ({"is_ours": False}, "partner", "partner", None),
        ({"is_payable": False}, "off", "off", None),
        ({"takes_tips": False}, None, "off", None),
        ({"status": "under_review"}, "under_review", "under_review", None),
        ({"status": "draft"}, "not_booked", "not_booked", "not_booked"),
    ],
)
def test_money_and_words(trip: Any, pay: str | None, tip: str | None, ask: str | None) -> None:
    facts = changed(TRIP, **trip)

    found = [rules.may_pay(facts).reason, rules.may_tip(facts, [ORDER]).reason, rules.may_ask(facts).reason]

    assert found == [pay, tip, ask]


def test_nobody_tips_a_tour_that_was_canceled() -> None:
    assert rules.may_tip(TRIP, [changed(ORDER, is_active=False)]).reason == "canceled"


@pytest.mark.parametrize(
    ("trip", "order", "reason"),
    [
        ({}, {"end_at": AT}, None),
        ({}, {"end_at": AT + timedelta(seconds=1)}, "too_early"),
        ({}, {"start_at": None, "end_at": None}, "too_early"),
        ({}, {"end_at": AT, "is_active": False}, "canceled"),
        ({"is_reviewed": True}, {"end_at": AT}, "done"),
        ({"status": "draft"}, {"end_at": AT}, "not_booked"),
        ({"is_partners": True}, {"end_at": AT}, None),
    ],
)
def test_reviews(trip: Any, order: Any, reason: str | None) -> None:
    assert rules.may_review(changed(TRIP, **trip), [changed(ORDER, **order)], AT).reason == reason


class TestTogether:
    def test_one_that_may_is_enough(self) -> None:
        late, soon = AT + timedelta(hours=9), AT + timedelta(hours=2)

        found = rules.combined([Verdict("cutoff"), Verdict(None, soon), Verdict(None, late)])

        assert found == Verdict(None, late)

    def test_one_without_an_end_has_none(self) -> None:
        assert rules.combined([Verdict(None, AT), Verdict()]) == Verdict()

    def test_what_is_canceled_says_the_least(self) -> None:
        assert rules.combined([Verdict("canceled"), Verdict("limit")]) == Verdict("limit")
        assert rules.combined([Verdict("canceled")]) == Verdict("canceled")

    def test_a_trip_without_orders(self) -> None:
        assert rules.combined([]) == Verdict("not_booked")


TRIPS = st.builds(
    TripFacts,
    st.sampled_from(["draft", "under_review", "reserved", "deleted"]),
    is_partners=st.booleans(),
    is_locked=st.booleans(),
    is_paying=st.booleans(),
)
HOURS = st.integers(0, 200)
ORDERS = st.builds(
    OrderFacts,
    st.one_of(st.none(), st.integers(-100, 300).map(lambda hours: AT + timedelta(hours=hours))),
    is_active=st.booleans(),
    is_checked_in=st.booleans(),
    rebooked_cnt=st.integers(0, 4),
    cancel_until_hours=st.one_of(st.none(), HOURS),
    rebook_until_hours=st.one_of(st.none(), HOURS),
)
SETTINGS = st.builds(
    SelfServiceSettings, st.booleans(), HOURS, st.integers(1, 4), st.booleans(), HOURS, st.booleans()
)


# The first examples wait for Hypothesis itself, on a computer that is busy.
UNHURRIED = examples(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@UNHURRIED
@given(TRIPS, ORDERS, SETTINGS, HOURS)
def test_what_is_allowed_was_allowed_and_stays_so_until_then(
    trip: TripFacts, order: OrderFacts, settings: SelfServiceSettings, later: int
) -> None:
    """Time only takes away: nobody wins by waiting, and `until` is the very last moment."""
    at = AT + timedelta(hours=later)
    for rule in (rules.may_rebook, rules.may_cancel, rules.may_add):
        now, then = rule(trip, order, settings, AT), rule(trip, order, settings, at)
        assert now.is_allowed or not then.is_allowed
        if now.is_allowed:
            assert (trip.status, trip.is_partners, trip.is_locked, trip.is_paying) == (
                "reserved", False, False, False,
            )  # fmt: skip
            assert order.is_active
            assert not order.is_checked_in
            assert then.is_allowed == (now.until is None or at <= now.until)
        if now.is_allowed and now.until is not None and order.start_at is not None:
            assert AT <= now.until <= order.start_at
            assert rule(trip, order, settings, now.until).is_allowed
            assert not rule(trip, order, settings, now.until + timedelta(seconds=1)).is_allowed


@UNHURRIED
@given(TRIPS, ORDERS, SETTINGS)
def test_switched_off_nothing_is_changed(
    trip: TripFacts, order: OrderFacts, settings: SelfServiceSettings
) -> None:
    off = changed(settings, is_allow_self_rebook=False, is_allow_self_cancel=False, is_allow_self_add=False)

    assert None not in reasons(trip, order, off)[:3]


@UNHURRIED
@given(ORDERS, SETTINGS)
def test_moves_run_out(order: OrderFacts, settings: SelfServiceSettings) -> None:
    left = rules.moves_left(order, settings)

    assert 0 <= left <= settings.self_rebook_limit
    assert rules.may_rebook(TRIP, order, settings, AT).is_allowed <= (left > 0)


@pytest.mark.parametrize(
    ("trip", "order", "is_offered", "reason"),
    [
        ({}, {}, True, None),
        ({}, {}, False, "off"),
        ({"status": "draft"}, {}, True, "not_booked"),
        ({"status": "under_review"}, {}, True, "under_review"),
        # Whoever sold it, and whatever is paid: it is a ticket.
        ({"is_partners": True, "owed": 0}, {}, True, None),
        ({}, {"is_active": False}, True, "canceled"),
        ({}, {"is_active": False}, False, "canceled"),
        ({}, {"start_at": None, "end_at": None}, True, "unscheduled"),
        ({}, {"start_at": AT - timedelta(hours=2), "end_at": AT + timedelta(minutes=1)}, True, None),
        ({}, {"start_at": AT - timedelta(hours=2), "end_at": AT}, True, "started"),
    ],
)
def test_passes(trip: Any, order: Any, is_offered: bool, reason: str | None) -> None:
    verdict = rules.may_save_pass(changed(TRIP, **trip), [changed(ORDER, **order)], AT, is_offered=is_offered)

    assert verdict.reason == reason
