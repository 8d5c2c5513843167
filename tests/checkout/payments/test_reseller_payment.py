"""Trips whose money a partner has: who is asked for what, at the counter, online and by card."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.manifests.queries import manifest_of_day
from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.checkout.payments.payment_facts import TOTAL, add, forbid, refuse
from tests.support.resellers import make_agent, make_reseller
from tests.support.sales import fill_cart
from tests.support.tenant_clients import make_client

SHARE = TOTAL // 5
NET = TOTAL - SHARE


@pytest.fixture
def cart(desk, offer):
    """Give a cart to a new partner with these terms; returns it and the partner."""

    def make(collect_type, **terms):
        reseller = make_reseller(collect_type=collect_type, **terms)
        trip_id = fill_cart(offer)
        desk.done(f"/api/trip/{trip_id}/reseller/edit", reseller_id=reseller, reprice="keep")
        return trip_id, reseller

    return make


@pytest.fixture
def sold(desk, cart):
    """Book a partner's cart with nothing paid yet."""

    def make(collect_type, **terms):
        trip_id, _ = cart(collect_type, **terms)
        desk.done(f"/api/trip/{trip_id}/reserve")
        return trip_id

    return make


def keep_card(desk, gateway, reseller, card="pm_r1"):
    base = f"/api/reseller/{reseller}"
    desk.done(f"{base}/createCardIntent")
    gateway.keep(gateway.customers[f"reseller:{reseller}"], card)
    desk.done(f"{base}/creditCard/add", payment_method_id=card)


def money_of(desk, trip_id):
    totals = desk.trip(trip_id)["totals"]
    return totals["balance"], totals["due_now"], totals["partner_due"]


@pytest.mark.parametrize(
    ("collect_type", "customer", "partner", "state"),
    [
        ("operator_collects", TOTAL, 0, "unpaid"),
        ("reseller_collects", 0, NET, "at_partner"),
        ("deposit_commission", NET, 0, "unpaid"),
        ("untracked", 0, 0, "at_partner"),
    ],
)
def test_every_screen_says_the_same(desk, gateway, sold, offer, collect_type, customer, partner, state):
    trip_id = sold(collect_type)

    full = desk.trip(trip_id)
    assert money_of(desk, trip_id) == (customer, customer, partner)
    assert full["paid_state"] == state
    row = Trip.objects.get(pk=trip_id)
    listed = desk.client.get("/api/trips/get").json()["data"][0]
    assert (listed["balance_amount"], listed["paid_state"]) == (customer, state)
    day = manifest_of_day(day=row.first_start_at.date(), at=utc_now())
    assert day["totals"]["balance_amount"] == customer
    [party] = day["experiences"][0]["timeslots"][0]["tripOrders"]
    assert (party["trip"]["balance_amount"], party["trip"]["paid_state"]) == (customer, state)
    assert party["trip"]["collected_by"] == (None if customer else "Harbor Hotel")
    phone = Desk(make_client("reef"))
    portal = phone.client.get(f"/api/customerPortal/{row.hash}/init/0").json()["payments"]
    assert portal["due_amount"] == customer
    assert portal["is_payable"] is (customer > 0)
    assert portal["collected_by"] == (None if customer else "Harbor Hotel")


def test_a_customer_does_not_see_what_the_partner_pays(desk, sold):
    trip_id = sold("reseller_collects")
    add(desk, trip_id, NET, method="voucher")

    key = desk.trip(trip_id)["hash"]
    seen = Desk(make_client("reef")).client.get(f"/api/customerPortal/{key}/init/0").json()["trip"]

    assert (seen["totals"]["paid"], seen["totals"]["partner_due"]) == (0, None)
    assert (seen["payments"], seen["commission"]) == ([], None)


def test_nobody_takes_from_a_customer_what_they_pay_a_partner(desk, gateway, sold, settings):
    trip_id = sold("reseller_collects")
    path = f"/api/trip/{trip_id}/payment/add"
    phone, key = Desk(make_client("reef")), desk.trip(trip_id)["hash"]

    refuse(desk, path, 409, "paid_at_partner", method="cash", amount=100)
    refuse(phone, f"/api/customerPortal/{key}/pay", 409, "paid_at_partner")
    online = f"/api/payment/trip/{key}/createIntent"
    refuse(phone, online, 409, "paid_at_partner", amount_mode="balance", channel="portal")
    link = f"/api/trip/{trip_id}/paymentLink/create"
    refuse(desk, link, 409, "paid_at_partner", amount_mode="balance")
    assert not Payment.objects.exists()
    assert not Intent.objects.exists()


def test_staff_may_take_it_on_purpose(desk, sold):
    trip_id = sold("reseller_collects")

    trip = add(desk, trip_id, 1000, allow_partner_paid=True)

    assert trip["totals"]["partner_due"] == NET - 1000
    refuse(
        desk,
        f"/api/trip/{trip_id}/payment/add",
        422,
        "overpayment",
        method="cash",
        amount=NET,
        allow_partner_paid=True,
    )
    forbid("payment.edit")
    refuse(
        desk,
        f"/api/trip/{trip_id}/payment/add",
        409,
        "paid_at_partner",
        method="cash",
        amount=1000,
        allow_partner_paid=True,
    )


def test_a_partners_voucher_pays_what_the_partner_owes(desk, sold):
    trip_id = sold("reseller_collects")

    trip = add(desk, trip_id, NET, method="voucher")

    assert trip["totals"]["partner_due"] == 0
    refuse(desk, f"/api/trip/{trip_id}/payment/add", 422, "overpayment", method="voucher", amount=1)


def test_cash_does_not_book_a_partners_cart_but_nothing_taken_does(desk, cart):
    trip_id, _ = cart("reseller_collects")
    path = f"/api/trip/{trip_id}/directPay/convert"

    refuse(desk, path, 409, "paid_at_partner", method="cash", amount=100, expected_total=TOTAL)
    desk.done(path, method="cash", expected_total=TOTAL)

    assert desk.trip(trip_id)["status"]["slug"] == "reserved"
    assert not Payment.objects.exists()


def test_a_stranger_does_not_book_what_costs_them_nothing(desk, cart):
    trip_id, _ = cart("reseller_collects")
    phone, key = Desk(make_client("reef")), desk.trip(trip_id)["hash"]

    refuse(
        phone, f"/api/trip/{key}/convert", 402, "payment_required", expected_total=TOTAL, accept_terms=True
    )

    assert desk.trip(trip_id)["status"]["slug"] == "draft"


class TestDeposit:
    def test_stays_with_the_partner_when_the_commission_changes(self, desk, sold):
        trip_id = sold("deposit_commission")
        add(desk, trip_id, NET)

        desk.done(f"/api/trip/{trip_id}/reseller/commission/edit", ppm=500_000, reason="Agreed")

        assert Trip.objects.get(pk=trip_id).commission_amount == TOTAL // 2
        assert money_of(desk, trip_id) == (0, 0, 0)

    def test_is_not_charged_again(self, desk, sold):
        trip_id = sold("deposit_commission")
        path = f"/api/trip/{trip_id}/payment/add"

        refuse(desk, path, 422, "overpayment", method="cash", amount=NET + 1)
        assert add(desk, trip_id, NET)["paid_state"] == "paid"

    def test_is_shared_by_the_trips_of_a_split(self, desk, sold):
        trip_id = sold("deposit_commission")
        order = desk.order(trip_id)

        desk.done(f"/api/tripOrder/{order['id']}/split", booking_ids=[order["bookings"][0]["id"]], to="trip")

        trips = Trip.objects.order_by("pk")
        assert len(trips) == 2
        assert all(trip.commission["terms"] for trip in trips)
        assert sum(trip.partner_deposit_amount for trip in trips) == SHARE
        assert sum(desk.trip(trip.pk)["totals"]["balance"] for trip in trips) == NET


class TestNetAtBooking:
    def test_charges_the_partners_card_and_books(self, desk, gateway, cart):
        trip_id, reseller = cart("net_at_booking")
        keep_card(desk, gateway, reseller)

        trip = desk.done(f"/api/trip/{trip_id}/reserve")["trip"]

        assert trip["status"]["slug"] == "reserved"
        assert money_of(desk, trip_id) == (0, 0, 0)
        assert [row.amount for row in Payment.objects.all()] == [NET]
        assert gateway.calls.count(("charge", "pm_r1")) == 1

    def test_a_refused_card_leaves_the_cart(self, desk, gateway, cart):
        trip_id, reseller = cart("net_at_booking")
        keep_card(desk, gateway, reseller)
        gateway.refusals["pm_r1"] = "card_declined"

        refuse(desk, f"/api/trip/{trip_id}/reserve", 402, "card_declined")

        assert desk.trip(trip_id)["status"]["slug"] == "draft"
        assert not Payment.objects.exists()
        gateway.refusals.clear()
        desk.done(f"/api/trip/{trip_id}/reserve")
        assert Payment.objects.get().amount == NET

    def test_without_a_card_nothing_is_booked(self, desk, gateway, cart):
        trip_id, _ = cart("net_at_booking")

        detail = refuse(desk, f"/api/trip/{trip_id}/reserve", 402, "payment_required")

        assert detail["due_now"] == NET
        may = desk.client.get(f"/api/trip/{trip_id}/canReserve").json()
        assert [one["code"] for one in may["blockers"]] == ["payment_required"]
        path = f"/api/trip/{trip_id}/directPay/convert"
        refuse(desk, path, 402, "payment_required", method="cash", expected_total=TOTAL)
        assert desk.trip(trip_id)["status"]["slug"] == "draft"

    def test_an_answer_that_is_lost_books_once_it_is_found(self, desk, gateway, cart):
        trip_id, reseller = cart("net_at_booking")
        keep_card(desk, gateway, reseller)
        gateway.lose_answers = True
        refuse(desk, f"/api/trip/{trip_id}/reserve", 502, "gateway_error")
        gateway.lose_answers = False
        refuse(desk, f"/api/trip/{trip_id}/reserve", 409, "payment_in_progress")
        assert desk.trip(trip_id)["status"]["slug"] == "draft"

        intent = Intent.objects.get()
        intent_reconciliation.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(minutes=2))

        assert desk.trip(trip_id)["status"]["slug"] == "reserved"
        assert gateway.calls.count(("charge", "pm_r1")) == 1

    def test_is_charged_by_the_terms_of_now(self, desk, gateway, cart):
        trip_id, reseller = cart("net_at_booking")
        keep_card(desk, gateway, reseller)
        Reseller.objects.update(commission_ppm=500_000)

        desk.done(f"/api/trip/{trip_id}/reserve")

        assert Payment.objects.get().amount == TOTAL // 2


class TestPaymentMethod:
    def test_required_of_the_partner(self, desk, cart):
        trip_id, _ = cart("reseller_collects", payment_method="payment_required")
        refuse(desk, f"/api/trip/{trip_id}/reserve", 402, "payment_required")

        add(desk, trip_id, NET, method="voucher")

        assert desk.trip(trip_id)["status"]["slug"] == "reserved"

    def test_required_of_the_customer(self, desk, cart):
        trip_id, _ = cart("operator_collects", payment_method="payment_required")
        refuse(desk, f"/api/trip/{trip_id}/reserve", 402, "payment_required")

        add(desk, trip_id, TOTAL)

        assert desk.trip(trip_id)["status"]["slug"] == "reserved"

    @pytest.mark.parametrize(
        ("collect_type", "amount"),
        [("reseller_collects", NET), ("net_at_booking", NET), ("operator_collects", TOTAL)],
    )
    def test_paid_in_advance(self, desk, cart, collect_type, amount):
        trip_id, _ = cart(collect_type, payment_method="auto_apply")

        desk.done(f"/api/trip/{trip_id}/reserve")

        payment = Payment.objects.get()
        assert (payment.method, payment.amount) == ("ota_prepaid", amount)
        assert money_of(desk, trip_id) == (0, 0, 0)

    @pytest.mark.parametrize("method", ["invoice_manual", "none_required"])
    def test_on_credit(self, desk, cart, method):
        trip_id, _ = cart("reseller_collects", payment_method=method)

        desk.done(f"/api/trip/{trip_id}/reserve")

        assert money_of(desk, trip_id) == (0, 0, NET)
        assert not Payment.objects.exists()


def test_an_agents_own_share_is_kept_as_it_was_when_sold(desk, cart):
    trip_id, reseller = cart("reseller_collects")
    agent = make_agent(reseller)
    UserAvatar.objects.filter(pk=agent.pk).update(commission_ppm=250_000)
    desk.done(f"/api/trip/{trip_id}/resellerAgent/edit", agent_id=agent.pk)
    desk.done(f"/api/trip/{trip_id}/reserve")
    assert Trip.objects.get(pk=trip_id).commission["agent_amount"] == SHARE // 4

    UserAvatar.objects.filter(pk=agent.pk).update(commission_ppm=1)
    desk.done(f"/api/trip/{trip_id}/setVoucher", reseller_voucher="V1")

    assert Trip.objects.get(pk=trip_id).commission["agent_amount"] == SHARE // 4
