"""What the host asks of this channel."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from outfitter.sdk import TenantContext
from outfitter.sdk.channels import ChannelAdapter, Connection, Option, Product, Unit
from outfitter_redeam import push, responses, unit_types
from outfitter_redeam.routes import PARTNER
from outfitter_redeam.settings import (
    RedeamCredentials,
    RedeamMapping,
    RedeamSettings,
    settings_of,
    supplier_id_of,
)

HOLD_MINUTES: Final = 15
MOST_HOLD_MINUTES: Final = 60
KEY_HELP: Final = (
    "The X-API-Secret that Redeam sends. We make one; type another where Redeam has given you its."
)


def check(ctx: TenantContext, connection: Connection, product: Product) -> Sequence[str]:
    """Return what keeps a product from being sold at Redeam."""
    wrong = []
    if not is_uuid(product.product_id):
        wrong.append("The product's id at Redeam is a UUID.")
    if product.currency != connection.currency:
        wrong.append("All products of a connection have the same currency.")
    for option in product.options:
        wrong += _option(option)
    return list(dict.fromkeys(wrong))


def _option(option: Option) -> list[str]:
    wrong = []
    if not is_uuid(option.option_id):
        wrong.append("The option's id is the UUID of a rate at Redeam.")
    if not option.units:
        wrong.append("Say which of your tickets is which price at Redeam.")
    strange = [unit.unit_id for unit in option.units if not is_price(unit.unit_id)]
    if strange:
        wrong.append(
            f"“{strange[0]}” is neither the UUID of a price nor one of {', '.join(unit_types.BANDS)}."
        )
    return wrong


def is_uuid(text: str) -> bool:
    """Tell whether a text is a UUID as Redeam writes it."""
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False


def is_price(text: str) -> bool:
    """Tell whether a text names a price: by its id, or by the age band it is for."""
    return is_uuid(text) or text in unit_types.BANDS


def suggest(unit: Unit) -> str | None:
    """Return Redeam's age band of one of our kinds of ticket; a price's own id is better."""
    band, modifier = unit_types.band_of(unit)
    return None if modifier or band == "UNKNOWN" else band


def facts(ctx: TenantContext, connection: Connection) -> Mapping[str, str]:
    """Return what Redeam has to be told."""
    settings = settings_of(connection)
    return {
        "Partner API": f"{ctx.base_url}/{PARTNER}",
        "X-API-Key": settings.api_key or connection.uuid,
        "Supplier id": supplier_id_of(connection, settings),
    }


def adapter() -> ChannelAdapter:
    """Return what the host asks of Redeam."""
    return ChannelAdapter(
        channel="redeam",
        title="Redeam",
        fault=responses.fault,
        settings=RedeamSettings,
        mapping_settings=RedeamMapping,
        credentials=RedeamCredentials,
        key_from="both",
        key_help=KEY_HELP,
        hold_minutes=HOLD_MINUTES,
        most_hold_minutes=MOST_HOLD_MINUTES,
        push=push.push,
        push_limits=push.LIMITS,
        check=check,
        suggest_unit=suggest,
        facts=facts,
    )
