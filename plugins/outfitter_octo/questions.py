"""octo/questions: what operators want to know, and what guests answer."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from outfitter.sdk.channels import Product, Question
from outfitter_octo.errors import bad_request
from outfitter_octo.types import InputType, QuestionAnswerShape, QuestionShape, SelectOptionShape

# The protocol has no input for several choices, or for yes and no: both are chosen.
_INPUTS: Final[Mapping[str, InputType]] = {
    "text": "text",
    "long_text": "textarea",
    "number": "number",
    "date": "date",
    "choice": "select",
    "choices": "select",
    "yes_no": "select",
    "email": "email",
    "phone": "tel",
}
_YES_NO: Final[list[SelectOptionShape]] = [
    {"label": "Yes", "value": "true"},
    {"label": "No", "value": "false"},
]


class AnswerBody(BaseModel):
    """An answer; null takes back what was answered before."""

    model_config = ConfigDict(extra="ignore", strict=True)

    questionId: Annotated[str, Field(max_length=200)]
    value: Annotated[str, Field(max_length=5000)] | None = None


Answers = Annotated[list[AnswerBody], Field(max_length=100)]


def parse_answers(said: list[AnswerBody] | None) -> dict[str, str]:
    """
    Return answers by question, an empty text for one that is taken back.

    :raises OctoError: a question is answered twice
    """
    found: dict[str, str] = {}
    for one in said or ():
        if one.questionId in found:
            raise bad_request(f"questionAnswers: {one.questionId} is answered twice")
        found[one.questionId] = one.value or ""
    return found


def questions_of(product: Product, *, is_per_unit: bool) -> list[QuestionShape]:
    """Return what is asked once a booking, or of every unit."""
    return [serialize_question(one) for one in product.questions if one.is_per_unit == is_per_unit]


def serialize_question(question: Question) -> QuestionShape:
    """Return a question."""
    options: list[SelectOptionShape] = [{"label": one, "value": one} for one in question.choices]
    return {
        "id": question.id,
        "title": question.text,
        "shortDescription": question.hint or None,
        "required": question.is_required,
        "inputType": _INPUTS.get(question.kind, "text"),
        "selectOptions": _YES_NO if question.kind == "yes_no" else options,
        "coverImageUrl": None,
    }


def serialize_answers(
    asked: Iterable[QuestionShape], answers: Mapping[str, str]
) -> list[QuestionAnswerShape]:
    """Return every question with its answer, null where there is none."""
    return [
        {"questionId": one["id"], "question": one, "value": answers.get(one["id"]) or None} for one in asked
    ]
