"""What pops up on open screens while a phone rings (domain.md 5.6)."""

from typing import Any

from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.calls import caller_matches, ring_port
from outfitter_tenants.calls.models import Call
from outfitter_tenants.calls.phone_numbers import labels_of
from outfitter_tenants.people import recipients


def show(*, call_id: int, kind: str) -> None:
    """
    Tell open screens of a call, after the commit of what they are told.

    A screen that misses it finds the call in the list: nobody is told twice.
    """
    row = Call.objects.filter(pk=call_id).first()
    if row is not None:
        payload = alert_of(row) if kind == "call.ringing" else {"call_id": row.pk, "status": row.status}
        ring_port.publish(schema=current_schema(), kind=kind, payload=payload)


def alert_of(call: Call) -> dict[str, Any]:
    """
    Return what a screen shows of a call that rings: who it may be, and their trips that are not over.

    `hidden_for` are those who see calls and want no alerts.
    """
    found = caller_matches.find(number=caller_matches.outside_number(call), customer_id=call.customer_id)
    labels = labels_of(numbers=[call.caller_number, call.destination_number])
    line = labels.get(call.destination_number)
    caller = labels.get(call.caller_number)
    trips = [caller_matches.trip_out(one) for one in found.trips]
    for trip in trips:
        trip["starts_at"] = trip["starts_at"].isoformat() if trip["starts_at"] else None
    return {
        "call_id": call.pk,
        "status": call.status,
        "direction": call.direction,
        "caller_number": call.caller_number,
        "caller_name": call.caller_name or (caller.label if caller else ""),
        "destination_number": call.destination_number,
        "line": line.label if line and line.label else None,
        "started_at": call.started_at.isoformat(),
        "customers": [caller_matches.customer_out(one) for one in found.customers],
        "trips": trips,
        "hidden_for": _who_hides(),
    }


def _who_hides() -> list[int]:
    return sorted(one.id for one in recipients.staff_who_may("call.view") if one.is_hide_call_alerts)
