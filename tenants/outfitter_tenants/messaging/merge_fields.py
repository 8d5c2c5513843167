"""
Merge fields: what templates may name, and `{{name|fallback}}` as people write it in a line.

Pure. The names are the same for every language; what stands for them is written by their kind.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from outfitter.kit.errors import DomainError
from outfitter_tenants.messaging.rules.template_categories import EVERY, TRIP_CATEGORIES

FieldKind = Literal["text", "date", "time", "moment", "money", "url", "number", "phone"]
_WRITTEN: Final = re.compile(r"\{\{([^{}]*)\}\}")
_PAID: Final = frozenset({"payment_request", "receipt", "refund"})
_DATED: Final = TRIP_CATEGORIES | {"waitlist"}
_BOOKED: Final = TRIP_CATEGORIES - {"abandon"}


class UnknownMergeField(DomainError):
    """A template names something that nothing can stand for."""

    code = "unknown_merge_field"
    status = 422


@dataclass(frozen=True, slots=True)
class MergeField:
    """Something that a template may name, with what stands for it while nothing else is known."""

    name: str
    kind: FieldKind
    categories: frozenset[str]
    sample: str

    @property
    def label_key(self) -> str:
        """Return what names it among the screens' words."""
        return f"field_{self.name.replace('.', '_')}"


_ROWS: Final[tuple[tuple[str, FieldKind, frozenset[str], str], ...]] = (
    ("guest.first_name", "text", EVERY, "Ana"),
    ("guest.name", "text", EVERY, "Ana Ruiz"),
    ("guest.email", "text", EVERY, "ana@example.com"),
    ("trip.confirmation_code", "text", _BOOKED, "WXYZ-2345"),
    ("trip.experience", "text", _DATED, "Sunset Kayak Tour"),
    ("trip.date", "date", _DATED, "2026-12-05"),
    ("trip.time", "time", _DATED, "15:30"),
    ("trip.end_time", "time", TRIP_CATEGORIES, "18:00"),
    ("trip.meeting_point", "text", TRIP_CATEGORIES, "12 Commercial Street"),
    ("trip.guests", "text", _DATED, "2 Adults"),
    ("trip.guest_count", "text", TRIP_CATEGORIES, "2 guests"),
    ("trip.link", "url", _BOOKED, "https://example.com/trip"),
    ("trip.total", "money", TRIP_CATEGORIES, "22700"),
    ("trip.paid", "money", _BOOKED, "10000"),
    ("trip.balance", "money", _BOOKED, "12700"),
    ("trip.balance_due_date", "date", _BOOKED, "2026-12-01"),
    ("operator.name", "text", EVERY, "Reef Runners"),
    ("operator.phone", "phone", EVERY, "+1 212 555 0100"),
    ("operator.email", "text", EVERY, "hello@example.com"),
    ("operator.website", "url", EVERY, "https://example.com"),
    ("operator.address", "text", EVERY, "1 Pier Road"),
    ("payment.amount", "money", _PAID, "12700"),
    ("payment.date", "date", frozenset({"receipt", "refund"}), "2026-12-01"),
    ("payment.method", "text", frozenset({"receipt", "refund"}), "Visa 4242"),
    ("payment.link", "url", _BOOKED | {"invoice"}, "https://example.com/pay"),
    ("payment.until", "moment", frozenset({"payment_request"}), "2026-12-03T18:00"),
    ("waiver.link", "url", _BOOKED, "https://example.com/sign"),
    ("waiver.signed", "number", frozenset({"waiver_request"}), "1"),
    ("waiver.total", "number", frozenset({"waiver_request"}), "3"),
    ("waitlist.link", "url", frozenset({"waitlist"}), "https://example.com/list"),
    ("waitlist.until", "moment", frozenset({"waitlist"}), "2026-12-03T18:00"),
    ("gift_card.amount", "money", frozenset({"gift_card"}), "10000"),
    ("gift_card.link", "url", frozenset({"gift_card"}), "https://example.com/card"),
    ("gift_card.sender", "text", frozenset({"gift_card"}), "Tom"),
    ("invoice.number", "text", frozenset({"invoice"}), "INV-0042"),
    ("invoice.amount", "money", frozenset({"invoice"}), "45000"),
    ("invoice.due_date", "date", frozenset({"invoice"}), "2026-12-15"),
    ("access.code", "text", frozenset({"access_code"}), "482913"),
    ("cart.link", "url", frozenset({"abandon"}), "https://example.com/cart"),
    ("review.link", "url", _BOOKED, "https://example.com/review"),
    ("review.google_link", "url", _BOOKED, "https://example.com/google"),
    ("review.tripadvisor_link", "url", _BOOKED, "https://example.com/tripadvisor"),
    ("view.link", "url", EVERY, "https://example.com/view"),
    ("unsubscribe.link", "url", EVERY, "https://example.com/unsubscribe"),
)
MERGE_FIELDS: Final[Mapping[str, MergeField]] = {
    name: MergeField(name, kind, categories, sample) for name, kind, categories, sample in _ROWS
}


def fields_of(category: str) -> list[MergeField]:
    """Return what templates of a category may name."""
    return [field for field in MERGE_FIELDS.values() if category in field.categories]


def known(name: str, *, category: str) -> MergeField:
    """
    Return the field of a name.

    :raises UnknownMergeField: templates of this category have none of that name
    """
    field = MERGE_FIELDS.get(name)
    if field is None or category not in field.categories:
        raise UnknownMergeField(f"There is no merge field “{name}” in this kind of message.", name=name)
    return field


def fields_in(line: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the fallback of each field of a line, as they stand in it."""
    for found in _WRITTEN.finditer(line):
        yield _parts(found[1])


def names_in(line: str) -> Iterator[str]:
    """Yield the names that a line asks for, as they stand in it."""
    return (name for name, _ in fields_in(line))


def check_line(line: str, *, category: str) -> None:
    """
    Refuse a line that names what nothing can stand for.

    :raises UnknownMergeField: naming it
    """
    for name in names_in(line):
        known(name, category=category)


def fill_line(line: str, value_of: Callable[[str, str], str]) -> str:
    """Return a line with what `value_of(name, fallback)` says in place of each field."""
    return _WRITTEN.sub(lambda found: value_of(*_parts(found[1])), line)


def written(name: str, fallback: str = "") -> str:
    """Return a field as it stands in a line."""
    return f"{{{{{name}|{fallback}}}}}" if fallback else f"{{{{{name}}}}}"


def only_field(line: str) -> str | None:
    """Return the name of the field that a line is, None where it is more or something else."""
    found = _WRITTEN.fullmatch(line.strip())
    return _parts(found[1])[0] if found else None


def _parts(inside: str) -> tuple[str, str]:
    name, _, fallback = inside.partition("|")
    return name.strip(), fallback.strip()
