"""A price that was shown is honoured while its seats are held, and not longer (domain.md 4.5)."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.checkout.sales import conversion, reservation
from outfitter_tenants.ledger.models import Intent
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips.models import Trip
from tests.support.api_operations import assert_error
from tests.support.sales import ADULT, CHILD, fill_cart
from tests.support.sold_trips import STAFF

pytestmark = pytest.mark.usefixtures("reef")
TICKETS = 2 * ADULT + CHILD
DEARER = 2 * 5900 + CHILD


def raise_prices(offer: Any) -> None:
    ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=5900)


def lose_hold(trip_id: int) -> None:
    Hold.objects.filter(trip_id=trip_id).update(expires_at=utc_now() - timedelta(seconds=1))


def total(trip_id: int) -> int:
    return Trip.objects.get(pk=trip_id).total_amount


def convert(trip_id: int, expected: int) -> None:
    conversion.convert(
        trip_id=trip_id, expected_total=expected, accept_terms=True, is_opt_in=False, at=utc_now()
    )


class TestTheCart:
    def test_the_same_party_keeps_its_price_while_it_is_held(self, offer: Any) -> None:
        trip_id = fill_cart(offer)
        raise_prices(offer)
        fill_cart(offer, trip_id=trip_id)
        assert total(trip_id) == TICKETS

    def test_another_party_is_priced_anew(self, offer: Any) -> None:
        trip_id = fill_cart(offer)
        raise_prices(offer)
        fill_cart(offer, adults=3, trip_id=trip_id)
        assert total(trip_id) == 3 * 5900 + CHILD

    def test_seats_that_were_let_go_are_priced_anew(self, offer: Any) -> None:
        trip_id = fill_cart(offer)
        raise_prices(offer)
        lose_hold(trip_id)
        fill_cart(offer, trip_id=trip_id)
        assert total(trip_id) == DEARER


class TestTheEnd:
    def test_a_held_price_is_sold_as_shown(self, offer: Any) -> None:
        trip_id = fill_cart(offer)
        Trip.objects.filter(pk=trip_id).update(deposit_override_amount=0)
        raise_prices(offer)
        convert(trip_id, TICKETS)
        assert (total(trip_id), Trip.objects.get(pk=trip_id).status) == (TICKETS, "reserved")

    def test_after_the_hold_both_totals_are_said_and_nothing_has_changed(self, offer: Any) -> None:
        trip_id = fill_cart(offer)
        Trip.objects.filter(pk=trip_id).update(deposit_override_amount=0)
        raise_prices(offer)
        lose_hold(trip_id)

        with pytest.raises(conversion.PriceChanged) as refusal:
            convert(trip_id, TICKETS)

        assert refusal.value.detail == {"total": DEARER, "expected_total": TICKETS}
        assert (total(trip_id), Trip.objects.get(pk=trip_id).status) == (TICKETS, "draft")
        convert(trip_id, DEARER)
        assert total(trip_id) == DEARER

    def test_paid_at_the_desk_just_the_same(self, offer: Any) -> None:
        trip_id = fill_cart(offer)
        raise_prices(offer)
        lose_hold(trip_id)
        with pytest.raises((conversion.PriceChanged, reservation.Overpayment)) as refusal:
            reservation.direct_pay(
                trip_id=trip_id,
                received=Received(method="cash", amount=0),
                amount=None,
                expected_total=TICKETS,
                is_told=False,
                by=STAFF,
                at=utc_now(),
            )
        assert refusal.value.detail["total"] == DEARER


class TestTheCard:
    def test_nobody_is_charged_a_price_they_did_not_see(
        self, offer: Any, client_for: Any, gateway: Any
    ) -> None:
        client = client_for("reef")
        trip_id = fill_cart(offer)
        raise_prices(offer)
        lose_hold(trip_id)
        path = f"/api/payment/trip/{Trip.objects.get(pk=trip_id).hash}/createIntent"

        refused = client.post(path, {}, content_type="application/json")
        agreed = client.post(path, {}, content_type="application/json")

        detail = assert_error(refused, 422, "price_changed")["detail"]
        assert detail == {"total": DEARER, "expected_total": TICKETS}
        assert agreed.json()["amount"] == total(trip_id) == DEARER
        assert Intent.objects.count() == 1
