"""
What the blocks of a template may hold: the JSON of a ProseMirror editor, and nothing beside it.

What is not named here is refused (nodes, marks) or left out (attributes): no script, style or event
handler of pasted HTML has a place to stand.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from outfitter.kit.errors import DomainError
from outfitter_tenants.messaging.merge_fields import only_field
from outfitter_tenants.messaging.template_documents.data_blocks import BlockName

MOST_CHARACTERS: Final = 50_000
MOST_NODES: Final = 5_000
DEEPEST: Final = 14
SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})
_UNSEEN: Final = re.compile(r"[\x00-\x20\x7f]")


class BadDocument(DomainError):
    """A template's blocks are not what an email can hold."""

    code = "bad_document"
    status = 422


class _Part(BaseModel):
    # Editors write more attributes than an email has use for.
    model_config = ConfigDict(extra="ignore")


def _address(text: str) -> str:
    if only_field(text):
        return text.strip()
    parts = urlsplit(text.strip())
    if parts.scheme.lower() not in SCHEMES or _UNSEEN.search(text.strip()):
        raise ValueError("an address begins with https://, mailto: or tel:")
    if parts.scheme.lower() in {"http", "https"} and not parts.netloc:
        raise ValueError("an address names a host")
    return text.strip()


def _picture(text: str) -> str:
    if text.startswith("/media/") and not _UNSEEN.search(text):
        return text
    address = _address(text)
    if urlsplit(address).scheme.lower() not in {"http", "https"}:
        raise ValueError("a picture has an address that begins with https://")
    return address


Address = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_address)]
PictureAddress = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_picture)]
Words = Annotated[str, StringConstraints(max_length=200)]


class _LinkAttrs(_Part):
    href: Address


class _Link(_Part):
    type: Literal["link"]
    attrs: _LinkAttrs


class _Emphasis(_Part):
    type: Literal["bold", "italic", "underline"]


_Mark = Annotated[_Link | _Emphasis, Field(discriminator="type")]
_Marks = Annotated[list[_Mark], Field(max_length=4)]


class _Text(_Part):
    type: Literal["text"]
    text: str
    marks: _Marks = []


class _HardBreak(_Part):
    type: Literal["hardBreak"]


class _FieldAttrs(_Part):
    name: Annotated[str, StringConstraints(max_length=60)]
    fallback: Words | None = ""


class _MergeField(_Part):
    type: Literal["mergeField"]
    attrs: _FieldAttrs
    marks: _Marks = []


_Inline = Annotated[_Text | _HardBreak | _MergeField, Field(discriminator="type")]


class _Paragraph(_Part):
    type: Literal["paragraph"]
    content: list[_Inline] = []


class _HeadingAttrs(_Part):
    level: Annotated[int, Field(ge=1, le=3)] = 1


class _Heading(_Part):
    type: Literal["heading"]
    attrs: _HeadingAttrs = _HeadingAttrs()
    content: list[_Inline] = []


class _ListItem(_Part):
    type: Literal["listItem"]
    content: "list[_InItem]" = []


class _List(_Part):
    type: Literal["bulletList", "orderedList"]
    content: list[_ListItem] = []


_InItem = Annotated[_Paragraph | _List, Field(discriminator="type")]


class _Quote(_Part):
    type: Literal["blockquote"]
    content: list[_InItem] = []


class _Rule(_Part):
    type: Literal["horizontalRule"]


class _ButtonAttrs(_Part):
    label: Words
    # Where it leads: an address, or the name of a field that is one.
    url: Address | None = None
    target: Annotated[str, StringConstraints(max_length=60)] | None = None


class _Button(_Part):
    type: Literal["button"]
    attrs: _ButtonAttrs


class _PictureAttrs(_Part):
    src: PictureAddress
    alt: Words | None = ""
    width: Annotated[int, Field(ge=16, le=528)] | None = None


class _Picture(_Part):
    type: Literal["picture"]
    attrs: _PictureAttrs


class _SpacerAttrs(_Part):
    height: Annotated[int, Field(ge=4, le=120)] = 16


class _Spacer(_Part):
    type: Literal["spacer"]
    attrs: _SpacerAttrs = _SpacerAttrs()


class _DataAttrs(_Part):
    label: Words | None = None


class _DataBlock(_Part):
    type: BlockName
    attrs: _DataAttrs = _DataAttrs()


_Block = Annotated[
    _Paragraph | _Heading | _List | _Quote | _Rule | _Button | _Picture | _Spacer | _DataBlock,
    Field(discriminator="type"),
]


class _Document(_Part):
    type: Literal["doc"]
    content: list[_Block] = []


def parse_document(value: object) -> dict[str, object]:
    """
    Return a document with what it may hold, and nothing else of what was sent.

    :raises BadDocument: it holds what an email cannot, is too long or too deep
    """
    _measure(value)
    try:
        document = _Document.model_validate(value)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        path = ".".join(str(part) for part in first["loc"])
        raise BadDocument("This message has a block that emails can't hold.", at=path) from problem
    return document.model_dump(exclude_none=True)


def _measure(value: object) -> None:
    """Refuse what is too long or too deep before anything walks it by recursion."""
    waiting, nodes, letters = [(value, 0)], 0, 0
    while waiting:
        one, depth = waiting.pop()
        nodes += 1
        if isinstance(one, str):
            letters += len(one)
        if letters > MOST_CHARACTERS or nodes > MOST_NODES * 4:
            raise BadDocument("This message is too long.", most=MOST_CHARACTERS)
        if depth > DEEPEST * 2:
            raise BadDocument("The lists in this message are nested too deeply.", most=DEEPEST)
        if isinstance(one, Mapping):
            waiting += [(part, depth + 1) for part in one.values()]
        elif isinstance(one, list):
            waiting += [(part, depth + 1) for part in one]
