"""How the tests of held amounts hold, look and are told."""

from typing import Any

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.intents import settlement


def begin(desk, trip_id: int, **body: Any) -> dict[str, Any]:
    """Begin to hold a trip's balance on a card."""
    wanted = {"amount_mode": "balance", "channel": "moto", "capture": "manual", **body}
    return desk.done(f"/api/payment/trip/{trip_id}/createIntent", **wanted)


def confirm(desk, trip_id: int, intent_id: int) -> dict[str, Any]:
    """Come back from the card form."""
    return desk.done(f"/api/payments/trip/{trip_id}/confirm", intent_id=intent_id)


def tell(gateway, gateway_id: str) -> None:
    """What the webhook's job does."""
    settlement.settle_by_gateway(
        schema_name=current_schema(), gateway="stripe", answer=gateway.intents[gateway_id], at=utc_now()
    )


def due(kind: str):
    """Return the work of a kind that still has to be done."""
    return DueJob.objects.filter(kind=kind, done_at__isnull=True)
