"""A visitor who comes by a partner's link: whose sale it is, what they pay, what the partner earns."""

import pytest

from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk, actions
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT

PARTY = 2 * ADULT
WHO = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}


@pytest.fixture
def visitor(reef, client_for):
    return Desk(client_for("reef"))


def begin(visitor, offer, **body):
    guests = {"experience_customer_type_id": offer.adult, "qty": 2}
    order = {"experience_id": offer.experience_id, "timeslot_id": offer.timeslot_id, "quantities": [guests]}
    trip = visitor.done("/api/trip/save", **{"orders": [order], **body})["trip"]
    return trip, Trip.objects.get(hash=trip["hash"])


# Whatever is agreed, a visitor pays the operator: an id in an address lets nobody go without paying.
@pytest.mark.parametrize(
    "terms",
    [
        {"collect_type": "operator_collects"},
        {"collect_type": "reseller_collects"},
        {"collect_type": "net_at_booking", "payment_method": "payment_required"},
        {"collect_type": "deposit_commission", "payment_method": "auto_apply"},
        {"collect_type": "untracked", "is_voucher_required": True, "is_agent_required": True},
        {"wholesale_ppm": 500_000, "credit_limit_amount": 0},
    ],
)
def test_the_sale_is_theirs_and_the_money_ours(visitor, offer, terms):
    partner = make_reseller(**terms)
    trip, row = begin(visitor, offer, reseller=partner)

    assert row.reseller_id == partner
    assert (trip["totals"]["total"], trip["totals"]["due_now"]) == (PARTY, PARTY)
    assert "trip.reseller_set" in actions(row.pk)
    answer = visitor.post(f"/api/trip/{trip['hash']}/convert", expected_total=PARTY, accept_terms=True)
    assert (answer.status_code, answer.json()["detail"]["due_now"]) == (402, PARTY)
    assert not Payment.objects.exists()


def test_the_partner_earns_by_its_terms(visitor, offer, client_for):
    partner = make_reseller(collect_type="reseller_collects")
    _, row = begin(visitor, offer, reseller=partner, contact=WHO)
    desk = Desk(owner_of(client_for))

    desk.done(f"/api/trip/{row.pk}/reserve")

    sold = desk.trip(row.pk)
    assert sold["reseller"]["id"] == partner
    assert sold["commission"]["commission_amount"] == PARTY // 5
    assert sold["commission"]["owed_by"] == "operator"
    assert (sold["totals"]["balance"], sold["totals"]["partner_due"]) == (PARTY, 0)


@pytest.mark.parametrize("status", ["paused", "archived", None])
def test_one_who_does_not_sell_is_ignored(visitor, offer, status):
    partner = make_reseller()
    if status is None:
        partner += 1
    Reseller.objects.update(status=status or "active")

    _, row = begin(visitor, offer, reseller=partner)

    assert (row.reseller_id, row.commission) == (None, None)


def test_the_first_link_counts_and_staff_choose_for_themselves(visitor, offer, client_for):
    first, other = make_reseller(), make_reseller("Beach Bar")
    trip, row = begin(visitor, offer, reseller=first)
    visitor.done("/api/trip/save", id=trip["hash"], reseller=other)
    row.refresh_from_db()
    assert row.reseller_id == first

    desk = Desk(owner_of(client_for))
    _, sold = begin(desk, offer, method="phone", reseller=first)
    assert sold.reseller_id is None
    desk.done(f"/api/trip/{row.pk}/reseller/edit", reseller_id=other, reprice="keep")
    row.refresh_from_db()
    assert (row.reseller_id, row.collect_type) == (other, "reseller_collects")
