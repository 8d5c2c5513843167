"""What Stripe has booked: charges, payouts with their lines, transfers, events."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from outfitter.sdk import (
    GatewayPayout,
    GatewayPayoutTransaction,
    GatewayTransaction,
    GatewayTransfer,
    InboundWebhook,
    PaymentFailed,
    TenantContext,
)
from outfitter_stripe import balance_serializers, events, transfer_origins
from outfitter_stripe.api_keys import ApiKeys, keys_for
from outfitter_stripe.client import PAGE, Thing, ask, each, params
from outfitter_stripe.errors import WORDS
from outfitter_stripe.former_accounts import find_where_it_lies
from outfitter_stripe.serializers import whole
from outfitter_stripe.webhook_owner import owner_of, traced


def since_of(since: datetime | None) -> dict[str, Any] | None:
    """Return Stripe's filter for what was created since."""
    return {"gte": int(since.timestamp())} if since else None


def _has_balance(keys: ApiKeys) -> bool:
    """Tell whether the operator has a balance of its own, or the platform pays it out by itself."""
    return not keys.is_shared or keys.connected is not None


def _own(keys: ApiKeys) -> ApiKeys:
    """
    Return the keys to the operator's own balance.

    :raises PaymentFailed: `unsupported`, operators share one
    """
    if not _has_balance(keys):
        raise PaymentFailed("unsupported", "The platform pays this operator out, Stripe does not.")
    return keys.books()


class BalanceTransactions:
    """Reads Stripe's books. Amounts are in our minor units."""

    def get_transaction(self, ctx: TenantContext, *, charge_id: str) -> GatewayTransaction:
        """
        Read a charge with its fees, risk and checks.

        :raises PaymentFailed: there is none
        :raises GatewayUnavailable: no answer
        """
        wanted: Any = {"expand": ["balance_transaction"]}
        _, thing = find_where_it_lies(
            ctx, lambda keys: ask(keys, lambda v1: v1.charges.retrieve(charge_id, wanted))
        )
        return balance_serializers.transaction(thing)

    def list_payouts(self, ctx: TenantContext, *, since: datetime | None = None) -> Iterator[GatewayPayout]:
        """
        Give payouts created since, the newest first; none where operators share a balance.

        :raises PaymentFailed: refused
        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        if not _has_balance(keys):
            return iter(())
        wanted: Any = params(limit=PAGE, created=since_of(since), expand=["data.destination"])
        listed = each(keys.books(), lambda v1: v1.payouts.list(wanted))
        return (balance_serializers.payout(thing) for thing in listed)

    def get_payout(self, ctx: TenantContext, *, gateway_id: str) -> GatewayPayout:
        """
        Read a payout as it is now.

        :raises PaymentFailed: there is none; `unsupported`, operators share a balance
        :raises GatewayUnavailable: no answer
        """
        wanted: Any = {"expand": ["destination"]}
        return balance_serializers.payout(
            ask(_own(keys_for(ctx)), lambda v1: v1.payouts.retrieve(gateway_id, wanted))
        )

    def list_transactions(
        self, ctx: TenantContext, *, since: datetime, until: datetime
    ) -> Iterator[GatewayPayoutTransaction]:
        """
        Give the lines of the operator's books made between two instants, the newest first.

        On an account that operators share, only those of this one's payments.

        :raises PaymentFailed: refused
        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        span = {"gte": int(since.timestamp()), "lt": int(until.timestamp())}
        wanted: Any = {"created": span, "limit": PAGE, "expand": ["data.source"]}
        is_mixed = not _has_balance(keys)
        listed = each(keys.books(), lambda v1: v1.balance_transactions.list(wanted))
        own = (
            thing
            for thing in listed
            if not is_mixed or owner_of(keys, whole(thing.get("source"))) == ctx.schema
        )
        return transfer_origins.entries(keys, own)

    def list_payout_transactions(
        self, ctx: TenantContext, *, gateway_id: str
    ) -> Iterator[GatewayPayoutTransaction]:
        """
        Give the lines of a payout, without the payout itself; raises as `get_payout` does.

        Stripe knows them once the payout is reconciled, and of automatic payouts only.
        """
        keys = _own(keys_for(ctx))
        wanted: Any = {"payout": gateway_id, "limit": PAGE, "expand": ["data.source"]}
        listed = each(keys, lambda v1: v1.balance_transactions.list(wanted))
        return transfer_origins.entries(keys, (row for row in listed if row.get("type") != "payout"))

    def list_transfers(
        self, ctx: TenantContext, *, since: datetime | None = None
    ) -> Iterator[GatewayTransfer]:
        """
        Give what the platform moved to the operator's account, the newest first.

        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        if not keys.connected:
            return iter(())
        wanted: Any = params(limit=PAGE, destination=keys.connected, created=since_of(since))
        listed = each(keys.bare(), lambda v1: v1.transfers.list(wanted))
        return (balance_serializers.transfer(thing) for thing in listed)

    def get_transfer(self, ctx: TenantContext, *, gateway_id: str) -> GatewayTransfer:
        """
        Read a transfer to the operator's account as it is now.

        :raises PaymentFailed: `not_found`, there is none, or it went to somebody else
        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        transfer = balance_serializers.transfer(
            ask(keys.bare(), lambda v1: v1.transfers.retrieve(gateway_id))
        )
        if transfer.account_id != keys.connected:
            raise PaymentFailed("not_found", WORDS["not_found"], "resource_missing")
        return transfer

    def list_events(self, ctx: TenantContext, *, since: datetime) -> Iterator[InboundWebhook]:
        """
        Give this operator's events since, the oldest first; Stripe keeps them for 30 days.

        On an account that operators share, only those that are this one's.

        :raises PaymentFailed: refused
        :raises GatewayUnavailable: no answer
        """
        keys = keys_for(ctx)
        read = [(thing, keys) for thing in _events(keys, since)]
        if keys.connected and keys.account is None:
            own = keys.books()
            read += [(thing, own) for thing in _events(own, since)]
        for thing, source in sorted(read, key=lambda pair: int(pair[0]["created"])):
            inbound = _inbound(thing, source)
            if source.account or not keys.is_shared or traced(keys, inbound) == ctx.schema:
                yield inbound


def _events(keys: ApiKeys, since: datetime) -> Iterator[Thing]:
    """Give the events of an account that matter, the newest first."""
    wanted: Any = params(limit=PAGE, created=since_of(since))
    listed = each(keys, lambda v1: v1.events.list(wanted))
    return (thing for thing in listed if thing.get("type") in events.KINDS)


def _inbound(thing: Thing, source: ApiKeys) -> InboundWebhook:
    # Asked for with an account's own header, an event may leave out whose it is.
    named = {"account": source.account, **thing} if source.account else thing
    return events.read(json.dumps(named, default=str).encode())
