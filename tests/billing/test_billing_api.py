"""Owners choose and pay, the host bills, nobody else sees any of it (domain.md 6.6)."""

import json
from datetime import timedelta

import pytest
from django.core import mail

from outfitter.accounts.models import Account
from outfitter.billing import statement_mails
from outfitter.billing.models import BillingAccount, BillingStatement, Subscription
from outfitter.billing.operations import charges, customer_details
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.archives import owner_archives
from outfitter_tenants.archives.models import AccountArchive
from outfitter_tenants.backoffice.account import state
from outfitter_tenants.people.models import Role, UserAvatar
from tests.billing.conftest import give_card
from tests.billing.test_statements import sell
from tests.support.due_jobs import run_due
from tests.support.owner_client import owner_of
from tests.support.platform_desk import platform_admin_of
from tests.support.tenant_clients import enter_operator

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(reef, client_for):
    Account.objects.filter(pk=reef.pk).update(status="live")
    client = owner_of(client_for)
    enter_operator("t_reef")
    return client


@pytest.fixture
def desk(apex_client):
    return platform_admin_of(apex_client)


def post(client, path, **body):
    return client.post(path, json.dumps(body), content_type="application/json")


def look(owner):
    return owner.get("/api/billing/get").json()


def take(owner, plan_id, version=None):
    seen = post(owner, "/api/billing/plan/preview", plan_id=plan_id).json()
    more = {"version": version} if version else {}
    return post(owner, "/api/billing/plan/take", plan_id=plan_id, expected_charge=seen["total"], **more)


def test_without_plans_nothing_is_there(owner):
    assert owner.get("/api/billing/get").status_code == 404
    assert post(owner, "/api/billing/pay").status_code == 404


def test_an_owner_takes_a_plan_and_changes_it(owner, plans, host_gateway):
    seen = look(owner)
    assert [one["slug"] for one in seen["plans"]] == ["flat", "pro", "yearly", "fees"]
    assert (seen["subscription"], seen["estimate"], seen["balance"]) == (None, None, 0)
    got = take(owner, plans["flat"].pk)
    assert (got.status_code, got.json()["balance"]) == (200, 4900)
    estimate = got.json()["estimate"]
    assert (estimate["on"], estimate["total"]) == ("2026-05-01", 4900)
    version = got.json()["subscription"]["version"]
    assert take(owner, plans["pro"].pk).json()["code"] == "stale_version"
    assert take(owner, plans["pro"].pk, version).json()["balance"] == 9900
    refused = post(owner, "/api/billing/plan/take", plan_id=999, expected_charge=0)
    assert refused.status_code == 404
    version = look(owner)["subscription"]["version"]
    ended = post(owner, "/api/billing/plan/cancel", is_canceled=True, version=version).json()
    assert ended["subscription"]["is_canceled"] is True


def test_a_card_is_added_and_charged(owner, plans, host_gateway):
    take(owner, plans["flat"].pk)
    assert post(owner, "/api/billing/pay").json()["code"] == "no_card"
    form = post(owner, "/api/billing/card/begin").json()
    assert form["publishable_key"]
    customer = BillingAccount.objects.get()
    saved = post(owner, "/api/billing/card/save", setup_id=f"{customer.gateway_customer}/pm_1").json()
    assert saved["card"] == {"brand": "visa", "last4": "4242", "exp": "12/2031"}
    run_due(charges.KIND)
    assert look(owner)["balance"] == 0
    assert post(owner, "/api/billing/pay").json()["code"] == "nothing_owed"


def test_a_refused_card_says_why(owner, plans, host_gateway):
    take(owner, plans["flat"].pk)
    host_gateway.refusals["pm_bad"] = "insufficient_funds"
    give_card(Account.objects.get(schema_name="t_reef").pk, "pm_bad")
    answer = post(owner, "/api/billing/pay").json()
    assert (answer["status"], answer["error_code"]) == ("failed", "insufficient_funds")
    assert look(owner)["overdue_since"] == "2026-04-01"


def test_details_and_vat_ids(owner, plans):
    body = {"legal_name": "Reef GmbH", "address": "Kai 1", "country": "DE", "vat_id": "DE 123", "email": ""}
    refused = post(owner, "/api/billing/details/save", **body, version=1)
    assert (refused.status_code, refused.json()["detail"]["fields"].keys()) == (422, {"vat_id"})
    saved = post(owner, "/api/billing/details/save", **{**body, "vat_id": "DE123456789"}, version=1)
    assert saved.json()["details"]["vat_id"] == "DE123456789"
    assert post(owner, "/api/billing/details/save", **body | {"vat_id": ""}, version=1).status_code == 409


def test_a_statement_is_a_paper_of_its_own_operator(owner, plans, client_for, host_gateway):
    take(owner, plans["flat"].pk)
    (row,) = owner.get("/api/billing/statements/get").json()["statements"]
    assert (row["number"], row["closing"], row["settled_on"]) == ("OF-00001", 4900, None)
    paper = owner.get(f"/api/billing/statement/{row['id']}/pdf")
    assert paper.content.startswith(b"%PDF")
    peak = Account.objects.get(schema_name="t_peak")
    other = customer_details.give_credit(account=peak, amount=100, reason="x", at=utc_now())
    assert owner.get(f"/api/billing/statement/{other.pk}/pdf").status_code == 404


def test_fees_by_booking_are_shown_to_their_operator_and_the_host(owner, plans, reef, april, desk):
    take(owner, plans["fees"].pk)
    for trip_id in (1, 2):
        sell(reef, trip_id, 10_000, at=april.now, collected=100 * trip_id)
    found = owner.get("/api/billing/fees/get").json()
    told = [(one["confirmation_code"], one["expected"], one["collected_at_gateway"]) for one in found["fees"]]
    assert told == [("AAAA-0002", 230, 200), ("AAAA-0001", 230, 100)]
    assert (found["next_before"], found["fees"][0]["currency"]) == (None, "USD")
    older = owner.get(f"/api/billing/fees/get?before={found['fees'][0]['id']}").json()
    assert [one["confirmation_code"] for one in older["fees"]] == ["AAAA-0001"]
    assert owner.get("/api/billing/fees/get?before=0").status_code == 422
    here = "/api/platform/billing/operator"
    assert desk.get(f"{here}/{reef.pk}/fees/get").json() == found
    peak = Account.objects.get(schema_name="t_peak")
    assert desk.get(f"{here}/{peak.pk}/fees/get").json()["fees"] == []
    assert desk.get(f"{here}/999999/fees/get").status_code == 404


def test_staff_without_the_permission_see_nothing(owner, plans):
    UserAvatar.objects.filter(role__slug="owner").update(role=Role.objects.get(slug="manager"))
    for path in (
        "/api/billing/get",
        "/api/billing/fees/get",
        "/api/billing/statements/get",
        "/api/billing/statement/1/pdf",
    ):
        assert owner.get(path).status_code == 403


def test_a_stopped_sale_is_the_publics_alone(owner, plans, client_for, reef):
    Account.objects.filter(pk=reef.pk).update(sales_stopped_at=utc_now())
    stranger = client_for("reef")
    answer = post(stranger, "/api/trip/save")
    assert (answer.status_code, answer.json()["code"]) == (403, "account_suspended")
    assert post(owner, "/api/trip/save").json().get("code") != "account_suspended"
    assert look(owner)["is_sale_stopped"] is True


class TestDesk:
    ROOT = "/api/platform/billing"

    def test_it_is_there_for_nobody_else(self, apex_client, owner):
        for client in (apex_client, owner):
            for path in (
                "plans/get",
                "operators/get",
                "seller/get",
                "operator/1/get",
                "operator/1/statement/1/pdf",
                "operator/1/fees/get",
            ):
                assert client.get(f"{self.ROOT}/{path}").status_code == 404
        assert post(apex_client, f"{self.ROOT}/operator/1/credit", amount=1, reason="x").status_code == 404
        assert post(apex_client, f"{self.ROOT}/operator/1/payBack").status_code == 404

    def test_plans(self, desk):
        plan = {"slug": "pro", "name": "Pro", "kind": "hybrid", "price": 9900, "currency": "USD"}
        refused = post(desk, f"{self.ROOT}/plan/save", **plan)
        assert refused.json()["detail"]["fields"].keys() == {"fee_ppm"}
        (row,) = post(desk, f"{self.ROOT}/plan/save", **plan, fee_ppm=10_000).json()["plans"]
        assert (row["number"], row["operators_cnt"], row["version"]) == (1, 0, 1)
        dearer = {**plan, "price": 11_900, "fee_ppm": 10_000, "plan_id": row["id"]}
        (row,) = post(desk, f"{self.ROOT}/plan/save", **dearer, version=1).json()["plans"]
        assert (row["number"], row["price"], row["version"]) == (2, 11_900, 2)
        assert post(desk, f"{self.ROOT}/plan/save", **dearer, version=1).status_code == 409
        away = post(desk, f"{self.ROOT}/plan/{row['id']}/archive", is_archived=True, version=2)
        assert away.json()["plans"][0]["is_archived"] is True
        assert post(desk, f"{self.ROOT}/plan/{row['id']}/delete").json() == {"plans": []}
        assert post(desk, f"{self.ROOT}/plan/{row['id']}/delete").status_code == 404

    def test_what_a_plan_includes(self, desk):
        plan = {"slug": "s", "name": "S", "kind": "flat", "price": 900, "currency": "USD"}
        for wrong in ({"users": 0}, {"boats": 2}, {"users": "many"}):
            assert post(desk, f"{self.ROOT}/plan/save", **plan, limits=wrong).status_code == 422
        (row,) = post(desk, f"{self.ROOT}/plan/save", **plan, limits={"users": 3}).json()["plans"]
        assert (row["limits"], row["number"]) == ({"users": 3}, 1)
        more = {**plan, "plan_id": row["id"], "limits": {"users": 3, "bookings": 100}}
        (row,) = post(desk, f"{self.ROOT}/plan/save", **more, version=1).json()["plans"]
        assert (row["limits"], row["number"]) == ({"users": 3, "bookings": 100}, 2)

    def test_a_discount_ends_on_its_day(self, desk, take, reef):
        take("flat")
        body = {"discount_ppm": 100_000, "until": "2026-05-01", "reason": "Season"}
        found = post(desk, f"{self.ROOT}/operator/{reef.pk}/discount", **body).json()
        assert found["billing"]["subscription"]["discount_until"] == "2026-05-01"
        # The next price is due on the first day without it.
        assert found["billing"]["estimate"]["total"] == 4900

    def test_a_plan_in_use_stays(self, desk, take, plans):
        subscription = take("flat")
        answer = post(desk, f"{self.ROOT}/plan/{plans['flat'].pk}/delete").json()
        assert (answer["code"], answer["detail"]["operators_cnt"]) == ("plan_in_use", 1)
        assert Subscription.objects.filter(pk=subscription.pk).exists()

    def test_who_sells_and_at_which_taxes(self, desk):
        seller = {
            "name": "Harbor Software",
            "address": "Pier 1",
            "country": "DE",
            "vat_id": "DE123456789",
            "email": "bill@host.example",
            "bank_details": "IBAN DE00",
            "number_prefix": "HS-",
        }
        saved = post(desk, f"{self.ROOT}/seller/save", **seller, version=1).json()
        assert (saved["seller"]["name"], saved["seller"]["version"]) == ("Harbor Software", 2)
        assert post(desk, f"{self.ROOT}/seller/save", **seller, version=1).status_code == 409
        tax = {"country": "DE", "name": "USt", "rate_ppm": 190_000}
        saved = post(desk, f"{self.ROOT}/taxes/save", taxes=[tax]).json()
        assert saved["taxes"] == [tax]
        assert post(desk, f"{self.ROOT}/taxes/save", taxes=[tax, tax]).status_code == 422
        assert desk.get(f"{self.ROOT}/seller/get").json()["taxes"] == [tax]

    def test_one_operator(self, desk, plans, reef, host_gateway):
        here = f"{self.ROOT}/operator/{reef.pk}"
        post(desk, f"{here}/paysBy", pays_by="transfer")
        begun = post(desk, f"{here}/subscribe", plan_id=plans["flat"].pk).json()
        assert begun["billing"]["balance"] == 4900
        assert post(desk, f"{here}/subscribe", plan_id=plans["flat"].pk).json()["code"] == "same_plan"
        assert post(desk, f"{here}/credit", amount=900, reason="Outage").json()["billing"]["balance"] == 4000
        assert post(desk, f"{here}/credit", amount=900, reason="").status_code == 422
        assert post(desk, f"{here}/paid", amount=4000, reference="ACH").json()["billing"]["balance"] == 0
        assert post(desk, f"{here}/paid", amount=-1).status_code == 422
        found = post(desk, f"{here}/discount", discount_ppm=100_000, reason="Season").json()
        assert found["discount_reason"] == "Season"
        assert post(desk, f"{here}/pause", is_paused=True).json()["billing"]["subscription"]["is_paused"]
        assert post(desk, f"{here}/waive", confirmation_code="AAAA-0001", reason="x").status_code == 404
        statement = BillingStatement.objects.filter(account=reef).first()
        assert desk.get(f"{here}/statement/{statement.pk}/pdf").content.startswith(b"%PDF")
        assert desk.get(f"{here}/statement/999999/pdf").status_code == 404
        assert desk.get(f"{self.ROOT}/operator/999999/get").status_code == 404
        (row,) = desk.get(f"{self.ROOT}/operators/get").json()["operators"]
        assert (row["plan"], row["balance"]) == ("Flat", 0)
        assert desk.get(f"{self.ROOT}/operators/get?is_overdue=true").json()["operators"] == []


def test_closing_bills_to_the_day_and_makes_a_file(owner, plans, host_gateway, reef, april, monkeypatch):
    take(owner, plans["fees"].pk)
    told = state.close(slug=reef.slug, actor="Rita", reason="Sold", at=april.now)
    assert told["status"] == "closed"
    assert look(owner)["subscription"] is None
    event = OutboxEvent.objects.get(name="account.closed")
    found = Event(str(event.pk), event.name, event.payload, event.occurred_at)
    for _ in range(2):
        owner_archives.on_closed(contexts.context_for(schema_name="t_reef"), found)
    (archive,) = AccountArchive.objects.all()
    assert archive.requested_by is None
    run_due(owner_archives.KIND)
    run_due(statement_mails.KIND)
    assert "The data of Reef Runners is ready to download" in [one.subject for one in mail.outbox]
    archive.refresh_from_db()
    assert archive.expires_at - archive.finished_at == timedelta(days=30)
