"""
What Viator asks in v2: camelCase JSON.

Fields that we do not know are left unread, since Viator adds some without a new version. Whatever
is read is bounded. Numbers are strict: a supplier id in quotes is refused, as by their own schema.
"""

from datetime import date
from typing import Annotated, Final, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictInt,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic.alias_generators import to_camel

from outfitter_viator import errors, parser
from outfitter_viator.times import NotATime, read_start

# What one answer may be asked for. Viator publishes no limit; ours is far above what it sends.
MOST_OPTIONS: Final = 500
MOST_TICKETS: Final = 50
MOST_PEOPLE: Final = 9999

OptionId = Annotated[str, StringConstraints(min_length=1, max_length=255)]
Start = Annotated[str, StringConstraints(max_length=16)]


class V2Request(BaseModel):
    """A request of v2."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True)


class Supplied(V2Request):
    """What every request names: the operator, by Viator's id."""

    supplier_id: StrictInt = Field(ge=0, le=2**63 - 1)


class Ticket(V2Request):
    """How many of one band. A band that Viator never named is a combination we do not sell."""

    type: str = Field(min_length=1, max_length=40)
    quantity: StrictInt = Field(ge=0, le=MOST_PEOPLE)


def _is_start(value: str | None) -> str | None:
    if value:
        try:
            read_start(value)
        except NotATime as problem:
            raise ValueError("a start time is written hh:mm") from problem
    return value or None


class CheckedOption(V2Request):
    """One option of a check, at all its start times or at some."""

    product_option_id: OptionId
    start_times: list[Start] | None = Field(None, max_length=MOST_OPTIONS)

    @field_validator("start_times")
    @classmethod
    def _are_starts(cls, value: list[str] | None) -> list[str] | None:
        return [_is_start(text) or "" for text in value] if value is not None else None


class CheckIn(Supplied):
    """`POST /v2/availability/check`."""

    product_options: list[CheckedOption] = Field(max_length=MOST_OPTIONS)
    travel_date: date
    tickets: list[Ticket] = Field(max_length=MOST_TICKETS)
    total_travelers: StrictInt = Field(ge=0, le=MOST_PEOPLE)


class CalendarIn(Supplied):
    """`POST /v2/availability/calendar`."""

    product_option_ids: list[OptionId] = Field(max_length=MOST_OPTIONS)
    start_date: date
    end_date: date

    @model_validator(mode="after")
    def _runs_forward(self) -> "CalendarIn":
        if self.end_date < self.start_date:
            raise ValueError("endDate lies before startDate")
        return self


class ReserveIn(Supplied):
    """`POST /v2/reserve`."""

    product_option_id: OptionId
    start_time: Start | None = None
    travel_date: date
    tickets: list[Ticket] = Field(min_length=1, max_length=MOST_TICKETS)
    total_travelers: StrictInt = Field(ge=0, le=MOST_PEOPLE)

    @field_validator("start_time")
    @classmethod
    def _is_start(cls, value: str | None) -> str | None:
        return _is_start(value)


class OffersIn(Supplied):
    """`POST /v2/product/special-offers`."""

    special_offer_ids: list[OptionId] = Field(max_length=MOST_OPTIONS)


FormT = TypeVar("FormT", bound=V2Request)


def form(model: type[FormT], body: bytes) -> FormT:
    """
    Return a request of v2.

    :raises V2Error: 400, with what is wrong
    """
    try:
        return model.model_validate(parser.load(body))
    except ValidationError as problem:
        raise errors.bad_request(parser.describe(problem)) from problem
    except ValueError as problem:
        raise errors.bad_request("The body is not a JSON object.") from problem
