"""What a cart owes once taxes, fees and deposits are set, from cart to booking."""

from typing import Any

import pytest
from django.db.models import Sum

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.trips.models import PriceLine, Trip, TripOrder
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
TICKETS = 2 * ADULT + CHILD


def charge(kind: Any, **values: Any) -> int:
    return pricing.save_surcharge(
        kind=kind,
        at=utc_now(),
        values={"applies_to": ["tickets", "addons", "products"], **values},  # type: ignore[typeddict-item]
    )


@pytest.fixture
def charged() -> None:
    charge("fee", name="Park fee", calc="fixed", amount=300)
    charge("tax", name="Sales tax", calc="percent", rate_ppm=88_750)
    Properties.objects.filter(pk=1).update(
        booking_fee={"rate_ppm": 60_000},
        deposit={"kind": "per_booking_percent", "rate_ppm": 250_000, "balance_due_hours": 48},
    )


def seen(trip_id: int) -> dict[str, Any]:
    return trip_full(trip_id=trip_id, at=utc_now())


def test_a_cart_knows_everything_it_owes(charged: None) -> None:
    trip_id = fill_cart(make_offer())
    full = seen(trip_id)
    totals = full["totals"]
    tax = 435 + 435 + 257
    assert (totals["subtotal"], totals["fee"], totals["tax"]) == (TICKETS, 900, tax)
    assert totals["booking_fee"] == (TICKETS + 900) * 6 // 100
    assert totals["total"] == TICKETS + 900 + tax + totals["booking_fee"]
    assert totals["due_now"] == totals["deposit_due"] == 1225 + 1225 + 725
    shown = {line["label"]: (line["qty"], line["amount"]) for line in full["priceLines"]}
    assert shown["Park fee"] == (3, 900)
    assert shown["Sales tax"] == (1, tax)
    assert shown["Booking fee"] == (1, totals["booking_fee"])
    lines = PriceLine.objects.filter(trip_id=trip_id).aggregate(owed=Sum("amount"))
    assert lines["owed"] == totals["total"]
    order = TripOrder.objects.get(trip_id=trip_id)
    assert (order.subtotal_amount, order.total_amount) == (TICKETS, TICKETS + 900 + tax)


def test_the_rest_is_due_two_days_before(charged: None) -> None:
    trip = Trip.objects.get(pk=fill_cart(make_offer()))
    assert trip.balance_due_at is not None
    assert trip.first_start_at is not None
    assert (trip.first_start_at - trip.balance_due_at).total_seconds() == 48 * 3600


def test_a_price_that_holds_its_tax_stays(charged: None) -> None:
    charge("tax", name="VAT", calc="percent", rate_ppm=200_000, mode="inclusive")
    full = seen(fill_cart(make_offer()))
    inside = [line for line in full["priceLines"] if line["is_inclusive"]]
    assert [line["label"] for line in inside] == ["VAT"]
    others = sum(line["amount"] for line in full["priceLines"] if not line["is_inclusive"])
    assert full["totals"]["total"] == others


def test_a_changed_party_is_charged_anew(charged: None) -> None:
    offer = make_offer()
    trip_id = fill_cart(offer)
    fill_cart(offer, adults=1, children=0, trip_id=trip_id)
    totals = seen(trip_id)["totals"]
    assert (totals["subtotal"], totals["fee"], totals["tax"]) == (ADULT, 300, 435)
    assert PriceLine.objects.filter(trip_id=trip_id, kind="tax").count() == 1


def test_an_experience_may_ask_for_its_own_deposit(charged: None) -> None:
    from outfitter_tenants.catalog.models import Experience

    offer = make_offer()
    own = {"kind": "per_order_amount", "amount": 1000}
    Experience.objects.filter(pk=offer.experience_id).update(deposit=own)
    assert seen(fill_cart(offer))["totals"]["due_now"] == 1000


def test_a_booked_order_keeps_the_policy_of_that_day() -> None:
    def save(refund_ppm: int, **more: Any) -> int:
        return pricing.save_policy(
            at=utc_now(),
            **more,
            values={
                "name": "Flexible",
                "tiers": [Tier(24, refund_ppm)],
                "noshow_refund_ppm": 0,
                "is_default": True,
                "experience_ids": [],
            },
        )

    policy = save(1_000_000)
    trip_id = fill_cart(make_offer())
    trip = Trip.objects.get(pk=trip_id)
    conversion.complete(trip=trip, kind="payment", at=utc_now())
    save(0, policy_id=policy)
    order = seen(trip_id)["tripOrders"][0]
    assert order["cancellation"]["policy_name"] == "Flexible"
    assert order["cancellation"]["tiers"][0]["refund_ppm"] == 1_000_000
    assert order["cancellation"]["refundable_until"] is not None
    assert order["cancellation"]["refund_ppm"] == 1_000_000


@pytest.mark.parametrize(("hours", "refund_ppm"), [(9_000, 0), (0, 500_000)])
def test_an_order_booked_after_its_free_days_is_promised_what_still_holds(
    hours: int, refund_ppm: int
) -> None:
    pricing.save_policy(
        at=utc_now(),
        values={
            "name": "Early birds",
            "tiers": [Tier(10_000, 1_000_000), Tier(hours, 500_000)],
            "noshow_refund_ppm": 0,
            "is_default": True,
            "experience_ids": [],
        },
    )
    trip_id = fill_cart(make_offer())
    conversion.complete(trip=Trip.objects.get(pk=trip_id), kind="payment", at=utc_now())

    found = seen(trip_id)["tripOrders"][0]["cancellation"]

    assert (found["refundable_until"], found["refund_ppm"]) == (None, refund_ppm)
    assert (found["until"] is None) == (refund_ppm == 0)


def test_a_rate_sheet_prices_the_cart_until_it_no_longer_fits() -> None:
    offer = make_offer()
    adult = offer.adult
    values: Any = {
        "name": "Three and more",
        "status": "live",
        "priority": 0,
        "channels": [],
        "reseller_ids": [],
        "season_ids": [],
        "weekdays": [],
        "pax_min": 3,
        "is_same_type_only": False,
        "prices": {adult: ("absolute", 4000)},
        **dict.fromkeys(
            (
                "time_from",
                "time_to",
                "pax_max",
                "remaining_min",
                "remaining_max",
                "advance_min_minutes",
                "advance_max_minutes",
                "valid_from",
                "valid_to",
            )
        ),
    }
    pricing.save_rate_sheet(experience_id=offer.experience_id, values=values, at=utc_now())
    full = seen(fill_cart(offer))
    assert full["totals"]["subtotal"] == 2 * 4000 + CHILD
    bookings = full["tripOrders"][0]["bookings"]
    assert [b["price_source"] for b in bookings] == ["rate_sheet", "rate_sheet", "base"]
