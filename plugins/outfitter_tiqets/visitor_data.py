"""What Tiqets asks guests and orders for: which of it is wanted, and which question of ours it answers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from outfitter.sdk.channels import Option, Product, Question
from outfitter_tiqets.settings import ORDER_FIELDS, VISITOR_FIELDS, TiqetsSettings, mapping_of

# What our own fields of a guest are called there.
_OF_GUESTS: Final[Mapping[str, str]] = {
    "first_name": "full_name",
    "last_name": "full_name",
    "email": "email",
    "phone": "phone",
    "birth_date": "date_of_birth",
}
# What is kept with the guest itself; all else is an answer, or a line of the note.
KEPT: Final = frozenset(_OF_GUESTS.values())
_WEIGHTS: Final = ("weight_kg", "weight_lb")


@dataclass(frozen=True, slots=True)
class AskedData:
    """
    What a product asks for, in the words of the protocol.

    `of_guests` and `of_orders` say which question of ours a field answers, once a guest and once a
    booking: field -> question id.
    """

    visitor: tuple[str, ...]
    order: tuple[str, ...]
    of_guests: Mapping[str, str]
    of_orders: Mapping[str, str]


def asked_of(product: Product, option: Option, settings: TiqetsSettings) -> AskedData:
    """Return what is asked for: what guests need, what is agreed, and what answers a required question."""
    own = mapping_of(product)
    questions = {_words(one.text): one for one in product.questions}
    found = [(row.field, questions.get(_words(row.question))) for row in own.answers]
    answered = {field: question for field, question in found if question and _fits(field, question)}
    needed = [field for field, question in answered.items() if question.is_required]
    guests = [_OF_GUESTS[field] for field in option.unit_contact_fields if field in _OF_GUESTS]
    visitor = [field for field in needed if answered[field].is_per_unit]
    order = [field for field in needed if not answered[field].is_per_unit]
    return AskedData(
        _once([*guests, *settings.visitor_data, *own.visitor_data, *visitor]),
        _once([*settings.order_data, *own.order_data, *order]),
        {field: question.id for field, question in answered.items() if question.is_per_unit},
        {field: question.id for field, question in answered.items() if not question.is_per_unit},
    )


def _fits(field: str, question: Question) -> bool:
    """Tell whether Tiqets asks for a field as often as we ask the question."""
    return field in (VISITOR_FIELDS if question.is_per_unit else ORDER_FIELDS)


def _once(fields: Iterable[str]) -> tuple[str, ...]:
    """Return each field once; of weights the first: guests are not weighed twice."""
    found: list[str] = []
    for field in dict.fromkeys(fields):
        if field not in _WEIGHTS or not any(one in _WEIGHTS for one in found):
            found.append(field)
    return tuple(found)


def problems(product: Product) -> list[str]:
    """Return what is wrong with the answers of a mapping, in words for the screen."""
    own = mapping_of(product)
    questions = {_words(one.text): one for one in product.questions}
    wrong = []
    for row in own.answers:
        question = questions.get(_words(row.question))
        if question is None:
            wrong.append(f"The experience doesn't ask “{row.question}”.")
        elif not _fits(row.field, question):
            whom = "every guest" if question.is_per_unit else "once a booking"
            wrong.append(f"“{row.question}” is asked {whom}, and {row.field} isn't.")
    if len({row.field for row in own.answers}) < len(own.answers):
        wrong.append("The same data of Tiqets answers two questions.")
    return wrong


def _words(text: str) -> str:
    return " ".join(text.split()).casefold()
