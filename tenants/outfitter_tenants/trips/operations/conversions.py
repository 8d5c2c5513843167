"""What is kept about how a cart became a booking."""

from typing import Any

from django.db.models import F, Func, JSONField, Value

from outfitter_tenants.trips.models import Trip


def record_recovery(*, trip_id: int, kind: str, automation_id: int | None) -> bool:
    """
    Note on a booked trip that its cart had been left, and what brought its owner back; once.

    `automation_id` is the message that counts for it. Returns whether that was new.
    """
    said: dict[str, Any] = {
        "recovered": kind in {"link", "assisted"},
        "recovered_kind": kind,
        "recovered_by": automation_id,
    }
    rows = Trip.objects.filter(pk=trip_id, conversion__isnull=False).exclude(
        conversion__has_key="recovered_kind"
    )
    merged = Func(
        F("conversion"),
        Value(said, output_field=JSONField()),
        template="(%(expressions)s)",
        arg_joiner=" || ",
        output_field=JSONField(),
    )
    return bool(rows.update(conversion=merged))
