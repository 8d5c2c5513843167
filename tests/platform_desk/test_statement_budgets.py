"""
What the desk's routes may cost in statements, however many operators, plans and deals there are.

One walk: each is asked once before it is counted, so that whatever a process keeps is there, and then in
the order of the list. If you need another statement, raise the budget here and say why in the commit.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from hubspot_double.server import App, DoubleServer
from outfitter.accounts.models import Account
from outfitter.billing.operations import operator_plans, plan_catalog
from outfitter.billing.operations.plan_catalog import PlanTerms, PlanText
from outfitter.billing.queries import billed_accounts
from outfitter.kit.clock import utc_now
from outfitter.kpis import deals
from outfitter.sales_crm import tasks
from tests.stripe_double.local_double import serving
from tests.support.database import PEAK, REEF
from tests.support.kept_reads import unchecked
from tests.support.platform_desk import platform_admin_of

TOKEN, SECRET = "pat-eu1-token-of-the-stand-in", "client-secret-of-the-stand-in"
ACCOUNT, BILLED = "/api/platform/operator/{account}", "/api/platform/billing/operator/{account}"
# One of each is who asks: the session with its user.
BUDGETS: Final[tuple[tuple[str, str, dict[str, Any] | None, int], ...]] = (
    ("the operators", "/api/platform/operators/get", None, 3),
    (
        "the operators, searched and sorted",
        "/api/platform/operators/get?search=r&sort=-last_sale_at",
        None,
        4,
    ),
    ("the operators as a file", "/api/platform/operators/export", None, 6),
    ("an operator", ACCOUNT + "/get", None, 8),
    ("an operator is measured", ACCOUNT + "/measure", {}, 32),
    ("support is asked for", ACCOUNT + "/support/ask", {"reason": "A guest wrote"}, 12),
    ("the question is taken back", ACCOUNT + "/support/withdraw", {}, 9),
    ("an operator is suspended", ACCOUNT + "/suspend", {"reason": "Unpaid"}, 23),
    ("its suspension is lifted", ACCOUNT + "/lift", {"reason": "Paid"}, 24),
    ("the plans", "/api/platform/billing/plans/get", None, 4),
    ("who sells", "/api/platform/billing/seller/get", None, 3),
    ("the billed operators", "/api/platform/billing/operators/get", None, 5),
    ("the overdue ones", "/api/platform/billing/operators/get?is_overdue=true", None, 2),
    ("a billed operator", BILLED + "/get", None, 14),
    ("its fees", BILLED + "/fees/get", None, 3),
    ("a credit", BILLED + "/credit", {"amount": 100, "reason": "Outage"}, 82),
    ("a payment that came", BILLED + "/paid", {"amount": 100, "reference": "A1"}, 30),
    ("how it pays", BILLED + "/paysBy", {"pays_by": "transfer"}, 23),
    ("the connection to HubSpot", "/api/platform/hubspot/get", None, 8),
    ("a search in HubSpot", "/api/hubspot/search?q=reef", None, 2),
    ("the deals", "/api/platform/deals/get", None, 2),
    ("a deal", "/api/platform/deals/create", {"name": "Reef Kayaks"}, 5),
)


PLANS: Final = ("flat", "pro", "more")


@pytest.fixture
def hubspot(db: None, settings: Any) -> Iterator[str]:
    """A stand-in for HubSpot; yields its address."""
    cache.clear()
    server = DoubleServer(0, App(TOKEN, SECRET))
    settings.HUBSPOT = {"api_base": server.base}
    with serving(server):
        yield server.base


@pytest.fixture
def desk(hubspot: str, apex_client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A desk with several of everything that its lists show, connected to HubSpot."""
    monkeypatch.setattr(tasks.keep_alike, "after_commit", lambda: None)
    at = utc_now()
    terms = PlanTerms("flat", 4900, "USD", "month")
    plans = [
        plan_catalog.save_plan(
            plan_id=None, known_version=None, text=PlanText(slug, slug.title()), terms=terms, at=at
        )
        for slug in PLANS
    ]
    Account.objects.filter(schema_name__in=[REEF.schema_name, PEAK.schema_name]).update(currency="USD")
    desk = platform_admin_of(apex_client)
    for place, one in enumerate(operators()):
        version = billed_accounts.latest_version(plans[place])
        operator_plans.start(account=one, version=version, at=at, trial_days=30)
        assert ask(desk, f"/api/platform/operator/{one.pk}/measure", {}).status_code == 200
        deals.create(terms=deals.DealTerms(one.name, account_id=one.pk), at=at)
    keys = {"access_token": TOKEN, "client_secret": SECRET}
    assert ask(desk, "/api/platform/hubspot/connect", keys).status_code == 200
    tasks.keep_alike.run()
    return desk


def operators() -> list[Account]:
    return list(Account.objects.filter(schema_name__in=[REEF.schema_name, PEAK.schema_name]).order_by("pk"))


def ask(desk: Client, path: str, body: dict[str, Any] | None) -> Any:
    """Ask, and read what streams."""
    answer = desk.get(path) if body is None else desk.post(path, json.dumps(body), "application/json")
    if answer.streaming:
        assert b"".join(answer.streaming_content)
    return answer


def test_no_route_costs_more(desk: Client) -> None:
    before, account = operators()
    found = {}
    for name, path, body, _ in BUDGETS:
        with unchecked():
            # What happens once happens to another operator before it is counted.
            first = ask(desk, path.format(account=before.pk), body)
            assert first.status_code == 200, (name, first.content)
            with CaptureQueriesContext(connection) as sent:
                answer = ask(desk, path.format(account=account.pk), body)
        assert answer.status_code == 200, (name, answer.content)
        found[name] = [one["sql"] for one in sent]
    over = {name: found[name] for name, _, _, budget in BUDGETS if len(found[name]) > budget}
    assert not over, "\n".join(
        f"{name}: {len(texts)}\n" + "\n".join(text[:160] for text in texts) for name, texts in over.items()
    )
