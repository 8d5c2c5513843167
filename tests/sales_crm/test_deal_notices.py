"""News of HubSpot: genuine, once, in the order in which it happened; the last move wins."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from hubspot_double import courier
from hubspot_double.server import DoubleServer
from outfitter.kit.clock import utc_now
from outfitter.kpis.models import Deal
from outfitter.platform_audit.models import PlatformAct
from outfitter.sales_crm import deal_notices
from outfitter.sales_crm.models import CrmDealLink, CrmNews
from tests.sales_crm.conftest import hear, work
from tests.sales_crm.test_push import begin, move, sent
from tests.support.api_operations import assert_error

pytestmark = pytest.mark.django_db


@pytest.fixture
def deal(connected: Client, double: DoubleServer) -> Deal:
    """A deal that stands on both sides since a minute."""
    made = begin(connected)
    work()
    then = utc_now() - timedelta(minutes=1)
    CrmDealLink.objects.update(saved_at=then)
    Deal.objects.update(stage_entered_at=then)
    return Deal.objects.get(pk=made["id"])


def there(deal: Deal) -> str:
    return str(CrmDealLink.objects.get(deal=deal).remote_id)


def stage_of(deal: Deal) -> str:
    return Deal.objects.get(pk=deal.pk).stage


def outcomes() -> list[str]:
    return list(CrmNews.objects.order_by("pk").values_list("outcome", flat=True))


def test_a_move_there_is_made_here_and_not_sent_back(
    connected: Client, double: DoubleServer, deal: Deal
) -> None:
    answer = hear(connected, courier.event(there(deal), "closedwon", time.time()))
    assert (answer.status_code, answer.json()) == (200, {"received": 1})

    work()
    work()

    found = Deal.objects.get(pk=deal.pk)
    assert (found.stage, found.closed_at is not None) == ("won", True)
    assert len(sent(double)) == 1
    act = PlatformAct.objects.filter(action="deal.moved").get()
    assert (act.actor_name, act.detail) == ("HubSpot", {"stage": "won"})
    assert connected.get("/api/platform/hubspot/get").json()["heard_at"] is not None


def test_lost_there_has_a_reason(connected: Client, deal: Deal) -> None:
    hear(connected, courier.event(there(deal), "closedlost", time.time()))
    work()
    assert Deal.objects.get(pk=deal.pk).lost_reason == "Lost in HubSpot"


def test_told_twice_it_happens_once(connected: Client, deal: Deal) -> None:
    news = courier.event(there(deal), "qualifiedtobuy", time.time())
    assert hear(connected, news, news).json() == {"received": 1}
    work()
    assert hear(connected, news).json() == {"received": 0}
    work()
    assert (stage_of(deal), outcomes()) == ("qualified", ["moved"])
    assert PlatformAct.objects.filter(action="deal.moved").count() == 1


def test_what_happened_last_counts_whatever_comes_last(connected: Client, deal: Deal) -> None:
    now = time.time()
    hear(connected, courier.event(there(deal), "contractsent", now))
    work()
    hear(connected, courier.event(there(deal), "qualifiedtobuy", now - 5))
    work()
    assert (stage_of(deal), outcomes()) == ("contract", ["moved", "older"])


def test_in_one_delivery_the_order_is_that_of_time(connected: Client, deal: Deal) -> None:
    now = time.time()
    hear(
        connected,
        courier.event(there(deal), "contractsent", now),
        courier.event(there(deal), "qualifiedtobuy", now - 5),
    )
    work()
    assert stage_of(deal) == "contract"


def test_our_own_change_is_not_heard_as_theirs(connected: Client, deal: Deal) -> None:
    hear(connected, courier.event(there(deal), "contractsent", time.time(), is_integration=True))
    work()
    assert (stage_of(deal), outcomes()) == ("lead", ["own"])


def test_moved_on_both_sides_the_later_move_here_wins(
    connected: Client, double: DoubleServer, deal: Deal
) -> None:
    news = courier.event(there(deal), "qualifiedtobuy", time.time() - 20)
    move(connected, {"id": deal.pk, "version": deal.version}, "proposal")
    hear(connected, news)

    work()

    assert (stage_of(deal), outcomes()) == ("proposal", ["ours"])
    assert sent(double)[-1]["inputs"][0]["properties"]["dealstage"] == "decisionmakerboughtin"


def test_moved_on_both_sides_the_later_move_there_wins(
    connected: Client, double: DoubleServer, deal: Deal
) -> None:
    move(connected, {"id": deal.pk, "version": deal.version}, "proposal")
    hear(connected, courier.event(there(deal), "contractsent", time.time() + 1))

    work()

    assert (stage_of(deal), outcomes()) == ("contract", ["moved"])
    # The rest of our change is still sent, without a stage.
    assert "dealstage" not in sent(double)[-1]["inputs"][0]["properties"]


def test_news_from_before_we_sent_a_stage_was_overwritten_there(connected: Client, deal: Deal) -> None:
    hear(connected, courier.event(there(deal), "contractsent", time.time() - 3600))
    work()
    assert (stage_of(deal), outcomes()) == ("lead", ["older"])


def test_deals_of_others_and_stages_nobody_knows_change_nothing(connected: Client, deal: Deal) -> None:
    hear(connected, courier.event(there(deal), "somewhere", time.time()))
    hear(connected, courier.event("999", "contractsent", time.time()))
    work()
    # The deal may just have been made: its news waits for a while.
    assert outcomes() == ["no_stage", ""]
    deal_notices.handle_all(at=utc_now() + timedelta(minutes=11))
    assert outcomes() == ["no_stage", "not_ours"]
    assert stage_of(deal) == "lead"
    deal_notices.handle_all(at=utc_now() + timedelta(days=31))
    assert not CrmNews.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"subscriptionType": "deal.creation"},
        {"propertyName": "amount"},
        {"portalId": 1},
        {"objectId": "x"},
        {"occurredAt": None},
        {"objectTypeId": "0-2"},
    ],
)
def test_news_of_something_else_is_let_go(connected: Client, deal: Deal, change: dict[str, Any]) -> None:
    news = {**courier.event(there(deal), "contractsent", time.time()), **change}
    assert hear(connected, news).json() == {"received": 0}


def test_only_hubspot_is_believed(connected: Client, deal: Deal) -> None:
    news = courier.event(there(deal), "contractsent", time.time())
    refused = [
        hear(connected, news, secret="another"),
        hear(connected, news, at=time.time() - 301),
        hear(connected, news, at=time.time() + 301),
        connected.post("/partner/hubspot/webhook", [news], content_type="application/json"),
    ]
    for answer in refused:
        assert_error(answer, 403, "forbidden")
    assert not CrmNews.objects.exists()
    assert hear(connected, news, at=time.time() - 290).status_code == 200


def test_a_signed_delivery_that_makes_no_sense_is_refused(connected: Client) -> None:
    assert_error(hear(connected, *[{} for _ in range(501)]), 403, "forbidden")


def test_more_than_anybody_sends_is_refused(connected: Client) -> None:
    answer = connected.generic("POST", "/partner/hubspot/webhook", b"x" * 300_001, content_type="text/plain")
    assert_error(answer, 422, "validation_failed")


def test_without_a_connection_nothing_is_taken(apex_client: Client, db: None) -> None:
    assert_error(hear(apex_client), 409, "not_connected")


def test_times_are_those_of_hubspot(connected: Client, deal: Deal) -> None:
    at = datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)
    hear(connected, courier.event(there(deal), "contractsent", at.timestamp()))
    work()
    assert CrmDealLink.objects.get().heard_at == at
