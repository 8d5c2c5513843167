"""Plans, an operator on one of them, and a gateway that charges cards for the host."""

from datetime import UTC, datetime

import pytest

from outfitter.accounts.models import Account
from outfitter.billing import platform_gateway
from outfitter.billing.models import BillingAccount, BillingPlan
from outfitter.billing.operations import operator_plans, plan_catalog
from outfitter.billing.operations.plan_catalog import PlanTerms, PlanText
from outfitter.billing.queries import billed_accounts
from outfitter.plugins.payments.types import GatewayCard, GatewaySetup
from tests.support.card_gateway import CardGateway

TERMS = {
    "flat": PlanTerms("flat", 4900, "USD", "month"),
    "pro": PlanTerms("hybrid", 9900, "USD", "month", fee_ppm=10_000),
    "yearly": PlanTerms("flat", 98_000, "USD", "year"),
    "fees": PlanTerms("per_booking", 0, "USD", "month", fee_ppm=20_000, fee_fixed=30, fee_cap=2000),
}


class HostGateway(CardGateway):
    """The host's own account: every setup is done and keeps the card it names."""

    def get_setup_intent(self, ctx, *, gateway_id):
        owner, _, card = gateway_id.partition("/")
        return GatewaySetup(gateway_id, "succeeded", owner, card=GatewayCard(card, "visa", "4242", "12/2031"))


@pytest.fixture
def host_gateway(monkeypatch) -> HostGateway:
    """The host's gateway in place of the plugin."""
    fake = HostGateway()
    monkeypatch.setattr(platform_gateway, "_provider", lambda: fake)
    return fake


@pytest.fixture
def april(clock):
    """Noon in New York on April 1, 2026; tests move it."""
    clock.move_to(datetime(2026, 4, 1, 16, tzinfo=UTC))
    return clock


@pytest.fixture
def plans(db, april) -> dict[str, BillingPlan]:
    """Four plans of the host, in dollars."""
    return {
        slug: plan_catalog.save_plan(
            plan_id=None,
            known_version=None,
            text=PlanText(slug, slug.title(), position=place),
            terms=terms,
            at=april.now,
        )
        for place, (slug, terms) in enumerate(TERMS.items())
    }


@pytest.fixture
def take(reef, plans, april, host_gateway):
    """Put Reef Runners on a plan; gives its subscription."""

    def started(slug, **more):
        return operator_plans.start(
            account=Account.objects.get(pk=reef.pk),
            version=billed_accounts.latest_version(plans[slug]),
            at=april.now,
            **more,
        )

    return started


def give_card(account_id: int, card: str = "pm_ok") -> BillingAccount:
    """Keep a card for an operator."""
    BillingAccount.objects.update_or_create(
        account_id=account_id,
        defaults={"gateway_customer": f"cus_{account_id}", "card_id": card, "card_last4": "4242"},
    )
    return BillingAccount.objects.get(account_id=account_id)
