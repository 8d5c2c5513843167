"""Our sentences as blocks of a document: a field where a sentence has a value."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from outfitter_tenants.messaging import merge_fields, translations

Node = dict[str, Any]
_VALUE: Final = re.compile(r"\{(\w+)\}")
# Which field a value of our sentences is, where a template does not say otherwise.
_FIELDS: Final = {
    "operator": "operator.name",
    "experience": "trip.experience",
    "date": "trip.date",
    "time": "trip.time",
    "day": "trip.date",
    "amount": "payment.amount",
    "method": "payment.method",
    "until": "payment.until",
    "url": "trip.link",
    "name": "guest.first_name",
    "code": "trip.confirmation_code",
    "digits": "access.code",
    "number": "invoice.number",
    "signed": "waiver.signed",
    "total": "waiver.total",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a shipped document; `key` is its sentence, `name` what it is or where it leads."""

    kind: Literal["title", "subtitle", "paragraph", "button", "link", "data", "code"]
    key: str = ""
    name: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


def title(key: str, **fields: str) -> Block:
    """Return a title that says a sentence."""
    return Block("title", key, fields=fields)


def paragraph(key: str, **fields: str) -> Block:
    """Return a paragraph that says a sentence."""
    return Block("paragraph", key, fields=fields)


def button(key: str, target: str) -> Block:
    """Return a button that leads to what a field says."""
    return Block("button", key, target)


def link(key: str, target: str) -> Block:
    """Return a paragraph that leads to what a field says."""
    return Block("link", key, target)


def data(name: str) -> Block:
    """Return a block that code fills."""
    return Block("data", name=name)


def node_of(block: Block, code: str) -> Node:
    """Return a block as it stands in a document of one language."""
    if block.kind == "data":
        return {"type": block.name}
    if block.kind == "button":
        label = translations.catalogue(code)[block.key]
        return {"type": "button", "attrs": {"label": label, "target": block.name}}
    if block.kind == "link":
        mark = {"type": "link", "attrs": {"href": merge_fields.written(block.name)}}
        text = {"type": "text", "text": translations.catalogue(code)[block.key], "marks": [mark]}
        return {"type": "paragraph", "content": [text]}
    content = list(_inline(_pattern(block.key, code), block.fields))
    if block.kind == "title":
        return {"type": "heading", "attrs": {"level": 1}, "content": content}
    return {"type": "paragraph", "content": content}


def line_of(key: str, code: str, fields: Mapping[str, str]) -> str:
    """Return a sentence of one language as a line with fields."""
    pattern = _pattern(key, code)
    return _VALUE.sub(lambda found: merge_fields.written(_field(found[1], fields)), pattern)


def _pattern(key: str, code: str) -> str:
    # A subject of nothing but values is the same in every language.
    return translations.catalogue(code).get(key, key)


def _inline(pattern: str, fields: Mapping[str, str]) -> Iterator[Node]:
    place = 0
    for found in _VALUE.finditer(pattern):
        if before := pattern[place : found.start()]:
            yield {"type": "text", "text": before}
        yield {"type": "mergeField", "attrs": {"name": _field(found[1], fields), "fallback": ""}}
        place = found.end()
    if rest := pattern[place:]:
        yield {"type": "text", "text": rest}


def _field(value: str, fields: Mapping[str, str]) -> str:
    return fields.get(value) or _FIELDS[value]
