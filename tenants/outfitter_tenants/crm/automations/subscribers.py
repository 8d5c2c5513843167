"""What automations do about events. Each reads the trip as it is now, so repetition changes nothing."""

from typing import Final

from outfitter.kit.clock import utc_now
from outfitter.plugins import outbox
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.crm.automations import occasions, planner, recovery
from outfitter_tenants.messaging import automations as kept
from outfitter_tenants.messaging import message_plan
from outfitter_tenants.messaging.rules import reasons

PLAN: Final = "automations.plan"
OCCASION: Final = "automations.occasion"
RECOVERY: Final = "automations.recovery"
REVIEWS: Final = "automations.reviews"
# After any of these a trip may need other messages.
CHANGES: Final = (
    "trip.converted",
    "trip.confirmed",
    "trip.changed",
    "trip.deleted",
    "payment.captured",
    "payment.refunded",
)
TRIGGERS: Final = {
    "trip_order.rebooked": "rebooked",
    "trip_order.cancelled": "order_cancelled",
    "gift_card.activated": "gift_card_activated",
}


def on_trip(ctx: TenantContext, event: Event) -> None:
    """Plan anew what goes by itself for a trip that changed."""
    trip_id = event.payload.get("trip_id")
    if trip_id is not None:
        planner.replan(trip_ids=[int(trip_id)], since=event.occurred_at, at=utc_now())


def on_customer_forgotten(ctx: TenantContext, event: Event) -> None:
    """Let nothing go to somebody who was forgotten: their trips have no address any more."""
    trip_ids = [int(one) for one in event.payload.get("trip_ids", ())]
    planner.replan(trip_ids=trip_ids, since=event.occurred_at, at=utc_now())


def on_occasion(ctx: TenantContext, event: Event) -> None:
    """Plan what the operator's own automations say about something that happened to an order."""
    trip_id = event.payload.get("trip_id")
    if trip_id is None or event.payload.get("notify") is False:
        return
    occasions.plan_for(
        trigger=TRIGGERS[event.name],
        trip_id=int(trip_id),
        order_id=event.payload.get("trip_order_id"),
        occasion=event.id,
        at=event.occurred_at,
    )


def on_booked(ctx: TenantContext, event: Event) -> None:
    """Note on a booked trip that its cart had been left, and what brought its owner back."""
    recovery.record(trip_id=int(event.payload["trip_id"]), at=event.occurred_at)


def on_reviewed(ctx: TenantContext, event: Event) -> None:
    """Ask nobody for a review that was written."""
    mine = [
        one.id
        for one in kept.list_automations()
        if "reviewed" in one.stop_if or one.category == "review_request"
    ]
    message_plan.stop(
        trip_id=int(event.payload["trip_id"]), automation_ids=mine, reason=reasons.STOPPED_REVIEWED
    )


def install() -> None:
    """Subscribe to what automations depend on; called once all apps are ready."""
    for name in CHANGES:
        outbox.subscribe(name, PLAN, on_trip)
    for name in TRIGGERS:
        outbox.subscribe(name, OCCASION, on_occasion)
    outbox.subscribe("customer.anonymised", PLAN, on_customer_forgotten)
    outbox.subscribe("trip.rated", REVIEWS, on_reviewed)
    outbox.subscribe("trip.converted", RECOVERY, on_booked)
