"""The operator's account at its gateway and its card readers, through HTTP."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts, partner_accounts
from outfitter.plugins.payments.balance_types import (
    GatewayAccount,
    GatewayLocation,
    GatewayReader,
    OnboardingLink,
)
from outfitter.plugins.payments.types import CheckoutClient, GatewayUnavailable, PaymentFailed
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import Role
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

SCHEMA = database.REEF.schema_name
ADDRESS = {"line1": "Pier 5", "city": "Kiel", "postal_code": "24103", "country": "DE"}
MISSING = GatewayAccount(
    "acct_1",
    is_charges_enabled=False,
    is_payouts_enabled=False,
    is_details_submitted=False,
    requirements_due=("external_account", "individual.dob.day"),
)


class Gateway:
    """A gateway with an account, places and readers; it remembers every key it was given."""

    slug = "stripe"
    capabilities = frozenset({"connect", "terminal"})

    def __init__(self) -> None:
        """Nothing is there yet."""
        self.keys: list[str] = []
        self.readers: dict[str, GatewayReader] = {}
        self.places: list[GatewayLocation] = []
        self.account = MISSING
        self.problem: Exception | None = None

    def _answer(self, key: str | None = None) -> None:
        if self.problem:
            raise self.problem
        if key:
            self.keys.append(key)

    def checkout_client(self, ctx) -> CheckoutClient:
        return CheckoutClient("pk_test_1", "https://js.example/v3", None, True)

    def create_account(self, ctx, *, key, country, **_more) -> GatewayAccount:
        self._answer(key)
        return replace(self.account, country=country)

    def onboarding_link(self, ctx, *, account_id, return_url, refresh_url) -> OnboardingLink:
        self._answer()
        return OnboardingLink(f"https://gate.example/{account_id}?to={return_url}", utc_now())

    def account_status(self, ctx, *, account_id) -> GatewayAccount:
        self._answer()
        return self.account

    def list_locations(self, ctx) -> list[GatewayLocation]:
        self._answer()
        return self.places

    def ensure_location(self, ctx, *, name, address, key) -> GatewayLocation:
        self._answer(key)
        self.places = [GatewayLocation("tml_1", name, address)]
        return self.places[0]

    def list_readers(self, ctx, *, location_id=None) -> list[GatewayReader]:
        return list(self.readers.values())

    def register_reader(self, ctx, *, registration_code, label, location_id, key) -> GatewayReader:
        if registration_code == "wrong-code":
            raise PaymentFailed("gateway_refused", "No such code.")
        self._answer(key)
        seen = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
        made = GatewayReader("tmr_1", label, "wisepos_e", "WSC1", location_id, True, None, seen)
        self.readers["tmr_1"] = made
        return made

    def remove_reader(self, ctx, *, reader_id, key) -> None:
        self._answer(key)
        self.readers.pop(reader_id, None)


@pytest.fixture
def gateway(monkeypatch) -> Gateway:
    """The operator's gateway."""
    fake = Gateway()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name, slug="stripe"), fake

    monkeypatch.setattr("outfitter.plugins.payments.providers.payment_provider", provider)
    return fake


@pytest.fixture
def owner(reef, client_for):
    return owner_of(client_for)


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


def state(client):
    return client.get("/api/setup/collecting/get").json()


def test_the_platform_collects_until_an_account_is_connected(owner, gateway):
    before = state(owner)
    assert (before["mode"], before["can_connect"], before["is_test"]) == ("shared", True, True)

    first = post(owner, "/api/setup/collecting/onboard", {"country": "DE"}).json()
    again = post(owner, "/api/setup/collecting/onboard").json()

    assert first == again
    assert "/setup/payments/account?onboarding=done" in first["url"]
    assert gateway.keys == [f"connect:{SCHEMA}:0"]
    after = state(owner)
    assert after["mode"] == "connecting"
    assert after["account"]["requirements_due"] == ["external_account", "individual.dob.day"]
    done = AuditLog.objects.filter(action="plugin.account_made")
    assert [row.after["account"] for row in done] == ["acct_1"]

    gateway.account = replace(MISSING, is_charges_enabled=True, requirements_due=())
    assert [state(owner)["mode"] for _ in range(2)] == ["connected", "connected"]
    assert AuditLog.objects.filter(action="plugin.account_changed").count() == 1


def test_a_gateway_that_does_not_answer_is_told_and_nothing_is_lost(owner, gateway):
    partner_accounts.bind_account(slug="stripe", schema_name=SCHEMA, account="acct_1", at=utc_now())
    gateway.problem = GatewayUnavailable("away")

    found = state(owner)

    assert (found["mode"], found["account"], found["problem"]) == ("connected", None, "gateway_error")
    assert_error(post(owner, "/api/setup/collecting/onboard"), 502, "gateway_error")


def test_an_operator_with_own_keys_has_nothing_to_connect(owner, gateway):
    gateway.problem = PaymentFailed("unsupported", "own keys")

    refused = post(owner, "/api/setup/collecting/onboard")

    assert_error(refused, 409, "gateway_unsupported")


def test_readers_come_and_go(owner, gateway):
    body = {"registration_code": "simplelogic-drill-quirk", "label": "Counter", "address": ADDRESS}
    made = post(owner, "/api/setup/readers/register", body).json()
    assert [(row["label"], row["is_online"]) for row in made["readers"]] == [("Counter", True)]
    assert made["locations"] == [{"id": "tml_1", "name": made["readers"][0]["location"]}]

    gone = post(owner, "/api/setup/readers/remove", {"reader_id": "tmr_1"}).json()
    twice = post(owner, "/api/setup/readers/remove", {"reader_id": "tmr_1"})

    assert gone["readers"] == []
    assert twice.status_code == 200
    told = AuditLog.objects.filter(entity_type="plugin").order_by("id")
    assert [row.action for row in told][:2] == ["plugin.reader_added", "plugin.reader_removed"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"registration_code": "wrong-code", "label": "A", "location_id": "tml_1"}, "registration_code"),
        ({"registration_code": "right-code", "label": "A"}, "location_id"),
        ({"registration_code": "right-code", "label": ""}, "label"),
        ({"registration_code": "no/such", "label": "A"}, "registration_code"),
    ],
)
def test_a_reader_that_cannot_be_added_says_why(owner, gateway, body, field):
    refused = post(owner, "/api/setup/readers/register", body)

    assert_error(refused, 422, "validation_failed")
    assert field in refused.json()["detail"]["fields"]


def test_only_the_owner_of_the_bank_account_sees_it(owner, gateway):
    Role.objects.filter(slug="owner").update(permissions=["setup.general"])

    assert_error(owner.get("/api/setup/collecting/get"), 403, "forbidden")
    assert_error(post(owner, "/api/setup/collecting/onboard"), 403, "forbidden")


def test_a_gateway_without_readers_and_accounts_says_so(owner, gateway, monkeypatch):
    monkeypatch.setattr(gateway, "capabilities", frozenset())
    body = {"registration_code": "simplelogic-drill-quirk", "label": "Counter", "address": ADDRESS}

    assert not owner.get("/api/setup/readers/get").json()["is_supported"]
    for path, wanted in (
        ("collecting/onboard", {}),
        ("readers/register", body),
        ("readers/remove", {"reader_id": "tmr_1"}),
    ):
        assert_error(post(owner, f"/api/setup/{path}", wanted), 409, "gateway_unsupported")
    assert gateway.keys == []
