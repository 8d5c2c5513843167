"""
What GetYourGuide asks. Every body is `{"data": {…}}`.

Fields that we do not know are left unread; whatever is read is bounded. Where the documentation
contradicts itself (the retail price is required of each item, and missing in two of its samples),
the lenient reading is taken.
"""

import json
from typing import Annotated, Final, Generic, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictInt,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from outfitter.sdk.json_text import refuse_constant, require_storable
from outfitter_getyourguide import errors
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.unit_types import GROUP

MOST_ITEMS: Final = 100
MOST_PEOPLE: Final = 9999

ProductId = Annotated[str, StringConstraints(min_length=1, max_length=255)]
Reference = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Moment = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Line = Annotated[str, StringConstraints(max_length=320)]
Count = Annotated[StrictInt, Field(ge=1, le=MOST_PEOPLE)]


class RequestPart(BaseModel):
    """A request, or a part of one."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True)


class BookingItem(RequestPart):
    """So many of a category. A group is one item each, with the number of its people."""

    category: str = Field(min_length=1, max_length=40)
    count: Count
    group_size: Count | None = None

    @model_validator(mode="after")
    def _group_has_a_size(self) -> "BookingItem":
        if self.category == GROUP and self.group_size is None:
            raise ValueError("groupSize is required of a GROUP")
        return self


class PricedBookingItem(BookingItem):
    """An item of a booking. What the customer paid never decides whether it is accepted."""

    retail_price: StrictInt | None = Field(None, ge=0, le=2**53)


class AddonItem(RequestPart):
    """So many of an add-on."""

    addon_type: str = Field(min_length=1, max_length=40)
    addon_description: Line | None = None
    count: Count
    retail_price: StrictInt | None = Field(None, ge=0, le=2**53)


class Traveler(RequestPart):
    """Who travels; any of it may be empty."""

    first_name: Line = ""
    last_name: Line = ""
    email: Line = ""
    phone_number: Line = ""


class ReserveData(RequestPart):
    """`POST /1/reserve/`."""

    product_id: ProductId
    date_time: Moment
    booking_items: list[BookingItem] = Field(min_length=1, max_length=MOST_ITEMS)
    gyg_booking_reference: Reference
    gyg_activity_reference: Line | None = None


class CancelReservationData(RequestPart):
    """`POST /1/cancel-reservation/`."""

    gyg_booking_reference: Reference
    reservation_reference: Reference
    gyg_activity_reference: Line | None = None


class BookData(RequestPart):
    """`POST /1/book/`."""

    product_id: ProductId
    reservation_reference: Reference
    gyg_booking_reference: Reference
    gyg_activity_reference: Line | None = None
    currency: Annotated[str, StringConstraints(max_length=3)] | None = None
    date_time: Moment
    booking_items: list[PricedBookingItem] = Field(min_length=1, max_length=MOST_ITEMS)
    addon_items: list[AddonItem] = Field(default_factory=list, max_length=MOST_ITEMS)
    language: Annotated[str, StringConstraints(max_length=40)] | None = None
    travelers: list[Traveler] = Field(default_factory=list, max_length=MOST_PEOPLE)
    traveler_hotel: Annotated[str, StringConstraints(max_length=2000)] | None = None
    comment: Annotated[str, StringConstraints(max_length=50_000)] = ""


class CancelBookingData(RequestPart):
    """`POST /1/cancel-booking/`."""

    booking_reference: Reference
    gyg_booking_reference: Reference
    product_id: ProductId


class NotifiedProduct(RequestPart):
    """The product that a notification is about."""

    product_id: ProductId
    gyg_tour_option_id: Annotated[str, StringConstraints(max_length=100)] = ""
    tour_option_title: Annotated[str, StringConstraints(max_length=1000)] = ""


class Deactivation(RequestPart):
    """Why GetYourGuide stopped selling a product."""

    failed_request_type: Line = ""
    deactivation_timestamp: Line = ""
    gyg_booking_reference: Line = ""
    travellers: Annotated[str, StringConstraints(max_length=2000)] = ""
    error_type: Line = ""
    error_message_received: Annotated[str, StringConstraints(max_length=5000)] = ""
    vacancies_received_after_get_availability: Line = ""
    activity_start_time: Line = ""
    activity_time_zone: Line = ""


class NotifyData(RequestPart):
    """`POST /1/notify/`."""

    notification_type: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    description: Annotated[str, StringConstraints(max_length=5000)] = ""
    supplier_name: Line = ""
    integration_name: Line = ""
    date_time: Line = ""
    product_details: NotifiedProduct
    notification_details: Deactivation = Field(default_factory=Deactivation)


Data = TypeVar("Data", bound=RequestPart)


class Envelope(RequestPart, Generic[Data]):
    """What every body is wrapped in."""

    data: Data


def read(model: type[Data], body: bytes) -> Data:
    """
    Return what is in the envelope.

    :raises GetYourGuideError: VALIDATION_FAILURE, with what is wrong
    """
    try:
        found = json.loads(body, parse_constant=refuse_constant)
        require_storable(found)
    except (ValueError, RecursionError) as problem:
        raise GetYourGuideError(errors.VALIDATION_FAILURE, "Invalid JSON received") from problem
    try:
        return Envelope[model].model_validate(found).data  # type: ignore[valid-type]
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise GetYourGuideError(errors.VALIDATION_FAILURE, f"{where}: {first['msg']}") from problem
