"""Exchange rates: entered by people, read from the central bank, frozen when their month is over."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from outfitter import outbound
from outfitter.accounts.models import Account
from outfitter.kpis import central_bank, months, refresh_runs, tasks
from outfitter.kpis.models import FxRate, KpiDailyAccount, KpiMonthlyAccount
from outfitter.outbound.client import Call, Reply
from outfitter.platform_audit.models import PlatformAct
from outfitter.testing.frozen_clock import Clock
from tests.support import kpi_accounts as world
from tests.support.kpi_accounts import instant
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db
NOW = instant("2026-04-10T12:00")
MARCH, APRIL = date(2026, 3, 1), date(2026, 4, 1)
RATE = {"currency": "USD", "month": "2026-04", "average": "1.3", "month_end": "1.31"}
FILE = """KEY,FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE
EXR.D.USD,D,USD,2026-03-30,1.20
EXR.D.USD,D,USD,2026-03-31,1.30
EXR.D.USD,D,USD,2026-04-01,
EXR.D.USD,D,USD,2026-04-02,1.40
EXR.D.GBP,D,GBP,2026-04-02,0.80
"""


def save(desk: Client, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = desk.post("/api/platform/rates/save", body, content_type="application/json")
    assert answer.status_code == status, answer.content
    found: dict[str, Any] = answer.json()
    return found


def bank(text: str = FILE, status: int = 200) -> Any:
    return outbound.client.through(lambda _: Reply(status, {}, text.encode()))


def test_a_missing_rate_is_named_until_it_is_entered(desk: Client, three: list[Account]) -> None:
    missing = [{"currency": "EUR", "month": "2026-04-01", "accounts_cnt": 1}]
    assert desk.get("/kpis/mrrRate").json()["missing_rates"] == missing
    saved = save(desk, **RATE)
    tasks.apply_rates()
    found = desk.get("/kpis/mrrRate").json()

    assert (saved["source"], saved["is_final"], saved["version"]) == ("entered", False, 1)
    assert found["missing_rates"] == []
    # 50.00 EUR at 1.31.
    assert found["mrr_subscription"] == 15_000 + 6_550
    event = PlatformAct.objects.get(action="fx_rate.saved")
    assert (event.subject, event.detail["month_end"]) == ("USD 2026-04", "1.31")


def test_what_was_converted_for_good_stays(desk: Client, three: list[Account]) -> None:
    before = desk.get("/kpis/mrrHistory").json()["series"][-2]
    save(desk, currency="USD", month="2026-03", average="9", month_end="9", version=1)
    tasks.apply_rates()
    months.refresh(account_id=three[1].pk, since=date(2026, 1, 1), now=NOW)

    assert desk.get("/kpis/mrrHistory").json()["series"][-2] == before
    assert desk.get("/kpis/volumeHistory").json()["series"][-2]["gross_booked"] == 50_000
    facts = KpiDailyAccount.objects.filter(account=three[1], date=date(2026, 3, 31))
    assert facts.values_list("fx_rate", "is_rate_final").get() == (Decimal("1.25"), True)


def test_rates_are_listed_newest_first(desk: Client, three: list[Account]) -> None:
    found = desk.get("/api/platform/rates/get").json()

    assert (found["currency"], found["is_fetched"]) == ("USD", False)
    assert [one["month"] for one in found["rates"]] == ["2026-03-01", "2026-02-01", "2026-01-01"]
    assert Decimal(found["rates"][0]["average"]) == Decimal("1.25")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"currency": "EUR"}, "currency"),
        ({"currency": "usd"}, "currency"),
        ({"month": "2026-05"}, "month"),
        ({"month": "2026-4"}, "month"),
        ({"average": "0"}, "average"),
        ({"month_end": "-1"}, "month_end"),
        ({"average": "many"}, "average"),
    ],
)
def test_odd_rates(desk: Client, wrong: dict[str, str], field: str) -> None:
    refused = save(desk, 422, **(RATE | wrong))

    assert field in str(refused["detail"])
    assert not FxRate.objects.exists()


def test_two_people_at_one_rate(desk: Client) -> None:
    save(desk, **RATE)
    assert save(desk, 409, **RATE)["code"] == "stale_version"
    assert save(desk, **RATE, version=1)["version"] == 2
    assert save(desk, 409, **RATE, version=1)["code"] == "stale_version"


def test_nobody_else_gets_there(apex_client: Client, reef: Account, client_for: Any) -> None:
    for browser in (apex_client, owner_of(client_for)):
        assert browser.get("/api/platform/rates/get").status_code == 404
        answer = browser.post("/api/platform/rates/save", RATE, content_type="application/json")
        assert answer.status_code == 404
    assert not FxRate.objects.exists()


def test_the_banks_file_is_read(db: None) -> None:
    asked: list[Call] = []

    def answer(call: Call) -> Reply:
        asked.append(call)
        return Reply(200, {}, FILE.encode())

    with outbound.client.through(answer):
        assert central_bank.fetch_rates(at=NOW) == 3
        assert central_bank.fetch_rates(at=NOW) == 2
    march, april = FxRate.objects.filter(currency="USD").order_by("month")

    assert "startPeriod=2026-03-01" in asked[0].url
    assert (march.average, march.month_end, march.is_final) == (Decimal("1.25"), Decimal("1.3"), True)
    assert (april.average, april.is_final, april.source) == (Decimal("1.4"), False, "ecb")


def test_what_people_entered_stays(desk: Client) -> None:
    save(desk, **RATE)
    with bank():
        central_bank.fetch_rates(at=NOW)

    assert FxRate.objects.get(currency="USD", month=APRIL).average == Decimal("1.3")


@pytest.mark.parametrize(
    ("text", "status"),
    [("", 200), ("<html>", 200), (FILE.replace("2026-03-30", "soon"), 200), (FILE, 503), ("KEY\n1\n", 200)],
)
def test_a_bank_that_says_something_else_changes_nothing(db: None, text: str, status: int) -> None:
    with bank(text, status), pytest.raises(central_bank.BankSilent):
        central_bank.fetch_rates(at=NOW)
    assert not FxRate.objects.exists()


def test_the_daily_job_reads_and_converts(three: list[Account], clock: Clock, settings: Settings) -> None:
    clock.move_to(NOW)
    with bank():
        tasks.fetch_rates()
        assert not FxRate.objects.filter(month=APRIL).exists()
        settings.KPI_FETCH_RATES = True
        tasks.fetch_rates()

    assert KpiMonthlyAccount.objects.get(account=three[1], month=APRIL).missing == []
    assert KpiMonthlyAccount.objects.get(account=three[1], month=APRIL).mrr_subscription == 7000


def test_a_silent_bank_is_asked_again_tomorrow(
    three: list[Account], clock: Clock, settings: Settings
) -> None:
    clock.move_to(NOW)
    settings.KPI_FETCH_RATES = True
    with bank("", 500):
        tasks.fetch_rates()

    assert KpiMonthlyAccount.objects.get(account=three[1], month=APRIL).missing == ["EUR"]


def test_a_month_begins_once(only_ours: None, clock: Clock) -> None:
    clock.move_to(NOW)
    account = world.make_account("early")
    world.make_account("later", created_at=instant("2026-04-11"))
    world.make_account("unready", is_ready=False)
    tasks.open_month()

    assert list(KpiMonthlyAccount.objects.values_list("account__slug", "month").order_by("month")) == [
        ("early", APRIL)
    ]
    assert refresh_runs.open_month(at=NOW) == 0
    assert refresh_runs.open_month(at=instant("2026-05-01T12:10")) == 2
    assert KpiMonthlyAccount.objects.filter(account=account).count() == 2
