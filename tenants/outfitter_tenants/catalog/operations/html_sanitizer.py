"""HTML that people type, made harmless (the tags a description needs, nothing that runs)."""

from typing import Final

import nh3

TAGS: Final = {
    "a",
    "b",
    "blockquote",
    "br",
    "em",
    "h2",
    "h3",
    "h4",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "s",
    "small",
    "strong",
    "sub",
    "sup",
    "u",
    "ul",
}
_ATTRIBUTES: Final = {"a": {"href"}}
_SCHEMES: Final = {"https", "http", "mailto", "tel"}


def clean_html(text: str) -> str:
    """Return HTML with harmless tags and links only; links do not leak where they were on."""
    return nh3.clean(
        text, tags=TAGS, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel="noopener noreferrer nofollow"
    )
