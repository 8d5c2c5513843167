"""An intent is bound to the cart it was made for: no seat is confirmed that was not paid."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins.models import OutboxEvent
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.ledger.models import Intent, Payment
from tests.checkout.payments.changed_carts import (
    BACK,
    KEEP,
    begin,
    cart_of,
    confirm,
    pay,
    pay_old,
    promised,
    reconcile,
    save,
    standing,
    tell,
    withdraw,
)
from tests.checkout.payments.payment_facts import refuse
from tests.support.sales import ADULT


@pytest.fixture(scope="module")
def seats_on_offer():
    return 20


class TestTheAttack:
    def test_one_seat_paid_eight_saved_is_kept_and_told(self, phone, offer, gateway, late):
        late(KEEP)
        trip_id, key = cart_of(offer)
        old = begin(phone, key)
        assert save(phone, key, offer)["totals"]["total"] == 8 * ADULT
        pay(gateway, old["intent_id"])

        answer = confirm(phone, key, old["intent_id"])

        assert answer["status"] == "underpaid"
        assert "not booked yet" in answer["message"]
        assert standing(trip_id) == ("draft", "paid_too_little", ADULT)
        assert answer["trip"]["totals"]["due_now"] == 7 * ADULT
        told = OutboxEvent.objects.filter(name="trip.attention").values_list("payload", flat=True)
        assert [one["attention"] for one in told] == ["paid_too_little"]
        assert not OutboxEvent.objects.filter(name="trip.converted").exists()
        # Asked once more it is the same answer, and nothing twice.
        assert confirm(phone, key, old["intent_id"])["status"] == "underpaid"
        assert Payment.objects.count() == 1

    def test_who_pays_the_rest_is_booked(self, phone, offer, gateway, late):
        late(KEEP)
        trip_id, key = cart_of(offer)
        old = pay_old(phone, key, offer, gateway)
        confirm(phone, key, old)

        rest = begin(phone, key)
        pay(gateway, rest["intent_id"])

        assert rest["amount"] == 7 * ADULT
        assert confirm(phone, key, rest["intent_id"])["status"] == "succeeded"
        assert standing(trip_id) == ("reserved", None, 8 * ADULT)

    def test_it_goes_back_where_the_operator_wants_that(self, phone, offer, gateway, late):
        late(BACK)
        trip_id, key = cart_of(offer)
        old = pay_old(phone, key, offer, gateway)

        answer = confirm(phone, key, old)

        assert answer["status"] == "cart_changed"
        assert "goes back" in answer["message"]
        assert (standing(trip_id)[:2], promised()) == (("draft", None), ADULT)
        assert confirm(phone, key, old)["status"] == "cart_changed"
        assert promised() == ADULT

    def test_money_on_its_way_back_pays_for_nothing(self, phone, offer, gateway, late):
        """Neither is the rest asked for less of it, nor is a smaller cart free because of it."""
        late(BACK)
        trip_id, key = cart_of(offer)
        old = pay_old(phone, key, offer, gateway)
        confirm(phone, key, old)

        assert begin(phone, key)["amount"] == 8 * ADULT
        assert save(phone, key, offer, 1)["totals"]["due_now"] == ADULT
        refuse(
            phone,
            f"/api/trip/{key}/convert",
            402,
            "payment_required",
            expected_total=ADULT,
            accept_terms=True,
        )
        assert standing(trip_id)[0] == "draft"

    @pytest.mark.parametrize("way", ["webhook", "reconciler", "withdrawal"])
    @pytest.mark.parametrize("mode", [KEEP, BACK])
    def test_whoever_brings_the_news(self, phone, offer, gateway, late, way, mode):
        late(mode)
        trip_id, key = cart_of(offer)
        old = pay_old(phone, key, offer, gateway)

        if way == "webhook":
            tell(gateway, old)
        elif way == "reconciler":
            reconcile(old)
        else:
            withdraw(old)

        assert standing(trip_id)[0] == "draft"
        assert promised() == (ADULT if mode == BACK else 0)
        expected = "underpaid" if mode == KEEP else "cart_changed"
        assert confirm(phone, key, old)["status"] == expected

    def test_a_tip_pays_for_no_seat(self, phone, offer, gateway, late, settings):
        settings(tip_mode="shared_pool")
        late(KEEP)
        trip_id, key = cart_of(offer)
        old = begin(phone, key, tip_amount=ADULT)
        save(phone, key, offer, 2)
        pay(gateway, old["intent_id"])

        assert confirm(phone, key, old["intent_id"])["status"] == "underpaid"
        assert standing(trip_id)[0] == "draft"
        assert begin(phone, key)["amount"] == ADULT


class TestSuperseding:
    def test_the_old_intent_is_cancelled_and_a_fresh_one_asked_for(self, phone, offer, gateway):
        _trip_id, key = cart_of(offer)
        old = begin(phone, key)
        save(phone, key, offer)
        assert Intent.objects.get(pk=old["intent_id"]).superseded_at is not None

        fresh = begin(phone, key)
        withdraw(old["intent_id"])

        row = Intent.objects.get(pk=old["intent_id"])
        assert (row.status, gateway.intents[row.gateway_id].status) == ("canceled", "canceled")
        assert (fresh["intent_id"] != row.pk, fresh["amount"]) == (True, 8 * ADULT)
        now = Intent.objects.get(pk=fresh["intent_id"])
        assert (now.status, now.superseded_at) == ("requires_method", None)

    def test_what_was_saved_as_it_is_stays_bound(self, phone, offer, gateway):
        _trip_id, key = cart_of(offer, 2)
        old = begin(phone, key)
        save(phone, key, offer, 2)

        assert begin(phone, key)["intent_id"] == old["intent_id"]

    def test_a_smaller_cart_paid_by_the_larger_intent_is_booked(self, phone, offer, gateway):
        trip_id, key = cart_of(offer, 3)
        old = begin(phone, key)
        save(phone, key, offer, 1)
        pay(gateway, old["intent_id"])

        assert confirm(phone, key, old["intent_id"])["status"] == "succeeded"
        assert standing(trip_id) == ("reserved", "overpaid", 3 * ADULT)

    def test_a_save_while_the_gateway_is_asked(self, phone, offer, gateway, monkeypatch):
        """The form of a cart that is another one by now never opens."""
        trip_id, key = cart_of(offer)
        ask = gateway.create_intent

        def slow(*args, **kwargs):
            made = ask(*args, **kwargs)
            save(phone, key, offer, 8)
            return made

        with monkeypatch.context() as patched:
            patched.setattr(gateway, "create_intent", slow)
            refuse(phone, f"/api/payment/trip/{key}/createIntent", 409, "amount_changed")

        old = Intent.objects.get(trip_id=trip_id)
        intent_reconciliation.withdraw({"intent_id": old.pk}, utc_now())
        assert gateway.intents[Intent.objects.get(pk=old.pk).gateway_id].status == "canceled"

    def test_a_price_that_was_paid_in_time_counts(self, phone, offer, gateway):
        """Hold and price ran out before anybody heard of a payment made in time."""
        trip_id, key = cart_of(offer)
        old = begin(phone, key)
        pay(gateway, old["intent_id"])
        ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=2 * ADULT)

        with pytest.raises(DomainError):
            intents.begin(
                trip_id=trip_id,
                channel="web",
                amount_mode="due",
                is_customer=True,
                at=utc_now() + timedelta(hours=2),
            )

        assert standing(trip_id) == ("reserved", None, ADULT)
