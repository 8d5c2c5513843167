"""
Payments of invoices by card, told to whoever keeps invoices.

Intents, refunds and disputes stand below invoices: those name their functions here when the apps
are ready.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter.plugins.payments.types import GatewayIntent, GatewayRefund


@dataclass(frozen=True, slots=True)
class InvoiceOutcome:
    """How a payment of an invoice stands, in words for the payer when it needs any."""

    status: str
    next_action: dict[str, object] | None = None
    message: str | None = None


# (our intent, the gateway's word, when)
Settle = Callable[[int, GatewayIntent, datetime], InvoiceOutcome]
# (our charge, the gateway's word, when)
RefundChanged = Callable[[int, GatewayRefund, datetime], None]
DisputeChanged = Callable[[int, GatewayDispute, datetime], None]
PromiseAgain = Callable[[datetime], None]


class _Invoices:
    settle: ClassVar[Settle]
    refund_changed: ClassVar[RefundChanged]
    dispute_changed: ClassVar[DisputeChanged]
    promise_again: ClassVar[PromiseAgain]


def tell_invoices(
    *,
    settle: Settle,
    refund_changed: RefundChanged,
    dispute_changed: DisputeChanged,
    promise_again: PromiseAgain,
) -> None:
    """Name the functions that hear of payments of invoices, their refunds and their disputes."""
    _Invoices.settle = staticmethod(settle)
    _Invoices.refund_changed = staticmethod(refund_changed)
    _Invoices.dispute_changed = staticmethod(dispute_changed)
    _Invoices.promise_again = staticmethod(promise_again)


def settle(*, intent_id: int, answer: GatewayIntent, at: datetime) -> InvoiceOutcome:
    """Record a gateway's word on an intent that pays an invoice."""
    return _Invoices.settle(intent_id, answer, at)


def refund_changed(*, charge_id: int, refund: GatewayRefund, at: datetime) -> None:
    """Record a gateway's word on a refund of a charge."""
    _Invoices.refund_changed(charge_id, refund, at)


def dispute_changed(*, charge_id: int, dispute: GatewayDispute, at: datetime) -> None:
    """Record a gateway's word on a dispute of a charge."""
    _Invoices.dispute_changed(charge_id, dispute, at)


def promise_again(*, at: datetime) -> None:
    """Have refunds of charges asked for again that were promised and never asked for."""
    _Invoices.promise_again(at)
