"""What the blocks of a template may hold."""

from typing import Any

import pytest

from outfitter.kit.errors import Invalid
from outfitter_tenants.messaging.merge_fields import UnknownMergeField, check_line, names_in
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_documents.document_check import check_words
from outfitter_tenants.messaging.template_documents.document_schema import BadDocument, parse_document

pytestmark = pytest.mark.rules


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def link(href: str) -> dict[str, Any]:
    return text("here", marks=[{"type": "link", "attrs": {"href": href}}])


def paragraph(*content: dict[str, Any]) -> dict[str, Any]:
    return {"type": "paragraph", "content": list(content)}


def field(name: str, fallback: str = "") -> dict[str, Any]:
    return {"type": "mergeField", "attrs": {"name": name, "fallback": fallback}}


def doc(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"type": "doc", "content": list(blocks)}


def nested(depth: int) -> dict[str, Any]:
    block = paragraph(text("deep"))
    for _ in range(depth):
        block = {"type": "bulletList", "content": [{"type": "listItem", "content": [block]}]}
    return block


GOOD = {
    "nothing": doc(),
    "words": doc(paragraph(text("Hi "), field("guest.first_name", "there"))),
    "empty paragraph": doc({"type": "paragraph"}),
    "marks": doc(paragraph(text("a", marks=[{"type": "bold"}, {"type": "italic"}, {"type": "underline"}]))),
    "heading": doc({"type": "heading", "attrs": {"level": 2}, "content": [text("Title")]}),
    "lists": doc(nested(3)),
    "quote": doc({"type": "blockquote", "content": [paragraph(text("said"))]}),
    "rule and space": doc({"type": "horizontalRule"}, {"type": "spacer", "attrs": {"height": 24}}),
    "button": doc({"type": "button", "attrs": {"label": "Open", "url": "https://reef.example/x"}}),
    "button to a field": doc({"type": "button", "attrs": {"label": "Open", "target": "trip.link"}}),
    "picture": doc({"type": "picture", "attrs": {"src": "https://reef.example/x.jpg", "alt": "A reef"}}),
    "own picture": doc({"type": "picture", "attrs": {"src": "/media/a/b.jpg"}}),
    "data": doc({"type": "tripDetails"}, {"type": "portalButton", "attrs": {"label": "My trip"}}),
    "mail and phone": doc(paragraph(link("mailto:a@example.com"), link("tel:+12125550100"))),
    "a link that is a field": doc(paragraph(link("{{waiver.link}}"))),
    "line break": doc(paragraph(text("a"), {"type": "hardBreak"}, text("b"))),
}
BAD = {
    "no document": paragraph(text("Hi")),
    "a list of nodes": [paragraph(text("Hi"))],
    "an unknown node": doc({"type": "iframe", "attrs": {"src": "https://x.example"}}),
    "a script": doc({"type": "script", "content": [text("alert(1)")]}),
    "an unknown mark": doc(paragraph(text("a", marks=[{"type": "code"}]))),
    "a script as an address": doc(paragraph(link("javascript:alert(1)"))),
    "data as an address": doc(paragraph(link("data:text/html,x"))),
    "a hidden script": doc(paragraph(link("java\nscript:alert(1)"))),
    "an address without a host": doc(paragraph(link("https:///x"))),
    "a file as a picture": doc({"type": "picture", "attrs": {"src": "file:///etc/passwd"}}),
    "a picture by mail": doc({"type": "picture", "attrs": {"src": "mailto:a@example.com"}}),
    "too deep": doc(nested(40)),
    "too long": doc(paragraph(text("x" * 50_001))),
    "too many": doc(*[paragraph(text("x"))] * 9_000),
    "a level that is none": doc({"type": "heading", "attrs": {"level": 7}}),
    "a block inside a line": doc(paragraph({"type": "bill"})),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_an_email_holds_is_kept(name: str) -> None:
    kept = parse_document(GOOD[name])
    assert parse_document(kept) == kept


@pytest.mark.parametrize("name", BAD)
def test_what_an_email_does_not_hold_is_refused(name: str) -> None:
    with pytest.raises(BadDocument):
        parse_document(BAD[name])


def test_attributes_that_nothing_reads_are_left_out() -> None:
    pasted = doc(
        {
            "type": "paragraph",
            "attrs": {"class": "x", "onclick": "alert(1)"},
            "content": [text("Hi", style="x")],
        }
    )
    assert parse_document(pasted) == doc({**paragraph(text("Hi", marks=[]))})


def words(**more: Any) -> TemplateWords:
    return TemplateWords("en", **{"subject": "Hi", "document": doc(paragraph(text("Hi"))), **more})


@pytest.mark.parametrize(
    "wrong",
    [
        {"subject": "Hi {{guest.nickname}}"},
        {"subject": "{{ trip.confirmation_code }} {{Guest Name}}"},
        {"preheader": "{{nobody|you}}"},
        {"sms_text": "{{gift_card.amount}}"},
        {"document": doc(paragraph(field("guest.shoe_size")))},
        {"document": doc(paragraph(link("{{guest.page}}")))},
        {"document": doc({"type": "button", "attrs": {"label": "{{x}}", "target": "trip.link"}})},
        {"document": doc({"type": "button", "attrs": {"label": "Open", "target": "trip.page"}})},
    ],
)
def test_an_unknown_field_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(UnknownMergeField) as problem:
        check_words(words(**wrong), category="reminder")
    assert problem.value.detail["name"]


@pytest.mark.parametrize(
    "document",
    [
        doc({"type": "giftCard"}),
        doc({"type": "button", "attrs": {"label": "Open", "target": "guest.name"}}),
        doc(paragraph(link("{{guest.email}}"))),
    ],
)
def test_blocks_and_links_that_say_nothing_here_are_refused(document: dict[str, Any]) -> None:
    with pytest.raises(BadDocument):
        check_words(words(document=document), category="reminder")


def test_lines_have_an_end() -> None:
    with pytest.raises(Invalid):
        check_words(words(subject="x" * 301), category="reminder")


def test_a_line_may_hold_braces_that_name_nothing() -> None:
    check_line("{ a } }} {{", category="reminder")
    assert list(names_in("{{ guest.name | you }} and {{trip.date}}")) == ["guest.name", "trip.date"]
