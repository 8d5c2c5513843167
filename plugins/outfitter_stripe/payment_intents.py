"""Payments and authorisations: PaymentIntents."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from outfitter.sdk import CheckoutClient, GatewayIntent, InboundWebhook, PaymentFailed, TenantContext, Terms
from outfitter_stripe import serializers
from outfitter_stripe.amounts import theirs
from outfitter_stripe.api_keys import ApiKeys, keys_for
from outfitter_stripe.client import Thing, ask, each, merged, params, with_key
from outfitter_stripe.errors import WORDS
from outfitter_stripe.former_accounts import call_where_intent_lies, find_where_it_lies

PLAIN: Final = Terms()
_EXPAND: Final = ["latest_charge.balance_transaction", "payment_method"]
# Debit cards of this currency's country are paid at a reader in a way of their own.
_INTERAC_CURRENCY: Final = "CAD"
_EXPIRED: Final = "authorisation_expired"


def _ways(currency: str, terms: Terms) -> dict[str, Any]:
    if terms.channel != "card_present":
        return {"automatic_payment_methods": {"enabled": True, "allow_redirects": "never"}}
    kinds = ["card_present"]
    if currency == _INTERAC_CURRENCY:
        kinds.append("interac_present")
    return {"payment_method_types": kinds}


def _connect(
    keys: ApiKeys, currency: str, amount: int, tip_amount: int, agreed: int | None
) -> dict[str, Any]:
    """Return the platform's fee; no fee is taken on a tip."""
    fee = keys.fee_on(currency, amount - tip_amount, agreed)
    return {"application_fee_amount": fee} if fee else {}


def _destination(keys: ApiKeys) -> dict[str, Any]:
    if keys.model != "destination":
        return {}
    return {"transfer_data": {"destination": keys.connected}, "on_behalf_of": keys.connected}


def _charging(keys: ApiKeys, terms: Terms) -> dict[str, Any]:
    """Return what says that a card is charged now, and whether somebody is there to help."""
    options = {}
    if terms.channel == "moto" and keys.is_moto_enabled:
        # Only accounts that Stripe has opened for phone orders may say so.
        options = {"payment_method_options": {"card": {"moto": True}}}
    return params(payment_method=terms.card_id, off_session=True if terms.is_off_session else None, **options)


def _customer(terms: Terms) -> dict[str, Any]:
    """
    Return whose card it is, and whether it is kept.

    :raises ValueError: a card is to be kept for nobody
    """
    if terms.is_saving_card and not terms.customer_id:
        raise ValueError("a card is kept for a customer")
    return params(
        customer=terms.customer_id, setup_future_usage="off_session" if terms.is_saving_card else None
    )


def read_intent(ctx: TenantContext, gateway_id: str) -> GatewayIntent:
    """Read an intent as it is now; raises as `Collecting.get_intent` does."""
    wanted: Any = {"expand": _EXPAND}
    keys, thing = find_where_it_lies(
        ctx, lambda keys: ask(keys, lambda v1: v1.payment_intents.retrieve(gateway_id, wanted))
    )
    return replace(serializers.read_intent(thing), is_elsewhere=_is_elsewhere(ctx, keys, thing))


def _is_elsewhere(ctx: TenantContext, keys: ApiKeys, thing: Thing) -> bool:
    """Tell whether what is paid with an intent would not reach the operator's account of today."""
    try:
        now = keys_for(ctx)
    except PaymentFailed:
        return True
    handed_to = serializers.id_of(serializers.whole(thing.get("transfer_data")).get("destination"))
    wanted = now.connected if now.model == "destination" else None
    is_there = (keys.secret_key, keys.account) == (now.secret_key, now.account)
    return not is_there or handed_to != wanted


def expired_or(ctx: TenantContext, gateway_id: str, problem: PaymentFailed) -> PaymentFailed:
    """Tell an authorisation that ran out from one that was captured or given up by somebody."""
    if problem.code == "unexpected_state":
        problem.intent = read_intent(ctx, gateway_id)
        if problem.intent.status == "canceled":
            problem.code, problem.message = _EXPIRED, WORDS[_EXPIRED]
    return problem


class PaymentIntents:
    """Takes money. Amounts are in our minor units."""

    def checkout_client(self, ctx: TenantContext) -> CheckoutClient:
        """
        Return what a browser needs; no network.

        :raises PaymentFailed: `not_configured`
        """
        keys = keys_for(ctx)
        return CheckoutClient(keys.publishable_key, keys.script_url, keys.account, keys.is_test)

    def create_intent(
        self,
        ctx: TenantContext,
        *,
        amount: int,
        currency: str,
        key: str,
        description: str,
        metadata: Mapping[str, str],
        receipt_email: str | None = None,
        terms: Terms | None = None,
    ) -> GatewayIntent:
        """
        Begin to collect `amount`; `metadata` names the `trip` (hash) and our `intent`.

        :raises PaymentFailed: refused; a card that was charged at once comes with its intent
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys, how = keys_for(ctx), terms or PLAIN
        told = {**metadata, **({"tip": str(how.tip_amount)} if how.tip_amount else {})}
        wanted = merged(
            {
                "amount": theirs(currency, amount),
                "currency": currency.lower(),
                "capture_method": how.capture,
                "description": description[: serializers.MAX_DESCRIPTION],
                "metadata": serializers.metadata_of(ctx.schema, told),
                "expand": _EXPAND,
            },
            params(receipt_email=receipt_email or None),
            _ways(currency, how),
            _customer(how),
            _destination(keys),
            _connect(keys, currency, amount, how.tip_amount, how.platform_fee_amount),
            {"confirm": True, **_charging(keys, how)} if how.is_confirmed else {},
        )
        return serializers.read_intent(
            ask(keys, lambda v1: v1.payment_intents.create(wanted, with_key(ctx, key)))
        )

    def confirm_intent(self, ctx: TenantContext, *, gateway_id: str, key: str, terms: Terms) -> GatewayIntent:
        """
        Charge `terms.card_id` for an open intent.

        :raises PaymentFailed: refused, with the intent as it is then
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        wanted = merged(_charging(keys, terms), {"expand": _EXPAND})
        return serializers.read_intent(
            ask(keys, lambda v1: v1.payment_intents.confirm(gateway_id, wanted, with_key(ctx, key)))
        )

    def update_intent(
        self,
        ctx: TenantContext,
        *,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        terms: Terms | None = None,
    ) -> GatewayIntent:
        """
        Change what an unpaid intent asks for.

        :raises PaymentFailed: refused, also when it is paid or canceled
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        how = terms or PLAIN

        def update(keys: ApiKeys) -> Thing:
            wanted = merged(
                {"amount": theirs(currency, amount), "currency": currency.lower()},
                {"expand": _EXPAND},
                _connect(keys, currency, amount, how.tip_amount, how.platform_fee_amount),
                _customer(how),
                {"metadata": {"tip": str(how.tip_amount or "")}} if terms else {},
            )
            options = with_key(ctx, key)
            return ask(keys, lambda v1: v1.payment_intents.update(gateway_id, wanted, options))

        return serializers.read_intent(call_where_intent_lies(ctx, gateway_id, update))

    def get_intent(self, ctx: TenantContext, *, gateway_id: str) -> GatewayIntent:
        """
        Read the intent as it is now, with its client secret and the card of its last charge.

        :raises PaymentFailed: there is none
        :raises GatewayUnavailable: no answer
        """
        return read_intent(ctx, gateway_id)

    def find_intent(
        self, ctx: TenantContext, *, intent: str, since: datetime, until: datetime
    ) -> GatewayIntent | None:
        """
        Return what was created for our `intent` in a span of time, None when nothing was.

        :raises PaymentFailed: refused
        :raises GatewayUnavailable: no answer
        """
        span = {"gte": int(since.timestamp()), "lte": int(until.timestamp())}
        wanted: Any = {"created": span, "limit": 100}
        keys = keys_for(ctx)
        for thing in each(keys, lambda v1: v1.payment_intents.list(wanted)):
            told = thing.get("metadata") or {}
            if told.get("intent") == intent and serializers.schema_of(thing) == ctx.schema:
                return read_intent(ctx, str(thing["id"]))
        return None

    def capture_intent(
        self,
        ctx: TenantContext,
        *,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        tip_amount: int = 0,
        platform_fee_amount: int | None = None,
    ) -> GatewayIntent:
        """
        Take `amount` of an authorisation; the rest is released.

        :raises PaymentFailed: `authorisation_expired`, `amount_too_large`, `unexpected_state`
        :raises GatewayUnavailable: no answer; repeat with the same key
        """

        def capture(keys: ApiKeys) -> Thing:
            wanted = merged(
                {"amount_to_capture": theirs(currency, amount), "expand": _EXPAND},
                _connect(keys, currency, amount, tip_amount, platform_fee_amount),
            )
            options = with_key(ctx, key)
            return ask(keys, lambda v1: v1.payment_intents.capture(gateway_id, wanted, options))

        try:
            return serializers.read_intent(call_where_intent_lies(ctx, gateway_id, capture))
        except PaymentFailed as problem:
            raise expired_or(ctx, gateway_id, problem) from problem

    def cancel_intent(self, ctx: TenantContext, *, gateway_id: str, key: str) -> GatewayIntent:
        """
        Give up an intent, or release an authorisation. Doing so twice is no error.

        :raises PaymentFailed: it is paid
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        wanted: Any = {"expand": _EXPAND}
        options = with_key(ctx, key)

        def cancel(keys: ApiKeys) -> Thing:
            return ask(keys, lambda v1: v1.payment_intents.cancel(gateway_id, wanted, options))

        try:
            return serializers.read_intent(call_where_intent_lies(ctx, gateway_id, cancel))
        except PaymentFailed:
            now = read_intent(ctx, gateway_id)
            if now.status == "canceled":
                return now
            raise

    def parse_intent(self, inbound: InboundWebhook) -> GatewayIntent | None:
        """Return the intent a webhook speaks of, None when it speaks of something else."""
        thing = (inbound.payload.get("data") or {}).get("object") or {}
        if thing.get("object") != "payment_intent":
            return None
        return serializers.read_intent(thing)
