"""Whatever is done to a price and undone again, in any order, leaves it as it was, to the cent."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.trip_prices import adjustments, offer_codes, order_prices
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.models import OfferCode, OfferCodeRedemption
from outfitter_tenants.trips.models import Adjustment, PriceLine, Trip, TripOrder
from outfitter_tenants.trips.trip_totals import sums_of
from tests.support.example_count import how_many
from tests.support.offer_codes import make_code
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import STAFF, guests_of, order_of, sell

pytestmark = pytest.mark.usefixtures("reef")


class Deed:
    """Something that changes the price of a trip, and how it is taken back."""

    def __init__(self, trip_id: int) -> None:
        self.trip_id = trip_id
        self.more: dict[str, Any] = {"trip_id": trip_id, "by": STAFF, "at": utc_now()}

    def code(self, *, on: bool) -> None:
        if on:
            offer_codes.add(code="SPRING10", is_replacing=False, **self.more)
        else:
            offer_code = OfferCode.objects.get(code="SPRING10")
            offer_codes.remove(offer_code_id=offer_code.pk, **self.more)

    def comp_guest(self, *, on: bool) -> None:
        guest = guests_of(self.trip_id)[0]
        order_prices.comp_guest(booking_id=guest.pk, is_comped=on, reason="x", **self.more)

    def comp_order(self, *, on: bool) -> None:
        order = order_of(self.trip_id)
        order_prices.comp_order(trip_order_id=order.pk, is_comped=on, reason="x", **self.more)

    def guest_price(self, *, on: bool) -> None:
        guest = guests_of(self.trip_id)[1]
        amount = 1234 if on else None
        order_prices.set_guest_price(booking_id=guest.pk, amount=amount, reason="x", **self.more)

    def order_price(self, *, on: bool) -> None:
        child = guests_of(self.trip_id)[2].experience_customer_type_id
        order_prices.set_order_price(
            trip_order_id=order_of(self.trip_id).pk,
            kind="per_type" if on else "clear",
            amount=None,
            values={child: 777},
            reason="x",
            **self.more,
        )

    def tax(self, *, on: bool) -> None:
        adjustments.set_tax_exempt(is_tax_exempt=on, certificate=None, reason="x", **self.more)

    def deposit(self, *, on: bool) -> None:
        adjustments.set_deposit(amount=None, ppm=333_333 if on else None, reason="x", **self.more)

    def adjustment(self, *, on: bool) -> None:
        if on:
            wanted = adjustments.AdjustmentRequest(None, -123_456, "Late", "late")
            adjustments.add_adjustment(wanted=wanted, **self.more)
            return
        row = Adjustment.objects.get(trip_id=self.trip_id)
        adjustments.remove_adjustment(adjustment_id=row.pk, reason="", **self.more)

    def named(self, name: str) -> Callable[..., None]:
        return getattr(self, name)  # type: ignore[no-any-return]


# A guest of an order that is free cannot stop being free alone: these two exclude each other.
DEEDS = ("code", "comp_guest", "guest_price", "order_price", "tax", "deposit", "adjustment")


def snapshot(trip_id: int) -> Any:
    lines = PriceLine.objects.filter(trip_id=trip_id, voided_at__isnull=True)
    facts = lines.values_list("kind", "ref_id", "booking_id", "unit_amount", "amount")
    orders = TripOrder.objects.filter(trip_id=trip_id).values_list("subtotal_amount", "total_amount")
    return sums_of(Trip.objects.get(pk=trip_id)), sorted(map(str, facts)), list(orders)


def adds_up(trip_id: int) -> bool:
    lines = PriceLine.objects.filter(trip_id=trip_id, voided_at__isnull=True, is_inclusive=False)
    owed = lines.aggregate(n=Sum("amount"))["n"] or 0
    return owed == Trip.objects.get(pk=trip_id).total_amount


@pytest.fixture
def rules(reef: Any) -> None:
    common: dict[str, Any] = {"applies_to": ["tickets", "addons", "products"]}
    pricing.save_surcharge(
        kind="tax",
        at=utc_now(),
        values={"name": "Sales tax", "calc": "percent", "rate_ppm": 88_750, **common},
    )
    pricing.save_surcharge(
        kind="tax",
        at=utc_now(),
        values={"name": "VAT", "calc": "percent", "rate_ppm": 50_000, "mode": "inclusive", **common},
    )
    pricing.save_surcharge(
        kind="fee",
        at=utc_now(),
        values={"name": "Park", "calc": "fixed", "amount": 301, "is_taxable": True, **common},
    )
    Properties.objects.filter(pk=1).update(
        booking_fee={"rate_ppm": 60_000}, deposit={"kind": "per_order_percent", "rate_ppm": 200_000}
    )
    make_code(min_pax=3)


@pytest.mark.parametrize("is_sold", [False, True])
@settings(max_examples=how_many(5), deadline=None, suppress_health_check=list(HealthCheck))
@given(done=st.permutations(DEEDS), undone=st.permutations(DEEDS), cnt=st.integers(1, 7))
def test_every_price_comes_back(
    rules: None, is_sold: bool, done: list[str], undone: list[str], cnt: int
) -> None:
    chosen = done[:cnt]
    with transaction.atomic():
        offer = make_offer()
        trip_id = sell(offer) if is_sold else fill_cart(offer)
        before, deed = snapshot(trip_id), Deed(trip_id)
        for name in chosen:
            # A code needs three who pay: it goes on before somebody is free.
            if name == "code" and "comp_guest" in chosen[: chosen.index("code")]:
                continue
            deed.named(name)(on=True)
            assert adds_up(trip_id)
        for name in undone:
            is_on = name in chosen and (name != "code" or OfferCodeRedemption.objects.exists())
            if is_on:
                deed.named(name)(on=False)
                assert adds_up(trip_id)
        assert snapshot(trip_id) == before
        transaction.set_rollback(True)


def test_an_order_given_away_comes_back_whole(rules: None) -> None:
    trip_id = fill_cart(make_offer())
    deed = Deed(trip_id)
    deed.code(on=True)
    deed.comp_guest(on=True)
    before = snapshot(trip_id)
    deed.comp_order(on=True)
    assert Trip.objects.get(pk=trip_id).total_amount == 0
    deed.comp_order(on=False)
    assert snapshot(trip_id) == before
