"""Tip suggestions on readers: a Terminal configuration per place."""

from collections.abc import Sequence
from typing import Any, Final

from outfitter.sdk import TenantContext
from outfitter_stripe import serializers
from outfitter_stripe.api_keys import ApiKeys
from outfitter_stripe.client import Thing, ask, with_key

MAX_SUGGESTIONS: Final = 3


def offer(
    ctx: TenantContext, keys: ApiKeys, place: Thing, *, currency: str, percents: Sequence[int], key: str
) -> None:
    """
    Make the readers of `place` (a Terminal location) suggest `percents` as tips; none: no tips.

    :raises ValueError: more than three suggestions, or one that is not between 1 and 100
    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; repeat with the same key
    """
    if len(percents) > MAX_SUGGESTIONS or not all(1 <= percent <= 100 for percent in percents):
        raise ValueError("up to three suggestions between 1 and 100 percent")
    suggested: Any = {currency.lower(): {"percentages": list(percents)}} if percents else ""
    current = place.get("configuration_overrides")
    if current:
        wanted: Any = {"tipping": suggested}
        ask(keys, lambda v1: v1.terminal.configurations.update(current, wanted, with_key(ctx, key)))
        return
    made = ask(
        keys,
        lambda v1: v1.terminal.configurations.create(
            {"name": f"{ctx.schema} {serializers.id_of(place)}"[:100], "tipping": suggested},
            with_key(ctx, f"{key}-configuration"),
        ),
    )
    change: Any = {"configuration_overrides": made["id"]}
    ask(keys, lambda v1: v1.terminal.locations.update(str(place["id"]), change, with_key(ctx, key)))
