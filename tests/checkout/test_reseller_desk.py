"""An agent's desk: what they sell and have sold, and the walls around it."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.resellers.models import Reseller, ResellerTerm
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.support.api_operations import assert_error
from tests.support.kept_reads import unchecked
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT
from tests.support.team import browser_of, make_colleague

WHO = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}
# With what a process keeps: session, departures, their resources (none), versions of what is kept.
DAY_BUDGET, DESK_BUDGET = 5, 9


@pytest.fixture
def partner(reef):
    return make_reseller()


def hire(reseller, name="Ada"):
    role = Role.objects.get(slug="reseller_agent")
    return make_colleague(name, role=role, reseller_id=reseller)


@pytest.fixture
def ada(partner):
    return hire(partner)


@pytest.fixture
def agent(ada, client_for):
    return Desk(browser_of(client_for, ada))


@pytest.fixture
def day(offer):
    return Timeslot.objects.get(pk=offer.timeslot_id).date


def sell(agent, offer, qty=2, **contact):
    guests = {"experience_customer_type_id": offer.adult, "qty": qty}
    order = {"experience_id": offer.experience_id, "timeslot_id": offer.timeslot_id, "quantities": [guests]}
    trip_id = agent.done("/api/trip/save", orders=[order], contact={**WHO, **contact})["trip"]["id"]
    agent.done(f"/api/trip/{trip_id}/reserve")
    return trip_id


def shown(agent, day):
    answer = agent.client.get(f"/api/desk/day/{day}/get")
    assert answer.status_code == 200, answer.content
    return answer.json()


class TestDay:
    def test_what_is_free_at_the_partners_price(self, agent, offer, day):
        [tour] = shown(agent, day)["experiences"]

        first = next(one for one in tour["departures"] if one["timeslot_id"] == offer.timeslot_id)
        price = next(p for p in first["prices"] if p["experience_customer_type_id"] == offer.adult)
        assert (price["commission_amount"], price["net_amount"]) == (ADULT // 5, price["price"] - ADULT // 5)
        before = first["left"]
        sell(agent, offer)
        [tour] = shown(agent, day)["experiences"]
        assert (
            next(d for d in tour["departures"] if d["timeslot_id"] == offer.timeslot_id)["left"] == before - 2
        )

    def test_a_term_of_its_own_counts(self, agent, partner, offer, day):
        ResellerTerm.objects.create(
            reseller_id=partner, experience_id=offer.experience_id, commission_ppm=100_000
        )

        [tour] = shown(agent, day)["experiences"]

        price = next(
            p for p in tour["departures"][0]["prices"] if p["experience_customer_type_id"] == offer.adult
        )
        assert price["commission_amount"] == ADULT // 10

    def test_who_sees_no_prices_sees_times_alone(self, agent, partner, offer, day):
        Reseller.objects.filter(pk=partner).update(allow={"see_price": False})

        [tour] = shown(agent, day)["experiences"]

        assert tour["departures"]
        assert all(one["prices"] == [] for one in tour["departures"])
        desk = agent.client.get("/api/desk/get").json()
        assert (desk["sees_prices"], desk["credit"], desk["month"]) == (False, None, None)

    def test_what_the_partner_does_not_sell_is_absent(self, agent, partner, offer, day):
        ResellerTerm.objects.create(reseller_id=partner, experience_id=offer.experience_id, is_hidden=True)

        assert shown(agent, day)["experiences"] == []
        for path in (
            f"/api/experience/{offer.experience_id}/get",
            f"/api/timeslot/{offer.timeslot_id}/get",
            f"/api/prices/getForTimeslot/{offer.timeslot_id}/reseller",
        ):
            assert_error(agent.client.get(path), 404, "not_found")
        found = agent.client.post(
            f"/api/experiences/getInDateRange/{day}/{day}",
            {"isAuthenticated": True, "showPrices": False, "requestId": 1},
            content_type="application/json",
        )
        assert found.json()["dates"] == {}

    @pytest.mark.parametrize("status", ["draft", "hidden"])
    def test_what_is_not_live_is_absent(self, agent, offer, day, status):
        Experience.objects.filter(pk=offer.experience_id).update(status=status)

        assert shown(agent, day)["experiences"] == []

    def test_what_is_closed_is_absent_and_what_is_full_says_so(self, agent, offer, day):
        Timeslot.objects.filter(pk=offer.timeslot_id).update(capacity=0)
        [tour] = shown(agent, day)["experiences"]
        assert next(d for d in tour["departures"] if d["timeslot_id"] == offer.timeslot_id)["left"] == 0

        Timeslot.objects.update(status="closed")
        assert shown(agent, day)["experiences"] == []

    def test_it_takes_few_statements(self, agent, offer, day):
        shown(agent, day)
        with unchecked(), CaptureQueriesContext(connection) as asked:
            shown(agent, day)

        assert len(asked) <= DAY_BUDGET, [one["sql"][:120] for one in asked]


class TestWalls:
    PATHS = (
        "/api/desk/get",
        "/api/desk/earnings/get",
        "/api/desk/invoices/get",
        "/api/desk/statement/get",
        "/api/desk/invoice/1/pdf",
    )

    def test_staff_have_the_office(self, reef, client_for, day):
        owner = owner_of(client_for)

        for path in (*self.PATHS, f"/api/desk/day/{day}/get"):
            assert_error(owner.get(path), 403, "agents_only")

    def test_who_belongs_to_no_partner_has_no_desk(self, agent, ada):
        UserAvatar.objects.filter(pk=ada.pk).update(reseller_id=None)

        assert_error(agent.client.get("/api/desk/get"), 403, "agent_without_reseller")

    def test_another_partners_trip_is_not_there(self, agent, client_for, offer):
        other = Desk(browser_of(client_for, hire(make_reseller("Beach Bar"), "Bob")))
        trip_id = sell(other, offer)

        assert_error(agent.client.get(f"/api/desk/trip/{trip_id}/tickets/get"), 404, "not_found")
        assert_error(agent.post(f"/api/desk/trip/{trip_id}/send", what="confirmation"), 404, "not_found")
        assert_error(
            agent.post(
                f"/api/tripOrder/{other.order(trip_id)['id']}/cancel", reason="customer", notify=False
            ),
            404,
        )
        assert agent.client.get("/api/desk/earnings/get?mine=false").json()["trips"] == []
        assert agent.client.get("/api/desk/get").json()["repeat_sales"] == []
        assert agent.client.get("/api/trips/get").json()["data"] == []

    @pytest.mark.parametrize("path", PATHS[1:])
    def test_money_is_kept_from_who_sees_no_prices(self, agent, partner, path):
        Reseller.objects.filter(pk=partner).update(allow={"see_price": False})

        assert_error(agent.client.get(path), 403, "reseller_not_allowed")

    def test_who_was_disabled_is_out(self, agent, ada, day):
        UserAvatar.objects.filter(pk=ada.pk).update(status="disabled")

        for path in ("/api/desk/get", f"/api/desk/day/{day}/get"):
            assert_error(agent.client.get(path), 401)

    @pytest.mark.parametrize("status", ["paused", "archived"])
    def test_a_partner_that_does_not_sell_is_told(self, agent, offer, day, status):
        sell(agent, offer)
        Reseller.objects.update(status=status)

        assert_error(agent.client.get(f"/api/desk/day/{day}/get"), 409, "reseller_inactive")
        desk = agent.client.get("/api/desk/get").json()
        assert (desk["reseller"]["status"], desk["repeat_sales"]) == (status, [])


class TestSelling:
    def test_guests_who_pay_the_operator_later_are_booked_as_agreed(self, agent, offer):
        Reseller.objects.update(collect_type="operator_collects", payment_method="none_required")

        row = Trip.objects.get(pk=sell(agent, offer))

        assert (row.status, row.commission["owed_by"], row.paid_amount) == ("reserved", "operator", 0)

    def test_unless_the_agreement_asks_for_the_money_first(self, agent, offer):
        Reseller.objects.update(collect_type="operator_collects", payment_method="payment_required")
        guests = {"experience_customer_type_id": offer.adult, "qty": 2}
        order = {
            "experience_id": offer.experience_id,
            "timeslot_id": offer.timeslot_id,
            "quantities": [guests],
        }
        trip_id = agent.done("/api/trip/save", orders=[order], contact=WHO)["trip"]["id"]

        assert_error(agent.post(f"/api/trip/{trip_id}/reserve"), 402, "payment_required")
        assert not Payment.objects.exists()

    def test_a_sale_that_is_sent_twice_is_one(self, agent, offer):
        guests = {"experience_customer_type_id": offer.adult, "qty": 2}
        order = {
            "experience_id": offer.experience_id,
            "timeslot_id": offer.timeslot_id,
            "quantities": [guests],
        }
        body = {"orders": [order], "contact": WHO}

        def send(path, body, key):
            answer = agent.client.post(
                path, body, content_type="application/json", headers={"Idempotency-Key": key}
            )
            assert answer.status_code == 200, answer.content
            return answer.json()["trip"]

        saved = [send("/api/trip/save", body, "desk-1") for _ in range(2)]
        assert saved[0]["id"] == saved[1]["id"]
        booked = {"notify": False, "version": saved[0]["version"]}
        sold = [send(f"/api/trip/{saved[0]['id']}/reserve", booked, "desk-2") for _ in range(2)]

        assert [one["status"]["slug"] for one in sold] == ["reserved", "reserved"]
        assert Trip.objects.count() == 1
        assert Timeslot.objects.get(pk=offer.timeslot_id).booked_pax_cnt == 2


class TestSoldTrips:
    def test_what_is_sold_again(self, agent, client_for, partner, offer):
        Timeslot.objects.update(capacity=60)
        sell(agent, offer)
        sell(agent, offer)
        sell(agent, offer, qty=3)
        sell(Desk(browser_of(client_for, hire(partner, "Bob"))), offer, qty=1)

        found = agent.client.get("/api/desk/get").json()["repeat_sales"]

        assert [[one["qty"] for one in sale["guests"]] for sale in found] == [[3], [2]]
        assert all(sale["departure"]["timeslot_id"] for sale in found)

    def test_the_next_departure_has_room_for_the_party(self, agent, offer):
        sell(agent, offer, qty=3)
        later = Timeslot.objects.exclude(pk=offer.timeslot_id).order_by("start_at").first()
        Timeslot.objects.filter(pk=offer.timeslot_id).update(capacity=4)

        found = agent.client.get("/api/desk/get").json()["repeat_sales"]

        assert [sale["departure"]["timeslot_id"] for sale in found] == ([later.pk] if later else [])

    def test_it_takes_few_statements(self, agent, offer):
        sell(agent, offer)
        agent.client.get("/api/desk/get")
        with unchecked(), CaptureQueriesContext(connection) as asked:
            agent.client.get("/api/desk/get")

        assert len(asked) <= DESK_BUDGET, [one["sql"][:120] for one in asked]

    def test_their_tickets_can_be_scanned(self, agent, offer):
        trip_id = sell(agent, offer)

        tickets = agent.client.get(f"/api/desk/trip/{trip_id}/tickets/get").json()

        assert len({one["code"] for one in tickets}) == 2
        rows = tickets[0]["qr"]
        assert len(rows) == len(rows[0]) >= 21
        assert set("".join(rows)) == {"0", "1"}

    def test_the_guest_is_sent_the_voucher(self, agent, offer):
        trip_id = sell(agent, offer)

        assert agent.post(f"/api/desk/trip/{trip_id}/send", what="confirmation").status_code == 200
        message = Message.objects.latest("pk")
        assert (message.trip_id, message.status) == (trip_id, "queued")

    def test_who_pays_the_partner_is_asked_for_nothing(self, agent, offer):
        trip_id = sell(agent, offer)

        refused = agent.post(f"/api/desk/trip/{trip_id}/send", what="payment_request")

        assert_error(refused, 402, "payment_required")

    def test_earnings_of_a_month(self, agent, ada, client_for, partner, offer):
        UserAvatar.objects.filter(pk=ada.pk).update(commission_ppm=500_000)
        trip_id = sell(agent, offer)
        sell(Desk(browser_of(client_for, hire(partner, "Bob"))), offer, qty=1)

        mine = agent.client.get("/api/desk/earnings/get").json()
        everybody = agent.client.get("/api/desk/earnings/get?mine=false").json()

        assert [row["id"] for row in mine["trips"]] == [trip_id]
        assert mine["trips"][0]["commission_amount"] == 2 * ADULT // 5
        assert mine["trips"][0]["agent_amount"] == ADULT // 5
        assert (mine["sum"]["trips_cnt"], everybody["sum"]["trips_cnt"]) == (1, 2)
        before = (utc_now().date().replace(day=1) - timedelta(days=3)).isoformat()
        assert agent.client.get(f"/api/desk/earnings/get?month={before}").json()["trips"] == []

    def test_months_of_december_end_with_the_year(self, agent):
        answer = agent.client.get("/api/desk/earnings/get?month=2025-12-31").json()

        assert date.fromisoformat(answer["month"]) == date(2025, 12, 1)
