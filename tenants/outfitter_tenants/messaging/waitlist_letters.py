"""Letters to parties on the waiting list."""

from dataclasses import replace
from datetime import datetime
from typing import get_args

from outfitter_tenants.messaging.letters import Letter, mailbox, new_letter
from outfitter_tenants.messaging.mails import waitlist_letter
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.waitlist_letter import WaitlistData
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.operations import insert_once
from outfitter_tenants.messaging.template_queries import choose_text
from outfitter_tenants.messaging.text_messages import queue_text
from outfitter_tenants.messaging.text_sentences import waitlist_text


def queue_waitlist_letter(
    *, data: WaitlistData, operator: Operator, at: datetime, customer_id: int | None = None
) -> int:
    """
    Write to a party on the waiting list, once for each occasion; returns the message's id.

    Whoever is a customer has it among their messages; the caller holds them.
    """
    message = new_letter(
        Letter(waitlist_letter.slug_of(data), waitlist_letter.values(data, operator), data.locale),
        operator,
        at,
        category="waitlist",
        dedupe_key=f"waitlist:{data.entry_id}:{data.kind}",
        customer_id=customer_id,
        to=mailbox(data.name, data.email),
    )
    return insert_once(message, at)


def queue_waitlist_text(
    *, data: WaitlistData, operator: Operator, at: datetime, customer_id: int | None = None
) -> int | None:
    """
    Write a text to a party on the waiting list; returns its id, None where it has no number or no news.
    """
    if waitlist_text(data=data, operator=operator) is None:
        return None
    chosen = choose_text(
        slug=waitlist_letter.slug_of(data), locale=data.locale, operator_locale=operator.locale
    )
    draft = waitlist_text(data=data, operator=operator, words=chosen.words)
    if draft is None:
        return None
    draft = replace(draft.written_by(chosen.template_id, chosen.version), customer_id=customer_id)
    return queue_text(draft, at=at)


def keys_of(*, entry_id: int) -> list[str]:
    """Return the keys that letters and texts about one place in line may have."""
    own = [f"waitlist:{entry_id}:{kind}" for kind in get_args(waitlist_letter.LetterKind)]
    return [*own, *(f"sms:{key}" for key in own)]


def give_to(*, customer_id: int, entry_id: int, trip_id: int | None) -> int:
    """
    Have a customer own what was written about their place in line; returns how many messages.

    Those that are somebody's already stay theirs. It stands with the trip that the place became. The
    caller holds the customer (`conversations.rows.hold`).
    """
    rows = Message.objects.filter(dedupe_key__in=keys_of(entry_id=entry_id))
    found = rows.filter(customer_id__isnull=True).update(customer_id=customer_id, conversation_id=None)
    if trip_id is not None:
        rows.filter(customer_id=customer_id, trip_id__isnull=True).update(trip_id=trip_id)
    return found
