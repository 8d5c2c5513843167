"""What an assistant gets to read of a conversation: the last words of both sides, and the booking's facts."""

from typing import TYPE_CHECKING, Final

from outfitter.plugins.assistants.types import DraftRequest, Remark, Tone
from outfitter.plugins.types import TenantContext
from outfitter_tenants.crm.inbox import inbox_answers
from outfitter_tenants.crm.templates.trip_values import trip_data
from outfitter_tenants.messaging.conversations import inbox_pages as pages
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Conversation, Message

MOST_REMARKS: Final = 12
MOST_CHARACTERS: Final = 2000
MOST_FACTS: Final = 6
# A letter that a template wrote is no part of a conversation.
_SPOKEN: Final = frozenset({"question", "answer", "reply", "text"})


def draft_request_of(
    row: "Conversation", ctx: TenantContext, *, tone: Tone | None, max_len: int
) -> DraftRequest:
    """Return what is asked about a conversation; names, addresses and payments stay here."""
    messages, _ = pages.thread_of(row, limit=MOST_REMARKS)
    return DraftRequest(
        remarks=[remark for remark in map(_remark, messages) if remark.text],
        facts=_facts(row.trip_id) if row.trip_id is not None else (),
        tone=tone,
        locale=inbox_answers.addressee(row, ctx).locale,
        max_len=max_len,
    )


def _remark(message: "Message") -> Remark:
    said = message.written_text
    if not said and (message.direction == "in" or message.category in _SPOKEN):
        said = message.body_text
    return Remark("guest" if message.direction == "in" else "staff", said.strip()[:MOST_CHARACTERS])


def _facts(trip_id: int) -> list[str]:
    data = trip_data(trips.get_trip(trip_id=trip_id))
    found: list[str] = []
    for order in data.standing[:MOST_FACTS]:
        when = f", {order.local_start:%Y-%m-%d %H:%M}" if order.local_start else ""
        place = f", meeting point: {', '.join(order.place)}" if order.place else ""
        state = ", canceled" if order.is_cancelled else ""
        cnt = sum(line.qty for line in order.guests)
        found.append(f"{order.experience_name}{when}, {cnt} guests{place}{state}")
    return found
