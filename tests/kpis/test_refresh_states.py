"""How far the figures have come: who told its days, what waits, what failed; for the desk alone."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.accounts.models import Account
from outfitter.kpis import refresh_runs
from outfitter.kpis.models import KpiMonthlyAccount
from outfitter.plugins.models import DueJob
from tests.support import kpi_accounts as world
from tests.support.kpi_accounts import instant
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db
NOW = instant("2026-04-10T12:00")
DAYS, PAST = ("upkeep", "reports.day_facts"), ("reports.day_facts_past", "")


def work(account: Account, what: tuple[str, str], status: str, at: datetime = NOW) -> None:
    kind, key = what
    DueJob.objects.create(
        schema_name=account.schema_name,
        kind=kind,
        key=key,
        status=status,
        next_at=at,
        done_at=at if status in {"done", "failed"} else None,
        error="secret of an operator",
    )


def runs(desk: Client) -> dict[str, Any]:
    answer = desk.get("/api/platform/figures/runs")
    assert answer.status_code == 200, answer.content
    assert "secret" not in answer.content.decode()
    found: dict[str, Any] = answer.json()
    return found


def states(found: dict[str, Any]) -> dict[str, tuple[str, int, int, int]]:
    return {
        one["kind"]: (one["state"], one["done_cnt"], one["waiting_cnt"], one["failed_cnt"])
        for one in found["states"]
    }


def test_each_kind_of_work(desk: Client, only_ours: None) -> None:
    one, two, three = (world.make_account(slug) for slug in ("one", "two", "three"))
    world.make_account("gone", status="closed")
    demo = world.make_account("demo-too", is_demo=True)
    refresh_runs.open_month(at=NOW)
    for account, hours in ((one, 3), (two, 27), (three, 26)):
        row = KpiMonthlyAccount.objects.filter(account=account)
        row.update(refreshed_at=NOW - timedelta(hours=hours))
    work(two, DAYS, "failed", NOW - timedelta(hours=2))
    work(demo, DAYS, "failed")
    work(one, PAST, "waiting")
    found = runs(desk)

    assert states(found) == {
        "days": ("failed", 1, 1, 1),
        "past": ("waiting", 2, 1, 0),
        "months": ("ok", 3, 0, 0),
        "rates": ("ok", 0, 0, 0),
    }
    assert found["states"][0]["newest_at"] == "2026-04-10T09:00:00Z"
    assert found["failed"] == [
        {"kind": "days", "account_id": two.pk, "name": "Two", "at": "2026-04-10T10:00:00Z"}
    ]


def test_nothing_yet(desk: Client, only_ours: None) -> None:
    assert states(runs(desk)) == dict.fromkeys(("days", "past", "months", "rates"), ("ok", 0, 0, 0))


def test_missing_rates_wait(desk: Client, three: list[Account]) -> None:
    assert states(runs(desk))["rates"] == ("waiting", 3, 1, 0)
    listed = desk.get("/api/platform/rates/get").json()
    assert listed["missing"] == [{"currency": "EUR", "month": "2026-04-01", "accounts_cnt": 1}]


def test_nobody_else_gets_there(apex_client: Client, reef: Account, client_for: Any) -> None:
    assert apex_client.get("/api/platform/figures/runs").status_code == 404
    assert owner_of(client_for).get("/api/platform/figures/runs").status_code == 404
