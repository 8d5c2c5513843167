"""Receipts: sent to who paid by themselves, or when staff ask for one; in every language."""

from datetime import date, timedelta

import pytest

from outfitter.kit import text_lines
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob, OutboxEvent
from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.checkout.payments import receipts
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails import confirmation, receipt
from outfitter_tenants.messaging.mails.renderer import Style
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.trips.models import Trip, TripOrder
from tests.checkout.payments.payment_facts import TOTAL, add, only_payment, refuse, rows_of
from tests.checkout.payments.saved_card_calls import charge, keep, owner_of
from tests.messaging.support import operator, payload
from tests.support.resellers import make_reseller
from tests.support.sales import fill_cart
from tests.support.trip_states import make_reserved


@pytest.fixture
def trip_id(offer):
    """A trip of each test's own: what was told of a sale is counted here."""
    return make_reserved(offer)


def pay(desk, gateway, trip_id, **body):
    begun = desk.done(f"/api/payment/trip/{trip_id}/createIntent", amount_mode="balance", **body)
    gateway.pay(list(gateway.intents)[-1])
    return desk.done(f"/api/payments/trip/{trip_id}/confirm", intent_id=begun["intent_id"])


def planned():
    return DueJob.objects.filter(kind=receipts.KIND)


def ask(desk, trip_id, payment_id=0):
    customer = Trip.objects.get(pk=trip_id).customer_id
    return f"/trip/message/send/{customer}/receipt/{trip_id}/{payment_id}"


class TestByItself:
    def test_after_a_card_payment_of_a_booked_trip(self, desk, gateway, trip_id):
        pay(desk, gateway, trip_id)

        for _ in range(2):
            receipts.send_planned(planned().get().payload, utc_now())

        mail = Message.objects.get(category="receipt")
        assert "ana@example.com" in mail.to
        assert "$127.00" in mail.subject
        assert "$127.00" in mail.body_text

    def test_not_for_what_books_a_cart(self, desk, gateway, offer):
        pay(desk, gateway, fill_cart(offer))

        assert not planned().exists()

    def test_not_for_cash_nor_without_an_address(self, desk, gateway, trip_id):
        add(desk, trip_id, 1000)
        Trip.objects.filter(pk=trip_id).update(contact_email=None)
        pay(desk, gateway, trip_id)

        assert not planned().exists()

    def test_not_to_the_customer_for_a_partners_card(self, desk, gateway, trip_id):
        reseller = make_reseller()
        desk.done(f"/api/reseller/{reseller}/createCardIntent")
        gateway.keep(gateway.customers[f"reseller:{reseller}"], "pm_r")
        desk.done(f"/api/reseller/{reseller}/creditCard/add", payment_method_id="pm_r")
        Trip.objects.filter(pk=trip_id).update(reseller_id=reseller)
        card = desk.client.get(f"/api/reseller/{reseller}/cards/get").json()["cards"][0]["id"]

        add(desk, trip_id, method=None, saved_card_id=card, card_owner="reseller")

        assert not planned().exists()

    @pytest.mark.parametrize("is_told", [True, False])
    @pytest.mark.parametrize("is_late", [True, False])
    def test_of_a_saved_card_as_staff_wished(self, desk, gateway, trip_id, is_told, is_late):
        """Also when the answer gets lost, and somebody else records the payment."""
        path, body = charge(trip_id, keep(desk, gateway, trip_id), notify=is_told)
        gateway.is_away = is_late
        desk.post(path, **body)
        gateway.is_away = False
        if is_late:
            job = {"intent_id": Intent.objects.get(kind="payment").pk}
            intent_reconciliation.reconcile(job, utc_now() + timedelta(minutes=2))

        assert only_payment(trip_id).status == "succeeded"
        assert planned().exists() is is_told

    @pytest.mark.parametrize("is_told", [True, False])
    def test_the_confirmation_of_a_cart_that_a_saved_card_books(self, desk, gateway, offer, trip_id, is_told):
        card, cart = keep(desk, gateway, trip_id), fill_cart(offer)
        Trip.objects.filter(pk=cart).update(customer_id=owner_of(trip_id))
        OutboxEvent.objects.all().delete()
        path, body = charge(cart, card, notify=is_told)
        desk.done(path, **body)

        assert OutboxEvent.objects.get(name="trip.converted").payload["notify"] is is_told

    @pytest.mark.parametrize("is_told", [True, False])
    def test_the_confirmation_of_a_cart_that_is_completed_with_a_payment(self, desk, gateway, offer, is_told):
        cart = fill_cart(offer)
        begun = desk.done(f"/api/payment/trip/{cart}/createIntent", amount_mode="balance")
        gateway.pay(list(gateway.intents)[-1])
        desk.done(
            f"/api/trip/{cart}/convert",
            intent_id=begun["intent_id"],
            expected_total=TOTAL,
            accept_terms=True,
            notify=is_told,
        )

        assert OutboxEvent.objects.get(name="trip.converted").payload["notify"] is is_told

    def test_not_for_what_was_taken_back_meanwhile(self, desk, gateway, trip_id):
        pay(desk, gateway, trip_id)
        Payment.objects.update(status="reversed", reversed_amount=TOTAL)

        receipts.send_planned(planned().get().payload, utc_now())

        assert not Message.objects.filter(category="receipt").exists()


class TestAskedFor:
    def test_for_a_payment_as_often_as_wanted(self, desk, trip_id, settings):
        settings(tip_mode="shared_pool")
        add(desk, trip_id, 2000, tip_amount=300)
        add(desk, trip_id, 1000)
        first = Payment.objects.order_by("pk")[0]

        for _ in range(2):
            desk.done(ask(desk, trip_id, first.pk))

        mails = Message.objects.filter(category="receipt")
        assert mails.count() == 2
        assert all("$23.00" in mail.body_text and "$3.00" in mail.body_text for mail in mails)
        assert "cash" in mails[0].body_text
        assert rows_of(trip_id, "trip.message_sent") == 2

    def test_for_the_latest_when_none_is_named(self, desk, trip_id):
        add(desk, trip_id, 1000)
        add(desk, trip_id, 2000)

        desk.done(ask(desk, trip_id))

        assert "$20.00" in Message.objects.get(category="receipt").subject

    def test_nothing_was_paid(self, desk, trip_id):
        refuse(desk, ask(desk, trip_id), 409, "nothing_to_send")
        add(desk, trip_id)
        payment = only_payment(trip_id)
        desk.done(f"/api/trip/{trip_id}/payment/remove", payment_id=payment.pk, reason="typo")

        refuse(desk, ask(desk, trip_id, payment.pk), 409, "nothing_to_send")
        refuse(desk, ask(desk, trip_id, 999_999), 404, "not_found")

    def test_a_new_time_can_be_told_again(self, desk, trip_id):
        path = f"/trip/message/send/{Trip.objects.get(pk=trip_id).customer_id}/rebooking/{trip_id}/0"
        refuse(desk, path, 409, "nothing_to_send")
        TripOrder.objects.filter(trip_id=trip_id).update(rebooked_cnt=1)

        desk.done(path)

        assert Message.objects.get(category="rebooking").trip_id == trip_id


@pytest.mark.parametrize("code", translations.languages())
@pytest.mark.parametrize("is_refund", [False, True])
def test_in_every_language(code, is_refund):
    data = receipt.ReceiptData(
        trip=confirmation.from_payload(payload(locale=code)),
        payment_id=1,
        amount=12_345,
        tip_amount=1_000,
        method="cash",
        day=date(2026, 7, 14),
        is_refund=is_refund,
    )

    said = receipt.render(data=data, operator=operator())

    style = Style(code, translations.babel_locale(code, "en-US"), "USD")
    assert said.locale == code
    assert text_lines.one_line(style.money(12_345)) in said.subject
    assert style.money(12_345) in said.text
    assert (style.money(1_000) in said.text) is not is_refund
    assert translations.catalogue(code)["method_cash"] in said.text
    assert "{" not in said.text
