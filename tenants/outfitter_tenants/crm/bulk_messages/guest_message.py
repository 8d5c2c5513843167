"""One message from a template, or by hand in its frame: its words, and its row."""

import re
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter.api.principal import Principal
from outfitter.db.locks import atomic
from outfitter.kit import ids
from outfitter.kit.errors import Invalid, NotFound
from outfitter.kit.person_names import full_name
from outfitter.plugins.types import TenantContext
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.printouts import attached_papers
from outfitter_tenants.crm.bulk_messages.types import GuestRecipient, MessageRequest, text_channel
from outfitter_tenants.crm.templates.render_for_trip import TemplateDoesNotFit, render_words
from outfitter_tenants.crm.templates.trip_values import trip_data, values_of_data
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.messaging import (
    job_messages,
    staff_answers,
    subscribers,
    template_queries,
    text_messages,
)
from outfitter_tenants.messaging.conversations import rows as conversations
from outfitter_tenants.messaging.job_messages import StaffMessage
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mjml.text_blocks import with_note
from outfitter_tenants.messaging.rendered_message import RenderedMessage
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_documents.document_check import check_words
from outfitter_tenants.trips import customer_history
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Template
    from outfitter_tenants.trips.models import Trip

# The frame of what somebody writes by hand has no words of its own.
MANUAL: Final = "manual"
_FIELD: Final = re.compile(r"\{\{\s*([^{}|]+?)\s*(?:\|([^{}]*))?\}\}")


def find_template(*, template_id: int) -> "Template":
    """
    Return a template that can be sent.

    :raises TemplateNotFound: there is none, or it is archived
    """
    row = template_queries.get_template(template_id=template_id)
    if row.archived_at is not None:
        raise template_queries.TemplateNotFound("Template not found.")
    return row


def check(wish: MessageRequest, template: "Template", *, experience_ids: frozenset[int]) -> None:
    """
    Refuse what cannot be sent to guests of these experiences.

    :raises TemplateDoesNotFit: the template is for others, or says nothing by this way
    :raises UnknownMergeField: what somebody wrote names a field there is not
    :raises TextsNotConnected: it is a text, and nobody carries any
    """
    if template.experience_ids and not experience_ids & set(template.experience_ids):
        raise TemplateDoesNotFit("This template is for other experiences.", template_id=template.pk)
    text = text_channel(wish.channel)
    has_own_words = not wish.body and template.slug != MANUAL
    if has_own_words and template.channel not in {"sms" if text else "email", "both"}:
        raise TemplateDoesNotFit("This template has no text for this channel.", channel=wish.channel)
    if text is not None:
        text_messages.demand_texts(text)
    if wish.body or wish.subject:
        check_words(_by_hand(TemplateWords("en"), wish), category=template.category)


def has_words(wish: MessageRequest) -> bool:
    """Return whether there is anything to say: a frame alone says nothing."""
    return bool(wish.body) or find_template(template_id=wish.template_id).slug != MANUAL


def demand_words(wish: MessageRequest) -> None:
    """
    Refuse to send nothing.

    :raises Invalid: it is the frame of what people write by hand, and they wrote nothing
    """
    if not has_words(wish):
        raise Invalid({"body": ["Write a message."]})


def rendered(
    *, wish: MessageRequest, trip_id: int, order_id: int | None, operator: Operator, message_hash: str = ""
) -> RenderedMessage:
    """
    Return what a guest is told about their trip as it is now, in their language.

    :raises TemplateNotFound: there is no such template
    :raises TripNotFound: there is no such trip
    """
    template = find_template(template_id=wish.template_id)
    data = trip_data(trips.get_trip(trip_id=trip_id))
    values = values_of_data(
        data, operator, order_id=order_id, category=template.category, message_hash=message_hash, links={}
    )
    words = template_queries.words_for(
        template, locale=data.locale, operator_locale=operator.locale, variant=values.variant
    )
    if wish.body or wish.subject:
        words = _by_hand(words, wish)
    return render_words(words, with_note(values, wish.note), data=data, operator=operator)


def _by_hand(words: TemplateWords, wish: MessageRequest) -> TemplateWords:
    """Put what somebody wrote in the place of a template's words; each line is a paragraph."""
    subject = wish.subject or words.subject
    if not wish.body:
        return replace(words, subject=subject)
    written = [_paragraph(line) for line in wish.body.splitlines() if line.strip()]
    frame = [{"type": "portalButton"}, {"type": "contact"}]
    document = {"type": "doc", "content": [*written, *frame]}
    return replace(words, subject=subject, document=document, sms_text=wish.body)


def _paragraph(line: str) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    place = 0
    for found in _FIELD.finditer(line):
        if before := line[place : found.start()]:
            content.append({"type": "text", "text": before})
        attrs = {"name": found[1], "fallback": found[2] or ""}
        content.append({"type": "mergeField", "attrs": attrs})
        place = found.end()
    if rest := line[place:]:
        content.append({"type": "text", "text": rest})
    return {"type": "paragraph", "content": content}


def write(
    *,
    wish: MessageRequest,
    to: GuestRecipient,
    occasion: str,
    job_id: int | None,
    sent_by: int | None,
    operator: Operator,
    at: datetime,
) -> int:
    """
    Write a guest's message down, once for its occasion, and start it; returns its id.

    :raises TemplateNotFound: the template is gone
    """
    customer_id = conversations.hold(to.customer_id)
    draft = _draft(wish, to, occasion, operator)
    draft = replace(draft, customer_id=customer_id, job_id=job_id, sent_by=sent_by)
    return job_messages.queue(draft, operator=operator, at=at)


def _draft(wish: MessageRequest, to: GuestRecipient, occasion: str, operator: Operator) -> StaffMessage:
    template, key = find_template(template_id=wish.template_id), ids.public_hash()
    words = rendered(wish=wish, trip_id=to.trip_id, order_id=to.order_id, operator=operator, message_hash=key)
    return StaffMessage(
        occasion=occasion,
        hash=key,
        channel=wish.channel,
        category=template.category,
        name=to.name,
        to=to.contact,
        words=words,
        # As the thread shows it: the guest's own words of it, without the frame.
        written_text=words.sms if wish.body else "",
        trip_id=to.trip_id,
        trip_order_id=to.order_id,
        template_id=template.pk,
        template_version=template.version,
    )


def send_to_one(
    *,
    wish: MessageRequest,
    trip_id: int | None,
    customer_id: int | None,
    payment_id: int | None,
    caller: Principal,
    ctx: TenantContext,
    at: datetime,
) -> int:
    """
    Send a template, or what somebody wrote, to the customer of a trip; returns the message's id.

    Who wants no messages gets none: the row says so.

    :raises TripNotFound: there is no such trip
    :raises CustomerNotFound: there is no such customer
    :raises NotFound: the payment is not of this trip
    :raises Invalid: the customer has no trip, or there is no address, or nothing to say
    :raises TemplateDoesNotFit: the template is for others, or says nothing by this way
    :raises TextsNotConnected: it is a text, and nobody carries any
    :raises NoSuchPaper: what is to go with it is not there
    """
    found = trip_id or _newest_trip(customer_id or 0)
    with atomic():
        trip = trips.lock_trip(trip_id=found)
        experiences = frozenset(trips.experiences_of(trip_id=found))
        check(wish, find_template(template_id=wish.template_id), experience_ids=experiences)
        demand_words(wish)
        if payment_id and all(row.pk != payment_id for row in ledger.list_payments(trip_id=found)):
            raise NotFound("Payment not found on this trip.")
        to, operator = _contact(trip, wish), subscribers.operator_of(ctx)
        draft = replace(
            _draft(wish, to, f"manual:{ids.public_hash()}", operator),
            customer_id=conversations.hold(trip.customer_id),
            payment_id=payment_id,
            sent_by=caller.avatar_id,
            attachments=_papers(wish, found),
            refused=staff_answers.refusal(to=to.contact, channel=wish.channel),
        )
        message_id = job_messages.queue(draft, operator=operator, at=at)
        record(
            entity_type="trip",
            entity_id=found,
            trip_id=found,
            action="trip.message_sent",
            at=at,
            after={"message_id": message_id, "kind": draft.category},
        )
    return message_id


def _newest_trip(customer_id: int) -> int:
    row = customers.get_customer(customer_id=customer_id)
    known = customer_history.trips_of(customer_ids=[row.pk], limit=1)
    if not known:
        raise Invalid({"customer_id": ["This customer has no trip to write about yet."]})
    return int(known[0].pk)


def _contact(trip: "Trip", wish: MessageRequest) -> GuestRecipient:
    is_mail = wish.channel == "email"
    contact = (trip.contact_email or "").lower() if is_mail else trip.contact_phone
    if not contact:
        where = "email address" if is_mail else "phone number"
        raise Invalid({"channel": [f"This trip has no {where}."]})
    name = full_name(trip.contact_first_name, trip.contact_last_name)
    return GuestRecipient(trip.pk, None, trip.customer_id, trip.confirmation_code, name, contact, trip.locale)


def _papers(wish: MessageRequest, trip_id: int) -> list[dict[str, Any]]:
    if wish.papers and wish.channel != "email":
        raise Invalid({"attachments": ["Files can only be attached to an email."]})
    return attached_papers.attach(wish.papers, trip_id=trip_id)
