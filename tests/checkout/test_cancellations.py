"""Orders that are cancelled, what is kept and given back, and how they return."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins.models import DueJob
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.carts.types import CartRequest, OrderRequest
from outfitter_tenants.checkout.refunds import cancellations, gateway_refunds, preview_tokens, refund_preview
from outfitter_tenants.checkout.refunds.cancellations import PaymentInProgress
from outfitter_tenants.checkout.refunds.refund_preview import RefundScope
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_changes.change import TripLocked, WrongState
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip, TripOrder
from outfitter_tenants.trips.states import IllegalTransition
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import STAFF, arrive, drift, guests_of, make_policy, order_of, pay, seats, sell

pytestmark = pytest.mark.usefixtures("reef")
TOTAL = 2 * ADULT + CHILD


def cancel(trip_id, *, at=None, order=None, **wish):
    wish = CancellationOptions(**{"reason": "customer", **wish})
    return cancellations.cancel(
        trip_id=trip_id, trip_order_id=order or order_of(trip_id).pk, wish=wish, by=STAFF, at=at or utc_now()
    )


def uncancel(trip_id, **more):
    return cancellations.uncancel(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        by=STAFF,
        at=utc_now(),
        **{"is_unscheduled": False, **more},
    )


def charge(kind, **values):
    return pricing.save_surcharge(
        kind=kind, at=utc_now(), values={"applies_to": ["tickets", "addons", "products"], **values}
    )


@pytest.fixture
def charged():
    """Fee, tax and booking fee as in golden example E1 of domain.md 4.31."""
    charge("fee", name="Park fee", calc="fixed", amount=300)
    charge("tax", name="Sales tax", calc="percent", rate_ppm=88_750)
    Properties.objects.filter(pk=1).update(booking_fee={"rate_ppm": 60_000})


class TestCancel:
    def test_the_seats_are_free_and_nothing_is_owed_without_a_policy(self):
        offer = make_offer()
        trip_id = sell(offer)

        found = cancel(trip_id)

        order, trip = order_of(trip_id), trips.get_trip(trip_id=trip_id)
        assert (order.status, order.cancel_reason, order.retained) == ("cancelled", "customer", None)
        assert (found.old_total, trip.total_amount, trip.pax_cnt) == (TOTAL, 0, 0)
        assert seats(offer.timeslot_id) == (0, 0)
        assert drift() == []
        rows = audit.list_of_trip(trip_id=trip_id)
        assert [r["action"] for r in rows].count("trip_order.cancelled") == 1

    def test_what_is_kept_is_taxed_as_it_was_sold(self, charged):
        make_policy(Tier(0, 500_000, 500))
        trip_id = sell(make_offer())
        before = trips.get_trip(trip_id=trip_id)
        gross = before.total_amount - before.booking_fee_amount

        found = cancel(trip_id)

        keep = gross - (gross + 1) // 2 + 500
        after = trips.get_trip(trip_id=trip_id)
        assert (found.gross, found.keep) == (gross, keep)
        assert after.total_amount == keep + before.booking_fee_amount
        assert after.booking_fee_amount == before.booking_fee_amount
        share = before.tax_amount * keep / gross
        assert after.tax_amount == pytest.approx(share, abs=1)

    def test_a_second_order_keeps_its_price(self, charged):
        make_policy(Tier(0, 0))
        first, second = make_offer(), make_offer(name="Sunset")
        trip_id = _two_orders(first, second)
        before = trips.get_trip(trip_id=trip_id)
        one, two = TripOrder.objects.filter(trip_id=trip_id).order_by("id")

        found = cancel(trip_id, order=one.pk)

        after = trips.get_trip(trip_id=trip_id)
        # Nothing comes back at this tier: the total is what it was, to the cent.
        assert (found.keep, after.total_amount) == (found.gross, before.total_amount)
        two_after = TripOrder.objects.get(pk=two.pk)
        assert two_after.total_amount == two.total_amount

    @pytest.mark.parametrize("reason", ["weather", "operator"])
    def test_whoever_is_not_to_blame_owes_nothing(self, charged, reason):
        make_policy(Tier(0, 0))
        trip_id = sell(make_offer())

        found = cancel(trip_id, reason=reason)

        assert (found.keep, found.new_total) == (0, 0)

    def test_a_fee_that_never_comes_back_stays(self, charged):
        charge("fee", name="Permit", calc="fixed", amount=200, is_refundable=False)
        make_policy(Tier(0, 1_000_000))
        trip_id = sell(make_offer())

        assert cancel(trip_id).new_total == 600

    def test_a_cart_is_not_cancelled(self):
        with pytest.raises(WrongState):
            cancel(fill_cart(make_offer()))

    def test_twice_is_refused(self):
        trip_id = sell(make_offer())
        cancel(trip_id)

        with pytest.raises(WrongState):
            cancel(trip_id)

    def test_guests_who_are_here_already_are_told_of(self):
        trip_id = sell(make_offer())
        arrive(trip_id)

        assert [w["code"] for w in cancel(trip_id).done.warnings] == ["guests_arrived"]


def _two_orders(first, second):
    from outfitter_tenants.checkout.carts import operations as carts
    from outfitter_tenants.checkout.sales import conversion
    from tests.support.sales import ANA, ONLINE

    orders = [
        OrderRequest(None, o.experience_id, o.timeslot_id, {o.adult: 2, o.child: 1}) for o in (first, second)
    ]
    cart = CartRequest(
        trip_id=None, version=None, locale="en", contact=ANA, orders=orders, utm={}, referrer=None
    )
    trip_id = carts.save_trip(cart=cart, caller=ONLINE, at=utc_now()).trip_id
    conversion.complete(trip=trips.lock_trip(trip_id=trip_id), kind="reserve", at=utc_now())
    return trip_id


class TestWhilePaying:
    def test_a_charge_on_its_way_stops_it(self):
        trip_id = sell(make_offer())
        pay(trip_id, 100)
        Intent.objects.filter(trip_id=trip_id).update(status="processing")

        with pytest.raises(PaymentInProgress):
            cancel(trip_id)
        assert order_of(trip_id).status == "active"

    def test_a_lock_stops_it(self):
        trip_id = sell(make_offer())
        Trip.objects.filter(pk=trip_id).update(
            locked_reason="checkout_in_progress", locked_until=utc_now() + timedelta(minutes=5)
        )

        with pytest.raises(TripLocked):
            cancel(trip_id)
        assert order_of(trip_id).status == "active"


class TestRefund:
    def test_the_policy_decides_what_the_gateway_gives_back(self, gateway):
        make_policy(Tier(0, 500_000))
        trip_id = sell(make_offer())
        first, second = pay(trip_id, TOTAL - 2000), pay(trip_id, 2000)

        found = cancel(trip_id, refund="policy")

        back = TOTAL // 2
        assert found.overpaid == back
        rows = Payment.objects.filter(trip_id=trip_id, kind="refund").order_by("id")
        assert [(r.parent_payment_id, r.amount, r.status) for r in rows] == [
            (second.pk, 2000, "pending"),
            (first.pk, back - 2000, "pending"),
        ]
        for job in DueJob.objects.filter(kind="payments.refund"):
            gateway_refunds.run_refund(job.payload, utc_now())
        trip = trips.get_trip(trip_id=trip_id)
        assert (trip.refunded_amount, trips.balance(trip)) == (back, 0)
        assert sorted(amount for _, amount, _ in gateway.refunds) == [2000, back - 2000]

    def test_nothing_goes_back_by_itself(self):
        trip_id = sell(make_offer())
        pay(trip_id, TOTAL)

        found = cancel(trip_id)

        assert found.overpaid == TOTAL
        assert not Payment.objects.filter(kind="refund").exists()

    def test_full_gives_everything_back_whatever_the_policy_says(self, gateway, charged):
        make_policy(Tier(0, 0))
        trip_id = sell(make_offer())
        total = trips.get_trip(trip_id=trip_id).total_amount
        pay(trip_id, total)

        found = cancel(trip_id, refund="full")

        assert (found.new_total, found.overpaid) == (0, total)
        assert Payment.objects.get(kind="refund").amount == total

    def test_cash_is_to_be_handed_back(self):
        trip_id = sell(make_offer())
        pay(trip_id, TOTAL, method="cash")

        found = cancel(trip_id, refund="full")

        assert [w["code"] for w in found.done.warnings] == ["hand_back"]
        assert [(p.method, p.amount, p.route) for p in found.plan.parts] == [("cash", TOTAL, "manual")]
        assert not Payment.objects.filter(kind="refund").exists()

    def test_what_is_on_its_way_back_does_not_go_twice(self):
        trip_id = sell(make_offer())
        pay(trip_id, TOTAL)
        cancel(trip_id, refund="full")

        assert cancellations.overpaid_of(trips.get_trip(trip_id=trip_id)) == 0


class TestPreview:
    def preview(self, trip_id, **wish):
        return cancellations.preview(
            trip_id=trip_id,
            trip_order_ids=None,
            wish=CancellationOptions(**{"reason": "customer", "refund": "policy", **wish}),
            by=STAFF,
            at=utc_now(),
        )

    def test_it_says_what_the_cancellation_does(self):
        make_policy(Tier(0, 500_000))
        trip_id = sell(make_offer())
        pay(trip_id, TOTAL)

        seen = self.preview(trip_id)

        assert order_of(trip_id).status == "active"
        assert not Payment.objects.filter(kind="refund").exists()
        found = cancel(trip_id, refund="policy", preview_token=seen.token)
        assert (found.keep, found.overpaid) == (seen.keep, seen.overpaid) == (TOTAL // 2,) * 2

    def test_a_price_that_changed_since_is_refused(self):
        make_policy(Tier(0, 500_000))
        trip_id = sell(make_offer())
        seen = self.preview(trip_id)
        pay(trip_id, TOTAL)

        with pytest.raises(preview_tokens.PriceChanged) as refused:
            cancel(trip_id, refund="policy", preview_token=seen.token)
        assert refused.value.detail["now"]["overpaid"] == TOTAL // 2
        assert order_of(trip_id).status == "active"

    @pytest.mark.parametrize("token", ["nonsense", "a:b:c"])
    def test_a_token_of_nobody_is_refused(self, token):
        trip_id = sell(make_offer())

        with pytest.raises(Invalid):
            cancel(trip_id, preview_token=token)

    def test_a_token_of_another_cancellation_is_refused(self):
        trip_id = sell(make_offer())

        with pytest.raises(Invalid):
            cancel(trip_id, refund="full", preview_token=self.preview(trip_id).token)

    def test_an_amount_is_spread_over_the_payments(self):
        trip_id = sell(make_offer())
        payment = pay(trip_id, TOTAL)
        ask = {"trip_id": trip_id, "by": STAFF, "at": utc_now(), "wish": CancellationOptions("customer")}

        found = refund_preview.calculate_refund(scope=RefundScope(amount=500), **ask)

        assert [(p.payment_id, p.amount) for p in found.plan.parts] == [(payment.pk, 500)]
        with pytest.raises(refund_preview.RefundExceeds):
            refund_preview.calculate_refund(scope=RefundScope(amount=TOTAL + 1), **ask)


class TestUncancel:
    def test_everything_is_as_it_was(self, charged):
        make_policy(Tier(0, 500_000))
        offer = make_offer()
        trip_id = sell(offer)
        before, guests = trips.get_trip(trip_id=trip_id), [g.pk for g in guests_of(trip_id)]
        cancel(trip_id)

        uncancel(trip_id)

        after = trips.get_trip(trip_id=trip_id)
        names = (
            "subtotal_amount",
            "tax_amount",
            "fee_amount",
            "booking_fee_amount",
            "total_amount",
            "pax_cnt",
            "first_start_at",
        )
        assert [getattr(after, n) for n in names] == [getattr(before, n) for n in names]
        assert [g.pk for g in guests_of(trip_id)] == guests
        assert order_of(trip_id).retained is None
        assert seats(offer.timeslot_id) == (3, 0)
        assert drift() == []

    def test_seats_that_were_sold_since_stay_sold(self):
        offer = make_offer(capacity=3)
        trip_id = sell(offer)
        cancel(trip_id)
        sell(offer, adults=1, children=0)

        with pytest.raises(SoldOut):
            uncancel(trip_id)
        assert order_of(trip_id).status == "cancelled"
        uncancel(trip_id, is_unscheduled=True)
        order = order_of(trip_id)
        assert (order.status, order.schedule_state) == ("active", "unscheduled")
        assert drift() == []

    def test_what_went_back_is_owed_again(self, gateway):
        trip_id = sell(make_offer())
        pay(trip_id, TOTAL)
        cancel(trip_id, refund="full")

        assert [w["code"] for w in uncancel(trip_id).warnings] == ["refunded_already"]

    def test_an_active_order_stays_as_it_is(self):
        with pytest.raises(IllegalTransition):
            uncancel(sell(make_offer()))
