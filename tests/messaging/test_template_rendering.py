"""What people typed is text wherever it stands: in the mail, in its head, in a text message."""

from datetime import date, time
from typing import Any

import pytest

from outfitter_tenants.messaging.mails.style import style_of
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml.text_blocks import with_note
from outfitter_tenants.messaging.rendered_message import RenderedMessage, render
from outfitter_tenants.messaging.template_content import TemplateWords
from tests.messaging.support import operator
from tests.messaging.test_documents import doc, field, link, paragraph, text

pytestmark = pytest.mark.rules
EVIL = '<script>alert(1)</script>"><img src=x onerror=y>{{guest.email}}&amp;'


def said(
    document: dict[str, Any] | None = None,
    *,
    fields: dict[str, Any] | None = None,
    locale: str = "en",
    note: str = "",
    who: dict[str, Any] | None = None,
    **lines: str,
) -> RenderedMessage:
    values = with_note(MergeValues("reminder", fields or {}), note)
    words = TemplateWords(locale, document=document or doc(), **lines)
    style = style_of(locale, operator_locale="en-US", currency="USD")
    return render(words, values, style=style, operator=operator(**(who or {})))


def body_of(html: str) -> str:
    return html.split("<body", 1)[1]


@pytest.mark.parametrize("place", ["field", "text", "note", "label", "alt", "operator", "preheader"])
def test_what_somebody_typed_is_no_html(place: str) -> None:
    blocks = {
        "field": paragraph(field("guest.name")),
        "text": paragraph(text(EVIL)),
        "note": {"type": "note"},
        "label": {"type": "button", "attrs": {"label": "{{guest.name}}", "url": "https://reef.example"}},
        "alt": {"type": "picture", "attrs": {"src": "https://reef.example/x.jpg", "alt": EVIL}},
    }
    document = doc(blocks.get(place, paragraph(text("Hi"))))
    found = said(
        document,
        fields={"guest.name": EVIL},
        note=EVIL,
        who={"name": EVIL} if place == "operator" else {},
        preheader="{{guest.name}}" if place == "preheader" else "",
    )
    assert "<script" not in found.html
    assert "<img src=x" not in found.html
    assert "alert(1)" in found.html


def test_what_a_value_says_is_no_field() -> None:
    found = said(
        doc(paragraph(field("guest.name"))),
        fields={"guest.name": "{{guest.email}}", "guest.email": "secret@example.com"},
        subject="{{guest.name}}",
        sms_text="{{guest.name}}",
    )
    assert "secret" not in found.html + found.text + found.subject + found.sms


def test_a_subject_and_a_text_are_one_line() -> None:
    found = said(
        subject="Hi {{guest.name}}", sms_text="Hi {{guest.name}}", fields={"guest.name": "A\r\nBcc: b@c.d"}
    )
    assert found.subject == "Hi A Bcc: b@c.d"
    assert found.sms == "Hi A Bcc: b@c.d"


def test_a_link_from_a_field_leads_only_where_the_field_says() -> None:
    found = said(
        doc(
            paragraph(link("{{trip.link}}")),
            {"type": "button", "attrs": {"label": "Go", "target": "trip.link"}},
        ),
        fields={"trip.link": 'https://reef.example/?a=1&b="2"'},
    )
    assert found.html.count('href="https://reef.example/?a=1&amp;b=&quot;2&quot;"') == 2
    assert 'Go:\nhttps://reef.example/?a=1&b="2"' in found.text


def test_what_is_missing_is_told_and_leaves_no_trace() -> None:
    found = said(
        doc(
            paragraph(text("Hi "), field("guest.first_name", "there"), text(".")),
            paragraph(field("trip.meeting_point")),
            {"type": "button", "attrs": {"label": "Go", "target": "trip.link"}},
            {"type": "paymentButton"},
            {"type": "reviewLinks"},
        ),
        subject="Canceled: {{trip.experience}}, ",
    )
    assert found.subject == "Canceled"
    assert "Hi there." in found.text
    assert set(found.missing) == {"trip.experience", "trip.meeting_point", "trip.link"}
    assert "href" not in body_of(found.html)


def test_kinds_are_written_for_their_reader() -> None:
    fields = {"trip.date": date(2026, 12, 1), "trip.time": time(15, 30), "trip.balance": 12_345}
    document = doc(
        paragraph(field("trip.date"), text(" "), field("trip.time"), text(" "), field("trip.balance"))
    )
    german = said(document, fields=fields, locale="de", sms_text="{{trip.date}} {{trip.time}}")
    assert "1. Dezember 2026 15:30 123,45" in german.text
    assert german.sms == "1. Dez. 15:30"
    assert "December 1, 2026" in said(document, fields=fields).text


def test_names_are_short_in_a_text() -> None:
    name = "The Extremely Long Name of an Operator at Sea"
    found = said(doc(paragraph(field("operator.name"))), who={"name": name}, sms_text="{{operator.name}}!")
    assert found.sms == "The Extremely Long Name of...!"
    assert name in found.text


def test_its_own_page_and_the_way_out_are_its_own() -> None:
    values = MergeValues("custom", {}, message_hash="AbC")
    style = style_of("en", operator_locale="en-US")
    words = TemplateWords("en", "Hi", "", doc(paragraph(link("{{view.link}}"))))
    found = render(words, values, style=style, operator=operator())
    assert 'href="http://reef.localhost:8000/public/crm/AbC"' in found.html
    assert 'href="http://reef.localhost:8000/public/crm/AbC/unsubscribe"' in found.html


def test_lists_and_quotes_in_plain_lines() -> None:
    item = {"type": "listItem", "content": [paragraph(text("Sun cream"))]}
    found = said(
        doc(
            {"type": "bulletList", "content": [item, item]},
            {"type": "orderedList", "content": [item]},
            {"type": "blockquote", "content": [paragraph(text("Lovely"))]},
            {"type": "horizontalRule"},
        )
    )
    assert "- Sun cream\n- Sun cream\n\n1. Sun cream\n\n> Lovely\n\n----" in found.text
    assert found.html.count("<li ") == 3


def test_an_address_of_the_page_is_told_in_plain_lines() -> None:
    assert "here (https://reef.example/x)" in said(doc(paragraph(link("https://reef.example/x")))).text


def test_a_text_alone_needs_no_mail() -> None:
    found = said(sms_text="Hi")
    assert (found.html == "") is False
    only = render(
        TemplateWords("en", sms_text="Hi"),
        MergeValues("custom"),
        style=style_of("en", operator_locale="en"),
        operator=operator(),
    )
    assert (only.html, only.text, only.sms, only.segments) == ("", "", "Hi", 1)


ODD = (
    "]]>",
    "<!--",
    "-->",
    "</mj-text>",
    "</mjml>",
    "&nbsp;",
    "&#0;",
    "\x01\x0b",
    "\u2028",
    "\u202e",
    "a\nb",
    "<![CDATA[",
)


@pytest.mark.parametrize("odd", [*ODD, '<mj-include path="/etc/passwd"/>', "".join(ODD)])
def test_whatever_stands_in_it_is_one_letter(odd: str) -> None:
    document = doc(
        paragraph(text(odd, marks=[{"type": "bold"}]), field("guest.name")),
        {"type": "heading", "attrs": {"level": 1}, "content": [text(odd)]},
        {"type": "button", "attrs": {"label": odd, "url": "https://reef.example"}},
        {"type": "picture", "attrs": {"src": "https://reef.example/x", "alt": odd}},
    )
    found = said(
        document, fields={"guest.name": odd}, who={"name": odd}, note=odd, preheader=odd, subject=odd
    )
    assert "<mj" not in body_of(found.html)
    assert found.html.count("</html>") == 1
