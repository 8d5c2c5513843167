"""A template rendered about a trip, in its customer's language, at the moment it is sent."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from outfitter.kit.errors import DomainError
from outfitter.plugins.types import TenantContext
from outfitter_tenants.crm.templates.trip_values import links_of, trip_data, values_of_data
from outfitter_tenants.messaging import subscribers, template_queries
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.style import reader_style
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml.text_blocks import with_note
from outfitter_tenants.messaging.rendered_message import RenderedMessage, render
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Template

Channel = Literal["email", "sms"]


class TemplateDoesNotFit(DomainError):
    """The template is for other experiences, or has no words for this channel."""

    code = "template_does_not_fit"
    status = 422


def render_for_trip(
    *,
    template_id: int,
    trip_id: int,
    order_id: int | None,
    channel: Channel,
    ctx: TenantContext,
    at: datetime,
    note: str = "",
    message_hash: str = "",
    links: Mapping[str, str] | None = None,
) -> RenderedMessage:
    """
    Return what a template says about a trip as it is now (`at`), or about one of its orders.

    :raises NotFound: there is no such template or trip
    :raises TemplateDoesNotFit: it is for other experiences, or has no words for this channel
    """
    template = template_queries.get_template(template_id=template_id)
    data = trip_data(trips.get_trip(trip_id=trip_id))
    check_fit(template, data, channel)
    operator = subscribers.operator_of(ctx)
    values = values_of_data(
        data,
        operator,
        order_id=order_id,
        category=template.category,
        message_hash=message_hash,
        links=links_of(links),
    )
    words = template_queries.words_for(
        template, locale=data.locale, operator_locale=operator.locale, variant=values.variant
    )
    return render_words(words, with_note(values, note), data=data, operator=operator)


def check_fit(template: "Template", data: ConfirmationData, channel: Channel) -> None:
    """
    Refuse a template that is not for this trip, or says nothing on this channel.

    :raises TemplateDoesNotFit: so it is
    """
    booked = {one.experience_id for one in data.standing}
    if template.experience_ids and not booked & set(template.experience_ids):
        raise TemplateDoesNotFit("This template is for other experiences.", template_id=template.pk)
    if template.channel not in {channel, "both"}:
        raise TemplateDoesNotFit("This template has no text for this channel.", channel=channel)


def render_words(
    words: TemplateWords, values: MergeValues, *, data: ConfirmationData, operator: Operator
) -> RenderedMessage:
    """Return words about a trip, dates and money as its customer writes them in their language."""
    style = reader_style(
        words.locale, reader=data.locale, operator_locale=operator.locale, currency=data.currency
    )
    return render(words, values, style=style, operator=operator)
