"""Deals at the platform's desk: begun, edited, moved, lost for a reason, deleted; nobody else's."""

from typing import Any

import pytest
from django.test import Client

from outfitter.accounts.models import Account
from outfitter.kpis.models import Deal
from outfitter.platform_audit.models import PlatformAct
from outfitter.testing.frozen_clock import Clock
from tests.support import kpi_accounts as world
from tests.support.kpi_accounts import instant
from tests.support.owner_client import owner_of
from tests.support.platform_desk import platform_admin_of

pytestmark = pytest.mark.django_db
TERMS = {
    "name": "Kelp Forest Dives",
    "amount_mrr": 9900,
    "probability_ppm": 250_000,
    "owner": "Dana",
    "source": "Trade fair",
    "expected_close": "2026-05-31",
    "account_id": None,
}


def post(desk: Client, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = desk.post(f"/api/platform/deals/{path}", body, content_type="application/json")
    assert answer.status_code == status, answer.content
    found: dict[str, Any] = answer.json()
    return found


def stages(desk: Client) -> dict[str, dict[str, Any]]:
    return {one["stage"]: one for one in desk.get("/kpis/dealsByStage").json()["stages"]}


def test_a_deal_is_begun_and_listed(desk: Client) -> None:
    made = post(desk, "create", **TERMS, stage="qualified")

    assert {name: made[name] for name in TERMS} == TERMS
    assert (made["stage"], made["closed_at"], made["account_name"], made["version"]) == (
        "qualified",
        None,
        None,
        1,
    )
    listed = desk.get("/api/platform/deals/get").json()
    assert listed == {"currency": "USD", "deals": [made]}
    event = PlatformAct.objects.get(action="deal.created")
    assert (event.subject, event.detail) == ("Kelp Forest Dives", {"stage": "qualified"})


def test_it_is_said_which_operator_it_became(desk: Client, only_ours: None) -> None:
    made = post(desk, "create", **TERMS)
    kelp = world.make_account("kelp")
    edited = post(
        desk, f"{made['id']}/edit", **(TERMS | {"account_id": kelp.pk, "amount_mrr": 12_000}), version=1
    )

    assert (edited["account_id"], edited["account_name"], edited["amount_mrr"]) == (kelp.pk, "Kelp", 12_000)
    assert edited["version"] == 2
    unlinked = post(desk, f"{made['id']}/edit", **(TERMS | {"expected_close": None}), version=2)
    assert (unlinked["account_name"], unlinked["expected_close"]) == (None, None)


def test_no_deal_becomes_a_demo_or_nobody(desk: Client, only_ours: None) -> None:
    demo = world.make_account("trial", is_demo=True)
    for account_id in (demo.pk, 999_999):
        refused = post(desk, "create", 422, **(TERMS | {"account_id": account_id}))
        assert refused["detail"]["fields"] == {"account_id": ["There is no such operator."]}
    assert not Deal.objects.exists()


def test_the_pipeline_to_the_last_unit(desk: Client, clock: Clock) -> None:
    for name, amount, share in (("A", 10_001, 500_000), ("B", 20_000, 333_333), ("C", 500, 0)):
        post(desk, "create", **(TERMS | {"name": name, "amount_mrr": amount, "probability_ppm": share}))
    clock.forward(days=9)
    platform_admin_of(desk)
    rows = {row.name: row for row in Deal.objects.all()}
    post(desk, f"{rows['A'].pk}/move", stage="won", version=1)
    post(desk, f"{rows['C'].pk}/move", stage="lost", lost_reason="Too small", version=1)
    found = stages(desk)

    assert (found["lead"]["cnt"], found["lead"]["amount"]) == (1, 20_000)
    assert (found["lead"]["weighted_amount"], found["lead"]["avg_age_days"]) == (6667, 9)
    assert (found["lead"]["won_90d"], found["lead"]["lost_90d"]) == (1, 1)
    assert (found["won"]["cnt"], found["won"]["weighted_amount"]) == (1, 10_001)
    assert desk.get("/kpis/dealsByStage").json()["win_rate_ppm"] == 500_000
    clock.forward(days=91)
    platform_admin_of(desk)
    assert desk.get("/kpis/dealsByStage").json()["win_rate_ppm"] is None
    assert [one["name"] for one in desk.get("/api/platform/deals/get").json()["deals"]] == ["B"]


def test_a_lost_deal_says_why_and_lives_again(desk: Client, clock: Clock) -> None:
    deal_id = post(desk, "create", **TERMS)["id"]
    refused = post(desk, f"{deal_id}/move", 422, stage="lost", lost_reason=" ", version=1)
    assert "lost_reason" in refused["detail"]["fields"]
    lost = post(desk, f"{deal_id}/move", stage="lost", lost_reason="Price", version=1)
    assert (lost["lost_reason"], lost["probability_ppm"]) == ("Price", 0)
    assert lost["closed_at"] is not None
    again = post(desk, f"{deal_id}/move", stage="demo", version=2)

    assert (again["stage"], again["closed_at"], again["lost_reason"]) == ("demo", None, "")
    same = post(desk, f"{deal_id}/move", stage="demo", version=3)
    assert same["version"] == 3
    assert PlatformAct.objects.filter(action="deal.moved").count() == 2


def test_two_people_at_one_deal(desk: Client) -> None:
    deal_id = post(desk, "create", **TERMS)["id"]
    post(desk, f"{deal_id}/edit", **(TERMS | {"name": "Kelp"}), version=1)
    for path, body in (("edit", TERMS), ("move", {"stage": "won"}), ("delete", {})):
        assert post(desk, f"{deal_id}/{path}", 409, **body, version=1)["code"] == "stale_version"
    assert Deal.objects.get().name == "Kelp"


def test_a_mistake_is_deleted(desk: Client) -> None:
    deal_id = post(desk, "create", **TERMS)["id"]

    assert post(desk, f"{deal_id}/delete", version=1) == {"is_deleted": True}
    assert post(desk, f"{deal_id}/delete", 404, version=1)["code"] == "not_found"
    assert PlatformAct.objects.filter(action="deal.deleted").count() == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"amount_mrr": -1}, "amount_mrr"),
        ({"probability_ppm": 1_000_001}, "probability_ppm"),
        ({"expected_close": "soon"}, "expected_close"),
        ({"stage": "won"}, "stage"),
        ({"shade": "blue"}, "shade"),
    ],
)
def test_odd_deals(desk: Client, wrong: dict[str, Any], field: str) -> None:
    refused = post(desk, "create", 422, **(TERMS | wrong))

    assert field in str(refused["detail"])
    assert not Deal.objects.exists()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("create", TERMS),
        ("1/edit", {**TERMS, "version": 1}),
        ("1/move", {"stage": "demo", "version": 1}),
        ("1/delete", {"version": 1}),
    ],
)
def test_nobody_else_gets_there(
    apex_client: Client, reef: Account, client_for: Any, path: str, body: dict[str, Any]
) -> None:
    Deal.objects.create(
        pk=1, name="Ours", created_at=instant("2026-01-01"), stage_entered_at=instant("2026-01-01")
    )
    asked = (f"/api/platform/deals/{path}", body)
    owner = owner_of(client_for)

    assert apex_client.post(*asked, content_type="application/json").status_code == 404
    assert owner.post(*asked, content_type="application/json").status_code == 404
    assert owner.get("/api/platform/deals/get").status_code == 404
    without = platform_admin_of(apex_client, is_second_factor=False)
    assert without.post(*asked, content_type="application/json").status_code in {403, 404}
    assert [(row.name, row.version) for row in Deal.objects.all()] == [("Ours", 1)]
