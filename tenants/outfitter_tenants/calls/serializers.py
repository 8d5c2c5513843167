"""Calls as screens show them."""

from collections.abc import Sequence
from typing import Any, Final

from outfitter_tenants.calls import caller_matches, queries
from outfitter_tenants.calls.models import Call, CallNumber, CallSettings
from outfitter_tenants.calls.phone_numbers import labels_of
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

_PLAIN: Final = (
    "hash",
    "provider",
    "direction",
    "status",
    "started_at",
    "answered_at",
    "ended_at",
    "duration_s",
    "caller_number",
    "caller_name",
    "destination_number",
    "outcome",
    "callback",
    "source_tag",
    "tags",
    "note",
)


def calls_out(rows: Sequence[Call], *, may_listen: bool) -> list[dict[str, Any]]:
    """Return CallRowOut of each, in four statements more."""
    known = customers.summaries_of(ids=[row.customer_id for row in rows if row.customer_id])
    staff = people.list_avatars(ids=sorted({row.agent_avatar_id for row in rows if row.agent_avatar_id}))
    booked = trips.brief_trips(trip_ids={row.trip_id for row in rows if row.trip_id})
    labels = labels_of(numbers=[n for row in rows for n in (row.caller_number, row.destination_number)])
    found = []
    for row in rows:
        who, mate = known.get(row.customer_id or 0), staff.get(row.agent_avatar_id or 0)
        found.append(
            {
                "id": row.pk,
                **{name: getattr(row, name) for name in _PLAIN},
                "caller_label": label_in(labels, row.caller_number),
                "destination_label": label_in(labels, row.destination_number),
                "customer": {"id": who.id, "name": who.name, "is_vip": who.is_vip} if who else None,
                "trip": booked.get(row.trip_id or 0),
                "agent": {"id": mate.id, "name": mate.name} if mate else None,
                "recording_url": recording_path(row) if may_listen else None,
            }
        )
    return found


def label_in(labels: dict[str, CallNumber], number: str) -> str | None:
    """Return the name staff know a number by; None when nobody named it."""
    return (labels[number].label or None) if number in labels else None


def recording_path(row: Call) -> str | None:
    """Return where staff hear a call: at our own address, never the provider's."""
    return f"/api/call/{row.pk}/recording" if row.recording_url else None


def call_out(row: Call, *, may_listen: bool) -> dict[str, Any]:
    """Return PhoneCallOut: a call with everybody it may be from, and their open trips."""
    (line,) = calls_out([row], may_listen=may_listen)
    found = caller_matches.find(number=caller_matches.outside_number(row), customer_id=row.customer_id)
    parts = queries.list_parts(call_id=row.pk)
    return {
        **line,
        "transcript": row.transcript if may_listen else "",
        "summary": row.summary if may_listen else "",
        "has_transcript": bool(row.transcript or row.summary),
        "has_recording": bool(row.recording_url),
        "sentiment": row.sentiment,
        "callback_by": _person(row.callback_by),
        "callback_at": row.callback_at,
        "customers": [caller_matches.customer_out(one) for one in found.customers],
        "trips": [caller_matches.trip_out(one) for one in found.trips],
        "parts": calls_out(parts, may_listen=may_listen),
    }


def _person(avatar_id: int | None) -> dict[str, Any] | None:
    found = people.get_avatar(avatar_id=avatar_id) if avatar_id else None
    return {"id": found.id, "name": found.name} if found else None


def settings_out(row: CallSettings) -> dict[str, Any]:
    """Return CallSettingsOut."""
    return {"recording_days": row.recording_days, "recording_notice": row.recording_notice}
