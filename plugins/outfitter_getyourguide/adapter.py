"""What the host asks of this channel."""

from collections.abc import Mapping, Sequence
from typing import Final

from outfitter.sdk import TenantContext
from outfitter.sdk.channels import ChannelAdapter, Connection, Product, PushLimits, Unit
from outfitter_getyourguide import addons, products, push, responses, tools, unit_types
from outfitter_getyourguide.settings import (
    CHANNEL,
    GetYourGuideCredentials,
    GetYourGuideMapping,
    GetYourGuideSettings,
    settings_of,
    supplier_of,
)

# Its cart drops what was reserved after an hour.
HOLD_MINUTES: Final = 60
MOST_HOLD_MINUTES: Final = 120
# Reported by integrators: a thousand messages in ten minutes, sixty days ahead.
PUSHES: Final = PushLimits(calls=900, seconds=600, days=60, most_dates=31)
KEY_HELP: Final = (
    "The password of the basic authentication that GetYourGuide sends. The user name is a setting."
)


def check(ctx: TenantContext, connection: Connection, product: Product) -> Sequence[str]:
    """Return what keeps a product from being sold at GetYourGuide."""
    return [*products.check(connection, product), *addons.check(connection, product)]


def suggest(unit: Unit) -> str | None:
    """Return GetYourGuide's word for one of our kinds of ticket."""
    if unit.pax > 1 or unit.kind in ("unit", "family"):
        return unit_types.GROUP
    return unit_types.advise(unit.title) or unit_types.advise(unit.kind)


def facts(ctx: TenantContext, connection: Connection) -> Mapping[str, str]:
    """Return what GetYourGuide has to be told."""
    return {
        "Supplier endpoint": f"{ctx.base_url}/partner/gyg",
        "Supplier id": supplier_of(connection),
        "User name": settings_of(connection).user_name or "any",
    }


def adapter() -> ChannelAdapter:
    """Return what the host asks of GetYourGuide."""
    return ChannelAdapter(
        channel=CHANNEL,
        title="GetYourGuide",
        fault=responses.fault,
        settings=GetYourGuideSettings,
        mapping_settings=GetYourGuideMapping,
        credentials=GetYourGuideCredentials,
        key_from="both",
        key_help=KEY_HELP,
        hold_minutes=HOLD_MINUTES,
        most_hold_minutes=MOST_HOLD_MINUTES,
        push=push.push,
        push_limits=PUSHES,
        check=check,
        suggest_unit=suggest,
        facts=facts,
        tools=tools.TOOLS,
    )
