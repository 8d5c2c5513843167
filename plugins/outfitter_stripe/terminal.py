"""
Readers at the counter: Stripe Terminal, driven from the server.

Where operators share the platform's account, their places and readers lie side by side: each
carries its operator's schema, and nobody reaches another one's.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from outfitter.sdk import ConnectionToken, GatewayLocation, GatewayReader, PaymentFailed, TenantContext
from outfitter_stripe import reader_serializers, serializers
from outfitter_stripe.amounts import theirs
from outfitter_stripe.api_keys import ApiKeys, keys_for
from outfitter_stripe.client import Thing, ask, each, merged, params, with_key
from outfitter_stripe.errors import WORDS

# What the codes of readers begin with that are none.
SIMULATED: Final = "simulated-"
MAX_SUGGESTIONS: Final = 3


def _is_own(ctx: TenantContext, keys: ApiKeys, thing: serializers.Thing) -> bool:
    return not keys.is_shared or serializers.schema_of(thing) == ctx.schema


def _owned(ctx: TenantContext, keys: ApiKeys, thing: Thing) -> Thing:
    if thing.get("deleted") or not _is_own(ctx, keys, thing):
        raise PaymentFailed("not_found", WORDS["not_found"], "resource_missing")
    return thing


def own_reader(ctx: TenantContext, keys: ApiKeys, reader_id: str) -> Thing:
    """
    Read a reader of this operator.

    :raises PaymentFailed: `not_found`, there is none or it is somebody else's
    """
    found = ask(keys, lambda v1: v1.terminal.readers.retrieve(reader_id))
    return _owned(ctx, keys, found)


def own_location(ctx: TenantContext, keys: ApiKeys, location_id: str) -> Thing:
    """
    Read a place of this operator.

    :raises PaymentFailed: `not_found`, there is none or it is somebody else's
    """
    found = ask(keys, lambda v1: v1.terminal.locations.retrieve(location_id))
    return _owned(ctx, keys, found)


def offer_tips(
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


class Terminal:
    """Asks for cards at readers. Amounts are in our minor units."""

    def connection_token(self, ctx: TenantContext, *, location_id: str | None = None) -> ConnectionToken:
        """
        Return a secret that lets one till talk to readers (of one place), once.

        :raises PaymentFailed: `not_found`, the place is not this operator's
        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        if location_id:
            own_location(ctx, keys, location_id)
        elif keys.is_shared:
            # Without a place the token would open the readers of everybody.
            raise PaymentFailed("not_found", "Choose a location for the readers.")
        wanted: Any = params(location=location_id)
        made = ask(keys, lambda v1: v1.terminal.connection_tokens.create(wanted))
        return ConnectionToken(str(made["secret"]), location_id)

    def ensure_location(
        self, ctx: TenantContext, *, name: str, address: Mapping[str, str], key: str
    ) -> GatewayLocation:
        """
        Make a place for readers; `address` has line1, city, postal_code, state and country.

        :raises PaymentFailed: refused, such as an address that Stripe does not accept
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        wanted: Any = {
            "display_name": name[:1000],
            "address": {part: text for part, text in address.items() if text},
            "metadata": serializers.tagged(ctx.schema),
        }
        return reader_serializers.location(
            ask(keys_for(ctx), lambda v1: v1.terminal.locations.create(wanted, with_key(ctx, key)))
        )

    def list_locations(self, ctx: TenantContext) -> Sequence[GatewayLocation]:
        """
        Return the operator's places for readers.

        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        found = each(keys, lambda v1: v1.terminal.locations.list({"limit": 100}))
        return [reader_serializers.location(thing) for thing in found if _is_own(ctx, keys, thing)]

    def set_tip_suggestions(
        self, ctx: TenantContext, *, location_id: str, currency: str, percents: Sequence[int], key: str
    ) -> None:
        """
        Say which percentages the readers of a place offer as tips, at most three; none: off.

        :raises PaymentFailed: `not_found`, the place is not this operator's
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        place = own_location(ctx, keys, location_id)
        offer_tips(ctx, keys, place, currency=currency, percents=percents, key=key)

    def list_readers(self, ctx: TenantContext, *, location_id: str | None = None) -> Sequence[GatewayReader]:
        """
        Return the operator's readers.

        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        wanted: Any = params(limit=100, location=location_id)
        found = each(keys, lambda v1: v1.terminal.readers.list(wanted))
        return [reader_serializers.reader(thing) for thing in found if _is_own(ctx, keys, thing)]

    def register_reader(
        self, ctx: TenantContext, *, registration_code: str, label: str, location_id: str, key: str
    ) -> GatewayReader:
        """
        Take a reader into use with the code it shows.

        :raises PaymentFailed: `not_found` for the place; refused for a wrong code, or one of a
            simulated reader where real money is taken
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        if registration_code.strip().startswith(SIMULATED) and not keys.is_test:
            raise PaymentFailed("gateway_refused", "A simulated reader takes no real cards.")
        own_location(ctx, keys, location_id)
        wanted: Any = {
            "registration_code": registration_code.strip(),
            "label": label,
            "location": location_id,
            "metadata": serializers.tagged(ctx.schema),
        }
        return reader_serializers.reader(
            ask(keys, lambda v1: v1.terminal.readers.create(wanted, with_key(ctx, key)))
        )

    def remove_reader(self, ctx: TenantContext, *, reader_id: str, key: str) -> None:
        """
        Take a reader out of use. Doing so twice is no error.

        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        try:
            own_reader(ctx, keys, reader_id)
            ask(keys, lambda v1: v1.terminal.readers.delete(reader_id, {}, with_key(ctx, key)))
        except PaymentFailed as problem:
            if problem.code != "not_found":
                raise

    def get_reader(self, ctx: TenantContext, *, reader_id: str) -> GatewayReader:
        """
        Read whether a reader is there and what it does.

        :raises PaymentFailed: `not_found`
        :raises GatewayUnavailable: no answer
        """
        return reader_serializers.reader(own_reader(ctx, keys_for(ctx), reader_id))

    def process_on_reader(
        self,
        ctx: TenantContext,
        *,
        reader_id: str,
        gateway_id: str,
        key: str,
        currency: str,
        tip_on: int | None = None,
    ) -> GatewayReader:
        """
        Ask for the card at a reader to pay an intent of the channel `card_present`.

        The reader suggests tips as parts of `tip_on`; None or 0 asks for none. How it ends is told
        by the reader's action and by the intent.

        :raises PaymentFailed: `reader_offline`, `reader_busy`, `reader_timeout`, `unexpected_state`
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        own_reader(ctx, keys, reader_id)
        config: dict[str, Any] = {"enable_customer_cancellation": True}
        if tip_on:
            config["tipping"] = {"amount_eligible": theirs(currency, tip_on)}
        else:
            config["skip_tipping"] = True
        wanted = merged({"payment_intent": gateway_id, "process_config": config})
        return reader_serializers.reader(
            ask(
                keys,
                lambda v1: v1.terminal.readers.process_payment_intent(reader_id, wanted, with_key(ctx, key)),
            )
        )

    def cancel_reader_action(self, ctx: TenantContext, *, reader_id: str, key: str) -> GatewayReader:
        """
        Stop asking for a card.

        :raises PaymentFailed: `reader_offline`, `reader_busy` while it talks to the bank
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        own_reader(ctx, keys, reader_id)
        return reader_serializers.reader(
            ask(keys, lambda v1: v1.terminal.readers.cancel_action(reader_id, {}, with_key(ctx, key)))
        )
