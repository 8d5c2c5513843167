"""Who finds what: permissions, a reseller's agents, guides, and the wall between operators."""

import json
from dataclasses import replace

import pytest
from django.db import connection

from outfitter.api.principal import Principal
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.scheduling.models import TimeslotGuide
from outfitter_tenants.trips.models import Trip
from tests.search.conftest import OWNER
from tests.search.support import make_customer, make_invoice, make_trip
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer


def kinds_and_ids(results) -> set[tuple[str, int]]:
    return {(row.type, row.id) for row in results}


class TestPermissions:
    @pytest.mark.parametrize(
        ("code", "kind"),
        [("customer.view", "customer"), ("trip.view", "trip"), ("experience.view", "experience")],
    )
    def test_each_kind_needs_its_own(self, reef, look, code, kind):
        make_customer("Zora", "Quill")
        make_trip("Zora", "Quill")
        make_offer(name="Zora paddle")
        without = replace(OWNER, permissions=OWNER.permissions - {code})

        assert kind in {row.type for row in look("zora")}
        assert kind not in {row.type for row in look("zora", caller=without)}

    def test_agent_finds_trips_of_the_reseller_alone(self, reef, look):
        mine, other = make_trip("Zora", "Quill", reseller_id=7), make_trip("Zora", "Quill")
        make_customer("Zora", "Quill")
        agent = replace(OWNER, kind="agent", scope="reseller", reseller_id=7)
        lost = replace(agent, reseller_id=None)

        assert kinds_and_ids(look("zora")) > {("trip", mine), ("trip", other)}
        assert [(r.type, r.id) for r in look("zora", caller=agent)] == [("trip", mine)]
        assert [(r.type, r.id) for r in look("zroa", caller=agent)] == [("trip", mine)]
        assert look("zora", caller=lost) == []

    def test_agent_finds_invoices_of_the_reseller_alone(self, reef, look):
        mine, other = make_invoice("Harbor Tours", "INV-00007"), make_invoice("Harbor Lines", "INV-00008")
        agent = replace(OWNER, kind="agent", scope="reseller", reseller_id=mine[1])
        lost = replace(agent, reseller_id=None)
        guide = replace(OWNER, kind="guide", scope="assigned")
        clerk = replace(OWNER, permissions=OWNER.permissions - {"reseller.view"})

        both = {("invoice", mine[0]), ("invoice", other[0])}
        assert kinds_and_ids(look("harbor", types="invoice")) == both
        assert kinds_and_ids(look("inv-0000", types="invoice", caller=agent)) == {("invoice", mine[0])}
        assert look("INV-00008", types="invoice", caller=agent) == []
        for stranger in (lost, guide, clerk):
            assert look("harbor", types="invoice", caller=stranger) == []

    def test_guide_finds_trips_of_assigned_departures_alone(self, reef, look):
        offer = make_offer(name="Reef walk")
        trip_id = fill_cart(offer)
        make_trip("Ana", "Ruiz")
        role = Role.objects.get(slug="guide")
        avatar = UserAvatar.objects.create(
            name="Gil", email="gil@reef.example", kind="guide", is_guide=True, role=role
        )
        guide = Principal(
            "guide", 9, avatar.pk, "Gil", permissions=frozenset(role.permissions), scope="assigned"
        )

        assert look("ruiz", types="trip,customer", caller=guide) == []
        given = TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar=avatar)
        assert kinds_and_ids(look("ruiz", types="trip,customer", caller=guide)) == {("trip", trip_id)}
        given.status = "declined"
        given.save()
        assert look("ruiz", types="trip,customer", caller=guide) == []


class TestHttp:
    def test_answers(self, reef, client_for):
        trip_id = make_trip("Zora", "Quill", code="WXYZ-2345", start_at=utc_now())
        key = Trip.objects.get(pk=trip_id).hash
        answer = owner_of(client_for).get("/app/search", {"q": "wxyz-2345", "limit": 3})

        assert answer.status_code == 200
        (found,) = json.loads(answer.content)["results"]
        assert found["subtitle"].startswith("WXYZ-2345 · ")
        assert {**found, "subtitle": ""} == {
            "type": "trip",
            "id": trip_id,
            "title": "Zora Quill",
            "subtitle": "",
            "url": f"/trip/{key}",
            "status": None,
            "score": found["score"],
        }

    def test_help_is_found_too(self, reef, client_for):
        answer = owner_of(client_for).get("/app/search", {"q": "keyboard", "types": "help"})

        assert json.loads(answer.content)["results"][0]["url"] == "/help/keyboard"

    @pytest.mark.parametrize(
        "query", [{"q": "a", "types": "boats"}, {"q": "a", "limit": 0}, {"q": "a", "limit": 51}]
    )
    def test_refuses_nonsense(self, reef, client_for, query):
        assert_error(owner_of(client_for).get("/app/search", query), 422)

    def test_refuses_strangers(self, reef, client_for):
        assert_error(client_for("reef").get("/app/search", {"q": "a"}), 401, "unauthenticated")

    def test_operators_do_not_see_each_other(self, reef, client_for):
        make_customer("Zora", "Quill")
        browser = owner_of(client_for, "peak")
        answer = browser.get("/app/search", {"q": "zora", "types": "customer"})

        assert json.loads(answer.content) == {"results": []}


def test_every_operator_has_an_index_of_its_own(reef):
    with connection.cursor() as cursor:
        for planned in (database.REEF, database.PEAK):
            cursor.execute("SELECT to_regclass(%s)", [f"{planned.schema_name}.search_posting"])
            assert cursor.fetchone()[0]
