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
        from outfitter.accounts import upkeep
        from outfitter.plugins import due, outbox
        from outfitter_tenants.channels.operations import (
            allotments,
            calls,
            following,
            hearing,
            holding,
            pushing,
        )

        for event, function in (
            ("availability.changed", pushing.on_seats),
            ("experience.changed", pushing.on_experience),
        ):
            outbox.subscribe(event, "channels", function, when=hearing.has_pushing)
        for event in ("trip.changed", "trip.deleted"):
            outbox.subscribe(event, "channels", following.on_trip, when=hearing.has_any)
        due.handles(holding.LAPSE, holding.lapse_due)
        due.handles(pushing.PUSH, pushing.send_due)
        due.handles(allotments.KEEP, allotments.keep)
        due.handles(f"{allotments.KEEP}_on", allotments.keep)

        def forget_calls(cursor: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
            return {} if calls.forget_old(at=at) else None

        upkeep.daily("channels.forget_calls", forget_calls)
        upkeep.daily("channels.catch_up", catch_up)


def catch_up(cursor: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """Find holds, promises and pushes whose jobs got lost; once a day."""
    from outfitter_tenants.channels.operations import allotments, holding, pushing
    from outfitter_tenants.channels.queries import bookings

    pushing.resume(at=at)
    allotments.keep_all(at=at)
    for pk in bookings.lapsed(at=at):
        holding.lapse_due({"id": pk}, at)
    return None
