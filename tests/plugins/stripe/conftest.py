"""The plugin, pointed at a running stand-in for Stripe."""

from collections.abc import Iterator
from typing import Any

import pytest

from outfitter.sdk import TenantContext
from outfitter_stripe import client
from tests.stripe_double.local_double import SECRET, Running, running


@pytest.fixture
def double(settings: Any) -> Iterator[Running]:
    """Start a stand-in and make it the platform's Stripe."""
    with running() as found:
        settings.STRIPE = {
            "secret_key": "sk_test_platform",
            "publishable_key": "pk_test_platform",
            "webhook_secret": SECRET,
            "api_base": found.base,
            "script_url": f"{found.base}/stripe.js",
            "is_test": True,
        }
        yield found
        client._client.cache_clear()


@pytest.fixture
def ctx() -> TenantContext:
    """Return an operator without keys of its own."""
    return TenantContext(schema="reef", name="Reef Runners")
