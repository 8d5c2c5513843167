"""
The check of domain.md 4.17: a trip of 100.00 that a partner sells for a fifth, by who collects, from
the sale to the journal.
"""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.resellers import sales_port, topups
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Trip
from tests.checkout.payments.payment_facts import add, moved, only_payment, refuse
from tests.checkout.payments.test_reseller_payment import keep_card
from tests.support.resellers import make_reseller

R, C, N = 10_000, 2_000, 8_000


@pytest.fixture
def sale(desk, offer, gateway):
    """Put one guest for 100.00 into a cart of a new partner with these terms."""
    ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=R)

    def make(collect_type, **terms):
        partner = make_reseller(collect_type=collect_type, **terms)
        guest = {"experience_customer_type_id": offer.adult, "qty": 1}
        order = {
            "experience_id": offer.experience_id,
            "timeslot_id": offer.timeslot_id,
            "quantities": [guest],
        }
        contact = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}
        body = {"method": "phone", "orders": [order], "contact": contact}
        trip_id = desk.done("/api/trip/save", **body)["trip"]["id"]
        desk.done(f"/api/trip/{trip_id}/reseller/edit", reseller_id=partner, reprice="keep")
        return trip_id, partner

    return make


# Who collects -> what the customer pays us, what the partner does (or its card, at once), what we owe it.
@pytest.mark.parametrize(
    ("collect_type", "of_customer", "of_partner", "by_card", "payable"),
    [
        ("operator_collects", R, 0, 0, C),
        ("reseller_collects", 0, N, 0, 0),
        ("net_at_booking", 0, 0, N, 0),
        ("deposit_commission", N, 0, 0, 0),
        ("untracked", 0, 0, 0, 0),
    ],
)
def test_who_pays_whom(desk, gateway, sale, collect_type, of_customer, of_partner, by_card, payable):
    trip_id, partner = sale(collect_type)
    if by_card:
        keep_card(desk, gateway, partner)

    desk.done(f"/api/trip/{trip_id}/reserve")

    row = Trip.objects.get(pk=trip_id)
    assert (row.total_amount, row.commission_amount) == (R, C)
    totals = desk.trip(trip_id)["totals"]
    assert (totals["balance"], totals["partner_due"]) == (of_customer, of_partner)
    figures = sales_port.figures_of({partner: utc_now()}, since=row.reserved_at)[partner]
    assert (figures.owed_amount, figures.payable_amount) == (of_partner, payable)
    if by_card:
        assert only_payment(trip_id).amount == by_card
    if of_customer:
        add(desk, trip_id, of_customer)
    if of_partner:
        add(desk, trip_id, of_partner, method="voucher")

    # All that was to come has come: to us what is ours, in the journal to the cent.
    came = of_customer + of_partner + by_card
    assert moved(trip_id) == ({"outside": -came, "trip": came} if came else {})
    totals = desk.trip(trip_id)["totals"]
    assert (totals["balance"], totals["partner_due"], totals["paid"]) == (0, 0, came)


class TestPrepaid:
    @pytest.fixture
    def paid_in(self, sale):
        """Give the partner who collects a balance; returns the cart and the partner."""

        def make(amount, **terms):
            trip_id, partner = sale("reseller_collects", **terms)
            movement = topups.Movement("add", amount)
            topups.append_topup(reseller_id=partner, movement=movement, at=utc_now())
            return trip_id, partner

        return make

    def test_pays_what_the_partner_owes(self, desk, paid_in):
        trip_id, partner = paid_in(10_000)
        desk.done(f"/api/trip/{trip_id}/reserve")

        trip = desk.done(f"/api/trip/{trip_id}/reseller/topUp/use")["trip"]

        assert (trip["totals"]["partner_due"], only_payment(trip_id).method) == (0, "reseller_account")
        shown = desk.client.get(f"/api/reseller/{partner}/topUps/get").json()
        assert (shown["balance"], shown["data"][0]["kind"], shown["data"][0]["trip_id"]) == (
            10_000 - N,
            "use",
            trip_id,
        )
        assert topups.balance_in_journal(reseller_id=partner) == 10_000 - N
        refuse(desk, f"/api/trip/{trip_id}/reseller/topUp/use", 409, "nothing_due")

    def test_books_a_cart_that_is_paid_first(self, desk, paid_in):
        trip_id, _ = paid_in(N, payment_method="payment_required", credit_limit_amount=0)
        refuse(desk, f"/api/trip/{trip_id}/reserve", 402, "payment_required")

        trip = desk.done(f"/api/trip/{trip_id}/reseller/topUp/use")["trip"]

        assert trip["status"]["slug"] == "reserved"

    @pytest.mark.parametrize(
        ("balance", "asked", "status", "code"),
        [(100, 101, 409, "balance_too_low"), (10_000, N + 1, 422, "overpayment")],
    )
    def test_never_more_than_there_is_or_is_owed(self, desk, paid_in, balance, asked, status, code):
        trip_id, partner = paid_in(balance)
        desk.done(f"/api/trip/{trip_id}/reserve")

        refuse(desk, f"/api/trip/{trip_id}/reseller/topUp/use", status, code, amount=asked)

        assert Reseller.objects.get(pk=partner).topup_balance == balance
        assert desk.trip(trip_id)["totals"]["partner_due"] == N

    def test_without_a_partner_there_is_no_balance(self, desk, sale):
        trip_id, _ = sale("reseller_collects")
        desk.done(f"/api/trip/{trip_id}/reseller/remove", reprice="keep")

        refuse(desk, f"/api/trip/{trip_id}/reseller/topUp/use", 409, "no_reseller")


def test_what_is_prepaid_counts_as_credit(desk, sale):
    trip_id, partner = sale("reseller_collects", credit_limit_amount=3_000)
    before = desk.client.get(f"/api/trip/{trip_id}/canReserve").json()
    assert "credit_limit" in [one["code"] for one in before["warnings"]]

    topups.append_topup(reseller_id=partner, movement=topups.Movement("add", 5_000), at=utc_now())

    # 80.00 of 80.00: it passes, and it is said that nothing is left.
    after = desk.client.get(f"/api/trip/{trip_id}/canReserve").json()
    assert [one["code"] for one in after["warnings"]] == ["credit_nearly_used"]
