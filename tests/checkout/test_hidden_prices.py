"""Agents whose partner keeps prices from them meet none: in files, on paper, on the customer's page."""

import json
from typing import Any

import pytest
from django.conf import settings

from outfitter_tenants.checkout.printouts.voucher import printout
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.checkout.test_agents import CODES, sell
from tests.support.api_operations import assert_error
from tests.support.resellers import make_reseller
from tests.support.team import browser_of, make_colleague, make_role
from tests.support.tenant_clients import make_client
from tests.transfer.test_exports import content, export, finished


@pytest.fixture
def partner(reef):
    return make_reseller()


@pytest.fixture
def agent(partner, client_for):
    role = make_role("strong_agent", *CODES, "export", scope="reseller")
    return Desk(browser_of(client_for, make_colleague("Ada", role=role, reseller_id=partner)))


@pytest.fixture
def trip(agent, offer):
    return Trip.objects.get(pk=sell(agent, offer))


def hide() -> None:
    Reseller.objects.update(allow={"see_price": False})


def amounts_in(value: Any) -> list[int]:
    """Return every amount of an answer that is not nothing."""
    if isinstance(value, list):
        return [found for one in value for found in amounts_in(one)]
    if isinstance(value, dict):
        own = [one for key, one in value.items() if key.endswith("amount") and isinstance(one, int)]
        return [one for one in own if one] + [found for one in value.values() for found in amounts_in(one)]
    return []


class TestFiles:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path, monkeypatch):
        monkeypatch.setattr(settings, "VAR", tmp_path)

    def test_an_export_has_no_column_of_money(self, agent, trip):
        export(agent.client)
        priced = content(agent.client, finished(agent.client)).decode()
        assert "Summe" in priced
        assert "98.00" in priced

        hide()
        refused = agent.post(
            "/api/importexport/export/create", object="trips", format="csv", columns=[{"key": "total_amount"}]
        )
        assert_error(refused, 422)
        export(agent.client, columns=[])
        file = content(agent.client, finished(agent.client)).decode()
        assert trip.confirmation_code in file
        assert "98.00" not in file
        assert "Total" not in file.splitlines()[0]

    def test_one_that_was_begun_before_ends(self, agent, trip):
        export(agent.client)
        row = finished(agent.client)
        export(agent.client)
        hide()

        assert finished(agent.client)["status"] == "failed"
        assert agent.client.get(row["download_url"]).status_code in {403, 404}

    def test_nobody_filters_or_sorts_by_what_they_do_not_see(self, agent, trip):
        dear = json.dumps([{"field": "total_amount", "op": "gt", "value": 1}])
        assert len(agent.client.get("/api/trips/get", {"filters": dear}).json()["data"]) == 1

        hide()

        assert_error(agent.client.get("/api/trips/get", {"filters": dear}), 422)
        assert_error(agent.client.get("/api/trips/get", {"sort": "total_amount"}), 422)


class TestPaper:
    def test_a_voucher_says_nothing_about_money(self, agent, trip, monkeypatch):
        sheets: list[dict[str, Any]] = []
        whole = printout.sheet
        monkeypatch.setattr(printout, "sheet", lambda *a, **k: sheets.append(whole(*a, **k)) or sheets[-1])
        path = f"/api/voucher/{trip.hash}/pdf"
        assert agent.client.get(path).status_code == 200
        hide()
        assert agent.client.get(path).status_code == 200
        assert make_client("reef").get(path).status_code == 200

        with_prices, without, of_customer = sheets
        assert with_prices["bill"]
        assert (without["bill"], without["sums"]) == ([], [])
        assert of_customer["bill"]


class TestTheCustomersPage:
    def test_a_signed_in_agent_sees_the_trip_and_no_price(self, agent, trip):
        path = f"/api/customerPortal/{trip.hash}/init/0"
        assert amounts_in(agent.client.get(path).json())
        hide()

        shown = agent.client.get(path)

        assert shown.status_code == 200
        assert amounts_in(shown.json()) == []
        assert shown.json()["trip"]["totals"]["total"] == 0
        assert amounts_in(make_client("reef").get(path).json())
