"""Events that no webhook brought: read from the gateway's own list and handled like the others."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import scheduled_jobs, webhooks
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.types import InboundWebhook
from outfitter_tenants.checkout.gateway_reconciliation.payout_import import BooksSource, batches
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money

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


def read_events(payload: dict[str, Any], at: datetime) -> None:
    """Catch up once an hour while cards are being taken; the due job's handler."""
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return
    is_more = catch_up(BooksSource(ctx, provider, at))
    if is_more or money.has_gateway_activity(gateway=provider.slug, since=at - ACTIVE):
        scheduled_jobs.schedule(EVENTS, key=EVENTS, due_at=at if is_more else at + EVERY)
