"""A gateway that keeps books: what it took, gave back, paid out and would have told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from dataclasses import replace as changed
from datetime import datetime, timedelta
from itertools import count

from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.balance_types import GatewayPayout, GatewayPayoutTransaction, GatewayTransfer
from outfitter.plugins.payments.types import FeeLine, GatewayRefund, PaymentFailed
from outfitter.plugins.types import InboundWebhook
from tests.support.sales import FakeGateway

FEE, PLATFORM = 175, 50


@dataclass
class BalanceGateway(FakeGateway):
    """Writes a line for whatever is paid or given back, as a gateway does."""

    capabilities: frozenset[str] = frozenset({"books"})
    lines: list[GatewayPayoutTransaction] = field(default_factory=list)
    payouts: dict[str, GatewayPayout] = field(default_factory=dict)
    in_payout: dict[str, list[str]] = field(default_factory=dict)
    transfers: list[GatewayTransfer] = field(default_factory=list)
    events: list[InboundWebhook] = field(default_factory=list)
    given: dict[str, GatewayRefund] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def book(self, kind, gross, *, fee=0, platform=0, at=None, **ids) -> GatewayPayoutTransaction:
        """Add a line to the books."""
        parts = (FeeLine("stripe_fee", fee - platform), FeeLine("application_fee", platform))
        line = GatewayPayoutTransaction(
            f"txn_{next(self.numbers)}",
            kind,
            gross,
            fee,
            gross - fee,
            "USD",
            fee_lines=tuple(part for part in parts if part.amount),
            created_at=at or utc_now(),
            **ids,
        )
        self.lines.append(line)
        return line

    def pay(self, gateway_id: str, *, at=None):
        """The customer pays: the intent succeeds and the charge is in the books."""
        charge = f"ch_{gateway_id}"
        paid = self._set(
            gateway_id,
            status="succeeded",
            amount_received=self.intents[gateway_id].amount,
            charge_id=charge,
            card_brand="visa",
            card_last4="4242",
        )
        self.book(
            "payment",
            paid.amount,
            fee=FEE,
            platform=PLATFORM,
            at=at,
            source_id=charge,
            charge_id=charge,
            intent_id=gateway_id,
        )
        return paid

    def give_back(self, gateway_id: str, amount: int, **marks: str) -> GatewayRefund:
        """Somebody refunds at the gateway's own pages; with marks, we had asked for it."""
        refund = GatewayRefund(
            f"re_{next(self.numbers)}",
            "succeeded",
            amount,
            "USD",
            gateway_id,
            f"ch_{gateway_id}",
            metadata=marks,
            created_at=utc_now(),
        )
        self.given[refund.gateway_id] = refund
        self.book(
            "refund", -amount, source_id=refund.gateway_id, charge_id=refund.charge_id, intent_id=gateway_id
        )
        return refund

    def pay_out(self, *, status="paid", amount=None, at=None) -> GatewayPayout:
        """Send everything that is in no payout yet to the bank."""
        inside = {one for ids in self.in_payout.values() for one in ids}
        ready = [line for line in self.lines if line.gateway_id not in inside]
        at = at or utc_now()
        payout = GatewayPayout(
            f"po_{next(self.numbers)}",
            status,
            sum(line.net for line in ready) if amount is None else amount,
            "USD",
            (at + timedelta(days=2)).date(),
            at,
            is_reconciled=True,
        )
        self.payouts[payout.gateway_id] = payout
        self.in_payout[payout.gateway_id] = [line.gateway_id for line in ready]
        return payout

    def turn(self, payout: GatewayPayout, **changes) -> GatewayPayout:
        """Let a payout become something else."""
        self.payouts[payout.gateway_id] = changed(payout, **changes)
        return self.payouts[payout.gateway_id]

    def get_refund(self, ctx, *, gateway_id) -> GatewayRefund:
        self._note("get_refund")
        if gateway_id not in self.given:
            raise PaymentFailed("not_found", "No such refund.")
        return self.given[gateway_id]

    def list_payouts(self, ctx, *, since=None) -> Iterator[GatewayPayout]:
        self._note("list_payouts")
        rows = sorted(self.payouts.values(), key=lambda one: one.created_at, reverse=True)
        yield from (row for row in rows if since is None or row.created_at >= since)

    def get_payout(self, ctx, *, gateway_id) -> GatewayPayout:
        self._note("get_payout")
        return self.payouts[gateway_id]

    def list_transactions(self, ctx, *, since: datetime, until: datetime):
        self._note("list_transactions")
        yield from (one for one in reversed(self.lines) if since <= one.created_at < until)

    def list_payout_transactions(self, ctx, *, gateway_id):
        self._note("list_payout_transactions")
        mine = self.in_payout[gateway_id]
        yield from (one for one in reversed(self.lines) if one.gateway_id in mine)

    def list_transfers(self, ctx, *, since=None) -> Iterator[GatewayTransfer]:
        self._note("list_transfers")
        yield from reversed(self.transfers)

    def list_events(self, ctx, *, since: datetime) -> Iterator[InboundWebhook]:
        self._note("list_events")
        yield from (e for e in self.events if e.payload["created"] >= since.timestamp())

    def _note(self, call: str) -> None:
        self._answer()
        self.calls.append(call)
