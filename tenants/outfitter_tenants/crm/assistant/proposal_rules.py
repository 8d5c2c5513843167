"""
What may be shown of a model's words. Pure.

A model reads what guests wrote, and whoever writes can try to command it. So words are only shown
where they bring nothing along that was not there: no address, no link, no merge field. Those are
what a person overlooks, and what does harm when it goes out under the operator's name.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

MOST: Final = 4
_FIELD: Final = re.compile(r"\{\{[^{}]*\}\}")
# Whatever mail programs and phones turn into a link: schemes, www, bare hosts, addresses of mail.
_LINK: Final = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:/{1,2}\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.-]+"
    r"|\b(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)(?:/\S*)?)",
    re.I,
)
_PHONE: Final = re.compile(r"\+?\d(?:[\s().\u00a0-]*\d){7,}")
_MARKUP: Final = re.compile(r"</?[a-z][^>]*>", re.I)
# What turns around, hides or cuts the text beside it.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)


def rewordings(found: Iterable[str], *, of: str, max_len: int) -> list[str]:
    """
    Return those of a model's versions of a text that may be proposed, each once.

    Merge fields have to be in each as often as in the text, and what it links or calls to there too.
    """
    fields = Counter(_fields(of))
    return [
        text
        for text in _distinct(found, apart_from=of)
        if len(text) <= max_len and Counter(_fields(text)) == fields and not brings_along(text, known=[of])
    ][:MOST]


def replies(found: Iterable[str], *, known: Sequence[str], max_len: int) -> list[str]:
    """
    Return those of a model's replies that may be proposed, each once.

    They may link and call to what is in `known`: the operator's own words, never the guest's.
    """
    return [
        text
        for text in _distinct(found)
        if len(text) <= max_len and not _fields(text) and not brings_along(text, known=known)
    ][:MOST]


def brings_along(text: str, *, known: Sequence[str]) -> bool:
    """Return whether a text has markup, links, addresses or phone numbers that none of `known` has."""
    there = {one for words in known for one in _contacts(words)}
    is_markup = bool(_MARKUP.search(text)) and not any(_MARKUP.search(words) for words in known)
    return is_markup or any(one not in there for one in _contacts(text))


def _contacts(text: str) -> list[str]:
    plain = _FIELD.sub(" ", text)
    links = [one.rstrip(".,;:!?)»”\"'").casefold() for one in _LINK.findall(plain)]
    phones = ["".join(sign for sign in one if sign.isdigit()) for one in _PHONE.findall(plain)]
    return links + phones


def _fields(text: str) -> list[str]:
    return ["".join(one.split()) for one in _FIELD.findall(text)]


def _distinct(found: Iterable[str], *, apart_from: str = "") -> list[str]:
    seen = {apart_from.strip()}
    kept: list[str] = []
    for raw in found:
        text = _UNSEEN.sub("", raw.replace("\r\n", "\n")).strip()
        if text and text not in seen:
            seen.add(text)
            kept.append(text)
    return kept
