"""Many trips stored at once, for use cases that change hundreds of them in one transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import connection
from psycopg.types.json import Jsonb

from outfitter_tenants.trips.models import Trip

_STORE: Final = """
UPDATE trips_trip AS trip SET paid_amount = row.paid, refunded_amount = row.refunded,
  tip_amount = row.tip, commission = nullif(row.commission, 'null'::jsonb),
  commission_amount = row.earned, net_due_amount = row.net_due, locked_reason = row.locked_reason,
  locked_at = row.locked_at, locked_until = row.locked_until, changed_at = %(at)s,
  version = trip.version + 1
FROM unnest(%(ids)s::bigint[], %(paid)s::bigint[], %(refunded)s::bigint[], %(tip)s::bigint[],
  %(commission)s::jsonb[], %(earned)s::bigint[], %(net_due)s::bigint[], %(reasons)s::text[],
  %(locked_at)s::timestamptz[], %(locked_until)s::timestamptz[])
  AS row (id, paid, refunded, tip, commission, earned, net_due, locked_reason, locked_at, locked_until)
WHERE trip.id = row.id
"""


def store_settlement(*, trips: Sequence[Trip], at: datetime) -> None:
    """
    Store how locked trips are settled now, in one statement, each with its next version.

    That is what was paid, what their partner earns and owes, and their lock; nothing else of them.
    """
    if not trips:
        return
    values: dict[str, Any] = {
        "at": at,
        "ids": [trip.pk for trip in trips],
        "paid": [trip.paid_amount for trip in trips],
        "refunded": [trip.refunded_amount for trip in trips],
        "tip": [trip.tip_amount for trip in trips],
        "commission": [Jsonb(trip.commission) for trip in trips],
        "earned": [trip.commission_amount for trip in trips],
        "net_due": [trip.net_due_amount for trip in trips],
        "reasons": [trip.locked_reason for trip in trips],
        "locked_at": [trip.locked_at for trip in trips],
        "locked_until": [trip.locked_until for trip in trips],
    }
    with connection.cursor() as cursor:
        cursor.execute(_STORE, values)
    for trip in trips:
        trip.changed_at, trip.version = at, trip.version + 1
