"""An operator's own keys, and whose keys are used."""

from typing import Any

import pytest
from pydantic import ValidationError

from outfitter.sdk import PaymentFailed, TenantContext
from outfitter_stripe.keys import keys_for, webhook_secrets
from outfitter_stripe.plugin import plugin
from outfitter_stripe.settings import StripeSettings

pytestmark = pytest.mark.rules
OWN = {"secret_key": "sk_live_own", "publishable_key": "pk_live_own"}
SHARED = {
    "secret_key": "sk_test_shared",
    "publishable_key": "pk_test_shared",
    "webhook_secret": "whsec_shared",
    "api_base": "https://api.stripe.com",
    "script_url": "https://js.stripe.com/v3/",
    "is_test": True,
}


@pytest.fixture(autouse=True)
def _platform(settings: Any) -> None:
    settings.STRIPE = SHARED


@pytest.mark.parametrize(
    "values",
    [
        {},
        OWN,
        {"secret_key": "rk_test_a", "publishable_key": "pk_test_b", "account": "acct_1"},
        {"webhook_secret": "whsec_old whsec_new"},
        {"webhook_secret": " whsec_old, whsec_new "},
    ],
)
def test_settings_that_are_accepted(values: dict[str, str]) -> None:
    StripeSettings.model_validate(values)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"secret_key": "pk_test_a", "publishable_key": "pk_test_a"}, "sk_test_"),
        ({"secret_key": "sk_test_a", "publishable_key": "sk_test_a"}, "pk_test_"),
        ({"secret_key": "sk_test_a"}, "both"),
        ({"publishable_key": "pk_test_a"}, "both"),
        ({"secret_key": "sk_live_a", "publishable_key": "pk_test_a"}, "tests"),
        ({"account": "reef"}, "acct_"),
        ({"webhook_secret": "secret"}, "whsec_"),
        ({"webhook_secret": "whsec_a whsec_b whsec_c"}, "one signing secret"),
        ({"colour": "red"}, "Extra"),
    ],
)
def test_settings_that_are_refused(values: dict[str, str], word: str) -> None:
    with pytest.raises(ValidationError, match=word):
        StripeSettings.model_validate(values)


def test_the_platform_collects_without_own_keys() -> None:
    keys = keys_for(TenantContext(schema="reef", config={"secret_key": "", "account": "acct_1"}))
    assert (keys.secret_key, keys.publishable_key) == ("sk_test_shared", "pk_test_shared")
    assert (keys.account, keys.is_test) == ("acct_1", True)


def test_own_keys_win() -> None:
    keys = keys_for(TenantContext(schema="reef", config=OWN))
    assert (keys.secret_key, keys.publishable_key) == ("sk_live_own", "pk_live_own")
    assert (keys.account, keys.is_test) == (None, False)
    assert keys.api_base == "https://api.stripe.com"


def test_no_keys_at_all(settings: Any) -> None:
    settings.STRIPE = {**SHARED, "secret_key": ""}
    with pytest.raises(PaymentFailed) as failed:
        keys_for(TenantContext(schema="reef"))
    assert failed.value.code == "not_configured"
    assert plugin.health(TenantContext(schema="reef")) == "Card payments are not set up here yet."


def test_whose_webhook_secret() -> None:
    assert webhook_secrets({}) == ["whsec_shared"]
    assert webhook_secrets({"webhook_secret": "whsec_a whsec_b"}) == ["whsec_a", "whsec_b"]


def test_the_declaration() -> None:
    manifest = plugin.manifest()
    assert (manifest.slug, manifest.category) == ("stripe", "payment")
    assert manifest.enabled_by_default
    declared = plugin.settings_schema()
    assert set(declared.help) == set(StripeSettings.model_fields)
    assert set(declared.secret) == {"secret_key", "webhook_secret"}
    assert [hook.path for hook in plugin.webhooks()] == ["stripe/webhook"]
    assert [provider.slug for provider in plugin.payment_providers()] == ["stripe"]
