"""Whose a tip is: given, given anew, given back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import RefundAmount, journal
from tests.checkout.payments.payment_facts import TOTAL, add, make_guide, only_payment, refuse, rows_of
from tests.support.trip_states import make_reserved


def held(payment_id):
    return ledger.tips_of(payment_id=payment_id)


class TestTaken:
    def test_a_tip_comes_on_top(self, desk, trip_id, settings):
        settings(tip_mode="shared_pool")

        trip = add(desk, trip_id, tip_amount=1001)

        totals = trip["totals"]
        assert (totals["paid"], totals["tip"], totals["balance"]) == (TOTAL + 1001, 1001, 0)
        assert trip["payments"][0]["tips"] == [{"user_avatar_id": None, "name": None, "amount": 1001}]

    def test_where_tips_are_off(self, desk, trip_id):
        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/add",
            422,
            "tips_off",
            method="cash",
            amount=TOTAL,
            tip_amount=1,
        )
        add(desk, trip_id)
        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/tipAssign",
            422,
            "tips_off",
            payment_id=only_payment(trip_id).pk,
        )

    def test_individual_tips_go_to_the_guides_at_once(self, desk, offer, trip_id, settings):
        settings(tip_mode="individual")
        first, second = make_guide(offer, "Gil"), make_guide(offer, "Gus")
        make_guide(offer, "Gab", is_tippable=False)

        add(desk, trip_id, tip_amount=1001)

        assert held(only_payment(trip_id).pk) == {first: 501, second: 500}
        assert rows_of(trip_id, "payment.recorded") == 1
        assert rows_of(trip_id, "payment.tip_assigned") == 0


class TestAssigned:
    @pytest.fixture
    def payment(self, desk, trip_id, settings):
        settings(tip_mode="shared_pool")
        add(desk, trip_id, tip_amount=1000)
        return only_payment(trip_id)

    def assign(self, desk, payment, **body):
        return desk.done(f"/api/trip/{payment.trip_id}/payment/tipAssign", payment_id=payment.pk, **body)

    def test_and_given_anew(self, desk, offer, payment):
        one, two = make_guide(offer, "Gil"), make_guide(offer, "Gus")

        self.assign(desk, payment, splits=[{"user_avatar_id": one, "amount": 1000}])
        assert held(payment.pk) == {one: 1000}
        self.assign(
            desk,
            payment,
            splits=[{"user_avatar_id": one, "amount": 300}, {"user_avatar_id": two, "amount": 700}],
        )
        assert held(payment.pk) == {one: 300, two: 700}
        done = self.assign(desk, payment, splits=[])
        assert held(payment.pk) == {None: 1000}

        assert done["trip"]["totals"]["tip"] == 1000
        assert rows_of(payment.trip_id, "payment.tip_assigned") == 3
        assert money.value_of(account="tip", owner_ids=[one, two]) == {one: 0, two: 0}

    def test_equally_when_nothing_is_said(self, desk, offer, payment):
        guides = [make_guide(offer, name) for name in ("Gil", "Gus", "Gab")]

        self.assign(desk, payment)

        assert held(payment.pk) == dict(zip(guides, (334, 333, 333), strict=True))

    def test_to_the_pool_when_nobody_guides(self, desk, payment):
        self.assign(desk, payment)

        assert held(payment.pk) == {None: 1000}
        assert rows_of(payment.trip_id, "payment.tip_assigned") == 0

    def test_parts_that_are_not_the_whole(self, desk, offer, payment):
        guide, stranger = make_guide(offer), make_guide(offer, "Gab", is_tippable=False)
        path = f"/api/trip/{payment.trip_id}/payment/tipAssign"
        for splits in (
            [{"user_avatar_id": guide, "amount": 999}],
            [{"user_avatar_id": guide, "amount": 1001}],
            [{"user_avatar_id": guide, "amount": 500}] * 2,
            [{"user_avatar_id": stranger, "amount": 1000}],
            [{"user_avatar_id": 999_999, "amount": 1000}],
        ):
            refuse(desk, path, 422, "validation_failed", payment_id=payment.pk, splits=splits)
        assert held(payment.pk) == {None: 1000}

    def test_a_payment_without_a_tip(self, desk, offer, settings):
        settings(tip_mode="shared_pool")
        trip_id = make_reserved(offer)
        add(desk, trip_id)

        refuse(
            desk, f"/api/trip/{trip_id}/payment/tipAssign", 409, "no_tip", payment_id=only_payment(trip_id).pk
        )

    def test_a_refund_takes_it_from_those_who_have_it(self, desk, offer, payment):
        one, two = make_guide(offer, "Gil"), make_guide(offer, "Gus")
        self.assign(
            desk,
            payment,
            splits=[{"user_avatar_id": one, "amount": 750}, {"user_avatar_id": two, "amount": 250}],
        )
        refund = ledger.open_refund(
            payment=payment, back=RefundAmount(2000, "", tip_amount=400), at=utc_now()
        )

        journal.post_refund(refund=refund, by=None, at=utc_now())
        assert held(payment.pk) == {one: 450, two: 150}
        self.assign(desk, payment, splits=[{"user_avatar_id": two, "amount": 600}])
        journal.post_refund_reversal(refund=refund, reason="bounced", by=None, at=utc_now())

        assert sum(held(payment.pk).values()) == 1000

    def test_removed_payments_leave_nobody_anything(self, desk, offer, payment):
        one = make_guide(offer)
        self.assign(desk, payment, splits=[{"user_avatar_id": one, "amount": 1000}])

        desk.done(f"/api/trip/{payment.trip_id}/payment/remove", payment_id=payment.pk, reason="Wrong trip")

        assert held(payment.pk) == {}
        assert desk.trip(payment.trip_id)["totals"]["tip"] == 0


class TestTippable:
    def test_who_takes_tips(self, desk, offer, trip_id, settings):
        settings(tip_mode="individual")
        guide = make_guide(offer)
        make_guide(offer, "Gab", is_tippable=False)

        answer = desk.client.get(f"/api/userAvatars/tippable/get?trip_id={trip_id}")

        assert [row["id"] for row in answer.json()] == [guide]


@given(st.integers(1, 10**9), st.lists(st.integers(1, 10**6), min_size=1, max_size=9))
def test_equal_parts_are_the_whole(amount, people):
    from outfitter.kit.money import allocate

    parts = allocate(amount, [1] * len(people))

    assert sum(parts) == amount
    assert max(parts) - min(parts) <= 1
