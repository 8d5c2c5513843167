"""What customers hand in on their own page (domain.md 5.8)."""

from datetime import date, timedelta
from typing import Annotated, Literal

from ninja import Schema
from pydantic import EmailStr, Field, StringConstraints, model_validator

from outfitter.api.schemas import PRINTABLE, Id, In, Name, Positive, Visible
from outfitter_tenants.checkout.addons.requests import AddonChoiceIn, GuestAddonsIn
from outfitter_tenants.checkout.trip_response.requests import AnswerValue, Phone, QuantityIn

Token = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000, pattern=PRINTABLE), Visible]
Question = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000, pattern=PRINTABLE), Visible
]
Outcome = Literal["refund", "credit"]


class SpanParams(Schema):
    """
    A span of the operator's days, both included; at most 62. Left out: thirty-one from today.

    Without `experience_id` the departures are those of the order's experience.
    """

    experience_id: Id | None = None
    date_from: date | None = None
    date_to: date | None = None

    def days(self, today: date) -> tuple[date, date]:
        """Return the first and the last day."""
        first = self.date_from or today
        return first, self.date_to or first + timedelta(days=30)


class MovePreviewIn(In):
    """Ask what a move comes to."""

    timeslot_id: Id


class MoveIn(MovePreviewIn):
    """Move as it was shown; `settle` is how a lower price comes back."""

    token: Token
    settle: Literal["pay", "refund", "credit"] = "refund"


class CancelPreviewIn(In):
    """Ask what a cancellation comes to: of orders, of guests, or (neither) of all that is booked."""

    order_ids: Annotated[list[Id], Field(min_length=1, max_length=50)] | None = None
    booking_ids: Annotated[list[Id], Field(min_length=1, max_length=500)] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "CancelPreviewIn":
        if self.order_ids is not None and self.booking_ids is not None:
            raise ValueError("send either order_ids or booking_ids")
        return self


class PortalCancelIn(CancelPreviewIn):
    """Cancel as it was shown, and have what comes back as money or as store credit."""

    token: Token
    outcome: Outcome = "refund"


class GuestsAddPreviewIn(In):
    """Ask what more guests cost."""

    quantities: list[QuantityIn] = Field(min_length=1, max_length=30)


class GuestsAddIn(GuestsAddPreviewIn):
    """Add guests as it was shown."""

    token: Token


class AddonsPreviewIn(In):
    """
    Ask what extras cost: these, for the order and for the guests that are named.

    They come beside what is there; nothing is taken off here.
    """

    addons: list[AddonChoiceIn] = Field(default=[], max_length=100)
    guests: list[GuestAddonsIn] = Field(default=[], max_length=500)


class AddonsSaveIn(AddonsPreviewIn):
    """Add extras as it was shown."""

    token: Token


class PortalGuestIn(In):
    """What is known of a guest; what is left out stays as it is."""

    booking_id: Id
    first_name: Name = ""
    last_name: Name = ""
    email: EmailStr | None = None
    phone: Phone | None = None
    birth_date: date | None = None


class GuestsSaveIn(In):
    """Guests of the trip: all are saved, or none."""

    guests: list[PortalGuestIn] = Field(min_length=1, max_length=200)


class PortalAnswerIn(In):
    """The answer to a question, by the question's key; null takes it away."""

    key: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    value: AnswerValue


class AnswersSaveIn(In):
    """Answers: all are saved, or none."""

    answers: list[PortalAnswerIn] = Field(min_length=1, max_length=400)


class PortalPayIn(In):
    """
    What is paid: all that is left, an amount of it, the part of some guests, or (`tip`) a tip alone.
    """

    amount: Positive | None = None
    booking_ids: list[Id] = Field(default=[], max_length=200)
    tip: Positive | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "PortalPayIn":
        if sum([self.amount is not None, bool(self.booking_ids), self.tip is not None]) > 1:
            raise ValueError("send one of amount, booking_ids and tip")
        return self


class QuestionIn(In):
    """A question to the operator."""

    body: Question


class TripReviewIn(In):
    """What a guest says of the tour."""

    rating: Annotated[int, Field(ge=1, le=5)]
    # How likely they are to recommend the operator.
    nps: Annotated[int, Field(ge=0, le=10)] | None = None
    body: Words = ""
    is_public: bool = True


class CodeSendIn(In):
    """Where to send a code."""

    email: EmailStr


class CodeVerifyIn(In):
    """The code that came."""

    email: EmailStr
    code: Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9]{6}$")]
