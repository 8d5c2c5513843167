"""What a channel answers to the operator's questions, sorted into answers and words. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from outfitter.plugins.channels.errors import MalformedRequest
from outfitter_tenants.fields.queries import FieldRow
from outfitter_tenants.fields.rules.answers import BadAnswer, from_text

_MOST_LINE = 2000
Answers = tuple[tuple[FieldRow, Any], ...]


@dataclass(frozen=True, slots=True)
class SortedAnswers:
    """
    Answers as they are kept, with their questions; `of_units` in the order of the units.

    `lines` are what is no answer to its question, in words for the note.
    """

    of_booking: Answers = ()
    of_units: tuple[Answers, ...] = ()
    lines: list[str] = field(default_factory=list)


def sort_answers(
    asked: Mapping[str, FieldRow],
    of_booking: Mapping[str, str],
    of_units: Sequence[Mapping[str, str]] = (),
    *,
    region: str,
    is_binding: bool,
) -> SortedAnswers:
    """
    Return what was answered; `asked` are the questions by their id.

    :raises MalformedRequest: with `is_binding`, an answer to what is not asked, or one that doesn't
        fit; `field` is "answers." and the question's id
    """
    sorter = _Sorter(asked, region, is_binding)
    booked = sorter.sort(of_booking, is_per_unit=False)
    units = tuple(sorter.sort(one, is_per_unit=True) for one in of_units)
    return SortedAnswers(booked, units, sorter.lines)


class _Sorter:
    def __init__(self, asked: Mapping[str, FieldRow], region: str, is_binding: bool) -> None:
        self._asked, self._region, self._is_binding = asked, region, is_binding
        self.lines: list[str] = []

    def sort(self, answers: Mapping[str, str], *, is_per_unit: bool) -> Answers:
        """Return those that are answers; the words of others are added to the lines."""
        found = []
        for key, text in answers.items():
            question = self._asked.get(key)
            try:
                if question is None or (question.scope == "booking") != is_per_unit:
                    raise BadAnswer("This is not asked here.")
                found.append((question, from_text(question, text, region=self._region)))
            except BadAnswer as problem:
                if self._is_binding:
                    raise MalformedRequest(str(problem), field=f"answers.{key}") from problem
                label = question.label if question is not None else key
                self.lines.append(f"{label}: {text}"[:_MOST_LINE])
        return tuple(found)


def open_question(
    asked: Iterable[tuple[FieldRow, bool]],
    of_booking: Mapping[str, str],
    of_units: Sequence[Mapping[str, str]],
) -> FieldRow | None:
    """Return a required question that nobody has answered, of the booking or of one of its units."""
    for question, is_required in asked:
        key = str(question.id)
        places = of_units if question.scope == "booking" else [of_booking]
        if is_required and not all(one.get(key, "").strip() for one in places):
            return question
    return None


def merged(known: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """Return answers with those that were said now; empty ones are taken away."""
    return {key: text for key, text in {**known, **said}.items() if text.strip()}
