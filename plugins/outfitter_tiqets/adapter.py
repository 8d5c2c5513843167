"""What the platform may ask of this channel."""

from collections.abc import Mapping, Sequence
from typing import Final

from outfitter.sdk import TenantContext
from outfitter.sdk.channels import ChannelAdapter, Connection, Product, Unit
from outfitter_tiqets.errors import fault
from outfitter_tiqets.products import problems
from outfitter_tiqets.settings import TiqetsMapping, TiqetsSettings


def check(ctx: TenantContext, connection: Connection, product: Product) -> Sequence[str]:
    """Return what keeps a product from being sold at Tiqets."""
    return problems(product)


def suggest_unit(unit: Unit) -> str:
    """Return the name a kind of ticket has at Tiqets: it must never change."""
    return f"{unit.kind}-{unit.id}"


def facts(ctx: TenantContext, connection: Connection) -> Mapping[str, str]:
    """Return what Tiqets has to be told."""
    return {"Address": f"{ctx.base_url}/partner/tiqets", "Header": "API-Key", "Version": "2"}


ADAPTER: Final = ChannelAdapter(
    channel="tiqets",
    title="Tiqets",
    fault=fault,
    settings=TiqetsSettings,
    mapping_settings=TiqetsMapping,
    key_from="both",
    key_help="Tiqets sends it as API-Key. Give them this one, or type in the one they gave you.",
    hold_minutes=20,
    most_hold_minutes=60,
    calls_per_minute=600,
    check=check,
    suggest_unit=suggest_unit,
    facts=facts,
)
