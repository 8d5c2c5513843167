"""
Rows of the inbox, kept in the transaction of the message they show (docs/adr/0105).

Who waits for whom: a trip, its customer, then conversations by ascending id, then their messages.
`unread_cnt` is the number of messages from the other side without `read_at`, always.
"""

from collections.abc import Collection, Iterable
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from outfitter.kit import text_lines
from outfitter.live.events import Audience, publish
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging.models import Conversation, Message

SNIPPET: Final = 160
# What people say to each other; letters that go by themselves are in the thread only.
SPOKEN: Final = Q(direction="in") | Q(category="answer") | Q(sent_by__isnull=False)
UNREAD: Final = Q(direction="in", read_at__isnull=True)


def note(message: Message, *, address: str = "") -> int:
    """
    Have the inbox show a message that was just written; returns its conversation's id.

    What a guest wrote opens the conversation and is unread; what staff wrote leaves it as it is.
    `address` is where a message without a customer came from or goes to.
    """
    mine = _key(message.customer_id, address)
    fresh = int(message.direction == "in" and message.read_at is None)
    with transaction.atomic():
        row = _lock_or_make(mine, message)
        if fresh:
            rows = Conversation.objects.filter(pk=row.pk)
            rows.update(unread_cnt=F("unread_cnt") + 1, is_open=True)
        if row.last_message_id is None or row.last_message_id < message.pk:
            _show(row, message)
        if message.customer_id is None:
            Message.objects.filter(pk=message.pk).update(conversation_id=row.pk)
            message.conversation_id = row.pk
        publish_change(row.pk)
    return row.pk


def publish_change(conversation_id: int) -> None:
    """Have the inboxes that are open look again, once the transaction commits."""
    audience = Audience(permission="crm.send", is_unscoped=True)
    publish("inbox.changed", audience, conversation=conversation_id)


def _key(customer_id: int | None, address: str) -> dict[str, object]:
    return {"customer_id": customer_id, "address": "" if customer_id else address}


def _lock_or_make(mine: dict[str, object], message: Message) -> Conversation:
    while True:
        row = Conversation.objects.select_for_update(of=("self",)).filter(**mine).first()
        if row is not None:
            return row
        # ON CONFLICT DO NOTHING: whoever comes second waits, and finds the row of the first.
        made = Conversation(**mine, last_at=message.created_at, is_open=False)
        Conversation.objects.bulk_create([made], ignore_conflicts=True)


def _show(row: Conversation, message: Message) -> None:
    Conversation.objects.filter(pk=row.pk).update(
        trip_id=message.trip_id or row.trip_id,
        last_message_id=message.pk,
        last_channel=message.channel,
        last_direction=message.direction,
        snippet=snippet_of(message),
        last_at=message.created_at,
    )


def snippet_of(message: Message) -> str:
    """Return the beginning of what somebody wrote, in one line."""
    said = message.written_text or message.body_text
    if message.direction == "out" and not message.written_text and message.subject:
        said = message.subject
    return text_lines.one_line(said)[:SNIPPET]


def lock(*, customer_ids: Collection[int]) -> list[Conversation]:
    """Lock the conversations with these customers, before their messages move."""
    return _lock(Q(customer_id__in=customer_ids))


def _lock(which: Q) -> list[Conversation]:
    return list(Conversation.objects.select_for_update(of=("self",)).filter(which).order_by("pk"))


def join(*, customer_id: int, from_id: int) -> None:
    """Make one conversation of two whose messages were put together; the caller holds both locks."""
    with transaction.atomic():
        rows = {row.customer_id: row for row in lock(customer_ids=[customer_id, from_id])}
        _unite(customer_id, list(rows.values()))


def split(*, customer_id: int, to_id: int) -> None:
    """Show each of two customers their own again, after messages were moved back."""
    with transaction.atomic():
        rows = {row.customer_id: row for row in lock(customer_ids=[customer_id, to_id])}
        for pk in (customer_id, to_id):
            _unite(pk, [rows[pk]] if pk in rows else [])


def link(*, customer_id: int, addresses: Iterable[str]) -> int:
    """
    Give a customer what was written with a number or address before it was theirs.

    Returns how many conversations that were. The caller holds the customer (`lock_root`).
    """
    known = sorted({one for one in addresses if one})
    strangers = Q(customer_id__isnull=True, address__in=known)
    if not known or not Conversation.objects.filter(strangers).exists():
        return 0
    with transaction.atomic():
        rows = _lock(strangers | Q(customer_id=customer_id))
        theirs = [row.pk for row in rows if row.customer_id is None]
        Message.objects.filter(conversation_id__in=theirs).update(
            customer_id=customer_id, conversation_id=None
        )
        _unite(customer_id, rows)
    return len(theirs)


def ids_of_strangers(*, addresses: Collection[str]) -> list[int]:
    """Return the conversations with numbers and addresses that are no customer's."""
    rows = Conversation.objects.filter(customer_id__isnull=True, address__in=addresses)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _unite(customer_id: int, rows: list[Conversation]) -> None:
    """Write the one row of a customer from their messages, as open and as assigned as `rows` were."""
    mine = Message.objects.filter(customer_id=customer_id)
    last = mine.filter(SPOKEN).order_by("-pk").first()
    own = next((row for row in rows if row.customer_id == customer_id), None)
    gone = [row.pk for row in rows if own is None or row.pk != own.pk or last is None]
    Conversation.objects.filter(pk__in=gone).delete()
    if last is None:
        return
    unread_cnt = mine.filter(UNREAD).count()
    by_choice = [own, *rows] if own else rows
    trip_ids = [row.trip_id for row in by_choice if row.trip_id]
    facts = {
        "trip_id": last.trip_id or next(iter(trip_ids), None),
        "last_message_id": last.pk,
        "last_channel": last.channel,
        "last_direction": last.direction,
        "snippet": snippet_of(last),
        "unread_cnt": unread_cnt,
        "assigned_to": next((row.assigned_to for row in by_choice if row.assigned_to), None),
        "is_open": unread_cnt > 0 or any(row.is_open for row in rows),
        "last_at": last.created_at,
    }
    Conversation.objects.update_or_create(customer_id=customer_id, defaults=facts)


def forget(*, customer_ids: Collection[int], messages: "QuerySet[Message]") -> None:
    """Take away what the inbox says of these people, and of strangers among these messages."""
    strangers = messages.filter(conversation_id__isnull=False).values("conversation_id")
    Conversation.objects.filter(Q(customer_id__in=customer_ids) | Q(pk__in=strangers)).delete()
    messages.filter(conversation_id__isnull=False).update(conversation_id=None)


def hold(customer_id: int | None) -> int | None:
    """Return whom a customer is by now, who stays that until the transaction ends."""
    return customers.lock_root(customer_id=customer_id)
