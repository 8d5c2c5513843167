"""Letters to parties on the waiting list."""

from datetime import datetime

from outfitter_tenants.messaging.letters import Letter, mailbox, new_letter
from outfitter_tenants.messaging.mails import waitlist_letter
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.waitlist_letter import WaitlistData
from outfitter_tenants.messaging.operations import insert_once
from outfitter_tenants.messaging.template_queries import choose_text
from outfitter_tenants.messaging.text_messages import queue_text
from outfitter_tenants.messaging.text_sentences import waitlist_text


def queue_waitlist_letter(*, data: WaitlistData, operator: Operator, at: datetime) -> int:
    """Write to a party on the waiting list, once for each occasion; returns the message's id."""
    message = new_letter(
        Letter(waitlist_letter.slug_of(data), waitlist_letter.values(data, operator), data.locale),
        operator,
        at,
        category="waitlist",
        dedupe_key=f"waitlist:{data.entry_id}:{data.kind}",
        to=mailbox(data.name, data.email),
    )
    return insert_once(message, at)


def queue_waitlist_text(*, data: WaitlistData, operator: Operator, at: datetime) -> int | None:
    """
    Write a text to a party on the waiting list; returns its id, None where it has no number or no news.
    """
    if waitlist_text(data=data, operator=operator) is None:
        return None
    chosen = choose_text(
        slug=waitlist_letter.slug_of(data), locale=data.locale, operator_locale=operator.locale
    )
    draft = waitlist_text(data=data, operator=operator, words=chosen.words)
    return queue_text(draft.written_by(chosen.template_id, chosen.version), at=at) if draft else None
