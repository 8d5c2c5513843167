"""What differs is sent: once, in batches, again after a fault, and never what came from there."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from hubspot_double.server import DoubleServer
from outfitter.accounts.models import Account
from outfitter.kit.clock import utc_now
from outfitter.kpis.models import Deal, KpiMonthlyAccount
from outfitter.plugins.sales_crm.types import CrmKeys
from outfitter.plugins.types import Permanent, Retryable
from outfitter.sales_crm import connection, push
from outfitter.sales_crm.models import CrmConnection, CrmDealLink
from tests.sales_crm.conftest import post, work

pytestmark = pytest.mark.django_db


def begin(desk: Client, name: str = "Reef Kayaks", **more: Any) -> dict[str, Any]:
    answer = post(desk, "/api/platform/deals/create", {"name": name, "amount_mrr": 12345, **more})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def move(desk: Client, deal: dict[str, Any], stage: str, **more: Any) -> dict[str, Any]:
    body = {"stage": stage, "version": deal["version"], **more}
    answer = post(desk, f"/api/platform/deals/{deal['id']}/move", body)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def delete(desk: Client, deal: dict[str, Any]) -> None:
    answer = post(desk, f"/api/platform/deals/{deal['id']}/delete", {"version": deal["version"]})
    assert answer.status_code == 200, answer.content


def sent(double: DoubleServer, kind: str = "deals") -> list[Any]:
    path = f"/crm/v3/objects/{kind}/batch/upsert"
    return [body for _, called, body in double.calls if called == path]


def there(double: DoubleServer, kind: str = "deals") -> list[dict[str, str]]:
    return [one.properties for one in double.portal.rows[kind].values() if not one.is_archived]


def test_a_deal_is_sent_once_and_again_when_it_changes(connected: Client, double: DoubleServer) -> None:
    deal = begin(connected, expected_close="2026-06-01")
    work()
    work()

    assert len(sent(double)) == 1
    [row] = there(double)
    assert (row["dealname"], row["amount"], row["dealstage"]) == (
        "Reef Kayaks",
        "123.45",
        "appointmentscheduled",
    )
    assert row["closedate"] == "2026-06-01T00:00:00Z"

    lost = move(connected, deal, "lost", lost_reason="Too small")
    work()

    [row] = there(double)
    assert (row["dealstage"], row["closed_lost_reason"]) == ("closedlost", "Too small")
    assert CrmDealLink.objects.get().sent_version == lost["version"]


def test_an_edit_leaves_the_stage_there_alone(connected: Client, double: DoubleServer) -> None:
    deal = begin(connected)
    work()

    post(
        connected,
        f"/api/platform/deals/{deal['id']}/edit",
        {"name": "Reef Kayaks GmbH", "version": deal["version"]},
    )
    work()

    [body] = sent(double)[1:]
    assert "dealstage" not in body["inputs"][0]["properties"]
    assert there(double)[0]["dealname"] == "Reef Kayaks GmbH"


def test_operators_are_companies_and_deals_are_with_them(
    connected: Client, double: DoubleServer, reef: Any
) -> None:
    Account.objects.filter(pk=reef.pk).update(is_demo=False)
    month = {"month": date(2026, 3, 1), "reporting_currency": "USD", "plan": "pro"}
    KpiMonthlyAccount.objects.create(account_id=reef.pk, mrr_subscription=9900, mrr_usage=50, **month)
    begin(connected, account_id=reef.pk)

    work()

    account = Account.objects.get(pk=reef.pk)
    [row] = [one for one in there(double, "companies") if one["outfitter_id"] == str(reef.pk)]
    assert (row["name"], row["outfitter_plan"], row["outfitter_mrr"]) == (account.name, "pro", "99.50")
    assert row["outfitter_stage"] == account.onboarding_stage
    assert row["domain"].startswith(account.slug)
    [deal] = double.portal.rows["deals"].values()
    assert len(deal.companies) == 1
    before = len(sent(double, "companies"))
    CrmConnection.objects.update(compared_at=None)
    work()
    assert len(sent(double, "companies")) == before

    Account.objects.filter(pk=reef.pk).update(name="Reef & Sons")
    CrmConnection.objects.update(compared_at=None)
    work()
    assert "Reef & Sons" in [one["name"] for one in there(double, "companies")]


def test_a_deal_that_is_deleted_is_taken_out_there(connected: Client, double: DoubleServer) -> None:
    deal = begin(connected)
    work()

    delete(connected, deal)
    work()

    assert there(double) == []
    assert not CrmDealLink.objects.exists()


def test_a_deal_that_is_deleted_while_it_is_sent_is_taken_out_too(
    connected: Client, double: DoubleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = begin(connected)
    saves = type(connection.find_crm()).save_deals

    def save_and_delete(self: Any, *args: Any) -> Any:
        found = saves(self, *args)
        delete(connected, deal)
        return found

    monkeypatch.setattr(type(connection.find_crm()), "save_deals", save_and_delete)
    work()

    assert len(double.portal.rows["deals"]) == 1
    assert there(double) == []
    assert not CrmDealLink.objects.exists()


def test_a_deal_that_may_not_be_taken_out_holds_up_no_other(
    connected: Client, double: DoubleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, gone = begin(connected, "Kept"), begin(connected, "Gone")
    work()
    theirs = CrmDealLink.objects.get(deal_id=kept["id"]).remote_id
    archives = type(connection.find_crm()).archive_deal

    def refuse_one(self: Any, keys: CrmKeys, remote_id: str) -> None:
        if remote_id == theirs:
            raise Permanent("The access token lacks a scope")
        archives(self, keys, remote_id)

    with monkeypatch.context() as patched:
        patched.setattr(type(connection.find_crm()), "archive_deal", refuse_one)
        delete(connected, kept)
        delete(connected, gone)
        work()

    assert [one["dealname"] for one in there(double)] == ["Kept"]
    refused = connected.get("/api/platform/hubspot/get").json()["refused"]
    assert refused == [{"name": f"#{theirs}", "error": "The access token lacks a scope"}]
    work()
    assert there(double) == []
    assert connected.get("/api/platform/hubspot/get").json()["refused"] == []


def test_a_refused_deal_holds_up_no_other_and_is_named(connected: Client, double: DoubleServer) -> None:
    bad, good = begin(connected, "wrong words"), begin(connected, "Good words")
    work()

    assert [one["dealname"] for one in there(double)] == ["Good words"]
    found = connected.get("/api/platform/hubspot/get").json()
    assert [one["name"] for one in found["refused"]] == ["wrong words"]
    assert found["waiting_cnt"] == 0
    calls = len(double.calls)
    work()
    assert len(double.calls) == calls

    post(
        connected,
        f"/api/platform/deals/{bad['id']}/edit",
        {"name": "Better words", "version": bad["version"]},
    )
    work()
    assert {one["dealname"] for one in there(double)} == {"Good words", "Better words"}
    assert connected.get("/api/platform/hubspot/get").json()["refused"] == []
    assert good["id"] != bad["id"]


def test_after_a_fault_it_is_sent_again_without_a_twin(connected: Client, double: DoubleServer) -> None:
    begin(connected)
    work_with = double.portal.moods
    work_with.append((503, ""))
    CrmConnection.objects.update(compared_at=utc_now())

    work()
    assert there(double) == []
    work()
    assert len(there(double)) == 1

    # The answer was lost: the row there has our key.
    CrmDealLink.objects.update(sent_version=0, remote_id=None)
    work()
    assert len(there(double)) == 1


def test_asked_to_wait_it_waits(connected: Client, double: DoubleServer) -> None:
    CrmConnection.objects.update(compared_at=utc_now())
    begin(connected)
    double.portal.moods = [(429, "7")]
    work()
    calls = len(double.calls)

    work()

    assert len(double.calls) == calls
    row = CrmConnection.objects.get()
    assert row.paused_until is not None
    assert timedelta(seconds=4) < row.paused_until - utc_now() <= timedelta(seconds=7)
    push.run(at=utc_now() + timedelta(seconds=8))
    assert len(there(double)) == 1


def test_a_long_wait_ends_after_a_day(connected: Client) -> None:
    row, at = CrmConnection.objects.get(), utc_now()

    connection.note_pause(row, Retryable("later", wait_seconds=10_000_000), at=at)

    assert CrmConnection.objects.get().paused_until == at + timedelta(days=1)


def test_one_worker_sends_and_a_dead_one_is_followed(connected: Client, double: DoubleServer) -> None:
    begin(connected)
    CrmConnection.objects.update(busy_until=utc_now() + timedelta(minutes=1))
    work()
    assert there(double) == []

    push.run(at=utc_now() + timedelta(minutes=2))
    assert len(there(double)) == 1
    assert CrmConnection.objects.get().busy_until is None


def test_without_a_connection_nothing_is_asked(desk: Client, double: DoubleServer) -> None:
    begin(desk)
    work()
    assert double.calls == []
    assert not CrmDealLink.objects.exists()


def test_many_go_in_batches(connected: Client, double: DoubleServer) -> None:
    at = utc_now()
    Deal.objects.bulk_create(
        Deal(name=f"Deal {number}", created_at=at, stage_entered_at=at) for number in range(230)
    )
    work()
    assert [len(one["inputs"]) for one in sent(double)] == [100, 100, 30]
    assert len(there(double)) == 230
