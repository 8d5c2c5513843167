"""Which messages a trip has planned, by how it stands."""

from dataclasses import replace

import pytest

from outfitter_tenants.crm.automations.rules import carts, trip_plan
from outfitter_tenants.crm.automations.rules.carts import CartFacts
from outfitter_tenants.crm.automations.rules.categories import CATEGORIES, STOPS
from outfitter_tenants.crm.automations.rules.types import STANDING
from outfitter_tenants.messaging.automation_defaults import BY_SLUG, DEFAULTS
from outfitter_tenants.messaging.models.automation import STOPS as KNOWN_STOPS
from outfitter_tenants.messaging.models.automation import TRIGGERS
from outfitter_tenants.messaging.rules import reasons
from tests.crm.automation_facts import NEW_YORK, order, step, trip, utc

BEFORE, AFTER = step("before_start", 1440), step("after_end", 1440, id=2, category="followup")


def plans(whole, *steps, around=NEW_YORK):
    return [
        (one.step.id, one.order_id, one.status, one.reason)
        for one in trip_plan.plan_trip(whole, steps, around, since=None)
    ]


@pytest.mark.parametrize("status", ["draft", "under_review", "deleted"])
def test_only_booked_trips_have_something_planned(status):
    assert plans(trip(status=status), BEFORE) == []


@pytest.mark.parametrize(
    ("changes", "of_step", "expected"),
    [
        ({}, {}, "planned_before_start"),
        ({"email": ""}, {}, "no_address"),
        ({"is_customer_told": False}, {}, "partner_informs"),
        ({"phone": ""}, {"channel": "sms"}, "no_phone"),
        ({"is_opted_out": True}, {}, "planned_before_start"),
        ({"is_opted_out": True}, {"stop_if": frozenset({"unsubscribed"})}, "opted_out"),
        ({"is_opted_out": True}, {"category": "followup"}, "opted_out"),
        ({}, {"category": "followup"}, "no_consent"),
        ({"is_news_wanted": True}, {"category": "followup"}, "planned_before_start"),
        ({}, {"category": "review_request"}, "planned_before_start"),
        ({"is_reviewed": True}, {"category": "review_request"}, "stopped_reviewed"),
        ({"is_reviewed": True}, {"stop_if": frozenset({"reviewed"})}, "stopped_reviewed"),
        ({}, {"stop_if": frozenset({"paid"})}, "stopped_paid"),
        ({"balance_amount": 1}, {"stop_if": frozenset({"paid"})}, "planned_before_start"),
        # News by text only go to who asked for texts.
        ({}, {"channel": "sms", "category": "review_request"}, "no_consent"),
        (
            {"is_texting_wanted": True},
            {"channel": "sms", "category": "review_request"},
            "planned_before_start",
        ),
    ],
)
def test_why_a_message_goes_or_not(changes, of_step, expected):
    [(_, _, status, reason)] = plans(trip(**changes), replace(BEFORE, **of_step))

    assert reason == expected
    assert (status == "scheduled") == reason.startswith("planned_")


def test_a_text_needs_somebody_who_carries_it():
    silent = replace(NEW_YORK, can_text=False)

    assert plans(trip(), replace(BEFORE, channel="sms"), around=silent)[0][3] == "text_not_connected"
    # What goes by mail anyway says nothing of the text that is not set up.
    assert len(plans(trip(), replace(BEFORE, channel="both"), around=silent)) == 1
    assert len(plans(trip(), replace(BEFORE, channel="both"))) == 2
    assert len(plans(trip(phone=""), replace(BEFORE, channel="both"))) == 1


def test_what_is_cancelled_or_has_no_time_has_nothing_planned():
    assert plans(trip(orders=(order(is_active=False),)), BEFORE, AFTER) == []
    assert plans(trip(orders=(order(start_at=None, end_at=None, timeslot_id=None),)), BEFORE, AFTER) == []


def test_who_did_not_come_is_not_asked_how_it_was():
    whole = trip(is_news_wanted=True, orders=(order(is_no_show=True),))

    assert plans(whole, AFTER) == [(2, 9, "cancelled", "no_show")]


def test_an_experience_with_automations_of_its_own_has_those_instead():
    own = step("before_start", 120, id=3, experience_id=5)
    both = trip(orders=(order(), order(id=10, experience_id=6)))

    assert [found[:2] for found in plans(both, BEFORE, own)] == [(3, 9), (1, 10)]
    # Its own one that is off keeps the general ones away too.
    assert [found[:2] for found in plans(both, BEFORE, replace(own, is_on=False))] == [(1, 10)]


def test_a_template_says_what_it_is_for():
    for_six = replace(BEFORE, experience_ids=frozenset({6}))
    by_phone = replace(BEFORE, trip_methods=frozenset({"phone"}))

    assert plans(trip(), for_six) == plans(trip(), by_phone) == []
    assert len(plans(trip(method="phone"), by_phone)) == 1


def test_two_orders_of_one_departure_are_reminded_once():
    found = plans(trip(orders=(order(), order(id=10))), BEFORE)

    assert [one[3] for one in found] == ["planned_before_start", "duplicate_contact"]


def test_a_trip_is_reviewed_when_all_of_it_is_over():
    later = order(id=10, start_at=utc("2026-12-07T20:30"), end_at=utc("2026-12-07T23:00"))
    asks = step("after_end", 1440, category="review_request")

    assert [found[1] for found in plans(trip(orders=(order(), later)), asks)] == [10]


def test_a_balance_is_asked_for_once_for_the_trip():
    asks = step("balance_due", 2880, category="payment_request")
    owing = trip(balance_amount=5000, balance_due_at=utc("2026-12-01T05:00"), orders=(order(), order(id=10)))

    assert plans(owing, asks) == [(1, None, "scheduled", "planned_balance_due")]
    assert plans(replace(owing, balance_amount=0), asks) == []
    assert trip_plan.gone_reason(replace(owing, balance_amount=0), None) == reasons.STOPPED_PAID


def test_the_confirmation_is_planned_only_when_it_is_no_more_what_ships():
    ships = step("reserved", 0, slug="confirmation", template_slug="confirmation")

    assert plans(trip(), ships) == []
    assert len(plans(trip(), replace(ships, offset_minutes=10))) == 1
    assert len(plans(trip(), replace(ships, template_slug=None))) == 1


@pytest.mark.parametrize(
    ("changes", "order_id", "expected"),
    [
        ({"status": "deleted"}, 9, "trip_deleted"),
        ({"status": "under_review"}, 9, "not_confirmed"),
        ({"orders": (order(is_active=False),)}, 9, "cancelled"),
        ({"orders": ()}, 9, "cancelled"),
        ({"orders": (order(start_at=None),)}, 9, "unscheduled"),
        ({}, 9, "rebooked"),
        ({"orders": (order(is_active=False),)}, None, "cancelled"),
    ],
)
def test_why_what_was_planned_is_gone(changes, order_id, expected):
    assert trip_plan.gone_reason(trip(**changes), order_id) == expected


def cart(**changes):
    of_trip = {"status": "draft", "reserved_at": None, **changes.pop("trip", {})}
    facts = {"idle_since": utc("2026-11-30T23:30"), "has_consent": True, **changes}
    return CartFacts(trip=trip(**of_trip), **facts)


SERIES = [
    step("draft_idle", one.offset_minutes, id=one.position, category="abandon")
    for one in DEFAULTS
    if one.trigger == "draft_idle"
]


def test_a_cart_is_reminded_of_three_times():
    found = carts.plan_series(cart(), SERIES, NEW_YORK, at=utc("2026-12-01T00:30"))

    assert [f"{one.scheduled_at:%m-%d %H:%M}" for one in found] == [
        "12-01 00:30",
        "12-01 23:30",
        "12-02 23:30",
    ]
    assert {one.status for one in found} == {"scheduled"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"trip": {"status": "reserved"}}, "stopped_reserved"),
        ({"trip": {"status": "deleted"}}, "trip_deleted"),
        ({"trip": {"email": ""}}, "no_address"),
        ({"trip": {"is_opted_out": True}}, "opted_out"),
        ({"trip": {"orders": ()}}, "cancelled"),
        ({"trip": {"orders": (order(start_at=utc("2026-11-30T10:00")),)}}, "too_late"),
        ({"has_consent": False}, "no_consent"),
        ({"is_reserved_elsewhere": True}, "stopped_reserved_elsewhere"),
        ({"is_reminded_elsewhere": True}, "recent_series"),
    ],
)
def test_why_nobody_is_reminded_of_a_cart(changes, expected):
    found = carts.plan_series(cart(**changes), SERIES, NEW_YORK, at=utc("2026-12-01T00:30"))

    assert {one.reason for one in found} == {expected}
    assert "scheduled" not in {one.status for one in found}


@pytest.mark.parametrize(
    ("left", "used", "written", "expected"),
    [
        (None, None, None, None),
        ("2026-11-30T10:00", None, None, "organic"),
        ("2026-12-02T10:00", None, None, None),
        ("2026-11-30T10:00", None, "2026-11-30T11:00", "assisted"),
        ("2026-11-20T10:00", None, "2026-11-20T11:00", "organic"),
        (None, None, "2026-11-24T12:00", "assisted"),
        ("2026-11-30T10:00", "2026-11-30T11:00", "2026-11-30T11:00", "link"),
        ("2026-11-01T10:00", "2026-11-01T11:00", "2026-11-01T11:00", "link"),
    ],
)
def test_how_a_cart_was_recovered(left, used, written, expected):
    found = carts.recovered_kind(
        reserved_at=utc("2026-12-01T12:00"),
        left_at=left and utc(left),
        link_used_at=used and utc(used),
        written_at=written and utc(written),
    )

    assert found == expected


def test_what_ships_goes_together():
    assert {one.trigger for one in DEFAULTS} == set(TRIGGERS) == set(CATEGORIES) == set(STOPS)
    assert len(BY_SLUG) == len(DEFAULTS)
    for one in DEFAULTS:
        assert set(one.stop_if) <= set(KNOWN_STOPS)
        assert one.category in CATEGORIES[one.trigger] or one.slug in trip_plan.AT_ONCE
    assert set(TRIGGERS) >= STANDING


def test_every_reason_is_short_enough_for_its_column():
    assert max(len(one) for one in reasons.ALL) <= 40
    assert len(set(reasons.ALL)) == len(reasons.ALL)
