"""What a trip costs is said in the same lines by mails, papers and screens, to the cent."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceAddon, Product
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.messaging.mails import confirmation, renderer
from outfitter_tenants.messaging.rendered_message import RenderedMessage
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import (
    Adjustment,
    Booking,
    BookingProduct,
    Trip,
    TripOrder,
    TripOrderAddon,
)
from tests.checkout.test_prices import charge
from tests.messaging.support import operator
from tests.support.add_ons import make_product
from tests.support.bill_text import check_bill, rows_of_html, rows_of_mail
from tests.support.example_count import how_many
from tests.support.sales import Offer, fill_cart, make_offer
from tests.support.sold_trips import guests_of, sell

pytestmark = pytest.mark.usefixtures("reef")


def reprice(trip_id: int) -> None:
    trip = Trip.objects.get(pk=trip_id)
    price_trip(trip=trip, at=utc_now())
    # Its first version has no lines yet, the next one does.
    trip.version += 1
    trip.save()


def add_addon(order: TripOrder, name: str, price: int, qty: int, guest: int | None = None) -> None:
    addon, _ = ExperienceAddon.objects.get_or_create(
        experience_id=order.experience_id,
        name=name,
        defaults={"scope": "trip_order", "input": "quantity", "price": price},
    )
    TripOrderAddon.objects.create(
        trip_order=order,
        booking_id=guest,
        experience_addon=addon,
        qty=qty,
        unit_amount=price,
        created_at=utc_now(),
    )


def mail_of(trip_id: int) -> RenderedMessage:
    told = trips.confirmation_of(trips.get_trip(trip_id=trip_id))
    return renderer.confirmation(data=confirmation.from_payload(told), operator=operator())


def test_three_adults_one_for_less_and_extras() -> None:
    offer = make_offer()
    trip_id = sell(offer, adults=3, children=0)
    Booking.objects.filter(trip_order__trip_id=trip_id).update(unit_amount=8900)
    first = guests_of(trip_id)[0]
    Booking.objects.filter(pk=first.pk).update(customer_type_amount_override=4900)
    order = TripOrder.objects.get(trip_id=trip_id)
    add_addon(order, "Wetsuit", 1200, 2)
    add_addon(order, "Photos", 2000, 1)
    reprice(trip_id)

    mail = mail_of(trip_id)

    rows = [
        ("1 × Adult", 4900),
        ("2 × Adult", 17_800),
        ("2 × Wetsuit", 2400),
        ("1 × Photos", 2000),
        ("Total", 27_100),
    ]
    assert rows_of_mail(mail.text) == rows
    assert rows_of_html(mail.html) == rows
    assert "Guests: 3 Adults" in mail.text
    assert "Taxes, fees and discounts" not in mail.text + mail.html
    check_bill(trip_id)


def test_a_tip_is_beside_the_price() -> None:
    trip_id = sell(make_offer(), adults=1, children=0)
    Trip.objects.filter(pk=trip_id).update(tip_amount=700, paid_amount=5600)

    text = mail_of(trip_id).text

    assert "Total: $49.00\nTip: $7.00\nPaid: $56.00\n" in text


@pytest.fixture
def everything() -> tuple[Offer, int]:
    """Fees, taxes inside and on top, a booking fee, a thing on the shelf, and something to sell."""
    charge("fee", name="Park fee", calc="fixed", amount=300)
    charge("fee", name="Service", calc="percent", rate_ppm=33_333)
    charge("tax", name="Sales tax", calc="percent", rate_ppm=88_750)
    charge("tax", name="VAT", calc="percent", rate_ppm=70_000, is_inclusive=True)
    Properties.objects.filter(pk=1).update(booking_fee={"rate_ppm": 60_000})
    return make_offer(capacity=None), make_product()


PRICES = st.integers(0, 9900)
TRIPS = st.fixed_dictionaries(
    {
        "adults": st.integers(1, 3),
        "children": st.integers(0, 2),
        "overrides": st.lists(st.none() | PRICES, max_size=3),
        "comps": st.lists(st.booleans(), max_size=3),
        "order": st.sampled_from(["none", "total", "per_type", "comp"]),
        "price": PRICES,
        "addons": st.lists(
            st.tuples(st.sampled_from(["Lunch", "Photos", "Adult"]), PRICES, st.integers(1, 3)),
            max_size=2,
            unique_by=lambda a: a[0],
        ),
        "products": st.lists(st.tuples(PRICES, st.integers(1, 3)), max_size=2),
        "adjusts": st.lists(st.sampled_from([-100_000, -333_333, 50_000]), max_size=2),
    }
)


def make_trip(offer: Offer, product_id: int, wanted: dict[str, Any]) -> int:
    trip_id = fill_cart(offer, adults=wanted["adults"], children=wanted["children"])
    order = TripOrder.objects.get(trip_id=trip_id)
    guests = guests_of(trip_id)
    for guest, amount in zip(guests, wanted["overrides"], strict=False):
        Booking.objects.filter(pk=guest.pk).update(customer_type_amount_override=amount)
    for guest, is_comped in zip(guests, wanted["comps"], strict=False):
        Booking.objects.filter(pk=guest.pk).update(is_comped=is_comped)
    order.is_comped = wanted["order"] == "comp"
    order.pricing_override = {
        "total": {"kind": "total", "amount": wanted["price"]},
        "per_type": {"kind": "per_type", "values": {str(offer.adult): wanted["price"]}},
    }.get(wanted["order"])
    order.save()
    for name, price, qty in wanted["addons"]:
        add_addon(order, name, price, qty)
    for price, qty in wanted["products"]:
        BookingProduct.objects.create(
            trip_id=trip_id,
            product=Product.objects.get(pk=product_id),
            label="Shirt",
            qty=qty,
            unit_amount=price,
            created_at=utc_now(),
        )
    for ppm in wanted["adjusts"]:
        Adjustment.objects.create(
            trip_id=trip_id, ppm=ppm, label="", reason="Late start", created_at=utc_now()
        )
    Trip.objects.filter(pk=trip_id).update(version=2)
    reprice(trip_id)
    return trip_id


def test_whatever_a_trip_is_made_of_everything_says_the_same(everything: Any) -> None:
    @settings(
        max_examples=how_many(8),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        phases=[Phase.generate],
        derandomize=True,
    )
    @given(TRIPS)
    def check(wanted: dict[str, Any]) -> None:
        check_bill(make_trip(*everything, wanted))

    check()
