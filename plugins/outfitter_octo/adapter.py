"""What the platform may ask of this channel."""

from collections.abc import Mapping, Sequence
from typing import Final

from outfitter.sdk import TenantContext
from outfitter.sdk.channels import ChannelAdapter, Connection, Product
from outfitter_octo.capabilities import OFFERED
from outfitter_octo.errors import map_fault
from outfitter_octo.product_serializer import problems, suggested
from outfitter_octo.settings import OctoMapping, OctoSettings
from outfitter_octo.webhooks import notify


def check(ctx: TenantContext, connection: Connection, product: Product) -> Sequence[str]:
    """Return what keeps a product from being sold well."""
    return problems(connection, product)


def facts(ctx: TenantContext, connection: Connection) -> Mapping[str, str]:
    """Return what the reseller has to be told."""
    return {
        "Address": f"{ctx.base_url}/partner/octo",
        "Header": "Authorization: Bearer <key>",
        "Capabilities": ", ".join(OFFERED),
    }


ADAPTER: Final = ChannelAdapter(
    channel="octo",
    title="OCTO",
    fault=map_fault,
    settings=OctoSettings,
    mapping_settings=OctoMapping,
    key_from="us",
    key_help="The reseller sends it as a bearer key. One key is one reseller.",
    hold_minutes=30,
    most_hold_minutes=120,
    # Klook alone asks for 365 days of every product, every four hours.
    calls_per_minute=600,
    notify=notify,
    check=check,
    suggest_unit=suggested,
    is_open_to_all=True,
    facts=facts,
)
