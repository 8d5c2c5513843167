"""Copying what webhooks did not tell: payouts, transfers, and every line of the gateway's books."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import outbox, scheduled_jobs, webhooks
from outfitter.plugins.payments.balance_types import GatewayPayout, GatewayTransfer
from outfitter.plugins.payments.gateway import PaymentProvider
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.types import InboundWebhook, TenantContext
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import BooksDifference

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payout

# Lines appear in the books a moment after the charge they are of.
OVERLAP: Final = timedelta(hours=2)
WINDOW: Final = timedelta(days=2)
# How far back a first look goes when nothing of ours says more.
FIRST_LOOK: Final = timedelta(days=30)
# Banks send payouts back within days of their arrival.
UNSETTLED: Final = timedelta(days=14)
LINES: Final = 500
PAYOUTS: Final = 10
PAYOUT_FAILED: Final = "payout.failed"
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class BooksSource:
    """Whose books are read, where, and when."""

    ctx: TenantContext
    provider: PaymentProvider
    at: datetime

    @property
    def gateway(self) -> str:
        """Return the slug of the gateway."""
        return self.provider.slug

    def begin(self, name: str) -> datetime:
        """Return from when on a list is to be read."""
        known = money.read_to(gateway=self.gateway, name=name)
        if known is not None:
            return known - OVERLAP
        first = money.first_intent_at(gateway=self.gateway)
        return (first or self.at - FIRST_LOOK) - OVERLAP


def batches(items: Iterable[Item], size: int = LINES) -> Iterator[list[Item]]:
    """Give items in lists of so many; reads no further than it gave."""
    rest = iter(items)
    while found := list(islice(rest, size)):
        yield found


def take_payout(*, gateway: str, payout: GatewayPayout, at: datetime) -> None:
    """Copy how a payout stands; staff hear of one that the operator's bank sent back."""
    with atomic():
        known = money.find_payout(gateway=gateway, gateway_id=payout.gateway_id)
        is_new = ledger.write_payout(gateway=gateway, payout=payout, told_at=at)
        if is_new and payout.status == "failed" and (known is None or known.status != "failed"):
            outbox.publish(
                PAYOUT_FAILED,
                at=at,
                gateway_id=payout.gateway_id,
                amount=payout.amount,
                currency=payout.currency,
                bank=" ".join(filter(None, (payout.bank_name, payout.bank_last4))),
            )


def pull_payouts(source: BooksSource) -> None:
    """Copy payouts that are new or had not ended."""
    since = source.begin("payouts") - UNSETTLED
    unended = money.oldest_open_payout(gateway=source.gateway)
    since = min(since, unended) if unended else since
    for payout in source.provider.list_payouts(source.ctx, since=since):
        take_payout(gateway=source.gateway, payout=payout, at=source.at)
    ledger.move_cursor(gateway=source.gateway, name="payouts", read_to=source.at)


def pull_disputes(source: BooksSource) -> None:
    """Take in disputes that no webhook told us of, and how those that are open stand by now."""
    if "disputes" not in source.provider.capabilities:
        return
    read = {}
    for found in source.provider.list_disputes(source.ctx, since=source.begin("disputes")):
        read[found.gateway_id] = found
    undecided = {
        *(row.gateway_id for row in money.undecided_disputes(gateway=source.gateway)),
        *(row.gateway_id for row in money.undecided_charge_disputes(gateway=source.gateway)),
    }
    for gateway_id in sorted(undecided - read.keys()):
        read[gateway_id] = source.provider.get_dispute(source.ctx, gateway_id=gateway_id)
    for found in read.values():
        disputes.dispute_changed(gateway=source.gateway, dispute=found, at=source.at)
    ledger.move_cursor(gateway=source.gateway, name="disputes", read_to=source.at)


def pull_transfers(source: BooksSource) -> None:
    """Copy transfers that are new, or may have been reversed lately."""
    since = source.begin("transfers") - UNSETTLED
    for transfer in source.provider.list_transfers(source.ctx, since=since):
        ledger.write_transfer(gateway=source.gateway, transfer=transfer, told_at=source.at)
    ledger.move_cursor(gateway=source.gateway, name="transfers", read_to=source.at)


def pull_window(source: BooksSource) -> bool:
    """Copy the next two days of the gateway's books; True while there are more behind them."""
    since = source.begin("transactions")
    until = min(since + WINDOW + OVERLAP, source.at)
    lines = source.provider.list_transactions(source.ctx, since=since, until=until)
    for some in batches(lines):
        with atomic():
            ledger.write_transactions(gateway=source.gateway, lines=some, at=source.at)
    ledger.move_cursor(gateway=source.gateway, name="transactions", read_to=until)
    return until < source.at


def read_payouts(source: BooksSource) -> bool:
    """Copy the lines of payouts that lack them; True while there are more of these."""
    unread = money.unread_payouts(gateway=source.gateway, limit=PAYOUTS)
    done = [read_one(source, payout) for payout in unread]
    # Those that cannot be read yet stay the oldest: going round them would never end.
    return len(unread) == PAYOUTS and any(done)


def read_one(source: BooksSource, payout: "Payout") -> bool:
    """Copy the lines of one payout; False while the gateway cannot tell them yet."""
    if not source.provider.get_payout(source.ctx, gateway_id=payout.gateway_id).is_reconciled:
        return False
    lines = source.provider.list_payout_transactions(source.ctx, gateway_id=payout.gateway_id)
    for some in batches(lines):
        with atomic():
            ledger.write_transactions(gateway=source.gateway, lines=some, at=source.at, payout=payout)
    with atomic():
        ledger.close_payout(payout=payout, at=source.at)
        _check_sum(source, payout)
    return True


def _check_sum(source: BooksSource, payout: "Payout") -> None:
    theirs = money.sum_of_payout(payout_id=payout.pk)
    if theirs == payout.amount:
        return
    found = BooksDifference(
        "payout_differs", payout.gateway_id, payout.currency, our_amount=theirs, their_amount=payout.amount
    )
    ledger.note_difference(gateway=source.gateway, found=found, at=source.at)


EVENTS: Final = "books.events"
EVERY: Final = timedelta(hours=1)
# What is newer may still be on its way by itself.
GRACE: Final = timedelta(minutes=5)
# The gateway remembers events for thirty days.
MEMORY: Final = timedelta(days=29)
AT_ONCE: Final = 500
# An operator that took no card for so long is looked after once a day only.
ACTIVE: Final = timedelta(days=2)


def catch_up(source: BooksSource) -> bool:
    """Take in events we were not told of; True while there are more of them."""
    since, taken = max(source.begin("events"), source.at - MEMORY), 0
    for some in batches(source.provider.list_events(source.ctx, since=since), 100):
        ripe = [one for one in some if _made(one) <= source.at - GRACE]
        known = webhooks.find_known_events(
            slug=source.gateway, event_ids=[one.event_id for one in ripe], schema=source.ctx.schema
        )
        for inbound in ripe:
            if inbound.event_id not in known:
                taken += webhooks.store_delivery(
                    slug=source.gateway,
                    inbound=inbound,
                    schema=source.ctx.schema,
                    at=source.at,
                    address=source.ctx.schema,
                )
        if taken >= AT_ONCE:
            # Those that are known now are passed over quickly: the next reading gets further.
            ledger.move_cursor(gateway=source.gateway, name="events", read_to=_made(ripe[-1]))
            return True
    ledger.move_cursor(gateway=source.gateway, name="events", read_to=source.at - GRACE)
    return False


def _made(inbound: InboundWebhook) -> datetime:
    return datetime.fromtimestamp(int(inbound.payload.get("created") or 0), UTC)


def read_events(payload: dict[str, object], at: datetime) -> None:
    """Catch up once an hour while cards are being taken; the due job's handler."""
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return
    is_more = catch_up(BooksSource(ctx, provider, at))
    if is_more or money.has_gateway_activity(gateway=provider.slug, since=at - ACTIVE):
        scheduled_jobs.schedule(EVENTS, key=EVENTS, due_at=at if is_more else at + EVERY)


READ_PAYOUT: Final = "books.read_payout"
# The gateway puts a payout's lines together after it has announced the payout.
SOON: Final = timedelta(minutes=5)


def payout_changed(*, gateway: str, payout: GatewayPayout, at: datetime) -> None:
    """Copy how a payout stands, and its lines as soon as the gateway can tell them."""
    take_payout(gateway=gateway, payout=payout, at=at)
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
        read_one(BooksSource(ctx, provider, at), payout)
