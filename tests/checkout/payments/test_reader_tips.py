"""Readers suggest the tips that the operator suggests."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.models import DueJob
from outfitter.plugins.payments.balance_types import GatewayLocation
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.checkout.terminals import operations as terminals


@pytest.fixture
def told(gateway, monkeypatch):
    """What the gateway was told, place by place."""
    found = {}

    def tell(ctx, *, location_id, currency, percents, key):
        found[location_id] = (currency, list(percents))

    gateway.list_locations = lambda ctx: [GatewayLocation("tml_1", "Dock")]
    gateway.set_tip_suggestions = tell
    monkeypatch.setattr(
        terminals,
        "payment_provider",
        lambda *, schema_name: (contexts.context_for(schema_name=schema_name), gateway),
    )
    return found


@pytest.mark.parametrize(
    ("mode", "suggested", "percents"),
    [
        ("individual", [100_000, 155_000, 200_000, 250_000], [10, 16, 20]),
        ("shared_pool", [2_000_000, 0, 100_000, 100_000], [10]),
        ("disabled", [100_000], []),
    ],
)
def test_as_the_settings_say(told, settings, mode, suggested, percents):
    settings(tip_mode=mode, tip_suggested_ppm=suggested)

    terminals.offer({}, utc_now())

    assert told == {"tml_1": ("USD", percents)}


def test_a_change_of_the_settings_is_told(desk, told):
    version = desk.client.get("/api/setup/general/get").json()["settings"]["version"]
    wanted = {"version": version, "tip_mode": "shared_pool", "tip_suggested_ppm": [50_000]}

    desk.done("/api/setup/general/save", **wanted)

    terminals.offer(DueJob.objects.get(kind=terminals.KIND).payload, utc_now())
    assert told == {"tml_1": ("USD", [5])}


def test_where_there_are_no_readers(told, gateway, settings, monkeypatch):
    gateway.capabilities = frozenset()
    terminals.offer({}, utc_now())

    def nobody(*, schema_name):
        raise NoPaymentProvider("off")

    monkeypatch.setattr(terminals, "payment_provider", nobody)
    terminals.offer({}, utc_now())
    assert told == {}


def test_a_refusal_stops_nothing(reef, told, gateway, caplog):
    def refuse(ctx, **_):
        raise PaymentFailed("gateway_refused", "no")

    gateway.set_tip_suggestions = refuse
    terminals.offer({}, utc_now())
    assert "no tips on readers" in caplog.text
