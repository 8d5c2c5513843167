"""Two at one trip's money in the same instant: a real database decides, and no cent is doubled."""

import json
from dataclasses import replace
from threading import Event

import pytest
from django.db import connection

from outfitter.db.tenant_schema import current_schema, in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Busy
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.card_charges.operations import ChargeRequest
from outfitter_tenants.checkout.card_holds import captures
from outfitter_tenants.checkout.intents import intent_reconciliation, settlement
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.payments import operations as payments
from outfitter_tenants.ledger.models import Entry, Intent, Payment, PaymentHold
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips.models import Trip
from tests.checkout.payments.payment_facts import TOTAL, keep_card
from tests.support import threads
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, fill_cart, make_offer
from tests.support.sold_trips import STAFF, sell
from tests.support.threads import SCHEMA

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*jobs):
    """Do everything in the same instant; returns what each returned or raised."""
    return threads.at_once(jobs)


def cash(trip_id, amount=TOTAL):
    return lambda: payments.add_payment(
        trip_id=trip_id,
        received=Received("cash", amount),
        currency=None,
        is_overpaying=False,
        is_told=False,
        by=STAFF,
        at=utc_now(),
    )


def problems(results):
    return [one for one in results if isinstance(one, Exception)]


def in_the_books(trip_id):
    """Return what the journal says came in, after checking that it balances and the trip agrees."""
    entries = Entry.objects.filter(trip_id=trip_id)
    assert sum(entry.amount for entry in entries) == 0
    paid = -sum(entry.amount for entry in entries if entry.account == "outside")
    trip = Trip.objects.get(pk=trip_id)
    assert trip.paid_amount - trip.refunded_amount == paid
    return paid


def hold_of(gateway, trip_id):
    start = intents.begin(
        trip_id=trip_id,
        channel="moto",
        amount_mode="balance",
        at=utc_now(),
        wish=intents.IntentRequest(capture="manual"),
    )
    gateway.authorise(start.answer.gateway_id)
    intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())
    return PaymentHold.objects.get().pk


def test_two_cashiers_take_the_balance(gateway):
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())

        found = problems(at_once(cash(trip_id), cash(trip_id)))

        assert len(found) == 1
        assert in_the_books(trip_id) == TOTAL


def test_two_charge_the_saved_card(gateway):
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())
        card = keep_card(trip_id)
        wish = ChargeRequest("customer", card, TOTAL)

        def charge():
            return card_charges.charge(trip_id=trip_id, wish=wish, by=STAFF, at=utc_now())

        found = problems(at_once(charge, charge))

        assert len(found) == 1
        assert gateway.calls.count(("charge", "pm_1")) == 1
        assert in_the_books(trip_id) == TOTAL


def test_confirmed_told_and_told_again_at_once(gateway):
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())
        start = intents.begin(
            trip_id=trip_id, channel="web", amount_mode="balance", at=utc_now(), is_customer=True
        )
        answer = gateway.pay(start.answer.gateway_id)

        def confirm():
            return intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

        def hear():
            settlement.settle_by_gateway(
                schema_name=current_schema(), gateway="stripe", answer=answer, at=utc_now()
            )

        found = problems(at_once(confirm, hear, hear))

        assert not [one for one in found if not isinstance(one, Busy)]
        assert Payment.objects.count() == 1
        assert in_the_books(trip_id) == TOTAL


def test_taken_and_given_back_at_once(gateway):
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())
        hold_id = hold_of(gateway, trip_id)

        found = problems(
            at_once(
                lambda: captures.capture_hold(
                    hold_id=hold_id, amount=None, reason="", by=STAFF, at=utc_now()
                ),
                lambda: captures.release_hold(hold_id=hold_id, reason="", by=STAFF, at=utc_now()),
            )
        )

        assert len(found) == 1
        hold = PaymentHold.objects.get()
        assert (hold.status, in_the_books(trip_id)) in {("captured", TOTAL), ("released", 0)}


def test_removed_twice(gateway):
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())
        cash(trip_id)()
        payment = Payment.objects.get()

        def remove():
            return payments.remove_payment(
                trip_id=trip_id, payment_id=payment.pk, reason="x", by=STAFF, at=utc_now()
            )

        assert len(problems(at_once(remove, remove))) == 1
        assert in_the_books(trip_id) == 0


def test_a_tip_is_given_twice_at_once(gateway):
    with in_schema(SCHEMA):
        Properties.objects.update_or_create(pk=1, defaults={"tip_mode": "shared_pool"})
        trip_id = sell(make_offer())
        payments.add_payment(
            trip_id=trip_id,
            received=Received("cash", TOTAL, 1000),
            currency=None,
            is_overpaying=False,
            is_told=False,
            by=STAFF,
            at=utc_now(),
        )
        payment = Payment.objects.get()

        def assign():
            return payments.assign(trip_id=trip_id, payment_id=payment.pk, splits={}, by=STAFF, at=utc_now())

        assert not problems(at_once(assign, assign))
        assert sum(Entry.objects.filter(account="tip").values_list("amount", flat=True)) == 1000


def test_two_devices_that_begin_at_once_have_one_intent_each(gateway):
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())

        def begin():
            return intents.begin(
                trip_id=trip_id,
                channel="web",
                amount_mode="balance",
                at=utc_now(),
                wish=intents.IntentRequest(device="v:ana"),
            )

        found = problems(at_once(begin, begin))

        assert not [one for one in found if not isinstance(one, Busy)]
        assert Intent.objects.count() == 1
        assert len(gateway.intents) == 1


def test_two_who_take_what_is_held(gateway):
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())
        hold_id = hold_of(gateway, trip_id)

        def capture():
            return captures.capture_hold(hold_id=hold_id, amount=5000, reason="", by=STAFF, at=utc_now())

        at_once(capture, capture, capture)

        assert PaymentHold.objects.get().status == "partially_captured"
        assert Payment.objects.count() == 1
        assert in_the_books(trip_id) == 5000


def test_the_news_come_while_our_call_is_on_the_line(gateway, monkeypatch):
    """A card that is charged at once: Stripe tells of it before it answers us."""
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())
        card = keep_card(trip_id)
    paid, told, create = Event(), Event(), gateway.create_intent

    def slow(ctx, **more):
        answer = create(ctx, **more)
        paid.set()
        assert told.wait(20)
        return answer

    def hear():
        assert paid.wait(20)
        [answer] = gateway.intents.values()
        marked = replace(answer, metadata={**answer.metadata, "schema": SCHEMA})
        settlement.settle_by_gateway(schema_name=SCHEMA, gateway="stripe", answer=marked, at=utc_now())
        told.set()

    monkeypatch.setattr(gateway, "create_intent", slow)
    wish = ChargeRequest("customer", card, TOTAL)
    results = at_once(lambda: card_charges.charge(trip_id=trip_id, wish=wish, by=STAFF, at=utc_now()), hear)

    assert problems(results) == []
    with in_schema(SCHEMA):
        assert Payment.objects.count() == 1
        assert Intent.objects.get().status == "succeeded"
        assert in_the_books(trip_id) == TOTAL


@pytest.mark.parametrize("what", ["payment/add", "refund"])
def test_a_click_that_is_sent_thrice_at_once(gateway, client_for, what):
    connection.set_schema_to_public()
    desks = [owner_of(client_for) for _ in range(3)]
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())
        if what == "refund":
            cash(trip_id)()
    body = {"method": "cash", "amount": 1000}
    path = f"/api/trip/{trip_id}/payment/add"
    if what == "refund":
        with in_schema(SCHEMA):
            paid = Payment.objects.get().pk
        body, path = ({"payment_id": paid, "amount": 1000, "reason": "customer"}, "/api/payment/refund")

    def click(client):
        return lambda: (
            client.post(
                path,
                json.dumps(body),
                content_type="application/json",
                headers={"Idempotency-Key": "one click"},
            ).status_code
        )

    found = at_once(*map(click, desks))

    assert 200 in found
    assert set(found) <= {200, 409}
    with in_schema(SCHEMA):
        kind = "refund" if what == "refund" else "payment"
        assert Payment.objects.filter(kind=kind).count() == 1
        assert in_the_books(trip_id) == (TOTAL - 1000 if what == "refund" else 1000)


def test_a_cart_grows_while_its_payment_is_heard_of(gateway):
    """Whoever comes first: nobody gets eight seats for the price of one."""
    with in_schema(SCHEMA):
        offer = make_offer()
        trip_id = fill_cart(offer, adults=1, children=0)
        start = intents.begin(
            trip_id=trip_id, channel="web", amount_mode="due", at=utc_now(), is_customer=True
        )
        gateway.pay(start.answer.gateway_id)

        at_once(
            lambda: intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now()),
            lambda: fill_cart(offer, adults=8, children=0, trip_id=trip_id),
            lambda: intent_reconciliation.withdraw({"intent_id": start.intent_id}, utc_now()),
        )
        intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

        trip = Trip.objects.get(pk=trip_id)
        assert Payment.objects.filter(kind="payment").count() == 1
        assert trip.total_amount == (ADULT if trip.status == "reserved" else 8 * ADULT)
        assert trip.status in {"reserved", "draft"}
