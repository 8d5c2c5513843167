"""Bodies of what an experience says in each language (domain.md 5.10)."""

from typing import Annotated

from pydantic import StringConstraints

from outfitter.api.schemas import In, Line, Out, Text, Version

Locale = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$", max_length=12)]


class ContentIn(In):
    """Texts in one language; what is left out stays, what is empty falls back."""

    locale: Locale
    version: Version | None = None
    name: Line | None = None
    short_description: Text | None = None
    description_html: Text | None = None
    inclusions: Text | None = None
    exclusions: Text | None = None
    meeting_point: Text | None = None
    what_to_bring: Text | None = None


class ContentOut(Out):
    """Texts in one language."""

    locale: str
    name: str
    short_description: str
    description_html: str
    inclusions: str
    exclusions: str
    meeting_point: str
    what_to_bring: str


class ContentsOut(Out):
    """What an experience says: in the operator's language (`own_locale`) first, then in others."""

    own_locale: str
    version: int
    contents: list[ContentOut]
