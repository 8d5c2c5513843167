"""Money back: Refunds, and refunds with the card at a reader."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from outfitter.sdk import GatewayReader, GatewayRefund, PaymentFailed, TenantContext
from outfitter_stripe import reader_serializers, serializers
from outfitter_stripe.amounts import theirs
from outfitter_stripe.api_keys import ApiKeys, keys_for
from outfitter_stripe.client import Thing, ask, each, merged, with_key
from outfitter_stripe.errors import WORDS
from outfitter_stripe.former_accounts import call_where_intent_lies, find_where_it_lies
from outfitter_stripe.payment_intents import read_intent
from outfitter_stripe.terminal import own_reader

# What a refusal may hide that says nothing of its own.
_UNCLEAR: Final = frozenset({"gateway_refused", "unexpected_state"})


def _connect(keys: ApiKeys, gateway_id: str) -> dict[str, Any]:
    """
    Return who bears a refund: what went to the operator comes from the operator.

    The payment itself says what was taken and handed on; terms may have changed since.
    """
    if keys.model == "none":
        return {}
    paid = ask(keys, lambda v1: v1.payment_intents.retrieve(gateway_id))
    told: dict[str, Any] = {}
    if paid.get("application_fee_amount"):
        told["refund_application_fee"] = keys.is_fee_refunded
    if paid.get("transfer_data"):
        told["reverse_transfer"] = True
    return told


def _refuse_if_card_is_needed(ctx: TenantContext, gateway_id: str, problem: PaymentFailed) -> None:
    now = read_intent(ctx, gateway_id)
    if now.paid_with == "interac" and now.amount_refunded < now.amount_received:
        code = "terminal_refund_required"
        raise PaymentFailed(code, WORDS[code], problem.decline_code) from problem


class Refunds:
    """Gives money back to where it came from. Amounts are in our minor units."""

    def refund(
        self,
        ctx: TenantContext,
        *,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        reason: str,
        metadata: Mapping[str, str] | None = None,
    ) -> GatewayRefund:
        """
        Give back `amount` of a paid intent.

        :raises PaymentFailed: `terminal_refund_required`, `insufficient_gateway_balance`,
            `charge_already_refunded`, `charge_disputed`, `amount_too_large`, ...
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        told = {**(metadata or {}), "reason": reason}

        def refund(keys: ApiKeys) -> Thing:
            wanted = merged(
                {
                    "payment_intent": gateway_id,
                    "amount": theirs(currency, amount),
                    "metadata": serializers.tagged(ctx.schema, told),
                },
                {"reason": reason} if reason in serializers.REFUND_REASONS else {},
                _connect(keys, gateway_id),
            )
            return ask(keys, lambda v1: v1.refunds.create(wanted, with_key(ctx, key)))

        try:
            return serializers.refund(call_where_intent_lies(ctx, gateway_id, refund))
        except PaymentFailed as problem:
            if problem.code in _UNCLEAR:
                _refuse_if_card_is_needed(ctx, gateway_id, problem)
            raise

    def get_refund(self, ctx: TenantContext, *, gateway_id: str) -> GatewayRefund:
        """
        Read a refund as it is now.

        :raises PaymentFailed: there is none
        :raises GatewayUnavailable: no answer
        """
        _, thing = find_where_it_lies(ctx, lambda keys: ask(keys, lambda v1: v1.refunds.retrieve(gateway_id)))
        return serializers.refund(thing)

    def list_refunds(self, ctx: TenantContext, *, gateway_id: str) -> Sequence[GatewayRefund]:
        """
        Return all refunds of an intent, also those made at Stripe's own pages.

        :raises PaymentFailed: there is no such intent
        :raises GatewayUnavailable: no answer
        """
        wanted: Any = {"payment_intent": gateway_id, "limit": 100}

        def listed(keys: ApiKeys) -> list[Thing]:
            rows = list(each(keys, lambda v1: v1.refunds.list(wanted)))
            if not rows:
                # None at all may also mean that the payment lies elsewhere.
                ask(keys, lambda v1: v1.payment_intents.retrieve(gateway_id))
            return rows

        return [serializers.refund(thing) for thing in call_where_intent_lies(ctx, gateway_id, listed)]

    def refund_on_reader(
        self,
        ctx: TenantContext,
        *,
        reader_id: str,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        metadata: Mapping[str, str] | None = None,
    ) -> GatewayReader:
        """
        Ask for the card at a reader to give back `amount`; the reader's action tells how it ended.

        :raises PaymentFailed: `reader_offline`, `reader_busy`, or as `refund` does
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        own_reader(ctx, keys, reader_id)
        wanted = merged(
            {
                "payment_intent": gateway_id,
                "amount": theirs(currency, amount),
                "metadata": serializers.tagged(ctx.schema, metadata),
            },
            _connect(keys, gateway_id),
        )
        return reader_serializers.reader(
            ask(keys, lambda v1: v1.terminal.readers.refund_payment(reader_id, wanted, with_key(ctx, key)))
        )
