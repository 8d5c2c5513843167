"""A template as its reader would see it, and a test of it to oneself."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from outfitter.kit import phones
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins.types import TenantContext
from outfitter_tenants.crm.templates.render_for_trip import Channel, render_words
from outfitter_tenants.crm.templates.sample_values import example_trip, preview_values
from outfitter_tenants.crm.templates.trip_values import links_of, trip_data
from outfitter_tenants.messaging import subscribers, tasks, template_queries, template_trials
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.rendered_message import RenderedMessage
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_documents.document_check import check_words
from outfitter_tenants.messaging.text_messages import can_text
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Template


class SmsNotConnected(DomainError):
    """Nobody carries this operator's texts."""

    code = "sms_not_connected"
    status = 409


class NothingToSend(DomainError):
    """The template has no words for this channel."""

    code = "nothing_to_send"
    status = 409


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """
    Which words to show, to whom: `draft` are words that nobody saved, in `locale`.

    Without a trip an example stands for it; `locale` None is the trip's language, else the operator's.
    """

    trip_id: int | None
    locale: str | None
    draft: TemplateWords | None = None


def preview(
    *,
    template: "Template | None",
    category: str,
    wanted: PreviewRequest,
    ctx: TenantContext,
    at: datetime,
    message_hash: str = "",
) -> RenderedMessage:
    """
    Return what a template, or a draft of one, would say now; nothing is written.

    :raises NotFound: there is no such trip
    :raises BadDocument: the draft has a block that emails cannot hold
    :raises UnknownMergeField: the draft names what nothing can stand for
    """
    operator = subscribers.operator_of(ctx)
    trip = _trip(wanted, operator, at)
    slug = template.slug if template else None
    values = preview_values(
        category=category, slug=slug, trip=trip, operator=operator, at=at, links=links_of(None)
    )
    words = _words(template, category, wanted, trip, operator, values.variant)
    return render_words(words, values.of_message(message_hash), data=trip, operator=operator)


def _trip(wanted: PreviewRequest, operator: Operator, at: datetime) -> ConfirmationData:
    if wanted.trip_id is None:
        currency = people.get_properties().currency
        locale = wanted.locale or operator.locale
        return example_trip(locale=locale, currency=currency, operator=operator, at=at)
    data = trip_data(trips.get_trip(trip_id=wanted.trip_id))
    return replace(data, locale=wanted.locale) if wanted.locale else data


def _words(
    template: "Template | None",
    category: str,
    wanted: PreviewRequest,
    trip: ConfirmationData,
    operator: Operator,
    variant: str,
) -> TemplateWords:
    if wanted.draft is not None:
        return check_words(replace(wanted.draft, locale=trip.locale), category=category)
    if template is None:
        return TemplateWords(trip.locale)
    return template_queries.words_for(
        template, locale=trip.locale, operator_locale=operator.locale, variant=variant
    )


def send_test(
    *,
    template: "Template | None",
    category: str,
    wanted: PreviewRequest,
    channel: Channel,
    to: str,
    ctx: TenantContext,
    at: datetime,
) -> int:
    """
    Send what the preview shows to one address or number; returns the message's id.

    :raises Invalid: `to` is no address, or no number
    :raises SmsNotConnected: nobody carries texts
    :raises NothingToSend: there are no words for this channel
    """
    operator = subscribers.operator_of(ctx)
    address = _address(to, channel, operator)
    if channel == "sms" and not can_text():
        raise SmsNotConnected("Text messages aren't set up.")
    message_hash = template_trials.new_hash()
    rendered = preview(
        template=template, category=category, wanted=wanted, ctx=ctx, at=at, message_hash=message_hash
    )
    if not (rendered.sms if channel == "sms" else rendered.html):
        raise NothingToSend("This template has no text for this channel.", channel=channel)
    with transaction.atomic():
        message_id = template_trials.queue_trial(
            rendered=rendered,
            channel=channel,
            to=address,
            template=template,
            operator=operator,
            message_hash=message_hash,
            at=at,
        )
        tasks.send_message.after_commit(message_id=message_id)
    return message_id


def _address(to: str, channel: Channel, operator: Operator) -> str:
    if channel == "sms":
        number = phones.e164(to, region=phones.region_of(operator.locale))
        if number is None:
            raise Invalid({"to": ["Please enter a phone number."]})
        return number
    try:
        validate_email(to)
    except ValidationError as problem:
        raise Invalid({"to": ["Please enter an email address."]}) from problem
    return to
