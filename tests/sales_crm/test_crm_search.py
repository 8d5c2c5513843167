"""Search: deals and companies at the desk, articles for operators; never slow, never an error of theirs."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from hubspot_double.server import DoubleServer
from outfitter.kit.clock import utc_now
from outfitter.sales_crm.models import CrmConnection
from outfitter_hubspot import crm
from tests.sales_crm.conftest import connect, work
from tests.sales_crm.test_push import begin
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db


def ask(client: Client, text: str) -> tuple[Any, str]:
    answer = client.get("/api/hubspot/search", {"q": text})
    assert answer.status_code == 200, answer.content
    return answer.json(), answer["X-Search-Coverage"]


def asked(double: DoubleServer) -> int:
    return sum(path.endswith("/search") for _, path, _ in double.calls)


@pytest.fixture
def reef_deal(connected: Client, double: DoubleServer) -> Client:
    """Return the desk with a deal that stands there."""
    begin(connected, "Reef <b>Kayaks</b>")
    work()
    return connected


def test_finds_deals_with_their_stage_and_address(reef_deal: Client, double: DoubleServer) -> None:
    [row], coverage = ask(reef_deal, " kayaks ")

    [there] = double.portal.rows["deals"]
    assert row == {
        "id": f"deal-{there}",
        "name": "Reef <b>Kayaks</b>",
        "stage": "lead",
        "url": f"https://app.hubspot.com/contacts/8675309/record/0-3/{there}",
    }
    assert coverage == "complete"


def test_finds_companies_too(connected: Client, double: DoubleServer) -> None:
    double.portal.properties["companies"] |= {"outfitter_id"}
    key = {"idProperty": "outfitter_id", "id": "7"}
    double.portal.upsert("companies", [{**key, "properties": {"name": "Tide", "outfitter_stage": "live"}}])

    [row], _ = ask(connected, "tide")

    assert (row["name"], row["stage"]) == ("Tide", "live")
    assert "/record/0-2/" in row["url"]


def test_nothing_is_asked_for_nothing(connected: Client, double: DoubleServer) -> None:
    assert ask(connected, "  ") == ([], "complete")
    assert asked(double) == 0


def test_an_answer_is_remembered_for_a_minute(reef_deal: Client, double: DoubleServer) -> None:
    assert ask(reef_deal, "kayaks") == ask(reef_deal, "KAYAKS")
    assert asked(double) == 2


def test_four_calls_a_second_and_no_more(
    reef_deal: Client, double: DoubleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outfitter.api.rate_limits.time.time", lambda: 1_800_000_000.5)

    found = [ask(reef_deal, f"kayaks {number}")[1] for number in range(3)]

    assert (found, asked(double)) == (["complete", "complete", "busy"], 4)
    monkeypatch.setattr("outfitter.api.rate_limits.time.time", lambda: 1_800_000_001.5)
    assert ask(reef_deal, "kayaks 2")[1] == "complete"


def test_asked_to_wait_nothing_is_asked_until_then(reef_deal: Client, double: DoubleServer) -> None:
    double.portal.moods = [(429, "9")]
    assert ask(reef_deal, "kayaks") == ([], "busy")
    before = asked(double)
    assert ask(reef_deal, "kayaks") == ([], "busy")
    assert asked(double) == before
    CrmConnection.objects.update(paused_until=utc_now() - timedelta(seconds=1))
    assert ask(reef_deal, "kayaks")[1] == "complete"


def test_too_slow_the_list_is_empty_and_says_so(
    reef_deal: Client, double: DoubleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert crm.SEARCH_SECONDS <= 3.0
    monkeypatch.setattr(crm, "SEARCH_SECONDS", 0.05)
    double.portal.delay_seconds = 0.3
    assert ask(reef_deal, "kayaks") == ([], "unavailable")
    double.portal.delay_seconds = 0.0
    monkeypatch.setattr(crm, "SEARCH_SECONDS", 2.8)
    # What was not found out is not remembered.
    assert ask(reef_deal, "kayaks")[1] == "complete"


@pytest.mark.parametrize("status", [400, 403, 500, 502])
def test_their_faults_are_not_ours(reef_deal: Client, double: DoubleServer, status: int) -> None:
    double.portal.moods = [(status, "")]
    assert ask(reef_deal, "kayaks") == ([], "unavailable")


def test_a_token_that_ended_is_a_broken_connection(reef_deal: Client, double: DoubleServer) -> None:
    double.portal.token = "another"
    assert_error(reef_deal.get("/api/hubspot/search?q=kayaks"), 409, "not_connected")
    assert reef_deal.get("/api/platform/hubspot/get").json()["state"] == "broken"
    # From now on nothing is asked.
    calls = len(double.calls)
    assert_error(reef_deal.get("/api/hubspot/search?q=kayaks"), 409, "not_connected")
    assert len(double.calls) == calls


def test_without_a_connection_there_is_no_search(desk: Client, client_for: Any, reef: Any) -> None:
    for client in (desk, owner_of(client_for)):
        assert_error(client.get("/api/hubspot/search?q=x"), 409, "not_connected")


def test_operators_find_articles_as_plain_text_with_safe_addresses(
    desk: Client, double: DoubleServer, client_for: Any, reef: Any
) -> None:
    connect(desk, help_domain="help.outfitter.example")
    owner = owner_of(client_for)

    found, coverage = ask(owner, "refunds")

    # The other one's address is a script.
    assert found == [
        {
            "id": "article-501",
            "name": "Set up refunds & credits",
            "stage": "Money",
            "url": "https://help.outfitter.example/501",
        }
    ]
    assert coverage == "complete"
    [(_, _, query)] = [one for one in double.calls if one[1] == "/cms/v3/site-search/search"]
    assert (query["type"], query["domain"]) == ("KNOWLEDGE_ARTICLE", "help.outfitter.example")


def test_an_office_knows_whether_there_are_articles(
    desk: Client, double: DoubleServer, client_for: Any, reef: Any
) -> None:
    owner = owner_of(client_for)

    def told() -> bool:
        cache.clear()
        return bool(owner.get("/app/init").json()["featureFlags"]["host_articles"])

    assert not told()
    assert connect(desk, help_domain="help.outfitter.example").status_code == 200
    assert told()
    CrmConnection.objects.update(help_domain="")
    assert not told()
    CrmConnection.objects.update(help_domain="help.outfitter.example", state="broken")
    assert not told()


def test_operators_find_no_deals(reef_deal: Client, client_for: Any, reef: Any) -> None:
    # There is no knowledge base.
    assert_error(owner_of(client_for).get("/api/hubspot/search?q=kayaks"), 409, "not_connected")


def test_nobody_searches_without_a_login(client_for: Any, reef: Any) -> None:
    answer = client_for("reef").get("/api/hubspot/search?q=x")
    assert answer.status_code == 401
