"""Bases of every request and response body."""

from typing import Annotated

from ninja import Schema
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from outfitter.kit import text_lines
from outfitter.kit.money import MOST

# PostgreSQL text cannot hold NUL, and nobody types other control characters on purpose.
PRINTABLE = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$"
# What stands on one line, in lists, on tickets and in the headers of mails: no line ends or other
# controls, and nothing that turns around the text behind it (bidirectional overrides, isolates).
SINGLE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$"


def _shown(text: str) -> str:
    if text and not text_lines.is_visible(text):
        raise ValueError("Please enter some visible text.")
    return text


Visible = AfterValidator(_shown)
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=160, pattern=SINGLE_LINE), Visible]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80, pattern=SINGLE_LINE), Visible]
Text = Annotated[str, StringConstraints(max_length=20_000, pattern=PRINTABLE)]
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]
SmallInt = Annotated[int, Field(ge=0, le=32_767)]
# Money that somebody names; every field of a request that holds some is one of these four.
Amount = Annotated[int, Field(ge=0, le=MOST, description="minor units of the currency")]
Positive = Annotated[int, Field(ge=1, le=MOST, description="minor units of the currency")]
SignedAmount = Annotated[int, Field(ge=-MOST, le=MOST, description="minor units of the currency")]
# The sum of many amounts, as the caller saw it: compared, never stored.
Total = Annotated[int, Field(ge=0, le=2**53 - 1, description="minor units of the currency")]
Version = Annotated[int, Field(ge=1, le=2**31 - 1)]


class In(Schema):
    """A request body. Unknown fields are an error, not a surprise."""

    model_config = ConfigDict(extra="forbid")


class Out(BaseModel):
    """
    A response body. Every field is always present.

    Plain pydantic: ninja's own Schema is six times slower on lists.
    """

    model_config = ConfigDict(from_attributes=True, json_schema_serialization_defaults_required=True)


class ErrorOut(Out):
    """What every failure answers."""

    code: str
    message: str
    detail: dict[str, object]


class Lookup(Out):
    """A named value; code branches on `slug` only."""

    id: int
    slug: str
    name: str


# The failures an operation may answer beside its success.
ERRORS: dict[int, type[ErrorOut]] = {status: ErrorOut for status in (400, 401, 403, 404, 405, 409, 422, 429)}
