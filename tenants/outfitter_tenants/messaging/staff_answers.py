"""What staff write to one person: by email in the operator's frame, or as a text as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from outfitter.kit.errors import Invalid
from outfitter.plugins.message_channels.types import TextChannel
from outfitter.plugins.types import TenantContext
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging import (
    conversation,
    subscribers,
    suppressions,
    tasks,
    text_delivery,
    text_messages,
    whatsapp,
)
from outfitter_tenants.messaging.conversation import Answer
from outfitter_tenants.messaging.letters import Letter, mailbox
from outfitter_tenants.messaging.mails import answer as answer_letter
from outfitter_tenants.messaging.mails.answer import AnswerData
from outfitter_tenants.messaging.models import Message

AnswerChannel = Literal["email", "sms", "whatsapp"]
# Who wrote that lately is awake, whatever the hour.
AWAKE: Final = timedelta(hours=2)
ADDRESS_REFUSED: Final = "Mail to this address came back, or its owner wants none."
# Of an answer as the history shows it.
_EXCERPT: Final = 200


@dataclass(frozen=True, slots=True)
class Addressee:
    """Whom staff write to, and where the page of their trip is (empty: they have none)."""

    customer_id: int | None
    trip_id: int | None
    # Of who is no customer: how their conversation is found.
    address: str
    name: str
    email: str | None
    phone: str | None
    locale: str
    confirmation_code: str = ""
    portal_url: str = ""


@dataclass(frozen=True, slots=True)
class StaffReply:
    """What a member of staff writes; `attachments` as messages keep them."""

    channel: AnswerChannel
    body: str
    subject: str = ""
    attachments: Sequence[Mapping[str, Any]] = ()


def send_answer(
    *,
    who: Addressee,
    reply: StaffReply,
    asked: Message | None,
    sent_by: int | None,
    ctx: TenantContext,
    at: datetime,
) -> Message:
    """
    Write to one person, in reply to what they `asked`; a row says so if their address takes nothing.

    The caller holds whoever it is (`conversations.rows.hold`).

    :raises Invalid: there is no address or number to write to
    :raises TextsNotConnected: it is a text, and nobody carries any
    :raises WindowClosed: it is for WhatsApp, where the guest has not written for a day
    """
    if reply.channel != "email":
        text_messages.demand_texts(reply.channel)
    to = _number(who, asked) if reply.channel != "email" else who.email
    if not to:
        raise Invalid(_NOWHERE[reply.channel == "email"])
    if reply.channel == whatsapp.CHANNEL:
        whatsapp.demand_open(phone=to, at=at)
    said = _said(who, reply, asked, to, at)
    row = conversation.queue_answer(
        replace(said, sent_by=sent_by),
        letter=_letter(who, reply, asked),
        operator=subscribers.operator_of(ctx),
        at=at,
    )
    record(
        entity_type="message",
        entity_id=row.pk,
        trip_id=who.trip_id,
        action="trip.question_answered",
        at=at,
        after={"excerpt": reply.body[:_EXCERPT], "channel": reply.channel},
    )
    if not said.refused:
        tasks.send_message.after_commit(message_id=row.pk)
    return row


def _said(who: Addressee, reply: StaffReply, asked: Message | None, to: str, at: datetime) -> Answer:
    return Answer(
        occasion=f"{who.trip_id or who.customer_id or who.address}:{at.isoformat()}",
        channel=reply.channel,
        to=mailbox(who.name, to) if reply.channel == "email" else to,
        locale=who.locale,
        body=reply.body,
        subject=reply.subject,
        customer_id=who.customer_id,
        trip_id=who.trip_id,
        address=who.address,
        in_reply_to_id=asked.pk if asked else None,
        attachments=[dict(one) for one in reply.attachments],
        refused=refusal(to=to, channel=reply.channel),
        is_urgent=asked is not None and asked.created_at > at - AWAKE,
    )


def _letter(who: Addressee, reply: StaffReply, asked: Message | None) -> Letter | None:
    """Return what the operator's frame holds; None for a text, which goes as it is."""
    if reply.channel != "email":
        return None
    question = asked.written_text if asked and asked.channel == "portal" else ""
    data = AnswerData(reply.body, question, who.confirmation_code, who.portal_url, who.locale)
    return Letter("answer", answer_letter.values(data), who.locale)


_NOWHERE: Final = {
    True: {"channel": ["There is no email address to write to."]},
    False: {"channel": ["There is no phone number to text."]},
}


def _number(who: Addressee, asked: Message | None) -> str | None:
    """Return the number they texted from last, else the one they gave."""
    if asked is not None and asked.channel in text_delivery.CHANNELS and asked.from_address:
        return asked.from_address
    return who.phone


def refusal(*, to: str, channel: AnswerChannel) -> str:
    """Return why nothing may be sent to an address or number, in the words of its row; "" when it may."""
    address = to.lower() if channel == "email" else to
    if not suppressions.find(address=address, channel=channel):
        return ""
    return ADDRESS_REFUSED if channel == "email" else text_delivery.OPTED_OUT


def default_channel(asked: Message | None, *, who: Addressee, at: datetime) -> AnswerChannel:
    """Return how to answer: as the last question came, else by email, else by text."""
    found = _usual(asked, who)
    phone = _number(who, asked) or ""
    if found == whatsapp.CHANNEL and not (
        text_messages.can_text(found) and whatsapp.is_open(phone=phone, at=at)
    ):
        found = "sms"
    if found != "email" and not text_messages.can_text(found) and who.email:
        return "email"
    return found


def _usual(asked: Message | None, who: Addressee) -> AnswerChannel:
    if asked is not None and asked.channel in text_delivery.CHANNELS:
        text: TextChannel = "whatsapp" if asked.channel == "whatsapp" else "sms"
        return text
    return "email" if who.email or not who.phone else "sms"
