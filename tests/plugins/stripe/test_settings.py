"""An operator's own keys, and whose keys are used."""

from typing import Any

import pytest
from pydantic import ValidationError

from outfitter.sdk import PaymentFailed, TenantContext
from outfitter_stripe.api_keys import keys_for, webhook_secrets
from outfitter_stripe.plugin import plugin
from outfitter_stripe.settings import StripeSettings

pytestmark = pytest.mark.rules
OWN = {"secret_key": "sk_test_own", "publishable_key": "pk_test_own"}
LIVE = {"secret_key": "sk_live_own", "publishable_key": "pk_live_own"}
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
        {"secret_key": "rk_test_a", "publishable_key": "pk_test_b", "is_moto_enabled": True},
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
        ({"account": "acct_1"}, "Extra"),
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


def test_own_keys_win_and_need_no_account_below_the_platforms() -> None:
    keys = keys_for(TenantContext(schema="reef", config={**OWN, "account": "acct_1"}))
    assert (keys.secret_key, keys.publishable_key) == ("sk_test_own", "pk_test_own")
    assert (keys.account, keys.connected, keys.model) == (None, None, "none")
    assert keys.api_base == "https://api.stripe.com"


@pytest.mark.parametrize(
    ("shared", "own", "words"),
    [
        (SHARED, LIVE, "works with keys for tests"),
        ({**SHARED, **LIVE}, OWN, "works with keys for real payments"),
        ({**SHARED, "secret_key": ""}, {**OWN, "publishable_key": "pk_live_own"}, "the other one"),
        ({**SHARED, **LIVE, "api_base": "http://127.0.0.1:1"}, {}, "only runs test payments"),
        ({**SHARED, "publishable_key": "pk_live_shared"}, {}, "the other one"),
    ],
)
def test_test_keys_and_live_keys_never_meet(
    settings: Any, shared: dict[str, Any], own: dict[str, str], words: str
) -> None:
    settings.STRIPE = shared
    with pytest.raises(PaymentFailed, match=words) as failed:
        keys_for(TenantContext(schema="reef", config=own))
    assert failed.value.code == "not_configured"
    if own:
        with pytest.raises(ValidationError, match=words):
            StripeSettings.model_validate(own)


def test_live_keys_are_live(settings: Any) -> None:
    settings.STRIPE = {**SHARED, **LIVE}
    assert not keys_for(TenantContext(schema="reef")).is_test
    settings.STRIPE = {**SHARED, "secret_key": "", "publishable_key": ""}
    assert not keys_for(TenantContext(schema="reef", config=LIVE)).is_test


@pytest.mark.parametrize(
    ("shared", "config", "account", "connected", "model", "is_shared"),
    [
        ({}, {}, None, None, "none", True),
        ({}, {"account": "acct_1"}, "acct_1", "acct_1", "direct", False),
        ({"connect_model": "direct"}, {"account": "acct_1"}, "acct_1", "acct_1", "direct", False),
        ({"connect_model": "destination"}, {"account": "a"}, None, "a", "destination", True),
        ({"connect_model": "destination"}, {}, None, None, "none", True),
    ],
)
def test_how_the_platform_collects_for_an_operator(
    settings: Any,
    shared: dict[str, Any],
    config: dict[str, str],
    account: str | None,
    connected: str | None,
    model: str,
    is_shared: bool,
) -> None:
    settings.STRIPE = {**SHARED, **shared}
    keys = keys_for(TenantContext(schema="reef", config=config))
    assert (keys.account, keys.connected, keys.model) == (account, connected, model)
    assert keys.is_shared == is_shared
    assert keys.books().account == connected


@pytest.mark.parametrize(
    ("fee_ppm", "agreed", "currency", "amount", "fee"),
    [
        (20_000, None, "USD", 10_000, 200),
        (20_000, 5_000, "USD", 10_000, 50),
        (20_000, 0, "USD", 10_000, 0),
        (0, None, "USD", 10_000, 0),
        (15_000, None, "USD", 33, 0),
        (15_000, None, "USD", 34, 1),
        (20_000, None, "JPY", 10_000, 200),
        (25_000, None, "ISK", 123_400, 3_000),
        (25_000, None, "UGX", 1_234, 3_100),
        (5_000_000, None, "USD", 100, 100),
        (20_000, None, "USD", 0, 0),
        (20_000, None, "USD", -5, 0),
    ],
)
def test_the_platforms_fee(
    settings: Any, fee_ppm: int, agreed: int | None, currency: str, amount: int, fee: int
) -> None:
    settings.STRIPE = {**SHARED, "fee_ppm": fee_ppm}
    config = {"account": "acct_1", "platform_fee_ppm": agreed}
    assert keys_for(TenantContext(schema="reef", config=config)).fee_on(currency, amount) == fee
    assert keys_for(TenantContext(schema="reef")).fee_on(currency, amount) == 0


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
