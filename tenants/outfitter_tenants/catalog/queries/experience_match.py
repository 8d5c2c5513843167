"""Which experience a file means by what it writes: a code, a name, an address or a number. Pure."""

from collections.abc import Iterable, Mapping
from typing import Final

from outfitter_tenants.catalog.queries.experiences import CustomerTypeRow, ExperienceRow

_PLURALS: Final = {
    "children": "child",
    "kids": "child",
    "kid": "child",
    "infants": "infant",
    "babies": "infant",
    "baby": "infant",
    "seniors": "senior",
    "students": "student",
    "youths": "youth",
    "teens": "youth",
    "families": "family",
}


def folded(text: str) -> str:
    """Return a text as it is compared: small letters, single spaces."""
    return " ".join(text.casefold().split())


class ExperienceIndex:
    """
    Experiences by everything people call them by.

    What is archived gives way to what is not; a name that two on sale share finds neither.
    """

    def __init__(self, rows: Iterable[ExperienceRow]) -> None:
        self._by_word: dict[str, list[ExperienceRow]] = {}
        for row in rows:
            words = {row.slug, row.name, row.sku or "", row.internal_name or "", str(row.id)}
            for word in {folded(one) for one in words} - {""}:
                self._by_word.setdefault(word, []).append(row)

    def candidates(self, text: str) -> list[ExperienceRow]:
        """Return what may be meant: one, several or none."""
        found = self._by_word.get(folded(text), [])
        return [row for row in found if row.status != "archived"] or found

    def find(self, text: str) -> ExperienceRow | None:
        """Return the one that is meant; None when there is none, or more than one."""
        found = self.candidates(text)
        return found[0] if len(found) == 1 else None


def tickets_by_word(kinds: Iterable[CustomerTypeRow]) -> Mapping[str, CustomerTypeRow]:
    """Return the tickets of an experience by label, name, slug and kind; the first of each word counts."""
    found: dict[str, CustomerTypeRow] = {}
    ordered = list(kinds)
    for names in ("label", "customer_type_name", "customer_type_slug", "kind"):
        for kind in ordered:
            if word := getattr(kind, names):
                found.setdefault(folded(word), kind)
    return found


def find_ticket(by_word: Mapping[str, CustomerTypeRow], text: str) -> CustomerTypeRow | None:
    """Return the ticket that a word means, in the singular or the plural."""
    word = folded(text)
    for one in (word, _PLURALS.get(word, ""), word.removesuffix("s"), word.removesuffix("es")):
        if one in by_word:
            return by_word[one]
    return None
