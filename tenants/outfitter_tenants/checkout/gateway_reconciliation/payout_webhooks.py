"""What a webhook tells of payouts and transfers."""

from datetime import datetime, timedelta
from typing import Any, Final

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.balance_types import GatewayPayout, GatewayTransfer
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter_tenants.checkout.gateway_reconciliation import payout_import
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money

READ_PAYOUT: Final = "books.read_payout"
# The gateway puts a payout's lines together after it has announced the payout.
SOON: Final = timedelta(minutes=5)


def payout_changed(*, gateway: str, payout: GatewayPayout, at: datetime) -> None:
    """Copy how a payout stands, and its lines as soon as the gateway can tell them."""
    payout_import.take_payout(gateway=gateway, payout=payout, at=at)
    known = money.find_payout(gateway=gateway, gateway_id=payout.gateway_id)
    if known is not None and known.read_at is None and payout.is_automatic:
        scheduled_jobs.schedule(
            READ_PAYOUT,
            key=payout.gateway_id,
            payload={"gateway_id": payout.gateway_id},
            due_at=at if payout.is_reconciled else at + SOON,
        )


def transfer_changed(*, gateway: str, transfer: GatewayTransfer, at: datetime) -> None:
    """Copy how a transfer stands."""
    ledger.write_transfer(gateway=gateway, transfer=transfer, told_at=at)


def read_payout(payload: dict[str, Any], at: datetime) -> None:
    """Copy the lines of a payout; the due job's handler. The day's reading finds what it leaves."""
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return
    payout = money.find_payout(gateway=provider.slug, gateway_id=payload["gateway_id"])
    if payout is not None and payout.read_at is None:
        payout_import.read_one(payout_import.BooksSource(ctx, provider, at), payout)
