"""The words that ship with the product, rendered with the values of one message."""

from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.style import Style, style_of
from outfitter_tenants.messaging.mails.trip_fields import subject_variant, trip_fields
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml.trip_blocks import trip_blocks
from outfitter_tenants.messaging.rendered_message import RenderedMessage, render
from outfitter_tenants.messaging.system_templates.shipped_templates import shipped_words

__all__ = ["Style", "confirmation", "render_shipped"]


def render_shipped(
    slug: str, values: MergeValues, *, locale: str, currency: str, operator: Operator
) -> RenderedMessage:
    """Return a message in the words that ship with the product; what people typed is escaped."""
    style = style_of(locale, operator_locale=operator.locale, currency=currency)
    words = shipped_words(slug, locale, variant=values.variant)
    return render(words, values, style=style, operator=operator)


def confirmation_values(data: ConfirmationData, operator: Operator) -> MergeValues:
    """Return what stands in the confirmation of a trip."""
    has_calendar = any(one.local_start for one in data.orders)
    return MergeValues(
        "confirmation",
        trip_fields(data, operator),
        trip_blocks(data, has_calendar=has_calendar),
        variant=subject_variant(data.standing),
    )


def confirmation(*, data: ConfirmationData, operator: Operator) -> RenderedMessage:
    """Return the confirmation of a trip; what people typed is escaped in the HTML."""
    values = confirmation_values(data, operator)
    return render_shipped(
        "confirmation", values, locale=data.locale, currency=data.currency, operator=operator
    )
