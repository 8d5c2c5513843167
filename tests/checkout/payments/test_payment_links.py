"""Payment links: made, sent, opened, paid, too old, taken back; nobody else's opens anything."""

from datetime import timedelta

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.ledger.models import Intent, Payment, PaymentLink
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.payments.payment_facts import TOTAL, add, refuse, rows_of
from tests.support.database import PEAK
from tests.support.sales import ADULT, CHILD, fill_cart
from tests.support.trip_states import make_reserved


def make(desk, trip_id, **body):
    made = desk.done(f"/api/trip/{trip_id}/paymentLink/create", **body)
    return made, made["url"].rpartition("/pay/")[2]


def look(phone, secret):
    answer = phone.client.get(f"/api/paymentLink/{secret}/get")
    assert answer.status_code == 200, answer.content
    return answer.json()


class TestMade:
    def test_for_the_balance(self, desk, trip_id, phone, gateway):
        made, secret = make(desk, trip_id)

        page = look(phone, secret)

        assert (made["amount"], made["sent_to"]) == (TOTAL, None)
        assert (page["state"], page["amount_mode"], page["amount"]) == ("open", "balance", TOTAL)
        assert page["payment"]["provider"] == "stripe"
        assert page["trip"]["balance"] == TOTAL
        assert page["tip"] is None
        assert page["guests"] == []
        assert rows_of(trip_id, "trip.payment_link_created") == 1

    def test_and_sent(self, desk, trip_id):
        made, secret = make(desk, trip_id, send_by="email", note="See you soon")

        mail = Message.objects.get(category="payment_request")
        assert made["sent_to"] == "ana@example.com"
        assert f"/pay/{secret}" in mail.body_text
        assert "See you soon" in mail.body_text
        assert "$127.00" in mail.body_text

    def test_and_sent_again(self, desk, trip_id):
        made, secret = make(desk, trip_id, send_by="email")

        sent = desk.done(f"/api/trip/{trip_id}/paymentLink/{made['id']}/send")

        mails = Message.objects.filter(category="payment_request")
        assert sent["sent_to"] == "ana@example.com"
        assert [f"/pay/{secret}" in one.body_text for one in mails] == [True, True]
        assert rows_of(trip_id, "trip.message_sent") == 1

    def test_only_while_it_stands_and_to_somebody(self, desk, offer, trip_id):
        path = f"/api/trip/{trip_id}/paymentLink/{make(desk, trip_id)[0]['id']}"
        other = make_reserved(offer)
        refuse(desk, path.replace(f"/{trip_id}/", f"/{other}/") + "/send", 404, "not_found")
        Trip.objects.filter(pk=trip_id).update(contact_email=None)
        refuse(desk, f"{path}/send", 422, "validation_failed")
        desk.done(f"{path}/revoke")
        refuse(desk, f"{path}/send", 409, "link_void")

    def test_by_the_list_of_messages(self, desk, trip_id):
        customer = Trip.objects.get(pk=trip_id).customer_id

        desk.done(f"/trip/message/send/{customer}/payment_request/{trip_id}/0")

        assert Message.objects.filter(category="payment_request").count() == 1
        assert PaymentLink.objects.get().amount_mode == "balance"

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({"amount_mode": "custom", "amount": TOTAL + 1}, "overpayment"),
            ({"amount_mode": "custom"}, "validation_failed"),
            ({"amount_mode": "tab", "booking_ids": [999_999]}, "validation_failed"),
            ({"send_by": "sms"}, "validation_failed"),
            ({"days": 0}, "validation_failed"),
        ],
    )
    def test_what_cannot_be(self, desk, trip_id, body, code):
        refuse(desk, f"/api/trip/{trip_id}/paymentLink/create", 422, code, **body)
        assert not PaymentLink.objects.exists()

    def test_of_a_paid_trip(self, desk, trip_id):
        add(desk, trip_id)

        refuse(desk, f"/api/trip/{trip_id}/paymentLink/create", 409, "nothing_due")

    def test_it_is_good_until_the_trip_begins(self, desk, trip_id):
        make(desk, trip_id)

        start = Trip.objects.get(pk=trip_id).first_start_at
        assert PaymentLink.objects.get().expires_at == start

    def test_it_is_good_for_as_long_as_the_operator_set(self, desk, trip_id):
        Properties.objects.update_or_create(pk=1, defaults={"payment_link_days": 1})
        Trip.objects.filter(pk=trip_id).update(first_start_at=utc_now() + timedelta(days=30))

        make(desk, trip_id)

        link = PaymentLink.objects.get()
        assert link.expires_at - link.created_at == timedelta(days=1)


class TestPaid:
    def begin(self, phone, secret, amount, **more):
        return phone.done(f"/api/paymentLink/{secret}/createIntent", amount=amount, **more)

    def test_the_whole_way(self, desk, trip_id, phone, gateway, settings):
        settings(tip_mode="shared_pool")
        _, secret = make(desk, trip_id)
        assert look(phone, secret)["tip"]["suggestions_ppm"] == [100_000, 150_000, 200_000]

        begun = self.begin(phone, secret, TOTAL + 500, tip_amount=500)
        gateway.pay(Intent.objects.get().gateway_id)
        done = phone.done(f"/api/paymentLink/{secret}/confirm", intent_id=begun["intent_id"])

        assert (begun["amount"], begun["tip_amount"]) == (TOTAL + 500, 500)
        assert (done["status"], done["link"]["state"]) == ("succeeded", "paid")
        assert done["link"]["receipts"][0]["amount"] == TOTAL + 500
        assert desk.trip(trip_id)["paid_state"] == "paid"
        refuse(phone, f"/api/paymentLink/{secret}/createIntent", 409, "nothing_due", amount=TOTAL)

    def test_two_phones_share_one_payment(self, desk, trip_id, phone, gateway):
        _, secret = make(desk, trip_id)

        first, second = (self.begin(phone, secret, TOTAL) for _ in range(2))

        assert first["intent_id"] == second["intent_id"]
        assert len(gateway.intents) == 1

    def test_never_another_amount_than_was_shown(self, desk, trip_id, phone, gateway):
        _, secret = make(desk, trip_id)
        add(desk, trip_id, 1000)

        detail = refuse(phone, f"/api/paymentLink/{secret}/createIntent", 409, "amount_changed", amount=TOTAL)

        assert detail == {"amount": TOTAL - 1000, "shown": TOTAL}
        page = look(phone, secret)
        assert (page["amount"], page["sent_amount"]) == (TOTAL - 1000, TOTAL)
        assert gateway.intents == {}

    def test_parts_of_a_tab(self, desk, trip_id, phone, gateway):
        _, secret = make(desk, trip_id, amount_mode="tab")
        guests = look(phone, secret)["guests"]
        assert [one["due_amount"] for one in guests] == [ADULT, ADULT, CHILD]
        child = guests[2]["booking_id"]

        begun = self.begin(phone, secret, CHILD, booking_ids=[child])
        gateway.pay(Intent.objects.get().gateway_id)
        done = phone.done(f"/api/paymentLink/{secret}/confirm", intent_id=begun["intent_id"])

        assert done["link"]["state"] == "open"
        assert [one["due_amount"] for one in done["link"]["guests"]] == [ADULT, ADULT, 0]
        assert Payment.objects.get().covered_booking_ids == [child]

    def test_a_fixed_amount_is_asked_for_once(self, desk, trip_id, phone, gateway):
        _, secret = make(desk, trip_id, amount_mode="custom", amount=3000)
        begun = self.begin(phone, secret, 3000)
        gateway.pay(Intent.objects.get().gateway_id)

        done = phone.done(f"/api/paymentLink/{secret}/confirm", intent_id=begun["intent_id"])

        assert (done["link"]["state"], done["link"]["trip"]["balance"]) == ("paid", TOTAL - 3000)

    def test_a_cart_is_booked_by_it(self, desk, offer, phone, gateway):
        trip_id = fill_cart(offer)
        _, secret = make(desk, trip_id, amount_mode="due")
        begun = self.begin(phone, secret, TOTAL)
        gateway.pay(Intent.objects.get().gateway_id)

        phone.done(f"/api/paymentLink/{secret}/confirm", intent_id=begun["intent_id"])

        assert desk.trip(trip_id)["status"]["slug"] == "reserved"

    def test_a_payment_of_another_way_is_not_shown(self, desk, trip_id, phone, gateway, begin):
        _, secret = make(desk, trip_id)
        other = begin(trip_id)

        refuse(phone, f"/api/paymentLink/{secret}/confirm", 404, "not_found", intent_id=other.intent_id)

    def test_a_gift_card_that_is_none(self, desk, trip_id, phone, gateway):
        _, secret = make(desk, trip_id)
        answer = phone.post(f"/api/paymentLink/{secret}/giftCard/apply", code="NOPE")
        assert answer.status_code == 422
        phone.done(f"/api/paymentLink/{secret}/giftCard/unapply")


class TestKeepingTheCard:
    """The page says to the gateway's fields what the server will ask for: both have to agree."""

    @pytest.fixture
    def deposit(self, settings):
        settings(
            is_auto_charge_balance=True,
            deposit={"kind": "per_order_percent", "rate_ppm": 250_000, "balance_due_hours": 24},
        )

    @pytest.mark.parametrize(
        ("body", "keeps"),
        [
            ({"amount_mode": "due"}, True),
            ({"amount_mode": "balance"}, False),
            # Whoever pays a part need not be who owes the rest.
            ({"amount_mode": "tab"}, False),
            ({"amount_mode": "custom", "amount": 1000}, False),
        ],
    )
    def test_it_is_kept_for_the_rest_of_a_deposit(self, desk, offer, phone, gateway, deposit, body, keeps):
        trip_id = make_reserved(offer)
        _, secret = make(desk, trip_id, **body)
        page = look(phone, secret)
        assert page["payment"]["keeps_card"] is keeps

        asked = {"amount": page["amount"]}
        if body["amount_mode"] == "tab":
            guest = page["guests"][0]
            asked = {"amount": guest["due_amount"], "booking_ids": [guest["booking_id"]]}
        phone.done(f"/api/paymentLink/{secret}/createIntent", **asked)

        assert Intent.objects.get().is_save_card is keeps


class TestClosed:
    def test_too_old(self, desk, trip_id, phone, gateway):
        _, secret = make(desk, trip_id)
        PaymentLink.objects.update(expires_at=utc_now() - timedelta(minutes=1))

        assert look(phone, secret)["state"] == "expired"
        refuse(phone, f"/api/paymentLink/{secret}/createIntent", 409, "link_expired", amount=TOTAL)

    def test_taken_back(self, desk, trip_id, phone, gateway):
        made, secret = make(desk, trip_id)

        rows = desk.done(f"/api/trip/{trip_id}/paymentLink/{made['id']}/revoke")["data"]

        assert rows[0]["state"] == look(phone, secret)["state"] == "void"
        refuse(phone, f"/api/paymentLink/{secret}/createIntent", 409, "link_void", amount=TOTAL)
        assert rows_of(trip_id, "trip.payment_link_revoked") == 1
        listed = desk.client.get(f"/api/trip/{trip_id}/paymentLinks/get").json()["data"]
        assert [row["id"] for row in listed] == [made["id"]]

    def test_taken_back_while_somebody_has_it_open(self, desk, trip_id, phone, gateway):
        made, secret = make(desk, trip_id)
        phone.done(f"/api/paymentLink/{secret}/createIntent", amount=TOTAL)

        desk.done(f"/api/trip/{trip_id}/paymentLink/{made['id']}/revoke")
        intent_reconciliation.withdraw(DueJob.objects.get(kind="payments.withdraw").payload, utc_now())

        assert Intent.objects.get().status == "canceled"
        assert gateway.intents[Intent.objects.get().gateway_id].status == "canceled"

    def test_of_a_deleted_trip(self, desk, trip_id, phone):
        _, secret = make(desk, trip_id)
        desk.done(f"/api/trip/{trip_id}/delete", reason="Storm")

        assert look(phone, secret)["state"] == "void"

    def test_of_a_cancelled_trip_that_nobody_paid(self, desk, trip_id, phone, gateway):
        _, secret = make(desk, trip_id)
        desk.done(f"/api/tripOrder/{desk.order(trip_id)['id']}/cancel", reason="operator")
        assert desk.trip(trip_id)["totals"]["balance"] == 0

        assert look(phone, secret)["state"] == "void"

    def test_a_changed_seal_opens_nothing(self, desk, trip_id, phone):
        _, secret = make(desk, trip_id)
        number, _, seal = secret.partition("-")
        for wrong in (
            f"{int(number) + 1}-{seal}",
            f"{number}-{'0' * 32}",
            f"{number}-{seal.upper()}",
            seal,
            f"0{secret}",
            "1-",
            "x" * 80,
        ):
            assert phone.client.get(f"/api/paymentLink/{wrong}/get").status_code == 404, wrong

    def test_at_another_operator_it_opens_nothing(self, desk, trip_id, client_for):
        made, secret = make(desk, trip_id)

        assert client_for("peak").get(f"/api/paymentLink/{secret}/get").status_code == 404
        with in_schema(PEAK.schema_name):
            assert payment_links.secret_of(made["id"]) != secret


class TestPortal:
    """A customer pays from the page of their trip, without having been sent anything."""

    @pytest.fixture
    def key(self, trip_id):
        return Trip.objects.get(pk=trip_id).hash

    def shown(self, phone, key):
        return phone.client.get(f"/api/customerPortal/{key}/init/0").json()["payments"]

    def pay(self, phone, key):
        return phone.done(f"/api/customerPortal/{key}/pay")["url"].rpartition("/pay/")[2]

    def test_what_is_left(self, trip_id, phone, gateway, key):
        assert self.shown(phone, key) == {
            "due_amount": TOTAL,
            "due_at": None,
            "is_payable": True,
            "collected_by": None,
        }

        page = look(phone, self.pay(phone, key))

        assert (page["state"], page["amount"]) == ("open", TOTAL)
        assert rows_of(trip_id, "trip.payment_link_created") == 1

    def test_twice_is_one_address(self, trip_id, phone, gateway, key):
        assert self.pay(phone, key) == self.pay(phone, key)
        assert PaymentLink.objects.count() == 1

    def test_not_by_an_address_that_was_taken_back(self, desk, trip_id, phone, gateway, key):
        made, secret = make(desk, trip_id)
        desk.done(f"/api/trip/{trip_id}/paymentLink/{made['id']}/revoke")

        assert self.pay(phone, key) != secret

    def test_nothing_is_left(self, desk, trip_id, phone, gateway, key):
        add(desk, trip_id)

        assert self.shown(phone, key) == {
            "due_amount": 0,
            "due_at": None,
            "is_payable": False,
            "collected_by": None,
        }
        refuse(phone, f"/api/customerPortal/{key}/pay", 409, "nothing_due")

    def test_what_a_partner_sold(self, trip_id, phone, gateway, key):
        Trip.objects.update(reseller_id=1, collect_type="reseller_collects")
        assert not self.shown(phone, key)["is_payable"]
        refuse(phone, f"/api/customerPortal/{key}/pay", 409, "paid_at_partner")

        # Whom we collect of ourselves, may pay here whoever sold it.
        Trip.objects.update(collect_type="operator_collects")
        assert self.shown(phone, key)["is_payable"]

    def test_where_no_money_is_taken_online(self, trip_id, phone, key, monkeypatch):
        def off(**_):
            raise NoPaymentProvider("off")

        monkeypatch.setattr(intent_calls, "payment_provider", off)

        assert not self.shown(phone, key)["is_payable"]

    def test_of_nobody(self, phone, gateway):
        answer = phone.post("/api/customerPortal/nonsense/pay")
        assert answer.status_code == 404


def test_guests_of_another_trip(desk, offer, phone, gateway):
    trip_id, other = make_reserved(offer), make_reserved(offer)
    stranger = Booking.objects.filter(trip_order__trip_id=other).first()
    _, secret = make(desk, trip_id, amount_mode="tab")

    refuse(
        phone,
        f"/api/paymentLink/{secret}/createIntent",
        422,
        "validation_failed",
        amount=ADULT,
        booking_ids=[stranger.pk],
    )
