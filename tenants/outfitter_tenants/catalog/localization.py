"""Which of several languages somebody reads. Pure."""

from collections.abc import Iterable, Sequence
from typing import Final

MOST_LANGUAGES: Final = 10


def normal(tag: str) -> str:
    """Return a language tag as it is stored: "PT_br" as "pt-BR", "zh-hant" as "zh-Hant"."""
    first, *rest = tag.strip().replace("_", "-").split("-")
    return "-".join([first.lower(), *(_subtag(part) for part in rest)])


def _subtag(part: str) -> str:
    if len(part) == 2:
        return part.upper()
    return part.title() if len(part) == 4 and part.isalpha() else part.lower()


def accepted(header: str) -> tuple[str, ...]:
    """
    Return the languages of an Accept-Language header, the dearest first (RFC 9110, 12.5.4).

    What cannot be read is left out: nobody types this header.
    """
    found: list[tuple[float, int, str]] = []
    for place, part in enumerate(header[:1000].split(",")[: 3 * MOST_LANGUAGES]):
        tag, _, weight = part.partition(";")
        quality = _quality(weight)
        if quality > 0 and _is_tag(tag.strip()):
            found.append((-quality, place, normal(tag)))
    return tuple(tag for _, _, tag in sorted(found))[:MOST_LANGUAGES]


def _quality(weight: str) -> float:
    name, _, value = weight.strip().partition("=")
    if not name:
        return 1.0
    try:
        return min(1.0, float(value)) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0


def _is_tag(tag: str) -> bool:
    parts = tag.replace("_", "-").split("-")
    return bool(tag) and all(p.isascii() and p.isalnum() and len(p) <= 8 for p in parts)


def choose(wanted: Sequence[str], *, offered: Iterable[str], own: str) -> str | None:
    """
    Return the offered language to show, None for the operator's `own`.

    For each wanted language, dearest first: the very same, then the same language elsewhere
    (pt-PT for pt-BR). The operator's own counts as offered; it is also what is left.
    """
    tags = list(offered)
    own = normal(own)
    for tag in wanted:
        if tag == own:
            return None
        if tag in tags:
            return tag
        if language_of(tag) == language_of(own):
            return None
        alike = sorted(other for other in tags if language_of(other) == language_of(tag))
        if alike:
            return alike[0]
    return None


def language_of(tag: str) -> str:
    """Return what a tag says before its first hyphen."""
    return tag.split("-")[0]
