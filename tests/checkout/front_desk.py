"""A front desk for tests: calls as staff make them, and what a trip looks like afterwards."""

import json
from typing import Any

from django.test import Client

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.trip_totals import SUMS
from tests.support.sales import Offer


class Desk:
    """Somebody at a counter."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def post(self, path: str, **body: Any) -> Any:
        """Send a call; returns the answer as it is."""
        return self.client.post(path, json.dumps(body), content_type="application/json")

    def done(self, path: str, **body: Any) -> dict[str, Any]:
        """Send a call that has to succeed; returns its body."""
        answer = self.post(path, **body)
        assert answer.status_code == 200, (answer.status_code, answer.content[:600])
        return dict(answer.json())

    def trip(self, trip_id: int) -> dict[str, Any]:
        """Return a trip as staff see it."""
        answer = self.client.get(f"/api/trip/{trip_id}/get")
        assert answer.status_code == 200, answer.content[:600]
        return dict(answer.json())

    def guests(self, trip_id: int) -> list[dict[str, Any]]:
        """Return the guests of a trip."""
        return [row for order in self.trip(trip_id)["tripOrders"] for row in order["bookings"]]

    def order(self, trip_id: int) -> dict[str, Any]:
        """Return the first order of a trip."""
        return dict(self.trip(trip_id)["tripOrders"][0])


def counts(trip_id: int, offer: Offer) -> dict[str, int]:
    """Return what a trip comes to and what its departure counts."""
    slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
    trip = Trip.objects.get(pk=trip_id)
    return {
        **{name: getattr(trip, name) for name in SUMS},
        "booked": slot.booked_pax_cnt,
        "held": slot.held_pax_cnt,
    }


def actions(trip_id: int) -> list[str]:
    """Return what the log tells of a trip, oldest first."""
    rows = AuditLog.objects.filter(trip_id=trip_id).order_by("id")
    return list(rows.values_list("action", flat=True))
