"""What the host asks of this channel."""

from collections.abc import Mapping, Sequence
from typing import Final

from outfitter.sdk import TenantContext
from outfitter.sdk.channels import ChannelAdapter, Connection, Product, PushLimits, Unit
from outfitter_viator import products, push, responses, unit_types
from outfitter_viator.routes import BASE
from outfitter_viator.settings import ViatorCredentials, ViatorMapping, ViatorSettings, settings_of

# Viator asks for a quarter of an hour at least; the rest is for a customer who looks for a card.
HOLD_MINUTES: Final = 20
MOST_HOLD_MINUTES: Final = 60
# Ten calls a second is what Viator wants to be able to send of checks alone (X = 1).
CALLS_PER_MINUTE: Final = 3600
KEY_HELP: Final = "The API key that Viator gave you for this operator. Viator sends it to us."


def check(ctx: TenantContext, connection: Connection, product: Product) -> Sequence[str]:
    """Return what keeps a product from being sold at Viator."""
    return products.check(connection, product, settings_of(connection))


def suggest(unit: Unit) -> str | None:
    """Return Viator's word for one of our kinds of ticket."""
    if unit.kind == "family" or "family" in unit.title.lower():
        return None
    if unit.pax > 1 or unit.kind == "unit":
        return unit_types.UNIT
    return unit_types.advise(unit.title) or unit_types.advise(unit.kind)


def facts(ctx: TenantContext, connection: Connection) -> Mapping[str, str]:
    """Return what Viator has to be told: where our endpoints are."""
    base = f"{ctx.base_url}/{BASE}"
    return {
        "Global endpoint": base,
        "Availability check": f"{base}/v2/availability/check",
        "Calendar": f"{base}/v2/availability/calendar",
        "Reserve": f"{base}/v2/reserve",
        "Special offers": f"{base}/v2/product/special-offers",
        "Tour list": f"{base}/tourlist",
        "Booking": f"{base}/booking",
        "Amendment": f"{base}/booking-amendment",
        "Cancellation": f"{base}/booking-cancellation",
        "Redemption": f"{base}/redemption",
    }


def adapter() -> ChannelAdapter:
    """Return what the host asks of Viator."""
    return ChannelAdapter(
        channel="viator",
        title="Viator",
        fault=responses.fault,
        settings=ViatorSettings,
        mapping_settings=ViatorMapping,
        credentials=ViatorCredentials,
        key_from="them",
        key_help=KEY_HELP,
        hold_minutes=HOLD_MINUTES,
        most_hold_minutes=MOST_HOLD_MINUTES,
        calls_per_minute=CALLS_PER_MINUTE,
        push=push.push,
        push_limits=PushLimits(calls=600, seconds=60, days=550, most_dates=60),
        is_told_on_request=True,
        check=check,
        suggest_unit=suggest,
        facts=facts,
    )
