"""Wallets appear on the addresses that Stripe was told of."""

import dataclasses
from typing import Any

import pytest

from outfitter.accounts import daily_jobs
from outfitter.db.tenant_schema import in_schema
from outfitter.plugins import contexts
from outfitter.sdk import PaymentFailed, TenantContext
from outfitter_tenants.checkout.gateway import account
from tests.plugins.stripe.steps import provider
from tests.stripe_double.local_double import Running


def known(double: Running) -> list[tuple[str, bool]]:
    """Return the addresses that the stand-in was told of."""
    rows = double.state()["objects"].get("payment_method_domain", [])
    return [(row["domain_name"], row["enabled"]) for row in rows]


def test_an_address_is_told_once(double: Running, ctx: TenantContext) -> None:
    for key in ("d1", "d2"):
        provider.ensure_domain(ctx, domain="reef.example.com", key=key)
    assert known(double) == [("reef.example.com", True)]


def test_an_address_that_was_switched_off_is_switched_on(double: Running, ctx: TenantContext) -> None:
    v1 = double.library().v1
    v1.payment_method_domains.create({"domain_name": "reef.example.com", "enabled": False})
    provider.ensure_domain(ctx, domain="reef.example.com", key="d")
    assert known(double) == [("reef.example.com", True)]


def test_each_account_is_told_for_itself(double: Running, ctx: TenantContext) -> None:
    account = double.control("accounts", type="standard")["id"]
    reef = dataclasses.replace(ctx, config={"account": account})
    for who in (ctx, reef):
        provider.ensure_domain(who, domain="reef.example.com", key="d")
    assert len(known(double)) == 2


def test_what_is_no_public_name_is_refused(double: Running, ctx: TenantContext) -> None:
    with pytest.raises(PaymentFailed):
        provider.ensure_domain(ctx, domain="localhost", key="d")


@pytest.mark.parametrize(
    ("base_url", "expected"),
    [
        ("https://reef.outfitter.example", [("reef.outfitter.example", True)]),
        ("https://localhost", []),
        ("http://reef.localhost:8000", []),
        ("", []),
    ],
)
def test_an_operators_address_is_told_once_a_day(
    reef: Any,
    double: Running,
    monkeypatch: pytest.MonkeyPatch,
    base_url: str,
    expected: list[tuple[str, bool]],
) -> None:
    assert "payments.wallets" in daily_jobs._steps
    facts = contexts._Source.facts(reef.schema_name)
    monkeypatch.setattr(
        contexts._Source, "facts", staticmethod(lambda schema: {**facts, "base_url": base_url})
    )
    with in_schema(reef.schema_name):
        account.offer_wallets()
        account.offer_wallets()
    assert known(double) == expected
