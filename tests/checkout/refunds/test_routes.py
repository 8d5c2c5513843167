"""The calls that give money back: what each does, and what it refuses."""

import pytest

from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger.models import Entry, Payment
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.trips import queries as trips
from tests.support.api_operations import assert_error
from tests.support.sold_trips import pay
from tests.support.team import make_role

pytestmark = pytest.mark.usefixtures("reef", "gateway")
REASON = {"reason": "customer"}
NOBODY = 9_999_999


def post(client, path, body, **headers):
    return client.post(path, body, content_type="application/json", **headers)


def give(client, body, **headers):
    return post(client, "/api/payment/refund", {**REASON, **body}, **headers)


def ask(client, trip_id, **scope):
    body = {**REASON, "trip_id": trip_id, "scope": scope}
    return post(client, "/api/payments/calculate_refund_amount", body).json()


class TestRefund:
    def test_a_card_gets_a_part_back_at_once(self, staff, trip_id, gateway):
        paid = pay(trip_id, 12700)

        answer = give(staff, {"payment_id": paid.pk, "amount": 2000}).json()

        assert [(r["amount"], r["status"], r["route"]) for r in answer["refunds"]] == [
            (2000, "succeeded", "gateway")
        ]
        assert answer["trip"]["totals"]["refunded"] == 2000
        assert [amount for _, amount, _ in gateway.refunds] == [2000]
        kept = answer["trip"]["payments"][0]
        assert (kept["refundable_amount"], kept["requires_terminal_refund"]) == (10700, False)
        actions = AuditLog.objects.filter(trip_id=trip_id, entity_type="payment").order_by("pk")
        assert [row.action for row in actions][-2:] == ["payment.refund_asked", "payment.refunded"]

    def test_a_card_gets_it_back_without_being_there(self, staff, trip_id, gateway):
        paid = pay(trip_id, 12700)
        body = {**REASON, "payment_id": paid.pk, "amount": 1500}

        answer = post(staff, "/api/payments/stripeRefund", body).json()

        assert [(r["amount"], r["route"]) for r in answer["refunds"]] == [(1500, "gateway")]
        assert [amount for _, amount, _ in gateway.refunds] == [1500]

    def test_cash_is_handed_back(self, staff, trip_id, gateway):
        paid = pay(trip_id, 5000, method="cash")

        answer = give(staff, {"payment_id": paid.pk}).json()

        row = answer["refunds"][0]
        assert (row["amount"], row["method"], row["route"]) == (5000, "cash", "manual")
        assert (row["status"], gateway.refunds) == ("succeeded", [])
        log = AuditLog.objects.filter(trip_id=trip_id, action="payment.refunded")
        assert log.count() == 1

    def test_a_card_payment_may_go_back_in_cash(self, staff, trip_id, gateway):
        paid = pay(trip_id, 5000)

        row = give(staff, {"payment_id": paid.pk, "amount": 5000, "as": "cash"}).json()["refunds"]

        assert [(r["method"], r["status"]) for r in row] == [("cash", "succeeded")]
        assert gateway.refunds == []

    def test_several_payments_in_several_ways(self, staff, trip_id, gateway):
        card, cash = pay(trip_id, 6000), pay(trip_id, 6700, method="cash")
        plan = [{"payment_id": card.pk, "amount": 1000}, {"payment_id": cash.pk, "amount": 700, "as": "wire"}]

        answer = give(staff, {"plan": plan, "note": "sorry"}).json()

        assert [(r["amount"], r["method"]) for r in answer["refunds"]] == [(1000, "card"), (700, "wire")]
        assert answer["trip"]["totals"]["refunded"] == 1700

    def test_store_credit_is_a_card_with_a_code(self, staff, trip_id):
        paid = pay(trip_id, 5000)

        answer = give(staff, {"payment_id": paid.pk, "as": "gift_card"}).json()

        card = GiftCard.objects.get(pk=answer["credit"]["gift_card_id"])
        assert (card.kind, card.balance, answer["credit"]["amount"]) == ("credit", 5000, 5000)
        assert answer["refunds"][0]["route"] == "gift_card"
        assert answer["trip"]["totals"]["refunded"] == 5000

    def test_what_a_preview_showed_is_what_is_done(self, staff, trip_id, gateway):
        pay(trip_id, 12700)
        shown = ask(staff, trip_id, amount=4000)

        body = {"trip_id": trip_id, "preview_token": shown["preview_token"]}
        answer = give(staff, body).json()

        assert [r["amount"] for r in answer["refunds"]] == [4000]

    def test_a_preview_that_is_no_longer_true_is_refused(self, staff, trip_id, gateway):
        paid = pay(trip_id, 5000)
        shown = ask(staff, trip_id, amount=5000)
        give(staff, {"payment_id": paid.pk, "amount": 1})

        body = {"trip_id": trip_id, "preview_token": shown["preview_token"]}
        refused = give(staff, body)

        assert_error(refused, 409, "refund_changed")
        assert refused.json()["detail"]["refundable"] == 4999
        assert [amount for _, amount, _ in gateway.refunds] == [1]

    def test_sent_twice_under_one_key_it_is_done_once(self, staff, trip_id, gateway):
        paid = pay(trip_id, 5000)
        body = {"payment_id": paid.pk, "amount": 1000}

        first, second = (give(staff, body, HTTP_IDEMPOTENCY_KEY="k1") for _ in range(2))

        assert first.json()["refunds"] == second.json()["refunds"]
        assert len(gateway.refunds) == 1

    def test_a_request_whose_answer_got_lost_finds_what_it_did(self, staff, trip_id, gateway):
        from outfitter.plugins.models import IdempotencyKey

        paid = pay(trip_id, 5000, method="cash")
        body = {"payment_id": paid.pk, "amount": 1000}
        give(staff, body, HTTP_IDEMPOTENCY_KEY="k1")
        IdempotencyKey.objects.all().delete()

        again = give(staff, body, HTTP_IDEMPOTENCY_KEY="k1").json()

        assert again["trip"]["totals"]["refunded"] == 1000

    def test_tips_go_back_last_unless_somebody_says_so(self, staff, trip_id):
        paid = pay(trip_id, 5000, method="cash", tip=1000)

        def back(**more):
            answer = give(staff, {"payment_id": paid.pk, **more})
            assert answer.status_code == 200, answer.content[:300]
            return answer.json()["refunds"][0]["tip_amount"]

        assert back(amount=3000) == 0
        assert back(amount=500, tip_amount=500) == 500
        assert back() == 500
        assert Entry.objects.filter(account="tip").exists()

    def test_a_refused_refund_says_why_and_can_be_asked_for_again(self, staff, trip_id, gateway, monkeypatch):
        paid = pay(trip_id, 5000)

        def refuse(*_args, **_more):
            raise PaymentFailed("expired_card", "This card has expired.")

        with monkeypatch.context() as broken:
            broken.setattr(gateway, "refund", refuse)
            refused = give(staff, {"payment_id": paid.pk})
        assert_error(refused, 422, "refund_refused")
        assert refused.json()["detail"]["reason"] == "expired_card"
        assert trips.get_trip(trip_id=trip_id).attention == "refund_failed"
        failed = Payment.objects.get(kind="refund")
        assert failed.error_code == "expired_card"

        answer = give(staff, {"refund_id": failed.pk, "as": "check"}).json()

        assert answer["refunds"][0]["method"] == "check"
        assert answer["trip"]["attention"] is None
        assert_error(give(staff, {"refund_id": failed.pk}), 409, "already_done")


class TestRefused:
    @pytest.mark.parametrize("amount", [0, -1, 5001, 10**15])
    def test_amounts(self, staff, trip_id, amount):
        paid = pay(trip_id, 5000)

        refused = give(staff, {"payment_id": paid.pk, "amount": amount})

        assert_error(refused, 422)
        assert not Payment.objects.filter(kind="refund").exists()

    def test_more_tip_than_there_is(self, staff, trip_id):
        paid = pay(trip_id, 5000, method="cash", tip=1000)

        body = {"payment_id": paid.pk, "amount": 2000, "tip_amount": 1001}
        assert_error(give(staff, body), 422, "refund_exceeds")
        whole = {"payment_id": paid.pk, "amount": 4500, "tip_amount": 0}
        assert_error(give(staff, whole), 422, "refund_exceeds")

    @pytest.mark.parametrize(
        ("method", "status", "reason"),
        [
            ("card", "disputed", "disputed"),
            ("ota_prepaid", "succeeded", "partner_refunds"),
            ("cash", "reversed", "reversed"),
        ],
    )
    def test_payments_that_are_not_ours_to_give_back(self, staff, trip_id, method, status, reason):
        paid = pay(trip_id, 5000, method=method)
        Payment.objects.filter(pk=paid.pk).update(status=status)

        refused = give(staff, {"payment_id": paid.pk})

        assert_error(refused, 422, "not_refundable")
        assert refused.json()["detail"]["reason"] == reason

    def test_bodies(self, staff, trip_id):
        paid = pay(trip_id, 5000)
        for body in (
            {},
            {"preview_token": "x"},
            {"amount": 5, "plan": [{"payment_id": paid.pk}]},
            {"payment_id": paid.pk, "refund_id": 1},
            {"payment_id": paid.pk, "as": "gold"},
            {"plan": [{"payment_id": paid.pk}, {"payment_id": paid.pk}]},
            {"trip_id": trip_id, "preview_token": "forged"},
        ):
            assert_error(give(staff, body), 422)

    def test_who_and_what(self, staff, client_for, trip_id):
        paid = pay(trip_id, 5000)
        body = {"payment_id": paid.pk}
        for path in ("payment/refund", "payments/stripeRefund", "payments/stripe_terminal_refund"):
            more = {"reader_id": "tmr_1"} if "terminal" in path else {}
            where = f"/api/{path}"
            assert_error(post(client_for("reef"), where, {**REASON, **body, **more}), 401)
            lost = post(staff, where, {**REASON, "payment_id": NOBODY, **more})
            assert_error(lost, 404, "not_found")
            stale = post(staff, where, {**REASON, **body, **more, "version": 1})
            assert_error(stale, 409, "stale_version")
        UserAvatar.objects.update(role=make_role("desk", "trip.view", "payment.take"))
        assert_error(give(staff, body), 403, "forbidden")
