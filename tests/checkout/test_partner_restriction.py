"""A partner's own booking restriction: who it binds, wherever they buy, and whom it leaves alone (ADR 94)."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels.booking_types import BookingKey
from outfitter.plugins.channels.errors import ChannelError
from outfitter.sdk import channels
from outfitter_tenants.catalog.models import Restriction, RestrictionRow
from outfitter_tenants.people.models import Properties, Role
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.support.api_operations import assert_error
from tests.support.database import REEF
from tests.support.fake_channel import ask, connect, open_fair
from tests.support.kept_reads import unchecked
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.team import browser_of, make_colleague

WHO = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}
DAY = 24 * 60


@pytest.fixture
def partner(reef):
    return make_reseller()


@pytest.fixture
def agent(partner, client_for):
    role = Role.objects.get(slug="reseller_agent")
    return Desk(browser_of(client_for, make_colleague("Ada", role=role, reseller_id=partner)))


@pytest.fixture
def staff(reef, client_for):
    return Desk(owner_of(client_for))


def bind(*partners, audience="reseller", **row):
    """Have these partners sell under a restriction with one row."""
    terms = Restriction.objects.create(name="Concierges")
    RestrictionRow.objects.create(restriction=terms, audience=audience, **row)
    Reseller.objects.filter(pk__in=partners).update(restriction_id=terms.pk)
    return terms


def order_for(offer, qty=2):
    guests = {"experience_customer_type_id": offer.adult, "qty": qty}
    return {"experience_id": offer.experience_id, "timeslot_id": offer.timeslot_id, "quantities": [guests]}


def begin(desk, offer, qty=2, **body):
    return desk.post("/api/trip/save", orders=[order_for(offer, qty)], contact=WHO, **body)


def why(answer):
    """Return why a departure cannot be booked; None where it was."""
    if answer.status_code == 200:
        return None
    return assert_error(answer, 409, "not_bookable")["detail"]["reason"]


def shown(agent, offer):
    """Return the departure on the agent's desk; None where it is not on sale."""
    day = Timeslot.objects.get(pk=offer.timeslot_id).date
    tours = agent.client.get(f"/api/desk/day/{day}/get").json()["experiences"]
    found = [one for tour in tours for one in tour["departures"]]
    return next((one for one in found if one["timeslot_id"] == offer.timeslot_id), None)


def set_start(offer, **ahead):
    """Have the departure begin so far from now, closed to partners a day before."""
    start = utc_now() + timedelta(**ahead)
    Timeslot.objects.filter(pk=offer.timeslot_id).update(
        start_at=start,
        end_at=start + timedelta(hours=2),
        cutoff_at_reseller=start - timedelta(days=1),
        cutoff_at_online=start - timedelta(hours=1),
        cutoff_at_direct=start,
    )


class TestAgents:
    def test_a_smallest_and_a_largest_party(self, agent, partner, offer):
        bind(partner, min_pax=3, max_pax=4)

        assert why(begin(agent, offer, 2)) == "min_party"
        assert why(begin(agent, offer, 5)) == "max_party"
        assert why(begin(agent, offer, 3)) is None
        there = shown(agent, offer)
        assert (there["min_pax"], there["max_pax"]) == (3, 4)
        prices = agent.client.get(
            f"/api/prices/getForTimeslot/{offer.timeslot_id}/reseller", {"reseller": partner}
        ).json()
        assert (prices["min_pax"], prices["max_pax"]) == (3, 4)

    def test_an_earlier_cutoff_closes_for_them_alone(self, agent, partner, offer, client_for):
        bind(partner, cutoff_minutes=30 * DAY)
        other = make_reseller("Beach Bar")
        role = Role.objects.get(slug="reseller_agent")
        ben = Desk(browser_of(client_for, make_colleague("Ben", role=role, reseller_id=other)))

        assert why(begin(agent, offer)) == "cutoff"
        assert shown(agent, offer) is None
        assert why(begin(ben, offer)) is None
        assert shown(ben, offer) is not None
        assert why(begin(Desk(client_for("reef")), offer)) is None

    def test_a_later_cutoff_opens_what_the_experience_has_closed(self, agent, partner, offer):
        set_start(offer, hours=6)
        assert why(begin(agent, offer)) == "cutoff"

        bind(partner, cutoff_minutes=60)

        assert why(begin(agent, offer)) is None
        # What staff close is closed for everybody, whatever was agreed.
        Timeslot.objects.filter(pk=offer.timeslot_id).update(status="closed")
        assert why(begin(agent, offer)) == "closed"

    def test_runs_anyway_and_is_sold_longer(self, agent, partner, offer):
        set_start(offer, hours=6)
        bind(partner, smart_min_booked_pax=2, smart_cutoff_minutes=60)

        assert why(begin(agent, offer)) == "cutoff"
        Timeslot.objects.filter(pk=offer.timeslot_id).update(booked_pax_cnt=2)
        assert why(begin(agent, offer)) is None

    def test_presale_and_a_time_of_day_are_local(self, agent, partner, offer):
        Properties.objects.update(time_zone="Pacific/Auckland")
        terms = bind(partner, presale_days=0)
        assert why(begin(agent, offer)) == "presale"

        terms.rows.update(presale_days=20)
        assert why(begin(agent, offer)) is None
        terms.rows.update(cutoff_mode="clock_time_before", cutoff_clock="00:00", days_before=9)
        assert why(begin(agent, offer)) == "cutoff"

    def test_a_sold_trip_grows_under_the_same_terms(self, agent, staff, partner, offer):
        Reseller.objects.update(allow={"edit": True})
        bind(partner, max_pax=3)
        trip_id = begin(agent, offer, 3).json()["trip"]["id"]
        agent.done(f"/api/trip/{trip_id}/reserve")
        order = staff.order(trip_id)["id"]
        one_more = {"quantities": [{"experience_customer_type_id": offer.adult, "qty": 1}]}

        assert why(agent.post(f"/api/tripOrder/{order}/booking/add", **one_more)) == "max_party"
        # The operator's own people are only told.
        answer = staff.done(f"/api/tripOrder/{order}/booking/add", **one_more)
        assert Timeslot.objects.get(pk=offer.timeslot_id).booked_pax_cnt == 4, answer


class TestOthers:
    def test_staff_hear_of_it_when_they_ask_for_a_partner(self, staff, partner, offer):
        bind(partner, min_pax=3)
        party = {"quantities": [{"experience_customer_type_id": offer.adult, "qty": 2}], "method": "reseller"}
        path = f"/api/timeslot/{offer.timeslot_id}/isBookable"

        assert staff.done(path, **party, reseller=partner)["reason"] == "min_party"
        assert staff.done(path, **party)["reason"] is None

    def test_the_direct_row_binds_the_desk_as_the_experiences_would(self, staff, partner, offer):
        bind(partner, audience="direct", min_pax=3, cutoff_minutes=30 * DAY)
        trip_id = begin(staff, offer).json()["trip"]["id"]
        staff.done(f"/api/trip/{trip_id}/reseller/edit", reseller_id=partner)

        # The owner books past a cut-off, and is told of a party that is too small.
        saved = staff.done("/api/trip/save", id=trip_id, orders=[order_for(offer, 1)])
        assert Hold.objects.get(trip_id=trip_id, status="active").pax_cnt == 1, saved

    def test_a_visitor_who_came_by_the_partners_link_sees_the_public_terms(self, client_for, partner, offer):
        bind(partner, audience="online", min_pax=9)

        answer = begin(Desk(client_for("reef")), offer, reseller=partner)

        assert why(answer) is None
        assert Trip.objects.get(hash=answer.json()["trip"]["hash"]).reseller_id == partner


class TestChannels:
    @pytest.fixture
    def stall(self, offer, reef):
        with open_fair(REEF.schema_name):
            yield connect(offer)

    def told(self, stall, offer):
        [found] = channels.departures(
            stall, product_id=f"P{offer.experience_id}", departure_ids=[str(offer.timeslot_id)]
        )
        return found

    def test_what_is_offered_is_what_is_sold(self, stall, offer):
        partner = Reseller.objects.get().pk
        set_start(offer, hours=6)
        assert self.told(stall, offer).refusal == "past_cutoff"

        bind(partner, cutoff_minutes=60, min_pax=2, max_pax=3)

        there = self.told(stall, offer)
        assert (there.refusal, there.most_units) == (None, 3)
        assert there.cutoff_at == Timeslot.objects.get(pk=offer.timeslot_id).start_at - timedelta(hours=1)
        with pytest.raises(ChannelError):
            channels.hold(stall, ask(offer, adults=1, reference="One"))
        held = channels.hold(stall, ask(offer, adults=2, reference="Two"))
        assert held.departure.refusal is None

    def test_a_hold_that_lapsed_lives_again_under_their_terms(self, stall, offer):
        set_start(offer, hours=6)
        bind(Reseller.objects.get().pk, cutoff_minutes=60)
        held = channels.hold(stall, ask(offer, adults=2, reference="Two"))
        Hold.objects.update(expires_at=utc_now() - timedelta(minutes=1))

        again = channels.extend(stall, BookingKey(uuid=held.uuid), minutes=20)

        assert again.state == "on_hold"


def statements(desk, offer, **body):
    """Return how many statements a cart costs once the process knows what is set up."""
    assert why(begin(desk, offer, 3, **body)) is None
    with unchecked(), CaptureQueriesContext(connection) as found:
        assert why(begin(desk, offer, 3, **body)) is None
    return len(found)


def test_it_costs_no_statement(agent, client_for, partner, offer):
    visitor = Desk(client_for("reef"))
    Timeslot.objects.filter(pk=offer.timeslot_id).update(capacity=40)
    before = statements(agent, offer), statements(visitor, offer)

    bind(partner, min_pax=3, cutoff_minutes=60, presale_days=20)

    assert (statements(agent, offer), statements(visitor, offer)) == before
