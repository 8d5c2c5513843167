"""Trips that partners sell: terms, commission, credit."""

from dataclasses import replace

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.sale_terms.reseller_credit import CreditLimit
from outfitter_tenants.checkout.sale_terms.reseller_terms import AgentMissing, VoucherMissing
from outfitter_tenants.checkout.sales import reservation
from outfitter_tenants.checkout.trip_management import trip_reseller
from outfitter_tenants.checkout.trip_management.trip_reseller import NoReseller
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.resellers.queries import ResellerInactive, ResellerNotFound
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.support.resellers import make_agent, make_reseller
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.trip_states import MANAGER, logged, make_reserved, reserve, status

pytestmark = pytest.mark.usefixtures("reef")
TOTAL = 2 * ADULT + CHILD
CLERK = replace(MANAGER, permissions=MANAGER.permissions - {"reseller.manage"})


def give(trip_id, reseller_id, reprice="keep", by=MANAGER):
    return trip_reseller.set_reseller(
        trip_id=trip_id, reseller_id=reseller_id, reprice=reprice, by=by, at=utc_now()
    )


def take(trip_id, reprice="keep"):
    return trip_reseller.remove_reseller(trip_id=trip_id, reprice=reprice, by=MANAGER, at=utc_now())


def edit(trip_id, *, ppm=None, amount=None):
    return trip_reseller.edit_commission(
        trip_id=trip_id,
        ppm=ppm,
        amount=amount,
        agent_amount=None,
        reason="Agreed by phone",
        by=MANAGER,
        at=utc_now(),
    )


def trip(trip_id):
    return trips.get_trip(trip_id=trip_id)


class TestReseller:
    def test_what_they_earn_is_kept_when_the_trip_is_sold(self):
        reseller = make_reseller()
        trip_id = fill_cart(make_offer())
        give(trip_id, reseller)
        reserve(trip_id)
        Reseller.objects.filter(pk=reseller).update(commission_ppm=1)

        trip_reseller.set_agent(trip_id=trip_id, agent_id=make_agent(reseller).pk, by=MANAGER, at=utc_now())

        sold = trip(trip_id)
        assert (sold.commission_amount, sold.net_due_amount) == (2540, TOTAL - 2540)
        assert sold.commission["owed_by"] == "reseller"
        assert logged(trip_id)[0] == "trip.agent_set"

    def test_taking_them_off_restores_the_price(self):
        trip_id = fill_cart(make_offer())
        give(trip_id, make_reseller(wholesale_ppm=500_000), "reprice")
        assert trip(trip_id).total_amount == TOTAL // 2
        assert trip(trip_id).commission_amount == 0

        take(trip_id, "reprice")

        after = trip(trip_id)
        assert (after.total_amount, after.commission, after.reseller_id) == (TOTAL, None, None)

    def test_one_who_pauses_sells_nothing(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(ResellerInactive):
            give(trip_id, make_reseller(status="paused"))
        with pytest.raises(ResellerNotFound):
            give(trip_id, 999_999)

    def test_what_they_insist_on_is_asked_for(self):
        reseller = make_reseller(is_voucher_required=True, is_agent_required=True)
        trip_id = fill_cart(make_offer())
        done = give(trip_id, reseller)
        assert [one["code"] for one in done.warnings] == ["voucher_required", "agent_required"]

        with pytest.raises(VoucherMissing):
            reserve(trip_id)
        Trip.objects.filter(pk=trip_id).update(reseller_voucher="V-1")
        with pytest.raises(AgentMissing):
            reserve(trip_id)
        assert status(trip_id) == "draft"


class TestAgent:
    def agent(self, trip_id, agent_id):
        return trip_reseller.set_agent(trip_id=trip_id, agent_id=agent_id, by=MANAGER, at=utc_now())

    def test_only_their_own_people(self):
        trip_id = fill_cart(make_offer())
        with pytest.raises(NoReseller):
            self.agent(trip_id, 1)
        give(trip_id, make_reseller())
        stranger = make_agent(make_reseller("Old Inn"))

        with pytest.raises(Invalid):
            self.agent(trip_id, stranger.pk)

    def test_taken_back(self):
        reseller = make_reseller()
        trip_id = fill_cart(make_offer())
        give(trip_id, reseller)
        self.agent(trip_id, make_agent(reseller).pk)

        self.agent(trip_id, None)

        assert trip(trip_id).reseller_agent_id is None
        assert logged(trip_id)[0] == "trip.agent_removed"


class TestCommission:
    def test_by_hand_it_stays_by_hand(self):
        trip_id = make_reserved()
        give(trip_id, make_reseller())

        edit(trip_id, amount=1000)
        assert (trip(trip_id).commission_amount, trip(trip_id).commission["is_edited"]) == (1000, True)
        edit(trip_id, ppm=100_000)

        assert trip(trip_id).commission_amount == TOTAL // 10
        assert logged(trip_id).count("trip.commission_edited") == 2

    def test_more_than_the_trip_is_refused(self):
        trip_id = make_reserved()
        with pytest.raises(NoReseller):
            edit(trip_id, amount=1)
        give(trip_id, make_reseller())

        with pytest.raises(Invalid):
            edit(trip_id, amount=TOTAL + 1)


class TestCredit:
    def test_more_than_they_may_owe_is_refused_unless_somebody_answers_for_it(self):
        reseller = make_reseller(credit_limit_amount=15_000)
        first, second = fill_cart(make_offer()), fill_cart(make_offer(name="Sail"))
        give(first, reseller)
        reserve(first, by=CLERK)
        give(second, reseller)

        found = reservation.can_reserve(trip_id=second, by=CLERK, at=utc_now())
        assert [one["code"] for one in found["blockers"]] == ["credit_limit"]
        with pytest.raises(CreditLimit) as refusal:
            reserve(second, by=CLERK)
        assert refusal.value.detail["available"] == 15_000 - (TOTAL - 2540)

        assert status(reserve(second)) == "reserved"

    def test_a_booked_trip_is_not_given_to_somebody_without_credit(self):
        trip_id = make_reserved()

        with pytest.raises(CreditLimit):
            give(trip_id, make_reseller(credit_limit_amount=0), by=CLERK)
        assert trip(trip_id).reseller_id is None
