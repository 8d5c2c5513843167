"""What the product and open screens are told of calls: once each, when it is committed."""

from datetime import datetime, timedelta
from typing import Final

from outfitter.plugins import outbox
from outfitter_tenants.calls import call_events, caller_matches
from outfitter_tenants.calls.models import Call
from outfitter_tenants.customers import queries as customers

# What is told later than this of a call that rings pops up on no screen.
RINGS: Final = timedelta(minutes=2)
LIVE: Final = ("ringing", "answered")


def tell(row: Call, *, at: datetime) -> None:
    """
    Tell of a call what is new about it since the last notice; the caller saves `row`.

    A call that another provider told of first was told of then.
    """
    is_part = row.part_of_id is not None
    _tell_missed(row, at)
    if row.status in LIVE:
        if not is_part and row.direction == "inbound" and row.started_at > at - RINGS:
            _tell_live(row, at)
        return
    if not is_part and not row.told.get("is_ended"):
        row.told = {**row.told, "is_ended": True}
        outbox.publish("call.ended", at=at, **_facts(row))


def _tell_live(row: Call, at: datetime) -> None:
    if not row.told.get("is_rung") and row.status == "ringing" and row.told.get("alive_at"):
        row.told = {**row.told, "is_rung": True}
        outbox.publish("call.ringing", at=at, **_facts(row))
        call_events.publish_ringing(row)


def _tell_missed(row: Call, at: datetime) -> None:
    """Have those who may see calls told, once, that somebody waits for one."""
    whole = row if row.part_of_id is None else Call.objects.filter(pk=row.part_of_id).first()
    if whole is None or whole.callback != "wanted" or whole.told.get("is_missed"):
        return
    whole.told = {**whole.told, "is_missed": True}
    if whole is not row:
        whole.save(update_fields=["told"])
    known = caller_matches.find(number=whole.caller_number, customer_id=whole.customer_id)
    who = customers.name_of(known.customers[0]) if len(known.customers) == 1 else whole.caller_name
    number = whole.caller_number
    outbox.publish("call.missed", at=at, call_id=whole.pk, contact_name=who or number, number=number)


def _facts(row: Call) -> dict[str, object]:
    return {
        "call_id": row.pk,
        "provider": row.provider,
        "direction": row.direction,
        "status": row.status,
        "caller_number": row.caller_number,
        "destination_number": row.destination_number,
        "customer_id": row.customer_id,
        "trip_id": row.trip_id,
        "started_at": row.started_at.isoformat(),
        "duration_s": row.duration_s,
    }
