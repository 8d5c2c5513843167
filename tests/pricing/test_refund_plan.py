"""What is kept of a cancelled order and who gets what back, on plain numbers."""

import pytest

from outfitter.kit.money import mul_ppm
from outfitter_tenants.pricing.rules.cancellation_fees import CancelledItem, FeePolicy, kept_of
from outfitter_tenants.pricing.rules.cancellation_policy import RefundShare
from outfitter_tenants.pricing.rules.refund_plan import Paid, plan

PARTIAL: FeePolicy = "keep_booking_fee_on_partial"
TICKETS = ("ticket", 1, "Adult", False)
OFFER = ("discount", 1, "Code", False)
ADDON = ("addon", 2, "Lunch", False)
FEE = ("fee", 3, "Park fee", False)
TAX = ("tax", 4, "Sales tax", False)
BOOKING_FEE = ("booking_fee", None, "Booking fee", False)
# Golden example E1 of domain.md 4.31.
E1 = [(TICKETS, 12700), (OFFER, -1270), (ADDON, 1500), (FEE, 900), (TAX, 1147), (BOOKING_FEE, 830)]


class TestKept:
    def test_the_golden_example_keeps_7988_and_the_booking_fee(self):
        gone = CancelledItem.between(E1, [])
        assert (gone.gross, gone.booking_fee) == (14977, 830)

        kept = kept_of(
            gone, share=RefundShare(14977 - mul_ppm(14977, 500_000) + 500, "policy"), fee_policy=PARTIAL
        )

        assert (kept.keep, kept.total) == (7988, 7988 + 830)
        assert 15807 - kept.total == 6989
        stored = kept.stored()
        assert stored is not None
        assert (stored["amount"], stored["tax_amount"], stored["booking_fee_amount"]) == (7376, 612, 830)

    def test_a_full_refund_gives_the_booking_fee_back(self):
        kept = kept_of(CancelledItem.between(E1, []), share=RefundShare(0, "policy"), fee_policy=PARTIAL)

        assert (kept.total, kept.stored()) == (0, None)

    def test_an_operator_may_give_it_back_on_every_refund(self):
        kept = kept_of(CancelledItem.between(E1, []), share=RefundShare(7988, "policy"), fee_policy="absorb")

        assert kept.total == 7988

    def test_a_fee_that_never_comes_back_is_kept_beside_the_rest(self):
        gone = CancelledItem.between(E1, [], [3])
        assert gone.gross == 14977 - 900

        kept = kept_of(gone, share=RefundShare(0, "policy"), fee_policy=PARTIAL)

        assert kept.total == 900
        stored = kept.stored()
        assert stored is not None
        assert stored["fees"] == [{"label": "Park fee", "amount": 900}]
        whole = kept_of(gone, share=RefundShare(0, "policy"), fee_policy=PARTIAL, is_whole_refund=True)
        assert whole.total == 0

    def test_a_tax_inside_the_price_stays_inside(self):
        inside = ("tax", 9, "VAT", True)
        gone = CancelledItem.between([(TICKETS, 10000), (inside, 1736)], [], bases={inside: 8264})

        stored = kept_of(gone, share=RefundShare(5000, "policy"), fee_policy=PARTIAL).stored()

        assert stored is not None
        assert (stored["amount"], stored["tax_amount"]) == (5000, 0)
        assert stored["taxes"] == [
            {"ref_id": 9, "label": "VAT", "amount": 868, "is_inclusive": True, "base_amount": 4132}
        ]

    def test_what_stays_in_the_price_is_not_gone(self):
        gone = CancelledItem.between(E1, [(TICKETS, 4900), (TAX, 391)])

        assert gone.amounts[TICKETS] == 7800
        assert gone.gross == 14977 - 4900 - 391

    @pytest.mark.parametrize("keep", [-5, 20000])
    def test_never_less_than_nothing_nor_more_than_all(self, keep):
        kept = kept_of(CancelledItem.between(E1, []), share=RefundShare(keep, "policy"), fee_policy=PARTIAL)

        assert kept.keep in {0, 14977}


class TestPlan:
    def test_the_gateway_comes_first_and_the_newest_of_it(self):
        paid = [
            Paid(1, "card", 5000, is_at_gateway=True),
            Paid(2, "cash", 3000),
            Paid(3, "card", 4000, is_at_gateway=True),
        ]

        found = plan(10_000, paid)

        assert [(p.payment_id, p.amount, p.route) for p in found.parts] == [
            (3, 4000, "gateway"),
            (1, 5000, "gateway"),
            (2, 1000, "manual"),
        ]
        assert found.open_amount == 0

    def test_partners_and_disputes_give_nothing_back(self):
        paid = [Paid(1, "ota_prepaid", 5000), Paid(2, "card", 3000, is_at_gateway=True, is_disputed=True)]

        found = plan(6000, paid)

        assert (found.parts, found.open_amount) == ((), 6000)
        assert [(b.payment_id, b.reason) for b in found.blocked] == [(1, "partner_refunds"), (2, "disputed")]

    def test_what_went_back_already_does_not_go_twice(self):
        found = plan(5000, [Paid(1, "card", 1200, is_at_gateway=True)])

        assert (found.parts[0].amount, found.open_amount) == (1200, 3800)
