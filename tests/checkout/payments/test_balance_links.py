"""The address in messages where what is left of a trip is paid: no row until somebody pays."""

from datetime import timedelta

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.payment_links import balance_links, customer_links
from outfitter_tenants.crm.templates.render_for_trip import render_words
from outfitter_tenants.crm.templates.trip_values import trip_data, values_of_trip
from outfitter_tenants.ledger.models import Intent, PaymentLink
from outfitter_tenants.messaging import subscribers
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.checkout.payments.payment_facts import TOTAL, add, refuse, rows_of
from tests.checkout.payments.test_payment_links import look, make
from tests.messaging.test_documents import doc, field, paragraph
from tests.support.database import PEAK


@pytest.fixture
def secret(trip_id):
    return balance_links.path_of(trip_id).removeprefix("/pay/")


class TestLooking:
    def test_shows_what_is_left_and_makes_nothing(self, trip_id, secret, phone, gateway):
        version = Trip.objects.get(pk=trip_id).version
        page = look(phone, secret)
        assert (page["state"], page["amount_mode"], page["amount"]) == ("open", "balance", TOTAL)
        assert page["payment"]["provider"] == "stripe"
        assert page["sent_amount"] is None
        assert not PaymentLink.objects.exists()
        assert Trip.objects.get(pk=trip_id).version == version

    def test_it_follows_the_request_that_stands(self, desk, trip_id, secret, phone, gateway):
        made, _ = make(desk, trip_id)
        look(phone, secret)
        assert PaymentLink.objects.get(pk=made["id"]).opened_at is not None

    def test_a_request_that_ended_does_not_end_it(self, desk, trip_id, secret, phone, gateway):
        made, _ = make(desk, trip_id)
        PaymentLink.objects.filter(pk=made["id"]).update(expires_at=utc_now() - timedelta(days=1))
        assert look(phone, secret)["state"] == "open"

    def test_of_a_trip_that_is_gone(self, trip_id, secret, phone, gateway):
        Trip.objects.filter(pk=trip_id).update(status="deleted")
        assert look(phone, secret)["state"] == "void"

    def test_nobody_guesses_one(self, trip_id, secret, phone, gateway):
        with in_schema(PEAK.schema_name):
            theirs = balance_links.path_of(trip_id).removeprefix("/pay/")
        assert theirs != secret
        for wrong in (
            theirs,
            secret[:-1] + "g",
            secret[1:],
            f"b{trip_id + 1}{secret[len(str(trip_id)) + 1 :]}",
        ):
            assert phone.client.get(f"/api/paymentLink/{wrong}/get").status_code == 404, wrong


class TestPaying:
    def test_the_whole_way(self, desk, trip_id, secret, phone, gateway):
        begun = phone.done(f"/api/paymentLink/{secret}/createIntent", amount=TOTAL)
        again = phone.done(f"/api/paymentLink/{secret}/createIntent", amount=TOTAL)
        assert begun["intent_id"] == again["intent_id"]
        assert PaymentLink.objects.get().amount_mode == "balance"
        gateway.pay(Intent.objects.get().gateway_id)
        done = phone.done(f"/api/paymentLink/{secret}/confirm", intent_id=begun["intent_id"])
        assert (done["status"], done["link"]["state"]) == ("succeeded", "paid")
        assert look(phone, secret)["state"] == "paid"
        assert desk.trip(trip_id)["paid_state"] == "paid"
        assert rows_of(trip_id, "trip.payment_link_created") == 1
        refuse(phone, f"/api/paymentLink/{secret}/createIntent", 409, "nothing_due", amount=TOTAL)

    def test_another_amount_is_never_taken(self, trip_id, secret, phone, gateway):
        refuse(phone, f"/api/paymentLink/{secret}/createIntent", 409, "amount_changed", amount=TOTAL - 1)


class TestInMessages:
    def written(self, trip_id):
        ctx = contexts.context_for(schema_name="t_reef")
        words = TemplateWords("en", "Pay", "", doc(paragraph(field("payment.link"))), "{{payment.link}}")
        return render_words(
            words,
            values_of_trip(trip_id),
            data=trip_data(trips.get_trip(trip_id=trip_id)),
            operator=subscribers.operator_of(ctx),
        )

    def test_it_opens_the_payment(self, trip_id, secret, gateway):
        made = self.written(trip_id)
        assert f"/pay/{secret}" in made.text
        assert f"/pay/{secret}" in made.html
        assert made.sms.endswith(f"/pay/{secret}")
        assert not PaymentLink.objects.exists()

    def test_without_cards_it_opens_the_guests_own_page(self, trip_id, monkeypatch):
        monkeypatch.setattr(intent_calls, "payment_provider", _none)
        assert not customer_links.is_money_taken()
        made = self.written(trip_id)
        assert "/customerPortal?trip=" in made.text

    def test_with_nothing_left_there_is_none(self, desk, trip_id, gateway):
        add(desk, trip_id)
        assert "/pay/" not in self.written(trip_id).text


def _none(*, schema_name):
    from outfitter.plugins.payments.providers import NoPaymentProvider

    raise NoPaymentProvider("No cards here.")
