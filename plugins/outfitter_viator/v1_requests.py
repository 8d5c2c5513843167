"""
What Viator asks in v1: an envelope `{requestType, data}`, PascalCase JSON.

The samples that Viator publishes differ from its schema in small ways, and real senders follow the
samples: empty text stands for what is absent (`"EndDate": ""`), and the traveller mix of a booking
comes as numbers or as text. Both are read.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_pascal

from outfitter_viator import errors, parser
from outfitter_viator.errors import V1Error

MOST_CODES: Final = 500
MOST_TRAVELLERS: Final = 999
_SUFFIX: Final = "Request"
# Requests of v1 and the path that each may also be posted to, below the one address.
PATHS: Final = {
    "TourList": "tourlist",
    "Availability": "availability",
    "BatchAvailability": "batch-availability",
    "BatchPricing": "batch-pricing",
    "Booking": "booking",
    "BookingAmendment": "booking-amendment",
    "BookingCancellation": "booking-cancellation",
    "Redemption": "redemption",
}


def _absent(value: Any) -> Any:
    return None if isinstance(value, str) and not value.strip() else value


def _count(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a number, not a truth")
    return 0 if value in (None, "") else value


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Absent = BeforeValidator(_absent)
Short = Annotated[str, StringConstraints(max_length=32)]
Currency = Annotated[str, StringConstraints(max_length=3)]
Mail = Annotated[str, StringConstraints(max_length=320)]
Code = Annotated[str, StringConstraints(max_length=50)]
Words = Annotated[str, StringConstraints(max_length=2000)]
Name = Annotated[str, StringConstraints(max_length=255)]
Reference = Annotated[str, BeforeValidator(_text), StringConstraints(min_length=1, max_length=100)]
Count = Annotated[int, BeforeValidator(_count), Field(ge=0, le=MOST_TRAVELLERS)]


class Part(BaseModel):
    """A part of a request of v1."""

    model_config = ConfigDict(alias_generator=to_pascal, populate_by_name=True, extra="ignore", frozen=True)


class V1Request(Part):
    """What every request carries. The key may stand in the header of the call instead."""

    api_key: Annotated[str, StringConstraints(max_length=255)] = ""
    reseller_id: Annotated[str, BeforeValidator(_text), StringConstraints(max_length=100)]
    supplier_id: int = Field(ge=0, le=2**63 - 1)
    external_reference: Annotated[str, BeforeValidator(_text), StringConstraints(max_length=255)] | None = (
        None
    )
    timestamp: Annotated[str, StringConstraints(max_length=64)]


class Pair(Part):
    """One of the pairs that refine an option."""

    name: Name = ""
    value: Name = ""


class Language(Part):
    """The language of a tour, and how it is given."""

    language_code: Name = ""
    language_option: list[Name] = Field(default_factory=list, max_length=3)


class Options(Part):
    """Which option of a product, and when it leaves."""

    supplier_option_code: Annotated[Name | None, Absent] = None
    supplier_option_name: Annotated[Words | None, Absent] = None
    tour_departure_time: Annotated[Short | None, Absent] = None
    option: list[Pair] = Field(default_factory=list, max_length=20)
    language: Language | None = None


class TravellerMix(Part):
    """How many of each age band."""

    adult: Count = 0
    child: Count = 0
    youth: Count = 0
    infant: Count = 0
    senior: Count = 0
    total: Count = 0

    def counts(self) -> dict[str, int]:
        """Return how many of each band there are, in v2's words, none of them zero."""
        bands = {name.upper(): int(getattr(self, name)) for name in _BANDS}
        return {band: quantity for band, quantity in bands.items() if quantity}


_BANDS: Final = ("adult", "child", "youth", "infant", "senior")


class TourListIn(V1Request):
    """`TourListRequest`."""


class AvailabilityHold(Part):
    """For how long seats shall be kept."""

    expiry: Annotated[str, StringConstraints(max_length=64)]


class AvailabilityIn(V1Request):
    """`AvailabilityRequest`: one date or several, and a hold when the customer pays."""

    start_date: date
    end_date: Annotated[date | None, Absent] = None
    supplier_product_code: Code
    tour_options: Options | None = None
    availability_hold: AvailabilityHold | None = None
    traveller_mix: TravellerMix | None = None


class BatchAvailabilityIn(V1Request):
    """`BatchAvailabilityRequest`: all products over some dates."""

    start_date: date
    end_date: Annotated[date | None, Absent] = None
    mode: Name = "ALL"


class BatchPricingIn(V1Request):
    """`BatchPricingRequest`: prices of some products, or of all, over some dates."""

    start_date: date
    end_date: Annotated[date | None, Absent] = None
    supplier_product_code: list[Code] = Field(default_factory=list, max_length=MOST_CODES)


class Traveller(Part):
    """Somebody who travels."""

    traveller_identifier: Reference
    given_name: Name = ""
    surname: Name = ""
    age_band: Name
    lead_traveller: bool = False


class AnsweredQuestion(Part):
    """A question of the operator's and what the customer answered."""

    question_text: Words
    question_answer: Words = ""


class RequiredInfo(Part):
    """The questions of a booking."""

    question: list[AnsweredQuestion] = Field(default_factory=list, max_length=200)


class Inclusions(Part):
    """What the customer was promised."""

    inclusion: list[Words] = Field(default_factory=list, max_length=200)


class Remarks(Part):
    """Notes of Viator's staff."""

    remark: list[Words] = Field(default_factory=list, max_length=200)


class Contact(Part):
    """How to reach the customer."""

    contact_type: Name
    contact_name: Name = ""
    contact_value: Name = ""


class BookingFields(V1Request):
    """What a booking and its amendment have in common: the whole picture of what was sold."""

    booking_reference: Reference
    travel_date: date
    supplier_product_code: Code
    location: Words | None = None
    tour_options: Options | None = None
    inclusions: Inclusions | None = None
    currency_code: Annotated[Currency | None, Absent] = None
    amount: Annotated[Decimal | None, Absent] = None
    traveller: list[Traveller] = Field(min_length=1, max_length=MOST_TRAVELLERS)
    traveller_mix: TravellerMix | None = None
    required_info: RequiredInfo | None = None
    special_requirement: Annotated[str, StringConstraints(max_length=10_000)] | None = None
    pickup_point: Words | None = None
    contact_detail: Contact | None = None
    contact_email: Annotated[Mail | None, Absent] = None


class BookingIn(BookingFields):
    """`BookingRequest`."""

    availability_hold_reference: Annotated[Name | None, Absent] = None
    retry: bool = False


class AmendmentIn(BookingFields):
    """`BookingAmendmentRequest`: the booking as it shall be, whole."""

    supplier_confirmation_number: Reference
    supplier_note: Words | None = None
    additional_remarks: Remarks | None = None


class CancellationIn(V1Request):
    """`BookingCancellationRequest`."""

    booking_reference: Reference
    supplier_confirmation_number: Reference
    cancel_date: date
    author: Name
    reason: Words
    supplier_note: Words | None = None


class RedemptionIn(V1Request):
    """`RedemptionRequest`: has anybody used this booking?"""

    booking_reference: Reference
    travel_date: date
    supplier_confirmation_number: Reference


HeadT = TypeVar("HeadT", bound=V1Request)


def envelope(body: bytes) -> tuple[str, dict[str, Any]]:
    """
    Return what is asked, without the word "Request", and the data of a request of v1.

    :raises V1Error: the body is no envelope
    """
    try:
        found = parser.load(body)
    except ValueError as problem:
        raise V1Error(errors.MALFORMED, "The body is not a JSON object.") from problem
    kind, data = found.get("requestType"), found.get("data")
    if not isinstance(kind, str) or not isinstance(data, dict):
        raise V1Error(errors.MISSING_PARAMETER, "requestType and data are required.")
    return kind.removesuffix(_SUFFIX), data


def head(model: type[HeadT], data: dict[str, Any]) -> HeadT:
    """
    Return the data of a request of v1.

    :raises V1Error: TGDS0022 when something is missing, TGDS0020 when something is wrong
    """
    try:
        return model.model_validate(data)
    except ValidationError as problem:
        is_missing = any(error["type"] == "missing" for error in problem.errors())
        code = errors.MISSING_PARAMETER if is_missing else errors.FIELD_VALIDATION
        raise V1Error(code, parser.describe(problem)) from problem
