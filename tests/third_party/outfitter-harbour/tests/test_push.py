"""What Harbour is told, and what happens when it cannot be reached."""

from datetime import date

import pytest
from driver import Driver
from outfitter.sdk import Permanent, Retryable
from outfitter.sdk.channels import Push
from outfitter.sdk.testing import ChannelFixture

from outfitter_harbour import push

URL = "https://api.harbour.example/changes"


@pytest.fixture
def stall(tenant):
    """Return a connection that tells Harbour of changes."""
    return ChannelFixture(tenant, "harbour", settings=Driver.settings, credentials=Driver.credentials)


def push_dates(stall):
    """Tell of two dates of the product on sale."""
    product = stall.product
    days = (date(2026, 7, 1), date(2026, 7, 2))
    option = product.options[0]
    one = Push("key-1", 1, product.product_id, option.option_id, days, frozenset({"availability"}))
    return push.push(stall.tenant.context("harbour"), stall.connection, one)


def test_changed_dates_are_told(stall, transport):
    transport.on("POST", URL, status=202)
    push_dates(stall)

    (sent,) = transport.requests
    assert sent.json()["dates"] == ["2026-07-01", "2026-07-02"]
    assert sent.headers["authorization"] == "Bearer push-key-of-harbour"
    assert sent.headers["idempotency-key"] == "key-1"


@pytest.mark.parametrize("trouble", [{"status": 500}, {"status": 429}, {"fails": "timeout"}])
def test_trouble_over_there_is_tried_again(stall, transport, trouble):
    transport.on("POST", URL, **trouble)

    with pytest.raises(Retryable):
        push_dates(stall)


def test_a_refused_key_is_told_to_staff(stall, transport):
    transport.on("POST", URL, status=401)

    with pytest.raises(Permanent):
        push_dates(stall)


def test_an_unknown_product_is_not_told_again(stall, transport):
    transport.on("POST", URL, status=404)

    assert push_dates(stall).is_refused
