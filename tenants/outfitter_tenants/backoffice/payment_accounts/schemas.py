"""Collecting over HTTP: the account at the gateway, and the readers."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import In, Line, Name, Out

Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
GatewayId = Annotated[str, StringConstraints(pattern=r"^\w{1,80}$")]
Code = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[\w -]{3,60}$")]
Written = Annotated[Line, StringConstraints(min_length=1)]


class GatewayAccountOut(Out):
    """The operator's account below the platform's; requirements are the gateway's own names."""

    account_id: str
    is_charges_enabled: bool
    is_payouts_enabled: bool
    is_details_submitted: bool
    requirements_due: list[str]
    requirements_past_due: list[str]
    requirements_pending: list[str]
    requirements_later: list[str]
    due_at: datetime | None
    disabled_reason: str | None
    country: str | None
    currency: str | None
    email: str | None
    business_name: str | None


class CollectingOut(Out):
    """
    How cards are collected here.

    `mode`: own keys, an account connected to the platform's, one that is being connected (the
    platform collects until it may), shared (the platform collects) or none. `is_test` is null when
    there are no keys. `problem` is why the gateway said nothing.
    """

    provider: str | None
    mode: Literal["own", "connected", "connecting", "shared", "none"]
    is_test: bool | None
    can_connect: bool
    has_readers: bool
    account: GatewayAccountOut | None
    problem: str | None


class OnboardIn(In):
    """Begin, or go on, to tell the gateway who the operator is."""

    country: Country | None = None


class OnboardOut(Out):
    """Where to go; good once, for minutes."""

    url: str


class ReaderOut(Out):
    """A card reader; `location` is the name of its place."""

    id: str
    label: str
    device_type: str
    serial_number: str | None
    is_online: bool
    is_busy: bool
    last_seen_at: datetime | None
    location: str


class ReaderPlaceOut(Out):
    """Where readers stand."""

    id: str
    name: str


class ReadersOut(Out):
    """Every reader and every place."""

    readers: list[ReaderOut]
    locations: list[ReaderPlaceOut]
    is_supported: bool


class ReaderAddressIn(In):
    """Where a new place is."""

    line1: Written
    city: Written
    postal_code: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20)] = ""
    state: Line = ""
    country: Country


class ReaderRegisterIn(In):
    """Take a reader into use with the code it shows, at a place that is there or a new one."""

    registration_code: Code
    label: Annotated[Name, Field(min_length=1)]
    location_id: GatewayId | None = None
    address: ReaderAddressIn | None = None


class ReaderRemoveIn(In):
    """Which reader is taken out of use."""

    reader_id: GatewayId
