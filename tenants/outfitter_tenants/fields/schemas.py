"""Bodies of custom fields (domain.md 5.7)."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from outfitter.api.schemas import SINGLE_LINE, Id, In, Line, Out, SmallInt, Visible

FieldName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=SINGLE_LINE), Visible
]
Label = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=160, pattern=SINGLE_LINE), Visible
]
Help = Annotated[str, StringConstraints(max_length=300, pattern=SINGLE_LINE)]
Kind = Literal[
    "text",
    "textarea",
    "number",
    "date",
    "select",
    "multiselect",
    "checkbox",
    "phone",
    "email",
    "country",
    "file",
    "height",
    "weight",
]
Ids = Annotated[list[Id], Field(max_length=500)]


class ValidationIn(In):
    """Bounds of an answer: of a number, or of the letters of a text."""

    min: float | None = None
    max: float | None = None
    max_length: Annotated[int, Field(ge=1, le=5000)] | None = None

    @model_validator(mode="after")
    def _in_order(self) -> "ValidationIn":
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError("The minimum must not be more than the maximum.")
        return self


class CustomFieldIn(In):
    """A custom field to make (no id) or to change."""

    id: Id | None = None
    version: SmallInt | None = None
    name: FieldName
    label: Label
    help_text: Help = ""
    kind: Kind
    options: Annotated[list[Line], Field(max_length=100)] = []
    scope: Literal["trip", "trip_order", "booking", "customer"]
    ask_when: Literal["checkout", "after_booking", "check_in", "internal"] = "checkout"
    is_required: bool = False
    is_pii: bool = False
    is_health: bool = False
    show_on_manifest: bool = False
    validation: ValidationIn = ValidationIn()


class CustomFieldOut(Out):
    """One question of the operator's own."""

    id: int
    name: str
    label: str
    help_text: str
    kind: str
    options: list[str]
    scope: str
    ask_when: str
    is_required: bool
    is_pii: bool
    is_health: bool
    show_on_manifest: bool
    validation: dict[str, Any]
    position: int
    is_archived: bool
    experience_cnt: int
    version: int


class CustomFieldsOut(Out):
    """The operator's questions, in their order."""

    customFields: list[CustomFieldOut]


class CustomFieldSavedOut(Out):
    """The question as it is now."""

    customField: CustomFieldOut


class AssignedOut(Out):
    """A question as one experience asks it."""

    position: int
    is_required: bool
    is_required_here: bool | None
    custom_field: CustomFieldOut


class AssignedFieldsOut(Out):
    """What an experience asks, in its order."""

    customFields: list[AssignedOut]


class PositionIn(In):
    """A place in the order, 0 is the first."""

    position: SmallInt


class FieldOrderIn(In):
    """Custom fields in their new order, by id."""

    ids: Ids


class AssignIn(In):
    """Which field an experience is to ask; null leaves `is_required` to the field itself."""

    custom_field_id: Id
    is_required: bool | None = None
