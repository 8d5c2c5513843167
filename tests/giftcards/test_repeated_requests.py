"""Requests whose answer got lost, and jobs that were given up: nothing twice, nothing forgotten."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob, IdempotencyKey
from outfitter_tenants.checkout.gift_cards import daily_jobs
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.stored_value import restore_value
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.models import GiftCard, GiftCardHold, GiftCardSale
from outfitter_tenants.giftcards.operations import Recipient
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations import RefundAmount
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.giftcards.card_calls import MIA, apply, empty_trip, make_card, money_of, pay, sell_card
from tests.giftcards.card_value import assert_worth
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import reserve
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def staff(client_for):
    return owner_of(client_for)


def twice(client: Any, path: str, key: str = "one", **body: Any) -> dict[str, Any]:
    """Send a request whose worker dies after its work, and send it again; returns the answer."""
    for _ in range(2):
        answer = client.post(path, body, content_type="application/json", headers={"Idempotency-Key": key})
        assert answer.status_code == 200, answer.content[:800]
        IdempotencyKey.objects.all().delete()
    return dict(answer.json())


class TestLostAnswers:
    def test_a_card_pays_once(self, staff):
        trip_id, card = make_reserved(), make_card(20_000)
        code = queries.plain_code(GiftCard.objects.get(pk=card))
        twice(staff, f"/api/trip/{trip_id}/giftCard/apply", code=code, amount=1000)

        assert money_of(trip_id)[1] == 1000
        assert_worth(card, purchased=19_000)

    def test_a_visitors_card_pays_a_cart_once(self, client_for):
        trip_id, card = fill_cart(make_offer()), make_card(5000)
        code, key = queries.plain_code(GiftCard.objects.get(pk=card)), trips.get_trip(trip_id=trip_id).hash
        answer = twice(client_for("reef"), f"/api/trip/{key}/giftCard/apply", code=code)

        assert len(answer["trip"]["payments"]) == 1
        assert_worth(card)

    def test_value_is_put_on_once(self, staff):
        card = make_card(5000)
        twice(staff, f"/api/giftCard/{card}/reload", promo_amount=2000, reason="Storm")
        assert_worth(card, purchased=5000, promo=2000)

    def test_value_is_sold_once(self, staff):
        trip_id, card = make_reserved(), make_card(5000)
        whole = money_of(trip_id)[0]
        twice(staff, f"/api/giftCard/{card}/reload", amount=2000, trip=trip_id)
        assert money_of(trip_id)[0] == whole + 2000

    def test_a_card_is_made_and_sold_once(self, staff):
        trip_id = make_reserved()
        whole = money_of(trip_id)[0]
        sold = twice(staff, "/api/giftCard/save", trip=trip_id, purchased_amount=2000)
        made = twice(staff, "/api/giftCard/save", "two", purchased_amount=2000)
        assert sold["code"]
        assert made["code"]
        assert (GiftCardSale.objects.count(), money_of(trip_id)[0]) == (2, whole + 2000)

    def test_a_card_is_copied_once(self, staff):
        twice(staff, f"/api/giftCard/{make_card()}/clone")
        assert GiftCard.objects.count() == 2


class TestForgotten:
    """The daily work finds what no job looks after any more."""

    LATE = timedelta(hours=2)

    def give_up(self) -> None:
        DueJob.objects.filter(kind__startswith="giftcards.").update(
            done_at=utc_now(), attempt_cnt=8, error="OSError()"
        )

    def test_a_card_that_was_not_sent(self):
        card = make_card(5000, recipient=self.sam(utc_now()))
        self.give_up()

        daily_jobs.deliver_late({}, utc_now())
        assert not DueJob.objects.filter(kind="giftcards.deliver", done_at=None).exists()
        later = utc_now() + self.LATE
        for _ in range(2):
            daily_jobs.deliver_late({}, later)

        job = DueJob.objects.get(kind="giftcards.deliver", done_at=None)
        assert (job.payload, job.next_at) == ({"gift_card_id": card}, later)

    def sam(self, at) -> Recipient:
        return Recipient(name="Sam", email="sam@example.com", deliver_at=at)

    def test_what_was_set_aside_for_a_cart(self):
        card, trip_id = make_card(), fill_cart(make_offer())
        apply(trip_id, card)
        self.give_up()

        daily_jobs.release_lapsed_holds({}, utc_now())
        assert_worth(card)
        daily_jobs.release_lapsed_holds({}, utc_now() + self.LATE)

        assert_worth(card, purchased=5000)
        assert not GiftCardHold.objects.exists()


class TestVoidCards:
    """Money that comes back to a card that is void finds its owner."""

    def given_back(self, staff: Any, **recipient: Any) -> tuple[dict[str, Any], GiftCard]:
        trip_id = make_reserved()
        Trip.objects.filter(pk=trip_id).update(contact_email="lee@example.com")
        card = make_card(5000, recipient=Recipient(name="Sam", **recipient))
        apply(trip_id, card)
        gift_cards.remove(gift_card_id=card, reason="lost", by=MIA, at=utc_now())
        payment = Payment.objects.get(trip_id=trip_id, kind="payment")
        answer = staff.post(
            "/api/payment/refund",
            {"payment_id": payment.pk, "reason": "customer"},
            content_type="application/json",
        )
        assert answer.status_code == 200, answer.content[:500]
        return answer.json(), GiftCard.objects.latest("pk")

    def test_it_gets_a_new_one_by_mail(self, staff):
        answer, new = self.given_back(staff, email="sam@example.com")

        assert (new.kind, new.balance_purchased, new.recipient_email) == ("credit", 5000, "sam@example.com")
        assert DueJob.objects.filter(kind="giftcards.deliver", key=str(new.pk)).exists()
        assert "gift_card_replaced" in [one["code"] for one in answer["warnings"]]

    def test_without_an_address_the_contact_does(self, staff):
        _, new = self.given_back(staff)
        assert new.recipient_email == "lee@example.com"
        assert DueJob.objects.filter(kind="giftcards.deliver", key=str(new.pk)).exists()

    def test_a_card_that_can_be_spent_just_gets_it_back(self):
        trip_id, card = make_reserved(), make_card(5000)
        apply(trip_id, card)
        payment = Payment.objects.get(trip_id=trip_id)
        with atomic():
            trip = trips.lock_trip(trip_id=trip_id)
            restore_value(trip=trip, payment_id=payment.pk, back=RefundAmount(5000, "storm"), at=utc_now())
            payment_sums.store_payment_sums(trip=trip, at=utc_now())
        assert GiftCard.objects.count() == 1
        assert_worth(card, purchased=5000)


def codes(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content[:500]
    return [one["code"] for one in answer.json()["warnings"]]


def test_giving_back_what_paid_for_a_card_is_told_before_and_after(staff):
    trip_id = make_reserved()
    sell_card(trip_id, 5000)
    whole = money_of(trip_id)[0]
    paid = pay(trip_id, whole)
    path, body = "/api/payments/calculate_refund_amount", {"trip_id": trip_id, "reason": "other"}

    def asked(amount: int) -> list[str]:
        return codes(staff.post(path, {**body, "scope": {"amount": amount}}, content_type="application/json"))

    assert "gift_card_unpaid" not in asked(whole - 5000)
    assert "gift_card_unpaid" in asked(whole - 4999)
    given = {"payment_id": paid, "reason": "other", "amount": whole - 4999}
    answer = staff.post("/api/payment/refund", given, content_type="application/json")
    assert "gift_card_unpaid" in codes(answer)


class TestDates:
    def test_those_a_card_was_made_with_stand_until_it_gets_more(self, staff):
        Properties.objects.update_or_create(
            pk=1, defaults={"gift_cards": {"purchased_months": 24, "promo_months": 12}}
        )
        ends, sooner = (utc_now() + timedelta(days=days) for days in (60, 30))
        card = make_card(5000, 500, expires_at=ends, promo_expires_at=sooner)
        row = GiftCard.objects.get(pk=card)
        assert (row.expires_at, row.promo_expires_at) == (ends, sooner)

        answer = staff.post(
            f"/api/giftCard/{card}/reload",
            {"amount": 1000, "trip": (trip_id := empty_trip())},
            content_type="application/json",
        )
        assert answer.status_code == 200
        reserve(trip_id)
        pay(trip_id, 1000)
        row.refresh_from_db()
        assert row.expires_at > ends + timedelta(days=365)
        assert row.promo_expires_at == sooner

    @pytest.mark.parametrize("field", ["expires_at", "promo_expires_at"])
    def test_not_in_the_past(self, staff, field):
        body = {"purchased_amount": 1000, field: (utc_now() - timedelta(days=1)).isoformat()}
        refused = staff.post("/api/giftCard/save", body, content_type="application/json")
        assert_error(refused, 422, "validation_failed")
        assert list(refused.json()["detail"]["fields"]) == [field]
