"""
Writes of messages: queue once, send once, never lose.

A message is a row before it is a mail. `queued -> sending -> sent` are conditional updates, so a
job that runs twice sends once. A scheduled job (`outfitter.plugins.scheduled_jobs`) accompanies a
message until it has arrived at an end: a lost job, a broker that was away or a mail server that did
not answer only make it later.

The one case nobody can decide: a worker dies between handing over the mail and noting it. A
message that says `sending` for a minute, without its worker saying that it is still at it, is sent
once more (its Message-ID stays the same, so
most mailboxes show it once); should that happen again, it ends as `failed`. A text ends so at once:
phones show it twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.utils import parseaddr
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from outfitter.db import queue
from outfitter.kit import ids, text_lines
from outfitter.kit.errors import DomainError
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging import mail_delivery, queries, text_delivery
from outfitter_tenants.messaging.delivery_outcome import Outcome
from outfitter_tenants.messaging.mails import (
    calendar_file,
    cancellation,
    gift_card,
    invoice,
    payment_request,
    rebooking,
    receipt,
    renderer,
)
from outfitter_tenants.messaging.mails.cancellation import CancellationData
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.gift_card import GiftCardData
from outfitter_tenants.messaging.mails.invoice import InvoiceData
from outfitter_tenants.messaging.mails.payment_request import RequestData
from outfitter_tenants.messaging.mails.rebooking import RebookingData
from outfitter_tenants.messaging.mails.receipt import ReceiptData
from outfitter_tenants.messaging.models import Message

# Kind of due work that looks after a message.
WATCH: Final = "messaging.watch"
LOST_JOB_AFTER: Final = timedelta(minutes=1)
# What says `sending` for so long without a sign of life was left by a worker that died.
STUCK_AFTER: Final = queue.LEASE
LOOK_AGAIN_AFTER: Final = timedelta(minutes=10)
MAX_ATTEMPTS: Final = mail_delivery.MAX_ATTEMPTS
FINAL: Final = frozenset(
    {
        *("sent", "failed", "bounced", "complained", "cancelled", "suppressed"),
        *("delivered", "opened", "clicked", "replied"),
    }
)


class TooLate(DomainError):
    """The message can no longer be held back."""

    code = "already_done"
    status = 409


@dataclass(frozen=True, slots=True)
class Check:
    """What the watch found: whether to send now, and whether to look again."""

    is_sendable: bool
    is_open: bool
    look_again: timedelta = LOOK_AGAIN_AFTER


def queue_confirmation(
    *, data: ConfirmationData, operator: Operator, at: datetime, occasion: str = ""
) -> int:
    """
    Write the confirmation of a trip, rendered, once for all times; returns the message's id.

    A second call for the same trip finds the first message and changes nothing, unless it is for
    an `occasion` of its own.
    """
    key = key_of(data.trip_id) + (f":{occasion}" if occasion else "")
    if found := queries.find_by_key(dedupe_key=key):
        return found.id
    rendered = renderer.confirmation(data=data, operator=operator)
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    calendar = calendar_file.invitation(data=data, operator=operator, organizer=sender, at=at)
    message = new_letter(
        rendered,
        operator,
        at,
        category="confirmation",
        dedupe_key=key,
        **_about(data),
        attachments=_calendar_file(calendar),
    )
    return insert_once(message, at)


def queue_cancellation(*, data: CancellationData, operator: Operator, occasion: str, at: datetime) -> int:
    """
    Write that orders of a trip were cancelled, once for each occasion; returns the message's id.
    """
    rendered = cancellation.render(data=data, operator=operator)
    trip = data.trip
    message = new_letter(
        rendered,
        operator,
        at,
        category="cancellation",
        dedupe_key=f"cancellation:{occasion}"[:120],
        **_about(trip),
    )
    return insert_once(message, at)


def queue_payment_request(*, data: RequestData, operator: Operator, occasion: str, at: datetime) -> int:
    """
    Ask a customer to pay by a link, once for each occasion; returns the message's id.
    """
    rendered = payment_request.render(data=data, operator=operator)
    trip = data.trip
    message = new_letter(
        rendered,
        operator,
        at,
        category="payment_request",
        dedupe_key=f"payment_request:{occasion}"[:120],
        **_about(trip),
    )
    return insert_once(message, at)


def queue_receipt(*, data: ReceiptData, operator: Operator, occasion: str, at: datetime) -> int:
    """Write a receipt for a payment or a refund, once for each occasion; returns its id."""
    rendered = receipt.render(data=data, operator=operator)
    message = new_letter(
        rendered,
        operator,
        at,
        category="receipt",
        dedupe_key=f"receipt:{occasion}"[:120],
        **_about(data.trip),
    )
    return insert_once(message, at)


def queue_rebooking(*, data: RebookingData, operator: Operator, occasion: str, at: datetime) -> int:
    """
    Write that an order moved, once for each occasion; returns the message's id.

    The calendar file takes the place of the one that came with the confirmation.
    """
    rendered = rebooking.render(data=data, operator=operator)
    trip = data.trip
    calendar = calendar_file.invitation(
        data=trip,
        operator=operator,
        organizer=parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
        at=at,
        sequence=data.version,
    )
    message = new_letter(
        rendered,
        operator,
        at,
        category="rebooking",
        dedupe_key=f"rebooking:{occasion}"[:120],
        trip_order_id=data.order_id,
        **_about(trip),
        attachments=_calendar_file(calendar),
    )
    return insert_once(message, at)


def queue_gift_card(*, data: GiftCardData, operator: Operator, at: datetime, is_again: bool = False) -> int:
    """
    Write that there is a gift card for somebody; returns the message.

    Once for all times, unless somebody asks to have it sent `is_again`.
    """
    rendered = gift_card.render(data=data, operator=operator)
    key = f"gift_card:{data.gift_card_id}"
    message = new_letter(
        rendered,
        operator,
        at,
        category="gift_card",
        dedupe_key=f"{key}:{at.isoformat()}" if is_again else key,
        customer_id=data.customer_id,
        trip_id=data.trip_id,
        to=mailbox(data.recipient_name, data.recipient_email),
    )
    return insert_once(message, at)


def queue_invoice(
    *, data: InvoiceData, operator: Operator, to: str, file: dict[str, Any], occasion: str, at: datetime
) -> int:
    """
    Write to one address that there is an invoice, once for each occasion; returns the message's id.

    :param file: the invoice on paper, see `attachments.made_later`
    """
    message = new_letter(
        invoice.render(data=data, operator=operator),
        operator,
        at,
        category="invoice",
        dedupe_key=f"invoice:{occasion}:{to}"[:120],
        to=to,
        attachments=[file],
    )
    return insert_once(message, at)


def key_of(trip_id: int) -> str:
    """Return the key that makes a trip's confirmation the only one."""
    return f"confirmation:{trip_id}"


def sender_of(operator: Operator) -> str:
    """Return whom mails come from: the operator's name for mails at the platform's address."""
    return mailbox(operator.mail_from or operator.name, parseaddr(settings.DEFAULT_FROM_EMAIL)[1])


def _about(trip: ConfirmationData) -> dict[str, object]:
    """Return whose trip a message is about, and where to it goes."""
    return {
        "customer_id": trip.customer_id,
        "trip_id": trip.trip_id,
        "to": mailbox(trip.contact_name, trip.contact_email),
    }


def new_letter(rendered: renderer.Rendered, operator: Operator, at: datetime, **facts: Any) -> Message:
    """Return a message to write: what was rendered, from the operator."""
    return Message(
        hash=ids.public_hash(),
        from_address=sender_of(operator),
        reply_to=text_lines.one_line(operator.reply_to or ""),
        locale=rendered.locale,
        subject=text_lines.one_line(rendered.subject),
        body_text=rendered.text,
        body_html=rendered.html,
        created_at=at,
        **facts,
    )


def insert_once(message: Message, at: datetime) -> int:
    """Write a message unless its occasion has one, and have it looked after; returns its id."""
    with transaction.atomic():
        # ON CONFLICT DO NOTHING: two deliveries of one event leave one message.
        Message.objects.bulk_create([message], ignore_conflicts=True)
        row = Message.objects.get(dedupe_key=message.dedupe_key)
        if row.hash == message.hash:
            _watch(row.pk, at + LOST_JOB_AFTER)
            facts = {"category": row.category, "to": row.to}
            _record(row.pk, row.trip_id, "message.queued", at, facts)
    return row.pk


def _calendar_file(calendar: str | None) -> list[dict[str, str]]:
    if calendar is None:
        return []
    return [{"name": calendar_file.NAME, "type": calendar_file.CONTENT_TYPE, "text": calendar}]


def mailbox(name: str, address: str) -> str:
    """Return an address with the name of whom it is."""
    try:
        return str(Address(display_name=text_lines.one_line(name), addr_spec=address))
    except ValueError:  # an address beyond ASCII stands alone: headers cannot hold it with a name
        return address


def deliver(*, message_id: int, at: datetime) -> None:
    """Send a queued message now; what is sending, sent or gone is left alone."""
    message = queries.take_for_sending(message_id=message_id, at=at)
    if message is None:
        return
    _watch(message.id, at + STUCK_AFTER)
    mine = Message.objects.filter(pk=message.id, status="sending", attempt_cnt=message.attempt_cnt)
    send = text_delivery.send if message.channel in text_delivery.CHANNELS else mail_delivery.send
    # Each answer of a mail server may take twenty seconds (EMAIL_TIMEOUT).
    with queue.hold_lease(lambda now: mine.update(claimed_at=now)):
        outcome = send(message, at)
    if outcome.status in {"queued", "scheduled"}:
        _put_back(message, outcome, at)
        return
    facts: dict[str, object] = {"error": outcome.error} if outcome.error else {}
    if outcome.reason:
        facts["reason"] = outcome.reason
    if outcome.status == "sent":
        facts |= {"sent_at": at, "provider_id": outcome.provider_id}
    _ended(message, outcome.status, at, facts)


def _put_back(message: queries.Outgoing, outcome: Outcome, at: datetime) -> None:
    due_at = outcome.again_at or at
    scheduled_at = due_at if outcome.status == "scheduled" else None
    # Who was not even asked has not been tried.
    tries = message.attempt_cnt - (0 if outcome.is_attempt else 1)
    with transaction.atomic():
        Message.objects.filter(pk=message.id, status="sending").update(
            status=outcome.status,
            claimed_at=None,
            error=outcome.error,
            scheduled_at=scheduled_at,
            attempt_cnt=tries,
            # Nothing is on its way: a worker that dies before the next call has sent nothing.
            provider="",
        )
        _watch(message.id, due_at)


def _ended(message: queries.Outgoing, status: str, at: datetime, facts: dict[str, object]) -> None:
    with transaction.atomic():
        Message.objects.filter(pk=message.id, status="sending").update(status=status, **facts)
        scheduled_jobs.cancel(WATCH, key=str(message.id))
        error = {"error": facts["error"]} if "error" in facts else {}
        sent = {"category": message.category, "to": message.to, **error}
        _record(message.id, message.trip_id, f"message.{status}", at, sent)


def check(*, message_id: int, at: datetime) -> Check:
    """Look after a message: reopen one whose worker never came back, give up the second time."""
    state = queries.find_state(message_id=message_id)
    if state is None or state.status in FINAL:
        return Check(is_sendable=False, is_open=False)
    if state.status == "sending" and (state.claimed_at or at) <= at - STUCK_AFTER:
        stuck = Message.objects.filter(pk=state.id, status="sending", claimed_at=state.claimed_at)
        if state.channel in text_delivery.CHANNELS:
            stuck.update(status="failed", error=text_delivery.UNKNOWN)
            return Check(is_sendable=False, is_open=False)
        if state.provider not in {"", mail_delivery.OURS}:
            # Providers of mail give each copy an id of its own: mailboxes would show both.
            stuck.update(status="failed", error=mail_delivery.UNKNOWN)
            return Check(is_sendable=False, is_open=False)
        if state.is_reclaimed:
            stuck.update(status="failed", error="it is not known whether this mail was delivered")
            return Check(is_sendable=False, is_open=False)
        stuck.update(status="queued", is_reclaimed=True)
        return Check(is_sendable=True, is_open=True)
    if state.status == "sending":
        return Check(is_sendable=False, is_open=True, look_again=STUCK_AFTER)
    is_due = state.scheduled_at is None or state.scheduled_at <= at
    return Check(
        is_sendable=state.status == "queued" or (state.status == "scheduled" and is_due), is_open=True
    )


def keep_watch(*, message_id: int, at: datetime, after: timedelta = LOOK_AGAIN_AFTER) -> None:
    """Have somebody look at the message again, after it must have been sent."""
    _watch(message_id, at + after)


def _watch(message_id: int, due_at: datetime) -> None:
    payload = {"message_id": message_id}
    scheduled_jobs.schedule(WATCH, key=str(message_id), due_at=due_at, payload=payload)


def cancel(*, message_id: int, at: datetime) -> None:
    """
    Hold back a message that nobody has begun to send.

    :raises TooLate: it is being sent, was sent, or ended another way
    """
    with transaction.atomic():
        waiting = Message.objects.filter(pk=message_id, status__in=["queued", "scheduled"])
        if not waiting.update(status="cancelled"):
            raise TooLate("This message was already sent.")
        scheduled_jobs.cancel(WATCH, key=str(message_id))
        row = Message.objects.get(pk=message_id)
        _record(row.pk, row.trip_id, "message.cancelled", at, {"to": row.to})


def _record(
    message_id: int, trip_id: int | None, action: str, at: datetime, after: Mapping[str, Any]
) -> None:
    record(entity_type="message", entity_id=message_id, trip_id=trip_id, action=action, at=at, after=after)
