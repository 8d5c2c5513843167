"""Messages of one person: read, moved to another customer and back, made nobody's."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging import waitlist_letters
from outfitter_tenants.messaging.conversations import rows as conversations
from outfitter_tenants.messaging.models import Message, MessageEvent, MessageLink, Review
from outfitter_tenants.messaging.operations import WATCH
from outfitter_tenants.messaging.queries import HAS_WORDS
from outfitter_tenants.messaging.rules import reasons

_NOTHING: Final[dict[str, Any]] = {
    "to": "",
    "reply_to": "",
    "subject": "",
    "body_text": "",
    "body_html": "",
    "written_text": "",
    "text_values": [],
    "attachments": [],
    "error": "",
}
_WAITING: Final = ("queued", "scheduled")


def list_of_customer(*, customer_id: int, limit: int = 200, before: int = 0) -> list[Message]:
    """Return what was written to a customer, newest first; older than message `before`."""
    rows = Message.objects.filter(HAS_WORDS, customer_id=customer_id)
    if before:
        rows = rows.filter(pk__lt=before)
    return list(rows.order_by("-pk")[:limit])


def count_of_customer(*, customer_id: int) -> int:
    """Return how many messages a customer has."""
    return Message.objects.filter(customer_id=customer_id).count()


def with_messages(*, customer_ids: Collection[int]) -> set[int]:
    """Return those of these customers who have messages."""
    found = Message.objects.filter(customer_id__in=customer_ids).values_list("customer_id", flat=True)
    return {pk for pk in found.distinct() if pk is not None}


def ids_of(
    *, customer_ids: Collection[int], trip_ids: Collection[int], waitlist_ids: Collection[int] = ()
) -> list[int]:
    """Return the ids of messages to these customers, about these trips or these places in line."""
    return list(_of(customer_ids, trip_ids, waitlist_ids).order_by("pk").values_list("pk", flat=True))


def list_of(
    *,
    customer_ids: Collection[int],
    trip_ids: Collection[int],
    limit: int,
    waitlist_ids: Collection[int] = (),
    addresses: Collection[str] = (),
) -> list[Message]:
    """
    Return messages to these customers, about these trips or places, newest first, for an export.

    Also what was written from these numbers and addresses before anybody knew whose they are.
    """
    return list(_of(customer_ids, trip_ids, waitlist_ids, addresses).order_by("-pk")[:limit])


def _of(
    customer_ids: Collection[int],
    trip_ids: Collection[int],
    waitlist_ids: Collection[int] = (),
    addresses: Collection[str] = (),
) -> Any:
    found = Q(customer_id__in=customer_ids) | Q(trip_id__in=trip_ids)
    if addresses:
        found |= Q(conversation_id__in=conversations.ids_of_strangers(addresses=addresses))
    for entry_id in waitlist_ids:
        found |= Q(dedupe_key__in=waitlist_letters.keys_of(entry_id=entry_id))
    return Message.objects.filter(found)


def move_to(*, customer_id: int, from_id: int) -> dict[str, list[int]]:
    """Give somebody's messages and reviews to another customer; returns their ids."""
    conversations.lock(customer_ids=[customer_id, from_id])
    messages = Message.objects.filter(customer_id=from_id).order_by("pk")
    reviews = Review.objects.filter(customer_id=from_id).order_by("pk")
    moved = {
        "messages": list(messages.values_list("pk", flat=True)),
        "reviews": list(reviews.values_list("pk", flat=True)),
    }
    messages.update(customer_id=customer_id)
    reviews.update(customer_id=customer_id)
    conversations.join(customer_id=customer_id, from_id=from_id)
    return moved


def move_back(*, customer_id: int, to_id: int, moved: dict[str, Sequence[int]]) -> None:
    """Return messages and reviews that were moved."""
    conversations.lock(customer_ids=[customer_id, to_id])
    Message.objects.filter(customer_id=customer_id, pk__in=moved.get("messages", ())).update(
        customer_id=to_id
    )
    Review.objects.filter(customer_id=customer_id, pk__in=moved.get("reviews", ())).update(customer_id=to_id)
    conversations.split(customer_id=customer_id, to_id=to_id)


def forget(
    *,
    customer_ids: Collection[int],
    trip_ids: Collection[int],
    at: datetime,
    is_dry: bool = False,
    waitlist_ids: Collection[int] = (),
) -> int:
    """
    Empty somebody's messages: that one was sent stays, whom to and what it said goes.

    What waits to be sent is cancelled. Reviews lose their words and keep their stars. Returns how
    many messages; with `is_dry` only counts.
    """
    mine = _of(customer_ids, trip_ids, waitlist_ids)
    ids = list(mine.order_by("pk").values_list("pk", flat=True))
    if is_dry:
        return len(ids)
    for waiting in mine.filter(status__in=_WAITING).values_list("pk", flat=True):
        scheduled_jobs.cancel(WATCH, key=str(waiting))
    mine.filter(status__in=_WAITING).update(status="cancelled", reason=reasons.NO_ADDRESS)
    conversations.forget(customer_ids=customer_ids, messages=mine)
    # Who wrote to us stands where our own address does in what we wrote.
    mine.filter(direction="in").update(from_address="")
    mine.update(**_NOTHING)
    # Where links led, and what mail servers said, can name people as well.
    MessageLink.objects.filter(message_id__in=ids).delete()
    MessageEvent.objects.filter(message_id__in=ids).exclude(detail="").update(detail="")
    Review.objects.filter(Q(customer_id__in=customer_ids) | Q(trip_id__in=trip_ids)).update(text="")
    for message_id in ids:
        record(entity_type="message", entity_id=message_id, action="message.anonymised", at=at)
    return len(ids)
