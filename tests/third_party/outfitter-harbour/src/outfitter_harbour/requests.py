"""What Harbour sends, checked, and as the engine takes it. Pure."""

from datetime import date
from typing import Annotated, TypeVar

from outfitter.sdk.channels import (
    BookingDetails,
    Contact,
    DepartureRef,
    HoldRequest,
    MalformedRequest,
    UnitRequest,
)
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

Name = Annotated[str, Field(min_length=1, max_length=100)]
Units = Annotated[dict[Name, Annotated[int, Field(ge=1, le=200)]], Field(min_length=1)]


class Guest(BaseModel):
    """Who comes."""

    first_name: str = Field("", max_length=80)
    last_name: str = Field("", max_length=80)
    email: str = Field("", max_length=200)
    phone: str = Field("", max_length=40)


class Body(BaseModel):
    """Base of all bodies; what we do not know is left aside, as Harbour may add to it."""

    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)


AnyBody = TypeVar("AnyBody", bound=Body)


class BookingIn(Body):
    """A booking, or a hold."""

    reference: Name
    product: Name
    starts_at: AwareDatetime
    units: Units
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")] | None = None
    # What Harbour sells it for, in minor units.
    total: Annotated[int, Field(ge=0, le=10**12)] | None = None
    guest: Guest = Guest()
    hold: bool = False


class ChangeIn(Body):
    """What to change; what is left out stays."""

    starts_at: AwareDatetime | None = None
    units: Units | None = None


def read(kind: type[AnyBody], body: bytes) -> AnyBody:
    """
    Return a body, checked.

    :raises MalformedRequest: it makes no sense; says where
    """
    try:
        return kind.model_validate_json(body or b"{}")
    except ValidationError as problem:
        first = problem.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise MalformedRequest(f"{field}: {first['msg']}".strip(": "), field=field) from None


def units_of(units: dict[str, int]) -> tuple[UnitRequest, ...]:
    """Return a party as the engine takes it."""
    return tuple(UnitRequest(name, count) for name, count in units.items())


def request_of(body: BookingIn) -> HoldRequest:
    """Return what Harbour wants as the engine takes it."""
    guest = body.guest
    details = BookingDetails(
        contact=Contact(guest.first_name, guest.last_name, guest.email, guest.phone),
        channel_reference=body.reference,
        currency=body.currency,
        amount=body.total,
        is_amount_binding=True,
    )
    at = DepartureRef(starts_at=body.starts_at)
    units = units_of(body.units)
    return HoldRequest(body.reference, body.product, None, at, units, details=details)


def day_of(text: str | None) -> date:
    """
    Return a local day.

    :raises MalformedRequest: it is none
    """
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        raise MalformedRequest("Say days as 2026-07-01.", field="from") from None
