"""Parts of a trip paid through the gateway: how much, by whom, again, and at a reader."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.gateway import GatewayUnavailable
from outfitter.plugins.gateway_books import GatewayLocation, GatewayTransaction
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.operations.payment import payments, reconciling
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.desk import Desk
from tests.checkout.money.counter import TOTAL, add, forbid, only_payment, refuse
from tests.support.life import make_reserved
from tests.support.sales import ADULT, CHILD, fill_cart


@pytest.fixture
def trip_id(offer):
    return make_reserved(offer)


@pytest.fixture
def phone(reef, client_for):
    """A customer's phone."""
    return Desk(client_for("reef"))


def begin(desk, trip, **body):
    return desk.done(f"/api/payment/trip/{trip}/createIntent", **body)


def confirm(desk, trip, intent_id):
    return desk.done(f"/api/payments/trip/{trip}/confirm", intent_id=intent_id)


def pay(gateway, begun):
    gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)


class TestHowMuch:
    def test_the_balance_of_a_booked_trip_later(self, desk, phone, trip_id, gateway):
        add(desk, trip_id, 2000)
        key = desk.trip(trip_id)["hash"]

        begun = begin(phone, key, amount_mode="balance", channel="portal")
        pay(gateway, begun)
        trip = confirm(phone, key, begun["intent_id"])["trip"]

        assert begun["amount"] == TOTAL - 2000
        assert trip["paid_state"] == "paid"

    def test_a_deposit(self, desk, offer, gateway, settings):
        settings(deposit={"kind": "per_order_percent", "rate_ppm": 250_000})
        trip_id = make_reserved(offer)
        due = Trip.objects.get(pk=trip_id).deposit_due_amount

        assert 0 < due < TOTAL
        assert begin(desk, trip_id, amount_mode="deposit")["amount"] == due
        add(desk, trip_id, due)
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 409, "nothing_due",
               amount_mode="deposit")  # fmt: skip

    def test_some_guests(self, desk, trip_id, gateway):
        guests = Booking.objects.filter(trip_order__trip_id=trip_id).order_by("unit_amount")
        child, adult = guests[0].pk, guests[1].pk

        begun = begin(desk, trip_id, amount_mode="tab", booking_ids=[child])
        pay(gateway, begun)
        trip = confirm(desk, trip_id, begun["intent_id"])["trip"]

        assert begun["amount"] == CHILD
        assert trip["payments"][0]["covered_booking_ids"] == [child]
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 409, "nothing_due",
               amount_mode="tab", booking_ids=[child])  # fmt: skip
        both = begin(desk, trip_id, amount_mode="tab", booking_ids=[child, adult])
        assert both["amount"] == ADULT

    def test_an_amount_and_a_tip(self, desk, trip_id, gateway, settings):
        settings(tip_mode="shared_pool")
        begun = begin(desk, trip_id, amount_mode="custom", amount=5000, tip_amount=500)
        pay(gateway, begun)
        totals = confirm(desk, trip_id, begun["intent_id"])["trip"]["totals"]

        assert (begun["amount"], begun["tip_amount"]) == (5500, 500)
        assert (totals["paid"], totals["tip"], totals["balance"]) == (5500, 500, TOTAL - 5000)

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({"amount_mode": "custom"}, 422, "validation_failed"),
            ({"amount_mode": "custom", "amount": 0}, 422, "validation_failed"),
            ({"amount_mode": "custom", "amount": -1}, 422, "validation_failed"),
            ({"amount_mode": "balance", "amount": 5}, 422, "validation_failed"),
            ({"amount_mode": "custom", "amount": TOTAL + 1}, 422, "overpayment"),
            ({"amount_mode": "tab"}, 422, "validation_failed"),
            ({"amount_mode": "tab", "booking_ids": [999_999]}, 422, "validation_failed"),
            ({"tip_amount": 1}, 422, "tips_off"),
            ({"channel": "pos_terminal"}, 422, "validation_failed"),
        ],
    )
    def test_what_cannot_be(self, desk, trip_id, gateway, body, status, code):
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", status, code, **body)
        assert gateway.intents == {}

    def test_a_stranger_cannot_book_with_a_part(self, desk, phone, offer, gateway):
        key = desk.trip(fill_cart(offer))["hash"]

        refuse(phone, f"/api/payment/trip/{key}/createIntent", 422, "validation_failed",
               amount_mode="custom", amount=100)  # fmt: skip

    def test_a_deleted_trip(self, desk, trip_id, gateway):
        desk.done(f"/api/trip/{trip_id}/delete", reason="Storm")

        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 409, "already_done")

    def test_a_tip_is_no_part_of_what_is_due(self, desk, offer, settings):
        settings(tip_mode="shared_pool",
                 deposit={"kind": "per_order_percent", "rate_ppm": 500_000})  # fmt: skip
        trip_id = make_reserved(offer)
        due = Trip.objects.get(pk=trip_id).deposit_due_amount

        assert add(desk, trip_id, 1000, tip_amount=900)["totals"]["due_now"] == due - 1000


class TestAgain:
    def test_another_amount_asks_with_the_same_intent(self, desk, trip_id, gateway, settings):
        settings(tip_mode="shared_pool")
        first = begin(desk, trip_id, amount_mode="custom", amount=5000)

        again = desk.done(f"/api/payment/trip/{trip_id}/intent/update",
                          intent_id=first["intent_id"], amount=6000, tip_amount=600)  # fmt: skip

        assert (again["intent_id"], again["amount"]) == (first["intent_id"], 6600)
        assert [(one.amount, one.tip_amount) for one in gateway.intents.values()] == [(6600, 600)]

    def test_two_browsers_do_not_change_each_others_amount(self, desk, trip_id, gateway):
        key = desk.trip(trip_id)["hash"]
        one, two = (
            begin(Desk(desk_of(who)), key, amount_mode="custom", amount=amount, channel="portal")
            for who, amount in (("ana", 3000), ("bob", 4000))
        )

        assert one["intent_id"] != two["intent_id"]
        assert {intent.amount for intent in gateway.intents.values()} == {3000, 4000}

    def test_what_was_paid_another_way_is_asked_for_no_longer(self, desk, trip_id, gateway):
        begun = begin(desk, trip_id, amount_mode="balance")
        add(desk, trip_id)

        job = DueJob.objects.get(kind="payments.outdate")
        reconciling.outdate(job.payload, utc_now())

        assert Intent.objects.get(pk=begun["intent_id"]).status == "canceled"

    def test_two_that_are_paid_at_once_are_both_kept_and_somebody_hears(
        self, desk, trip_id, gateway
    ):
        begun = begin(desk, trip_id, amount_mode="balance")
        add(desk, trip_id)
        pay(gateway, begun)

        confirm(desk, trip_id, begun["intent_id"])

        trip = desk.trip(trip_id)
        assert (trip["paid_state"], trip["attention"]) == ("overpaid", "overpaid")
        assert trip["totals"]["paid"] == 2 * TOTAL

    def test_one_that_was_given_up_at_the_gateway_makes_room(self, desk, trip_id, gateway):
        first = begin(desk, trip_id)
        gateway_id = Intent.objects.get().gateway_id
        gateway.cancel_intent(None, gateway_id=gateway_id, key="dashboard")

        second = begin(desk, trip_id)

        assert second["intent_id"] != first["intent_id"]
        assert Intent.objects.get(pk=first["intent_id"]).status == "canceled"

    def test_confirmed_twice(self, desk, trip_id, gateway):
        begun = begin(desk, trip_id, amount_mode="balance")
        pay(gateway, begun)

        answers = [confirm(desk, trip_id, begun["intent_id"])["status"] for _ in range(2)]

        assert answers == ["succeeded"] * 2
        assert Payment.objects.count() == 1

    def test_killed_between_the_call_and_its_note(self, desk, trip_id, gateway, monkeypatch):
        gateway.lose_answers = True
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 502, "gateway_error",
               amount_mode="balance")  # fmt: skip
        gateway.lose_answers = False
        assert Intent.objects.get().gateway_id is None

        begun = begin(desk, trip_id, amount_mode="balance")

        assert len(gateway.intents) == 1
        assert Intent.objects.get(pk=begun["intent_id"]).gateway_id is not None

    def test_nobody_came_back(self, desk, trip_id, gateway):
        gateway.lose_answers = True
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 502, "gateway_error")
        gateway.lose_answers = False
        intent = Intent.objects.get()

        reconciling.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(minutes=2))
        intent.refresh_from_db()
        assert (intent.gateway_id in gateway.intents, intent.status) == (True, "requires_method")
        reconciling.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(days=3))

        intent.refresh_from_db()
        assert intent.status == "canceled"

    def test_one_the_gateway_never_had(self, desk, trip_id, gateway):
        gateway.is_away = True
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 502, "gateway_error")
        gateway.is_away = False

        reconciling.reconcile({"intent_id": Intent.objects.get().pk}, utc_now() + timedelta(days=1))

        assert Intent.objects.get().status == "canceled"
        assert gateway.intents == {}


def desk_of(visitor):
    from tests.support.browsers import make_client

    client = make_client("reef")
    client.defaults["HTTP_X_OUTFITTER_VISITOR"] = visitor
    return client


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
            {"id": "tmr_1", "name": "Counter", "status": "online", "location": "Dock",
             "intent_id": None}
        ]  # fmt: skip

        begun = begin(desk, trip_id, channel="pos_terminal", amount_mode="balance",
                      reader_id=reader)  # fmt: skip
        gateway_id = Intent.objects.get().gateway_id
        busy = desk.client.get("/api/payments/readers/get").json()["readers"][0]
        gateway.pay(gateway_id)
        gateway._set(gateway_id, amount=TOTAL + 900, amount_received=TOTAL + 900, tip_amount=900,
                     paid_with="card_present")  # fmt: skip
        confirm(desk, trip_id, begun["intent_id"])

        assert ("process", gateway_id) in gateway.calls
        assert (busy["status"], busy["intent_id"]) == ("busy", begun["intent_id"])
        payment = only_payment(trip_id)
        assert (payment.method, payment.amount, payment.tip_amount) == (
            "card_present", TOTAL + 900, 900,
        )  # fmt: skip
        assert desk.trip(trip_id)["totals"]["balance"] == 0

    def test_stopped(self, desk, trip_id, gateway, reader):
        begun = begin(desk, trip_id, channel="pos_terminal", reader_id=reader)

        desk.done(f"/api/payment/trip/{trip_id}/intent/cancel", intent_id=begun["intent_id"])

        assert Intent.objects.get().status == "canceled"
        assert gateway.readers[reader].action is None

    def test_stopped_as_it_was_paid(self, desk, trip_id, gateway, reader):
        begun = begin(desk, trip_id, channel="pos_terminal", reader_id=reader,
                      amount_mode="balance")  # fmt: skip
        pay(gateway, begun)

        done = desk.done(f"/api/payment/trip/{trip_id}/intent/cancel",
                         intent_id=begun["intent_id"])  # fmt: skip

        assert done["trip"]["paid_state"] == "paid"

    def test_a_reader_of_somebody_else(self, desk, trip_id, gateway, reader):
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 404, "not_found",
               channel="pos_terminal", reader_id="tmr_theirs")  # fmt: skip
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
            charge_id, None, "succeeded", TOTAL, 0, "USD", settled_currency="USD",
            settled_gross=TOTAL, settled_fee=399, settled_net=TOTAL - 399,
        )  # fmt: skip
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


def test_a_wish_is_what_it_was(desk, trip_id, gateway):
    begun = begin(desk, trip_id, amount_mode="custom", amount=700, capture="manual")

    channel, mode, wish = payments.get_wish(trip_id=trip_id, intent_id=begun["intent_id"])

    assert (channel, mode, wish.amount, wish.capture) == ("web", "custom", 700, "manual")
