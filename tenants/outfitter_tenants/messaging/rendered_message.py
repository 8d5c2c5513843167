"""
From a template's words and the values of one message to subject, mail and text (docs/adr/0101).

The blocks of the document become MJML, MJML becomes HTML that every mailbox shows; the same blocks
make the plain text. What people typed is escaped by where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import mrml

from outfitter.kit import sms_segments, text_lines
from outfitter_tenants.messaging import merge_fields
from outfitter_tenants.messaging.mjml import document_blocks, letter_frame
from outfitter_tenants.messaging.mjml.block_parts import Page
from outfitter_tenants.messaging.template_content import TemplateWords

if TYPE_CHECKING:
    from outfitter_tenants.messaging.mails.confirmation import Operator
    from outfitter_tenants.messaging.mails.style import Style
    from outfitter_tenants.messaging.merge_values import MergeValues

# Letters are set in fonts that readers have. Left to itself, MJML fetches what it knows by name from
# Google, which would tell Google who opens what.
_RENDER_OPTIONS: Final = mrml.RenderOptions(fonts={})


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """
    A message ready to be sent, by mail (`subject`, `text`, `html`) and by text (`sms`).

    `sms_values` is what stands for the text's fields, each once, in their order. `missing` are the
    fields that had no value and no fallback: they are empty in it.
    """

    locale: str
    subject: str
    text: str
    html: str
    sms: str = ""
    sms_values: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def segments(self) -> int:
        """Return in how many parts the text goes."""
        return sms_segments.count_segments(self.sms).count


def render(text: TemplateWords, values: MergeValues, *, style: Style, operator: Operator) -> RenderedMessage:
    """
    Return a message in the language of its words.

    `style` is how its reader writes dates and money in that language; the HTML is "" where the
    words have no document.
    """
    page = Page(style, operator, values.fields, values.message_hash)
    subject = _tidy(text_lines.one_line(page.line(text.subject)))
    html = body = ""
    if text.document:
        drawn = document_blocks.draw(text.document, values, page)
        preheader = page.line(text.preheader) if text.preheader else ""
        mjml = letter_frame.letter(drawn, preheader=preheader, values=values, page=page)
        html = mrml.to_html(mjml, render_options=_RENDER_OPTIONS).content
        body = letter_frame.plain(drawn, values=values, page=page)
    sms = sms_segments.plain(page.line(text.sms_text, form="sms")) if text.sms_text else ""
    return RenderedMessage(style.code, subject, body, html, sms, _values(text, page), tuple(page.missing))


def _values(text: TemplateWords, page: Page) -> tuple[str, ...]:
    """Return what stands for each field of a text, as it stands in there."""
    found: dict[str, str] = {}
    for name, fallback in merge_fields.fields_in(text.sms_text):
        if name not in found:
            found[name] = sms_segments.plain(page.value(name, fallback, form="sms"))
    return tuple(found.values())


def _tidy(subject: str) -> str:
    """Return a subject without the commas and colons that an empty field leaves at its ends."""
    return subject.strip(" ,:;-\u2013\u2014|")
