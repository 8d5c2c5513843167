"""The golden examples of domain.md 4.31 through the whole engine: stored, sold, cancelled."""

from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.currencies import ZERO_DECIMAL
from outfitter_tenants.catalog.models import ExperienceAddon, ExperienceCustomerType
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.checkout.trip_management import trip_reseller
from outfitter_tenants.checkout.trip_prices import offer_codes
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.models import OfferCode, PriceRules
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import PriceLine, Trip, TripOrder, TripOrderAddon
from tests.support.offer_codes import make_code
from tests.support.resellers import make_reseller
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import STAFF, make_policy, order_of, sell

pytestmark = pytest.mark.usefixtures("reef")


def charge(kind: Any, **values: Any) -> int:
    return pricing.save_surcharge(
        kind=kind,
        at=utc_now(),
        values={"applies_to": ["tickets", "addons", "products"], **values},  # type: ignore[typeddict-item]
    )


def reprice(trip_id: int) -> Trip:
    trip = Trip.objects.get(pk=trip_id)
    price_trip(trip=trip, at=utc_now())
    trip.save()
    return trip


def amounts(trip_id: int, kind: str) -> list[int]:
    rows = PriceLine.objects.filter(trip_id=trip_id, kind=kind, voided_at__isnull=True)
    return list(rows.order_by("id").values_list("amount", flat=True))


@pytest.fixture
def e1() -> Any:
    """What E1 is made of, but for the trip: fee, tax, booking fee, deposit, code, add-on."""
    charge("fee", name="Park fee", calc="fixed", amount=300, applies_to=["tickets"])
    charge("tax", name="Sales tax", calc="percent", rate_ppm=88_750, applies_to=["tickets", "addons"])
    Properties.objects.filter(pk=1).update(
        booking_fee={"rate_ppm": 60_000}, deposit={"kind": "per_booking_percent", "rate_ppm": 250_000}
    )
    make_code("TENTH", frequency="per_booking")
    make_policy(Tier(24, 500_000, 500))
    return make_offer()


def with_extras(trip_id: int) -> Trip:
    order = TripOrder.objects.get(trip_id=trip_id)
    addon = ExperienceAddon.objects.create(
        experience=order.experience, name="Photos", scope="trip_order", input="toggle", price=1500
    )
    TripOrderAddon.objects.create(
        trip_order=order, experience_addon=addon, unit_amount=1500, created_at=utc_now()
    )
    offer_codes.add(trip_id=trip_id, code="tenth", is_replacing=False, by=STAFF, at=utc_now())
    return Trip.objects.get(pk=trip_id)


class TestE1:
    def test_the_full_stack(self, e1: Any) -> None:
        trip = with_extras(fill_cart(e1))

        assert amounts(trip.pk, "ticket") == [4900, 4900, 2900]
        assert amounts(trip.pk, "discount") == [-490, -490, -290]
        assert amounts(trip.pk, "addon") == [1500]
        assert sum(amounts(trip.pk, "fee")) == trip.fee_amount == 900
        assert amounts(trip.pk, "tax") == [391, 391, 232, 133]
        assert (trip.subtotal_amount, trip.discount_amount) == (14_200, -1270)
        assert (trip.tax_amount, trip.booking_fee_amount) == (1147, 830)
        assert (trip.total_amount, trip.deposit_due_amount) == (15_807, 2859)

    def test_rounded_per_trip(self, e1: Any) -> None:
        PriceRules.objects.update_or_create(pk=1, defaults={"round_per": "trip"})
        assert with_extras(fill_cart(e1)).tax_amount == 1148

    @pytest.mark.parametrize(
        ("collects", "owed_by", "due"),
        [("operator_collects", "operator", 2286), ("reseller_collects", "reseller", 13_521)],
    )
    def test_what_a_partner_earns(self, e1: Any, collects: str, owed_by: str, due: int) -> None:
        partner = make_reseller(collect_type=collects)
        trip = with_extras(fill_cart(e1))
        trip_reseller.set_reseller(
            trip_id=trip.pk, reseller_id=partner, reprice="keep", by=STAFF, at=utc_now()
        )
        trip.refresh_from_db()
        assert trip.commission is not None
        assert (trip.commission["basis_amount"], trip.commission_amount) == (11_430, 2286)
        assert (trip.commission["owed_by"], trip.net_due_amount) == (owed_by, due)

    def test_a_code_that_the_partner_gives_comes_off_what_they_earn(self, e1: Any) -> None:
        OfferCode.objects.update(funded_by="reseller")
        trip = with_extras(fill_cart(e1))
        trip_reseller.set_reseller(
            trip_id=trip.pk, reseller_id=make_reseller(), reprice="keep", by=STAFF, at=utc_now()
        )
        trip.refresh_from_db()
        assert trip.commission is not None
        assert (trip.total_amount, trip.commission["basis_amount"]) == (15_807, 12_700)
        assert trip.commission_amount == 2540 - 1270

    def test_cancelled_by_the_customer(self, e1: Any) -> None:
        trip = with_extras(sell(e1))
        assert trip.total_amount == 15_807
        found = cancellations.cancel(
            trip_id=trip.pk,
            trip_order_id=order_of(trip.pk).pk,
            wish=CancellationOptions(reason="customer"),
            by=STAFF,
            at=utc_now(),
        )
        assert (found.gross, found.keep, found.gross - found.keep) == (14_977, 7988, 6989)
        assert found.new_total == 7988 + 830


class TestE2:
    @pytest.mark.parametrize(
        ("gross", "rates", "taxes"), [(10_000, (210_000,), [1736]), (9999, (100_000, 50_000), [869, 435])]
    )
    def test_tax_inside(self, gross: int, rates: tuple[int, ...], taxes: list[int]) -> None:
        for rate in rates:
            charge("tax", name=f"VAT {rate}", calc="percent", rate_ppm=rate, mode="inclusive")
        offer = make_offer()
        ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=gross)
        trip_id = fill_cart(offer, adults=1, children=0)
        assert amounts(trip_id, "tax") == taxes
        trip = Trip.objects.get(pk=trip_id)
        assert (trip.total_amount, trip.tax_amount) == (gross, 0)


class TestE3:
    @pytest.mark.parametrize("currency", sorted(ZERO_DECIMAL))
    def test_every_currency_without_decimals(self, currency: str) -> None:
        Properties.objects.filter(pk=1).update(currency=currency)
        charge("tax", name="Tax", calc="percent", rate_ppm=100_000)
        offer = make_offer()
        ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=3333)

        trip_id = fill_cart(offer, adults=3, children=0)
        per_line = Trip.objects.get(pk=trip_id)
        PriceRules.objects.update_or_create(pk=1, defaults={"round_per": "trip"})
        per_trip = reprice(trip_id)

        assert per_line.currency == currency
        assert (per_line.tax_amount, per_line.total_amount) == (999, 10_998)
        assert (per_trip.tax_amount, per_trip.total_amount) == (1000, 10_999)


class TestE4:
    def test_an_amount_over_equal_guests(self) -> None:
        make_code("TEN", kind="amount", value=1000)
        trip_id = fill_cart(make_offer(), adults=3, children=0)
        offer_codes.add(trip_id=trip_id, code="TEN", is_replacing=False, by=STAFF, at=utc_now())
        assert amounts(trip_id, "discount") == [-334, -333, -333]

    def test_an_amount_over_unequal_guests(self) -> None:
        make_code("TEN", kind="amount", value=1000)
        trip_id = fill_cart(make_offer())
        offer_codes.add(trip_id=trip_id, code="TEN", is_replacing=False, by=STAFF, at=utc_now())
        assert amounts(trip_id, "discount") == [-386, -386, -228]


class TestE5:
    @pytest.mark.parametrize(("price", "tax"), [(50, 1), (149, 1), (49, 0), (150, 2)])
    def test_half_away_from_zero(self, price: int, tax: int) -> None:
        charge("tax", name="Tax", calc="percent", rate_ppm=10_000)
        offer = make_offer()
        ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=price)
        assert Trip.objects.get(pk=fill_cart(offer, adults=1, children=0)).tax_amount == tax


class TestItsOwnTaxes:
    def test_an_addon_names_the_taxes_on_it_or_has_none(self) -> None:
        ten = charge("tax", name="Ten", calc="percent", rate_ppm=100_000, applies_to=["tickets"])
        charge("tax", name="Twenty", calc="percent", rate_ppm=200_000)
        trip_id = fill_cart(make_offer(), adults=1, children=0)
        order = TripOrder.objects.get(trip_id=trip_id)
        addon = ExperienceAddon.objects.create(
            experience=order.experience, name="Lunch", scope="trip_order", input="toggle"
        )
        TripOrderAddon.objects.create(
            trip_order=order, experience_addon=addon, unit_amount=1000, created_at=utc_now()
        )
        found = []
        for values in ({"tax_ids": None}, {"tax_ids": [ten]}, {"is_taxable": False}):
            ExperienceAddon.objects.filter(pk=addon.pk).update(**values)
            found.append(reprice(trip_id).tax_amount - 490 - 980)
        assert found == [200, 100, 0]
        assert trips.get_trip(trip_id=trip_id).tax_amount == 1470
