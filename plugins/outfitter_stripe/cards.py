"""Customers and their saved cards: Customers, SetupIntents, PaymentMethods."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from outfitter.sdk import GatewayCard, GatewaySetup, PaymentFailed, TenantContext
from outfitter_stripe import serializers
from outfitter_stripe.api_keys import keys_for
from outfitter_stripe.client import ask, each, params, with_key

_EXPAND: Final = ["payment_method"]


class SavedCards:
    """Keeps cards for later, at Stripe: no number ever reaches us."""

    def ensure_customer(
        self, ctx: TenantContext, *, reference: str, name: str, email: str | None, key: str
    ) -> str:
        """
        Return Stripe's id for a customer or reseller; `reference` is ours, such as `customer:7`.

        :raises PaymentFailed: refused
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        wanted: Any = params(
            name=name[:256] or None,
            email=email or None,
            metadata=serializers.tagged(ctx.schema, {"reference": reference}),
        )
        # Somebody may have corrected the name since an answer got lost: that is another question.
        asked = hashlib.sha256(f"{name}\0{email}".encode()).hexdigest()[:12]
        options = with_key(ctx, f"{key}-{asked}")
        made = ask(keys_for(ctx), lambda v1: v1.customers.create(wanted, options))
        return str(made["id"])

    def create_setup_intent(
        self,
        ctx: TenantContext,
        *,
        customer_id: str,
        key: str,
        metadata: Mapping[str, str],
        description: str = "",
    ) -> GatewaySetup:
        """
        Begin to keep a card that is charged later without its holder.

        :raises PaymentFailed: refused
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        wanted: Any = params(
            customer=customer_id,
            usage="off_session",
            automatic_payment_methods={"enabled": True, "allow_redirects": "never"},
            description=description[: serializers.MAX_DESCRIPTION] or None,
            metadata=serializers.tagged(ctx.schema, metadata),
            on_behalf_of=keys.connected if keys.model == "destination" else None,
            expand=_EXPAND,
        )
        return serializers.setup(ask(keys, lambda v1: v1.setup_intents.create(wanted, with_key(ctx, key))))

    def get_setup_intent(self, ctx: TenantContext, *, gateway_id: str) -> GatewaySetup:
        """
        Read how keeping a card stands, with the card when it is done.

        :raises PaymentFailed: there is none
        :raises GatewayUnavailable: no answer
        """
        wanted: Any = {"expand": _EXPAND}
        return serializers.setup(ask(keys_for(ctx), lambda v1: v1.setup_intents.retrieve(gateway_id, wanted)))

    def cancel_setup_intent(self, ctx: TenantContext, *, gateway_id: str, key: str) -> GatewaySetup:
        """
        Give up keeping a card. Doing so twice is no error.

        :raises PaymentFailed: it is done
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        wanted: Any = {"expand": _EXPAND}
        try:
            return serializers.setup(
                ask(keys_for(ctx), lambda v1: v1.setup_intents.cancel(gateway_id, wanted, with_key(ctx, key)))
            )
        except PaymentFailed:
            now = self.get_setup_intent(ctx, gateway_id=gateway_id)
            if now.status == "canceled":
                return now
            raise

    def list_cards(self, ctx: TenantContext, *, customer_id: str) -> Sequence[GatewayCard]:
        """
        Return the cards kept for a customer, the newest first, with the default one marked.

        :raises PaymentFailed: there is no such customer
        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        owner = ask(keys, lambda v1: v1.customers.retrieve(customer_id))
        default = serializers.id_of((owner.get("invoice_settings") or {}).get("default_payment_method"))
        wanted: Any = {"customer": customer_id, "type": "card", "limit": 100}
        listed = each(keys, lambda v1: v1.payment_methods.list(wanted))
        return [serializers.card(thing, default=default) for thing in listed]

    def get_card(self, ctx: TenantContext, *, card_id: str) -> GatewayCard:
        """
        Read a card; `customer_id` is None when it is not kept any more.

        :raises PaymentFailed: there is none
        :raises GatewayUnavailable: no answer
        """
        return serializers.card(ask(keys_for(ctx), lambda v1: v1.payment_methods.retrieve(card_id)))

    def attach_card(self, ctx: TenantContext, *, customer_id: str, card_id: str, key: str) -> GatewayCard:
        """
        Keep a card that a browser gave for a customer; the bank is asked whether it is good.

        :raises PaymentFailed: `card_declined`, `expired_card`, `not_found`
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        wanted: Any = {"customer": customer_id}
        return serializers.card(
            ask(keys_for(ctx), lambda v1: v1.payment_methods.attach(card_id, wanted, with_key(ctx, key)))
        )

    def detach_card(self, ctx: TenantContext, *, card_id: str, key: str) -> GatewayCard:
        """
        Forget a card. Doing so twice is no error.

        :raises PaymentFailed: there is none
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        try:
            return serializers.card(
                ask(keys_for(ctx), lambda v1: v1.payment_methods.detach(card_id, {}, with_key(ctx, key)))
            )
        except PaymentFailed:
            now = self.get_card(ctx, card_id=card_id)
            if now.customer_id is None:
                return now
            raise

    def set_default_card(self, ctx: TenantContext, *, customer_id: str, card_id: str, key: str) -> None:
        """
        Say which card is charged when none is named.

        :raises PaymentFailed: the card is not this customer's
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        wanted: Any = {"invoice_settings": {"default_payment_method": card_id}}
        ask(keys_for(ctx), lambda v1: v1.customers.update(customer_id, wanted, with_key(ctx, key)))
