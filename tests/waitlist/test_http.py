"""The waiting list over HTTP: visitors, the desk, agents, and the walls between them."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.waitlist import links, offers
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Properties, Role
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.waitlist import operations as waitlist
from outfitter_tenants.waitlist import retention
from outfitter_tenants.waitlist.models import WaitlistEntry
from tests.checkout.front_desk import Desk
from tests.support.api_operations import assert_error
from tests.support.database import REEF
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, Offer
from tests.support.team import browser_of, make_colleague
from tests.support.tenant_clients import enter_operator
from tests.support.waitlist_parties import fill, give_back, states, wait

ANA = {"first_name": "Ana", "last_name": "Ruiz", "email": "Ana@example.com"}


@pytest.fixture
def desk(reef: Any, client_for: Any) -> Desk:
    """The owner at the counter."""
    return Desk(owner_of(client_for))


@pytest.fixture
def visitor(reef: Any, client_for: Any) -> Desk:
    """A stranger."""
    return Desk(client_for("reef"))


def party(offer: Offer, adults: int = 2, **more: Any) -> dict[str, Any]:
    guests = {"experience_customer_type_id": offer.adult, "qty": adults}
    return {"timeslot_id": offer.timeslot_id, "quantities": [guests], "contact": ANA, **more}


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert_error(answer, status, code)
    return dict(answer.json()["detail"])


def offered_place(offer: Offer, adults: int = 2) -> WaitlistEntry:
    """Return a place in line that seats are held for."""
    seats = fill(offer)
    row = wait(offer, "Ana", adults=adults)
    give_back(seats)
    assert offers.serve_departure(timeslot_id=offer.timeslot_id, at=utc_now()) == 1
    row.refresh_from_db()
    return row


class TestJoin:
    def test_a_visitor_joins_and_is_written_to(self, visitor: Desk, offer: Offer) -> None:
        fill(offer)
        wait(offer, "Bo")

        joined = visitor.done("/api/waitlist/join", **party(offer))

        assert joined == {"ahead_cnt": 1, "email": "Ana@example.com"}
        row = WaitlistEntry.objects.get(first_name="Ana")
        assert (row.pax_cnt, row.flexibility, row.created_by) == (2, "departure", None)
        mail = Message.objects.get(dedupe_key=f"waitlist:{row.pk}:joined")
        assert links.path_of(row.pk) in mail.body_text
        assert Timeslot.objects.get(pk=offer.timeslot_id).waiting_pax_min == 1

    def test_with_seats_left_it_says_book_now(self, visitor: Desk, offer: Offer) -> None:
        fill(offer, seats=2)
        detail = refused(visitor.post("/api/waitlist/join", **party(offer)), 409, "not_sold_out")
        assert detail["timeslot_ids"] == [offer.timeslot_id]
        assert visitor.done("/api/waitlist/join", **party(offer, 3))["ahead_cnt"] == 0

    def test_once_for_a_departure(self, visitor: Desk, offer: Offer) -> None:
        fill(offer)
        visitor.done("/api/waitlist/join", **party(offer))
        again = party(offer, contact={**ANA, "email": "ana@EXAMPLE.com"})
        refused(visitor.post("/api/waitlist/join", **again), 409, "already_waiting")

    def test_a_full_list(self, visitor: Desk, offer: Offer, monkeypatch: Any) -> None:
        monkeypatch.setattr(waitlist, "MOST_IN_LINE", 1)
        fill(offer)
        wait(offer, "Bo")
        refused(visitor.post("/api/waitlist/join", **party(offer)), 409, "waitlist_full")

    def test_a_party_that_never_fits(self, visitor: Desk, offer: Offer) -> None:
        fill(offer)
        assert refused(visitor.post("/api/waitlist/join", **party(offer, 5)), 409, "party_too_large") == {
            "most": 4
        }

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"start_at": -3, "end_at": -1, "cutoff_at_online": -4}, "past"),
            ({"cutoff_at_online": -1}, "cutoff"),
            ({"status": "cancelled"}, "cancelled"),
            ({"status": "closed"}, "closed"),
        ],
    )
    def test_departures_nobody_waits_for(
        self, visitor: Desk, offer: Offer, change: dict[str, Any], reason: str
    ) -> None:
        fill(offer)
        now = utc_now()
        values = {k: now + timedelta(hours=v) if isinstance(v, int) else v for k, v in change.items()}
        Timeslot.objects.filter(pk=offer.timeslot_id).update(**values)
        answer = visitor.post("/api/waitlist/join", **party(offer))
        assert refused(answer, 409, "not_bookable")["reason"] == reason

    def test_bad_input(self, visitor: Desk, offer: Offer) -> None:
        fill(offer)
        for body in (
            party(offer, contact={"first_name": "A", "last_name": "B"}),
            party(offer, contact={"last_name": "B", "email": "a@b.example"}),
            party(offer, contact={**ANA, "phone": "12"}),
            party(offer, flexibility="whenever"),
            {**party(offer), "quantities": []},
        ):
            refused(visitor.post("/api/waitlist/join", **body), 422, "validation_failed")
        refused(visitor.post("/api/waitlist/join", **party(offer, timeslot_id=999_999)), 404, "not_found")
        refused(visitor.post("/api/waitlist/join", **party(offer, 0)), 409, "not_bookable")

    def test_an_operator_without_a_list(self, visitor: Desk, desk: Desk, offer: Offer) -> None:
        fill(offer)
        Properties.objects.update_or_create(pk=1, defaults={"is_waitlist_on": False})
        refused(visitor.post("/api/waitlist/join", **party(offer)), 409, "waitlist_off")
        refused(desk.post("/api/waitlist/add", **party(offer)), 409, "waitlist_off")

    def test_not_too_often(self, visitor: Desk, offer: Offer) -> None:
        fill(offer)
        answers = [visitor.post("/api/waitlist/join", **party(offer)).status_code for _ in range(11)]
        assert answers == [200, *[409] * 9, 429]


class TestPlace:
    def test_is_seen_and_left_by_its_address(self, visitor: Desk, offer: Offer) -> None:
        fill(offer)
        row = wait(offer, "Ana", adults=2)
        path = f"/api/waitlist/place/{links.secret_of(row.pk)}"

        seen = visitor.client.get(f"{path}/get").json()
        assert (seen["status"], seen["worth"], seen["guests"][0]["qty"]) == ("waiting", 2 * ADULT, 2)
        assert visitor.done(f"{path}/leave")["status"] == "left"
        assert visitor.done(f"{path}/leave")["status"] == "left"
        assert Timeslot.objects.get(pk=offer.timeslot_id).waiting_pax_min is None
        refused(visitor.post(f"{path}/accept"), 409, "no_offer")

    def test_an_address_opens_one_place_of_one_operator(
        self, visitor: Desk, offer: Offer, client_for: Any
    ) -> None:
        fill(offer)
        first, second = wait(offer, "Ana"), wait(offer, "Bo")
        secret = links.secret_of(first.pk)
        swapped = f"{second.pk}-{secret.partition('-')[2]}"
        for wrong in (swapped, secret[:-1], "1-" + "0" * 32, "x"):
            refused(visitor.client.get(f"/api/waitlist/place/{wrong}/get"), 404, "not_found")
            assert visitor.client.get(f"/waitlist/{wrong}").status_code == 404
        stranger = Desk(client_for("peak"))
        for call in ("get", "leave", "accept"):
            path = f"/api/waitlist/place/{secret}/{call}"
            answer = stranger.client.get(path) if call == "get" else stranger.post(path)
            refused(answer, 404, "not_found")
        enter_operator(REEF.schema_name)
        assert states() == {"Ana": "waiting", "Bo": "waiting"}

    def test_an_offer_becomes_a_cart_with_its_seats(self, visitor: Desk, offer: Offer) -> None:
        row = offered_place(offer)
        path = f"/api/waitlist/place/{links.secret_of(row.pk)}/accept"

        url = visitor.done(path)["url"]
        assert visitor.done(path)["url"] == url

        row.refresh_from_db()
        trip = Trip.objects.get(pk=row.trip_id)
        assert f"trip={trip.hash}" in url
        assert (trip.status, trip.contact_email, trip.subtotal_amount) == ("draft", row.email, 2 * ADULT)
        hold = Hold.objects.get(trip_id=trip.pk)
        assert (hold.status, hold.pax_cnt, hold.expires_at) == ("active", 2, row.offer_expires_at)
        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        assert (slot.held_pax_cnt, row.status) == (2, "accepted")

    def test_an_offer_that_ended_says_so(self, visitor: Desk, offer: Offer) -> None:
        row = offered_place(offer)
        WaitlistEntry.objects.filter(pk=row.pk).update(offer_expires_at=utc_now() - timedelta(seconds=1))
        secret = links.secret_of(row.pk)
        refused(visitor.post(f"/api/waitlist/place/{secret}/accept"), 409, "offer_expired")
        offers.end_offer(entry_id=row.pk, at=utc_now())
        refused(visitor.post(f"/api/waitlist/place/{secret}/accept"), 409, "offer_expired")
        assert visitor.client.get(f"/api/waitlist/place/{secret}/get").json()["status"] == "expired"

    def test_an_offer_never_outlives_sales(self, offer: Offer) -> None:
        closes = utc_now() + timedelta(minutes=20)
        Timeslot.objects.filter(pk=offer.timeslot_id).update(cutoff_at_online=closes)
        assert offered_place(offer).offer_expires_at == closes

    def test_turning_an_offer_down_frees_its_seats(self, visitor: Desk, offer: Offer) -> None:
        row = offered_place(offer)
        visitor.done(f"/api/waitlist/place/{links.secret_of(row.pk)}/leave")
        assert Timeslot.objects.get(pk=offer.timeslot_id).held_pax_cnt == 0


class TestPage:
    def test_needs_no_script(self, visitor: Desk, offer: Offer) -> None:
        row = offered_place(offer)
        path = links.path_of(row.pk)
        page = visitor.client.get(path)
        html = page.content.decode()
        assert page.status_code == 200
        assert "There are seats for you" in html
        assert "$98" in html
        assert page["Referrer-Policy"] == "no-referrer"
        assert "form-action 'self'" in page["Content-Security-Policy"]

        taken = visitor.client.post(path, {"action": "accept"})
        assert taken.status_code == 302
        assert taken["Location"].startswith("/widgets/tripBuilder?")
        assert "Go to checkout" in visitor.client.get(path).content.decode()

    def test_in_other_languages(self, visitor: Desk, offer: Offer) -> None:
        fill(offer)
        row = wait(offer, "Ana")
        assert (
            "Sie stehen auf der Warteliste"
            in visitor.client.get(f"/de{links.path_of(row.pk)}").content.decode()
        )
        left = visitor.client.post(f"/ar{links.path_of(row.pk)}", {"action": "leave"})
        assert 'dir="rtl"' in left.content.decode()
        assert states() == {"Ana": "left"}

    def test_after_the_offer_says_so(self, visitor: Desk, offer: Offer) -> None:
        row = offered_place(offer)
        WaitlistEntry.objects.filter(pk=row.pk).update(offer_expires_at=utc_now() - timedelta(seconds=1))
        page = visitor.client.post(links.path_of(row.pk), {"action": "accept"})
        assert page.status_code == 409
        assert "Your seats are no longer held" in page.content.decode()
        assert visitor.client.put(links.path_of(row.pk)).status_code == 404


class TestDesk:
    def test_sees_the_list_and_what_it_is_worth(self, desk: Desk, offer: Offer) -> None:
        fill(offer)
        wait(offer, "Bo", adults=3)

        listed = desk.done("/api/waitlist/add", **party(offer, flexibility="day"))

        assert [(row["first_name"], row["worth"]) for row in listed["data"]] == [
            ("Bo", 3 * ADULT),
            ("Ana", 2 * ADULT),
        ]
        assert (listed["party_cnt"], listed["pax_cnt"], listed["worth"]) == (2, 5, 5 * ADULT)
        assert (listed["is_on"], listed["offer_minutes"]) == (True, 60)
        assert desk.client.get(f"/api/timeslot/{offer.timeslot_id}/waitlist/get").json() == listed
        assert WaitlistEntry.objects.get(first_name="Ana").created_by is not None

    def test_changes_the_order(self, desk: Desk, offer: Offer) -> None:
        seats = fill(offer)
        ids = [wait(offer, name, adults=4).pk for name in ("Ana", "Bo", "Cy")]
        path = f"/api/timeslot/{offer.timeslot_id}/waitlist/reorder"
        listed = desk.done(path, entry_ids=[ids[2], ids[0], 999_999])
        assert [row["first_name"] for row in listed["data"]] == ["Cy", "Bo", "Ana"]
        give_back(seats)
        offers.serve_departure(timeslot_id=offer.timeslot_id, at=utc_now())
        assert states() == {"Ana": "waiting", "Bo": "waiting", "Cy": "offered"}
        refused(desk.post(path, entry_ids=[]), 422, "validation_failed")
        refused(desk.post(path.replace(str(offer.timeslot_id), "999999"), entry_ids=[1]), 404, "not_found")

    def test_offers_by_hand(self, desk: Desk, offer: Offer) -> None:
        seats = fill(offer)
        wait(offer, "Ana", adults=1)
        second = wait(offer, "Bo", adults=2)
        path = f"/api/waitlist/{second.pk}/offer"
        refused(desk.post(path, timeslot_id=offer.timeslot_id), 409, "sold_out")
        give_back(seats)
        desk.done(path, timeslot_id=offer.timeslot_id)
        assert states() == {"Ana": "waiting", "Bo": "offered"}
        refused(desk.post(path, timeslot_id=offer.timeslot_id), 409, "not_waiting")
        refused(desk.post("/api/waitlist/999999/offer", timeslot_id=offer.timeslot_id), 404, "not_found")

    def test_removes_somebody_with_their_seats(self, desk: Desk, offer: Offer) -> None:
        row = offered_place(offer)
        assert desk.done(f"/api/waitlist/{row.pk}/remove")["data"] == []
        assert Timeslot.objects.get(pk=offer.timeslot_id).held_pax_cnt == 0
        refused(desk.post("/api/waitlist/999999/remove"), 404, "not_found")

    def test_another_operator_sees_nothing(self, offer: Offer, client_for: Any) -> None:
        fill(offer)
        row = wait(offer, "Ana")
        other = Desk(owner_of(client_for, "peak"))
        refused(other.post(f"/api/waitlist/{row.pk}/remove"), 404, "not_found")
        refused(other.post(f"/api/waitlist/{row.pk}/offer", timeslot_id=offer.timeslot_id), 404, "not_found")
        enter_operator(REEF.schema_name)
        assert states() == {"Ana": "waiting"}


class TestAgent:
    @pytest.fixture
    def hired(self, offer: Offer, client_for: Any) -> Any:
        role, partner = Role.objects.get(slug="reseller_agent"), make_reseller()

        def hire(name: str) -> Desk:
            return Desk(browser_of(client_for, make_colleague(name, role=role, reseller_id=partner)))

        return hire

    def test_sees_and_leaves_own_places_only(self, hired: Any, offer: Offer) -> None:
        fill(offer)
        wait(offer, "Bo")
        ada, eve = hired("Ada"), hired("Eve")

        answer = ada.post("/api/desk/waitlist/join", **party(offer))
        assert answer.status_code == 200, answer.content
        (mine,) = answer.json()

        assert mine["first_name"] == "Ana"
        assert eve.client.get("/api/desk/waitlist/get").json() == []
        refused(eve.post(f"/api/desk/waitlist/{mine['id']}/leave"), 404, "not_found")
        others = WaitlistEntry.objects.get(first_name="Bo")
        refused(ada.post(f"/api/desk/waitlist/{others.pk}/leave"), 404, "not_found")
        refused(ada.client.get(f"/api/timeslot/{offer.timeslot_id}/waitlist/get"), 403, "forbidden")
        refused(ada.post(f"/api/waitlist/{others.pk}/remove"), 403, "forbidden")
        assert ada.post(f"/api/desk/waitlist/{mine['id']}/leave").json() == []

    def test_the_sale_is_the_partners(self, hired: Any, visitor: Desk, offer: Offer) -> None:
        seats = fill(offer)
        hired("Ada").post("/api/desk/waitlist/join", **party(offer))
        give_back(seats)
        offers.serve_departure(timeslot_id=offer.timeslot_id, at=utc_now())
        row = WaitlistEntry.objects.get()
        visitor.done(f"/api/waitlist/place/{links.secret_of(row.pk)}/accept")
        row.refresh_from_db()
        assert Trip.objects.get(pk=row.trip_id).reseller_id == row.reseller_id

    def test_an_offer_is_sold_at_the_desk(self, hired: Any, offer: Offer) -> None:
        seats = fill(offer)
        ada, eve = hired("Ada"), hired("Eve")
        (mine,) = ada.post("/api/desk/waitlist/join", **party(offer)).json()
        path = f"/api/desk/waitlist/{mine['id']}/accept"
        refused(ada.post(path), 409, "no_offer")
        give_back(seats)
        offers.serve_departure(timeslot_id=offer.timeslot_id, at=utc_now())

        refused(eve.post(path), 404, "not_found")
        cart = ada.done(path)
        assert ada.done(path) == cart
        trip = Trip.objects.get(pk=cart["trip_id"])
        assert (trip.trip_method.slug, trip.reseller_agent_id) == (
            "reseller",
            WaitlistEntry.objects.get().created_by,
        )
        assert trip.reseller_id == WaitlistEntry.objects.get().reseller_id
        assert Hold.objects.filter(trip_id=trip.pk, status="active").count() == 1
        assert ada.client.get("/api/desk/waitlist/get").json() == []
        sold = ada.post(f"/api/trip/{trip.pk}/reserve", notify=False, version=trip.version)
        assert sold.status_code == 200, sold.content

    def test_is_no_desk_of_the_office(self, desk: Desk, offer: Offer) -> None:
        refused(desk.client.get("/api/desk/waitlist/get"), 403, "agents_only")


class TestSweep:
    def test_any_departure_of_the_day_would_do(self, offer: Offer) -> None:
        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        fill(offer)
        wait(offer, "Ana", adults=2, flexibility="day")
        wait(offer, "Bo", adults=2)
        # A departure that is made later: nothing came back on the row of the one they asked for.
        made = make_timeslot(
            experience=Experience.objects.get(pk=offer.experience_id),
            day=slot.date,
            start_at=slot.start_at + timedelta(hours=3),
            capacity=2,
        )
        offers.sweep({}, utc_now())
        assert states() == {"Ana": "offered", "Bo": "waiting"}
        assert WaitlistEntry.objects.get(first_name="Ana").offer_timeslot_id == made.pk

    def test_days_that_are_over_end_it(self, offer: Offer) -> None:
        fill(offer)
        row = wait(offer, "Ana")
        offers.sweep({}, utc_now() + timedelta(days=4))
        assert states() == {"Ana": "closed"}
        retention.delete_old({}, utc_now() + timedelta(days=5000))
        assert not WaitlistEntry.objects.filter(pk=row.pk).exists()
