"""Payments at card readers, the tokens of tills, and what the gateway has booked of a payment."""

import pytest

from outfitter.plugins.payments.balance_types import GatewayLocation, GatewayTransaction
from outfitter.plugins.payments.types import GatewayUnavailable
from outfitter_tenants.ledger.models import Intent
from tests.checkout.payments.payment_facts import TOTAL, add, forbid, only_payment, refuse


def begin(desk, trip, **body):
    return desk.done(f"/api/payment/trip/{trip}/createIntent", **body)


def confirm(desk, trip, intent_id):
    return desk.done(f"/api/payments/trip/{trip}/confirm", intent_id=intent_id)


def pay(gateway, begun):
    gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)


class TestAtAReader:
    @pytest.fixture
    def reader(self, gateway):
        gateway.add_reader()
        gateway.list_readers = lambda ctx, **_: list(gateway.readers.values())
        gateway.list_locations = lambda ctx: [GatewayLocation("tml_1", "Dock")]
        return "tmr_1"

    def test_the_whole_way_with_a_tip_on_the_reader(self, desk, trip_id, gateway, reader, settings):
        settings(tip_mode="shared_pool")
        assert desk.client.get("/api/payments/readers/get").json()["readers"] == [
            {"id": "tmr_1", "name": "Counter", "status": "online", "location": "Dock", "intent_id": None}
        ]

        begun = begin(desk, trip_id, channel="pos_terminal", amount_mode="balance", reader_id=reader)
        gateway_id = Intent.objects.get().gateway_id
        busy = desk.client.get("/api/payments/readers/get").json()["readers"][0]
        gateway.pay(gateway_id)
        gateway._set(
            gateway_id,
            amount=TOTAL + 900,
            amount_received=TOTAL + 900,
            tip_amount=900,
            paid_with="card_present",
        )
        confirm(desk, trip_id, begun["intent_id"])

        assert ("process", gateway_id) in gateway.calls
        assert (busy["status"], busy["intent_id"]) == ("busy", begun["intent_id"])
        payment = only_payment(trip_id)
        assert (payment.method, payment.amount, payment.tip_amount) == ("card_present", TOTAL + 900, 900)
        assert desk.trip(trip_id)["totals"]["balance"] == 0

    def test_interac_goes_back_with_the_card_there_only(self, desk, trip_id, gateway, reader):
        begun = begin(desk, trip_id, channel="pos_terminal", amount_mode="balance", reader_id=reader)
        gateway_id = Intent.objects.get().gateway_id
        gateway.pay(gateway_id)
        gateway._set(gateway_id, paid_with="interac")
        confirm(desk, trip_id, begun["intent_id"])

        payment = only_payment(trip_id)
        assert (payment.method, payment.is_terminal_only) == ("card_present", True)
        body = {"payment_id": payment.pk, "reason": "customer"}
        refused = desk.post("/api/payments/stripeRefund", **body)
        assert (refused.status_code, refused.json()["code"]) == (422, "terminal_refund_required")

    def test_stopped(self, desk, trip_id, gateway, reader):
        begun = begin(desk, trip_id, channel="pos_terminal", reader_id=reader)

        desk.done(f"/api/payment/trip/{trip_id}/intent/cancel", intent_id=begun["intent_id"])

        assert Intent.objects.get().status == "canceled"
        assert gateway.readers[reader].action is None

    def test_stopped_as_it_was_paid(self, desk, trip_id, gateway, reader):
        begun = begin(desk, trip_id, channel="pos_terminal", reader_id=reader, amount_mode="balance")
        pay(gateway, begun)

        done = desk.done(f"/api/payment/trip/{trip_id}/intent/cancel", intent_id=begun["intent_id"])

        assert done["trip"]["paid_state"] == "paid"

    def test_a_reader_of_somebody_else(self, desk, trip_id, gateway, reader):
        refuse(
            desk,
            f"/api/payment/trip/{trip_id}/createIntent",
            404,
            "not_found",
            channel="pos_terminal",
            reader_id="tmr_theirs",
        )
        assert gateway.intents == {}

    def test_a_token_for_a_till(self, desk, gateway, reader):
        path = "/api/payments/stripeFetchTerminalToken"

        assert desk.done(path, location_id="tml_1") == {"secret": "pst_test"}
        refuse(desk, path, 422, "validation_failed", location_id="tml_theirs")
        refuse(desk, path, 404, "not_found", device_id=999_999)
        forbid("payment.take")
        refuse(desk, path, 403, "forbidden")

    def test_a_gateway_without_readers(self, desk, gateway):
        gateway.capabilities = frozenset()

        assert desk.client.get("/api/payments/readers/get").json() == {"readers": []}
        refuse(desk, "/api/payments/stripeFetchTerminalToken", 409, "gateway_unsupported")


class TestTransaction:
    def test_what_the_gateway_booked(self, desk, trip_id, gateway):
        begun = begin(desk, trip_id, amount_mode="balance")
        pay(gateway, begun)
        confirm(desk, trip_id, begun["intent_id"])
        gateway.get_transaction = lambda ctx, charge_id: GatewayTransaction(
            charge_id,
            None,
            "succeeded",
            TOTAL,
            0,
            "USD",
            settled_currency="USD",
            settled_gross=TOTAL,
            settled_fee=399,
            settled_net=TOTAL - 399,
        )
        path = f"/api/payments/getTransaction?payment_id={only_payment(trip_id).pk}"

        shown = desk.client.get(path).json()
        assert (shown["charge_id"], shown["settled_fee"]) == ("ch_1", 399)

        def away(ctx, charge_id):
            raise GatewayUnavailable("no answer")

        gateway.get_transaction = away
        assert desk.client.get(path).status_code == 502

    def test_of_cash(self, desk, trip_id, gateway):
        add(desk, trip_id)
        path = f"/api/payments/getTransaction?payment_id={only_payment(trip_id).pk}"

        assert desk.client.get(path).json()["code"] == "no_transaction"
        assert desk.client.get("/api/payments/getTransaction?payment_id=999999").status_code == 404
