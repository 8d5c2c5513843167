"""Whether a template's words may be saved: every field is known, every block has its place. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from outfitter.kit.errors import Invalid
from outfitter_tenants.messaging import merge_fields
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_documents.data_blocks import DATA_BLOCKS
from outfitter_tenants.messaging.template_documents.document_schema import BadDocument, parse_document

LONGEST_SUBJECT: Final = 300
LONGEST_TEXT: Final = 1_600


def check_words(words: TemplateWords, *, category: str) -> TemplateWords:
    """
    Return words as they may be kept.

    :raises BadDocument: its blocks are not what an email can hold
    :raises UnknownMergeField: it names what nothing can stand for
    :raises Invalid: a line is too long
    """
    _measure("subject", words.subject, LONGEST_SUBJECT)
    _measure("preheader", words.preheader, LONGEST_SUBJECT)
    _measure("sms_text", words.sms_text, LONGEST_TEXT)
    document = parse_document(words.document) if words.document else {}
    for line in (words.subject, words.preheader, words.sms_text):
        merge_fields.check_line(line, category=category)
    for node in nodes_of(document):
        _check_node(node, category)
    return TemplateWords(words.locale, words.subject, words.preheader, document, words.sms_text)


def nodes_of(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield every node of a document, outer before inner."""
    waiting: list[Sequence[Mapping[str, Any]]] = [document.get("content") or ()]
    while waiting:
        for node in waiting.pop():
            yield node
            waiting.append(node.get("content") or ())


def _check_node(node: Mapping[str, Any], category: str) -> None:
    attrs, kind = node.get("attrs") or {}, node["type"]
    if kind == "mergeField":
        merge_fields.known(attrs["name"], category=category)
    if kind in DATA_BLOCKS and category not in DATA_BLOCKS[kind]:
        raise BadDocument("One of the blocks has nothing to show in this kind of message.", block=kind)
    for line in (attrs.get("label"), attrs.get("url"), *_links(node)):
        merge_fields.check_line(line or "", category=category)
        name = merge_fields.only_field(line or "")
        if name and line != attrs.get("label"):
            _check_link(name, category)
    if target := attrs.get("target"):
        _check_link(target, category)


def _check_link(name: str, category: str) -> None:
    if merge_fields.known(name, category=category).kind != "url":
        raise BadDocument("This link doesn't lead to a web address.", name=name)


def _links(node: Mapping[str, Any]) -> list[str]:
    return [mark["attrs"]["href"] for mark in node.get("marks") or () if mark["type"] == "link"]


def _measure(name: str, text: str, longest: int) -> None:
    if len(text) > longest:
        raise Invalid({name: [f"At most {longest} characters."]})
