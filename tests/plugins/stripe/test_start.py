"""The platform does not start with keys that mix tests and real payments."""

import pytest

from outfitter.settings import stripe
from outfitter.settings.env import BadSetting

pytestmark = pytest.mark.rules
TEST = {"STRIPE_SECRET_KEY": "sk_test_a", "STRIPE_PUBLISHABLE_KEY": "pk_test_a"}
LIVE = {"STRIPE_SECRET_KEY": "rk_live_a", "STRIPE_PUBLISHABLE_KEY": "pk_live_a"}


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "SECRET_KEY",
        "PUBLISHABLE_KEY",
        "WEBHOOK_SECRET",
        "API_BASE",
        "CONNECT_MODEL",
        "PLATFORM_FEE_PPM",
        "PLATFORM_FEE_REFUNDED",
    ):
        monkeypatch.delenv(f"STRIPE_{name}", raising=False)


@pytest.mark.parametrize(
    ("given", "is_test", "model", "fee_ppm"),
    [
        ({}, True, "direct", 0),
        (TEST, True, "direct", 0),
        (LIVE, False, "direct", 0),
        ({**TEST, "STRIPE_API_BASE": "http://127.0.0.1:12111"}, True, "direct", 0),
        (
            {**TEST, "STRIPE_CONNECT_MODEL": "destination", "STRIPE_PLATFORM_FEE_PPM": "15000"},
            True,
            "destination",
            15_000,
        ),
    ],
)
def test_what_is_accepted(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], is_test: bool, model: str, fee_ppm: int
) -> None:
    for name, text in given.items():
        monkeypatch.setenv(name, text)
    found = stripe.settings()
    assert (found["is_test"], found["connect_model"]) == (is_test, model)
    assert (found["fee_ppm"], found["is_fee_refunded"]) == (fee_ppm, True)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"STRIPE_SECRET_KEY": "sk_test_a"}, "go together"),
        ({"STRIPE_PUBLISHABLE_KEY": "pk_test_a"}, "go together"),
        ({**TEST, "STRIPE_SECRET_KEY": "pk_test_a"}, "must start with"),
        ({**TEST, "STRIPE_SECRET_KEY": "sk_live_a"}, "the other one is not"),
        ({**LIVE, "STRIPE_PUBLISHABLE_KEY": "pk_test_a"}, "the other one is not"),
        ({**LIVE, "STRIPE_API_BASE": "http://127.0.0.1:12111"}, "for Stripe only"),
        ({**TEST, "STRIPE_CONNECT_MODEL": "separate"}, "must be one of"),
        ({**TEST, "STRIPE_PLATFORM_FEE_PPM": "1000001"}, "between 0 and"),
        ({**TEST, "STRIPE_PLATFORM_FEE_PPM": "-1"}, "between 0 and"),
    ],
)
def test_what_stops_the_start(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], words: str) -> None:
    for name, text in given.items():
        monkeypatch.setenv(name, text)
    with pytest.raises(BadSetting, match=words):
        stripe.settings()
