"""The ten figures through HTTP: hand-made integers, identities, empty denominators, walls."""

from typing import Any

import pytest
from django.test import Client

from outfitter.accounts.models import Account, AccountStageEvent
from tests.support import kpi_accounts as world
from tests.support.kpi_accounts import instant
from tests.support.platform_desk import platform_admin_of

pytestmark = pytest.mark.django_db
NAMES = (
    "mrrRate",
    "mrrHistory",
    "volumeHistory",
    "ecommConversionRate",
    "creditCardUsage",
    "creditCardUsageHistory",
    "feeCaptureRate",
    "feeCaptureRateHistory",
    "onboardingByStage",
    "dealsByStage",
)


def ask(desk: Client, name: str, **query: str) -> dict[str, Any]:
    answer = desk.get(f"/kpis/{name}", query)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def month_of(answer: dict[str, Any], month: str) -> dict[str, Any]:
    return next(one for one in answer["series"] if one["month"] == f"{month}-01")


def test_recurring_revenue_now(desk: Client, three: list[Account]) -> None:
    # flat 150.00; fees (600-100)/3 = 1.67; the 50 euros of April have no rate and are left out.
    found = ask(desk, "mrrRate")

    assert (found["mrr"], found["mrr_subscription"], found["mrr_usage"]) == (15167, 15000, 167)
    assert (found["previous"], found["arr"], found["accounts_cnt"]) == (21417, 182004, 2)
    assert found["movements"] == {
        "new": 0,
        "reactivation": 0,
        "expansion": 0,
        "contraction": 0,
        "churn": 6250,
    }
    assert found["net_new"] == -6250
    assert found["growth_ppm"] == -291824
    assert found["gross_churn_ppm"] == 291824
    assert found["nrr_ppm"] == 708176
    assert found["arpa"] == 7584
    assert found["missing_rates"] == [{"currency": "EUR", "month": "2026-04-01", "accounts_cnt": 1}]
    assert found["currency"] == "USD"


def test_recurring_revenue_month_by_month(desk: Client, three: list[Account]) -> None:
    found = ask(desk, "mrrHistory")

    assert len(found["series"]) == 25
    rows = {month: month_of(found, month) for month in ("2026-01", "2026-02", "2026-03", "2026-04")}
    assert [one["mrr"] for one in rows.values()] == [10000, 16000, 21417, 15167]
    assert rows["2026-02"]["new"] == 6000
    # flat +50.00, euro +2.50 by its rate, fee new with 1.67.
    assert (rows["2026-03"]["expansion"], rows["2026-03"]["new"]) == (5250, 167)
    assert [one["is_partial"] for one in rows.values()] == [False, False, False, True]


def test_each_month_is_the_one_before_and_net_new(desk: Client, three: list[Account]) -> None:
    before = 0
    for one in ask(desk, "mrrHistory")["series"]:
        gained = one["new"] + one["reactivation"] + one["expansion"]
        assert one["mrr"] == before + gained - one["contraction"] - one["churn"]
        before = one["mrr"]


def test_volume(desk: Client, three: list[Account]) -> None:
    march = month_of(ask(desk, "volumeHistory"), "2026-03")

    # 80.00 EUR are 100.00 USD.
    assert (march["gross_booked"], march["cancelled"], march["net_booked"]) == (50000, 5000, 45000)
    assert (march["booked_online"], march["booked_staff"], march["booked_partner"]) == (30000, 10000, 10000)
    assert march["processed"] == 22500
    assert (march["trips_cnt"], march["pax_cnt"], march["active_accounts_cnt"]) == (5, 11, 2)


def test_conversion_of_visitors(desk: Client, three: list[Account]) -> None:
    found = ask(desk, "ecommConversionRate")

    assert (found["drafts"], found["converted"], found["rate_ppm"]) == (50, 10, 200000)
    assert (found["session_rate_ppm"], found["recovered_share_ppm"]) == (50000, 100000)
    assert found["previous"]["rate_ppm"] is None
    assert not found["is_mature"]
    assert [one["is_mature"] for one in found["series"]] == [True] * 21 + [False] * 7
    assert [one["rate_ppm"] for one in found["series"] if one["drafts"]] == [250000, 0]
    assert ask(desk, "ecommConversionRate", date_to="2026-04-03")["is_mature"]


def test_how_guests_pay(desk: Client, three: list[Account]) -> None:
    found = ask(desk, "creditCardUsage")

    # 250.00 by card of 250 + 50 cash + 100 (euro's cash); gift cards and partners' money are not new.
    assert found["usage_ppm"] == 625000
    assert found["usage_cnt_ppm"] == 600000
    assert (found["card_online"], found["card_present"], found["card_moto"]) == (20000, 4000, 1000)
    march = month_of(ask(desk, "creditCardUsageHistory"), "2026-03")
    assert (march["usage_ppm"], march["non_card"], march["accounts_below_50pct_cnt"]) == (625000, 15000, 1)


def test_who_took_little_stands_apart(desk: Client, three: list[Account]) -> None:
    day, now = instant("2026-03-28").date(), instant("2026-04-10")
    world.sell(three[2], day, now=now, pay_cash=9999, pay_base_cnt=1)
    found = ask(desk, "creditCardUsage")

    assert found["usage_ppm"] == 625000
    assert found["apart"] == {
        "least_base": 10000,
        "accounts_cnt": 1,
        "base": 9999,
        "accounts": [{"account_id": three[2].pk, "name": "Fee", "base": 9999}],
    }


def test_fees_that_were_due_and_came(desk: Client, three: list[Account]) -> None:
    found = ask(desk, "feeCaptureRate")

    assert (found["expected"], found["collected"], found["capture_ppm"]) == (1000, 500, 500000)
    assert found["take_rate_ppm"] == 22222
    assert sum(found["leakage"].values()) == found["expected"] - found["collected"]
    assert not found["not_applicable"]
    march = month_of(ask(desk, "feeCaptureRateHistory"), "2026-03")
    assert {name: march[name] for name in ("expected", "collected", "leakage")} == {
        name: found[name] for name in ("expected", "collected", "leakage")
    }


def test_nothing_is_null_and_never_zero_of_nothing(desk: Client, only_ours: None) -> None:
    rate = ask(desk, "mrrRate")
    assert (rate["mrr"], rate["growth_ppm"], rate["nrr_ppm"], rate["arpa"]) == (0, None, None, None)
    assert ask(desk, "ecommConversionRate")["rate_ppm"] is None
    assert ask(desk, "creditCardUsage")["usage_ppm"] is None
    fees = ask(desk, "feeCaptureRate")
    assert (fees["capture_ppm"], fees["take_rate_ppm"], fees["not_applicable"]) == (None, None, True)
    assert (fees["expected"], fees["collected"]) == (0, 0)
    assert ask(desk, "feeCaptureRateHistory")["not_applicable"]
    assert ask(desk, "onboardingByStage")["conversion_to_live_90d_ppm"] is None
    assert ask(desk, "dealsByStage")["win_rate_ppm"] is None


@pytest.mark.parametrize(
    ("query", "mrr"),
    [
        ({"country": "DE"}, 6250),
        ({"country": "FR"}, 0),
        ({"plan": "pro"}, 15000),
        ({"plan": "max"}, 6250),
        ({"cohort": "2026-02"}, 167),
        ({"cohort": "2026-01", "country": "US"}, 15000),
    ],
)
def test_filters_by_plan_country_and_sign_up(
    desk: Client, three: list[Account], query: dict[str, str], mrr: int
) -> None:
    found = ask(desk, "mrrHistory", **query)

    assert month_of(found, "2026-03")["mrr"] == mrr
    assert found["filters"] == {"plan": None, "country": None, "cohort": None} | query
    for name in NAMES:
        assert ask(desk, name, **query)["filters"] == found["filters"]


def test_operators_by_stage(desk: Client, only_ours: None) -> None:
    ages = {"new": ("catalog", 3), "idle": ("catalog", 20), "lost": ("catalog", 110), "fresh": ("live", 10)}
    now = instant("2026-04-10T12:00")
    for slug, (stage, days) in ages.items():
        at = world.days_before(now, days)
        live = at if stage == "live" else None
        status = "live" if live else "onboarding"
        account = world.make_account(
            slug, created_at=at, went_live_at=live, status=status, onboarding_stage=stage
        )
        AccountStageEvent.objects.create(account=account, stage="profile", entered_at=at, left_at=at)
        AccountStageEvent.objects.create(account=account, stage=stage, entered_at=at)
    grown = world.make_account("grown", created_at=world.days_before(now, 120))
    Account.objects.filter(pk=grown.pk).update(went_live_at=world.days_before(now, 100))
    found = ask(desk, "onboardingByStage")
    stages = {one["stage"]: one for one in found["stages"]}

    assert len(stages) == 9
    assert stages["catalog"] == {
        "stage": "catalog",
        "cnt": 2,
        "median_days_in_stage": 3,
        "p90_days": 20,
        "stalled_cnt": 1,
        "entered_30d": 2,
        "advanced_30d": 0,
        "drop_30d": 1,
    }
    assert (stages["live"]["cnt"], stages["live"]["stalled_cnt"]) == (1, 0)
    assert (stages["profile"]["cnt"], stages["profile"]["advanced_30d"]) == (0, 3)
    assert stages["tested"]["median_days_in_stage"] is None
    # Two signed up 90 to 270 days ago, one of them sold after 20 days.
    assert (found["conversion_to_live_90d_ppm"], found["median_days_to_live"]) == (500000, 20)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"date_from": "2026-04-02", "date_to": "2026-04-01"}, "date_from"),
        ({"date_from": "2025-01-01", "date_to": "2026-04-01"}, "date_from"),
        ({"date_from": "yesterday"}, "date_from"),
        ({"country": "de"}, "country"),
        ({"cohort": "2026-13"}, "cohort"),
        ({"plan": "A plan"}, "plan"),
    ],
)
def test_odd_questions(desk: Client, query: dict[str, str], field: str) -> None:
    answer = desk.get("/kpis/creditCardUsage", query)

    assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
    assert field in str(answer.json()["detail"])


@pytest.mark.parametrize("name", NAMES)
def test_nobody_else_finds_them(apex_client: Client, reef: Account, client_for: Any, name: str) -> None:
    from tests.support.owner_client import owner_of

    assert apex_client.get(f"/kpis/{name}").status_code == 404
    assert owner_of(client_for).get(f"/kpis/{name}").status_code == 404
    without_factor = platform_admin_of(apex_client, is_second_factor=False)
    assert without_factor.get(f"/kpis/{name}").status_code in {403, 404}
