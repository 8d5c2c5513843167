from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.apps import AppConfig


class ChannelsConfig(AppConfig):
    """What partners' systems sell: mappings, their bookings, their calls, what they are told."""

    name = "outfitter_tenants.channels"
    label = "channels"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of seats and trips where there is a channel; do what is due, look after the log."""
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import outbox, scheduled_jobs
        from outfitter_tenants.channels.operations import (
            allotments,
            call_log,
            holds,
            notices,
            pushes,
            subscriptions,
            trip_sync,
        )
        from outfitter_tenants.channels.queries import connections
        from outfitter_tenants.resellers import sales_port

        sales_port.used_by("channels", connections.partners_among)
        for event, function in (
            ("availability.changed", pushes.on_seats),
            ("experience.changed", pushes.on_experience),
        ):
            outbox.subscribe(event, "channels", function, when=subscriptions.has_pushing)
        for event in ("trip.changed", "trip.deleted"):
            outbox.subscribe(event, "channels", trip_sync.on_trip, when=subscriptions.has_any)
        for event in ("trip.changed", "trip.deleted", "trip.confirmed", "booking.changed"):
            outbox.subscribe(
                event, "channels.notices", notices.on_booking, when=subscriptions.has_subscribers
            )
        scheduled_jobs.handles(holds.LAPSE, holds.expire_due_holds)
        scheduled_jobs.handles(pushes.PUSH, pushes.send_due)
        scheduled_jobs.handles(notices.NOTIFY, notices.send_due)
        scheduled_jobs.handles(allotments.KEEP, allotments.keep)
        scheduled_jobs.handles(f"{allotments.KEEP}_on", allotments.keep)

        _hear_of_forgotten()

        def forget_calls(cursor: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
            return {} if call_log.forget_old(at=at) else None

        daily_jobs.register_daily("channels.forget_calls", forget_calls)
        daily_jobs.register_daily("channels.catch_up", catch_up)


def _hear_of_forgotten() -> None:
    """Forget who booked with the customer they became; also on connections that were taken away."""
    from outfitter.plugins import outbox
    from outfitter_tenants.channels.operations import privacy

    outbox.subscribe("customer.anonymised", "channels.privacy", privacy.on_anonymised)


def catch_up(cursor: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """Find holds, promises and pushes whose jobs got lost; once a day."""
    from outfitter_tenants.channels.operations import allotments, holds, notices, pushes
    from outfitter_tenants.channels.queries import bookings

    pushes.resume(at=at)
    notices.resume(at=at)
    allotments.keep_all(at=at)
    for pk in bookings.lapsed(at=at):
        holds.expire_due_holds({"id": pk}, at)
    return None
