"""What texts to guests say: the shortest sentence that holds the news and its link."""

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from outfitter_tenants.messaging.mails import waitlist_letter
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.style import reader_style
from outfitter_tenants.messaging.mails.waitlist_letter import WaitlistData
from outfitter_tenants.messaging.merge_values import FieldValue, MergeValues
from outfitter_tenants.messaging.rendered_message import RenderedMessage, render
from outfitter_tenants.messaging.system_templates.shipped_templates import shipped_words
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.text_messages import TextDraft

# What a party is told by text; that it is in line, a mail says.
_TOLD: Final = frozenset({"offer", "expired", "closed"})


def waitlist_text(
    *, data: WaitlistData, operator: Operator, words: TemplateWords | None = None
) -> TextDraft | None:
    """
    Return the text to a party on the waiting list; None when it has no number or no news.

    It says what `words` say, else what ships with the product.
    """
    if data.kind not in _TOLD or not data.phone:
        return None
    zone = ZoneInfo(operator.time_zone)
    until = data.offer_ends_at.astimezone(zone) if data.offer_ends_at else None
    words = words or shipped_words(waitlist_letter.slug_of(data), data.locale)
    made = said(words, waitlist_letter.values(data, operator), locale=data.locale, operator=operator)
    return TextDraft(
        to=data.phone,
        text=made.sms,
        values=made.sms_values,
        locale=words.locale,
        category="waitlist",
        occasion=f"{data.entry_id}:{data.kind}",
        is_urgent=data.kind == "offer",
        useful_until=until if data.kind == "offer" else data.local_start.replace(tzinfo=zone),
    )


def waiver_text(
    *,
    to: str,
    day: date,
    first_start_at: datetime,
    locale: str,
    url: str,
    operator: Operator,
    occasion: str,
    customer_id: int | None,
    trip_id: int,
    words: TemplateWords | None = None,
) -> TextDraft:
    """Return the text that asks a trip's customer to sign before the first of its days."""
    words = words or shipped_words("waiver_request", locale)
    fields: dict[str, FieldValue] = {"trip.date": day, "waiver.link": url}
    values = MergeValues("waiver_request", fields)
    made = said(words, values, locale=locale, operator=operator)
    return TextDraft(
        to=to,
        text=made.sms,
        values=made.sms_values,
        locale=words.locale,
        category="waiver_reminder",
        occasion=occasion,
        useful_until=first_start_at,
        customer_id=customer_id,
        trip_id=trip_id,
    )


def said(words: TemplateWords, values: MergeValues, *, locale: str, operator: Operator) -> RenderedMessage:
    """Return what a text says of these values."""
    style = reader_style(words.locale, reader=locale, operator_locale=operator.locale, currency="USD")
    only_text = TemplateWords(words.locale, sms_text=words.sms_text)
    return render(only_text, values, style=style, operator=operator)
