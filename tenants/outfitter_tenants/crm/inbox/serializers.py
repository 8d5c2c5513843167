"""Conversations as screens show them."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging import suppressions, text_messages, whatsapp
from outfitter_tenants.messaging.staff_answers import Addressee
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Conversation

_PLAIN: Final = (
    "id",
    "customer_id",
    "address",
    "trip_id",
    "last_channel",
    "last_direction",
    "snippet",
    "unread_cnt",
    "is_open",
    "last_at",
)


def conversations_out(rows: "Sequence[Conversation]") -> list[dict[str, Any]]:
    """Return ConversationOut of each, in two statements more."""
    known = customers.summaries_of(ids=[row.customer_id for row in rows if row.customer_id])
    staff = people.list_avatars(ids=sorted({row.assigned_to for row in rows if row.assigned_to}))
    found = []
    for row in rows:
        who = known.get(row.customer_id or 0)
        mate = staff.get(row.assigned_to or 0)
        name = who.name or who.email or who.phone or "" if who else row.address
        found.append(
            {
                **{key: getattr(row, key) for key in _PLAIN},
                "name": name,
                "is_vip": bool(who and who.is_vip),
                "assigned_to": {"id": mate.id, "name": mate.name} if mate else None,
            }
        )
    return found


def trip_out(trip_id: int | None) -> dict[str, Any] | None:
    """Return ConversationTripOut."""
    if trip_id is None:
        return None
    trip = trips.get_trip(trip_id=trip_id)
    names = ("hash", "confirmation_code", "status", "first_start_at")
    return {"id": trip.pk, **{name: getattr(trip, name) for name in names}}


def ways_out(who: Addressee, *, number: str | None, at: datetime) -> list[dict[str, str]]:
    """Return every way to write to somebody, and why one is closed; `number` is their last one."""
    phone = number or who.phone or ""
    email = (who.email or "").lower()
    found = [{"channel": "email", "to": email, "reason": _reason(email, "email", "no_address")}]
    for channel in ("sms", "whatsapp"):
        reason = _reason(phone, channel, "no_phone")
        if not text_messages.can_text("whatsapp" if channel == "whatsapp" else "sms"):
            reason = "not_connected"
        elif not reason and channel == whatsapp.CHANNEL and not whatsapp.is_open(phone=phone, at=at):
            reason = "window_closed"
        found.append({"channel": channel, "to": phone, "reason": reason})
    return found


def _reason(to: str, channel: str, missing: str) -> str:
    if not to:
        return missing
    return "opted_out" if suppressions.find(address=to, channel=channel) else ""
