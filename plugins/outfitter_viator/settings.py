"""
What a connection to Viator is set up with.

What Viator decides for each operator, what its documentation contradicts itself about, and what it
does not say, is a setting here; see README.md.
"""

from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from outfitter.sdk.channels import Connection, Product, read_settings

# The documentation's own host, which it calls a placeholder: the real one is told at kick-off.
BASE_URL: Final = "https://api.viator.com"
# Viator wants seats and price kept for at least so long from its request on.
LEAST_HOLD_MINUTES: Final = 15

Line = Annotated[str, StringConstraints(max_length=255, strip_whitespace=True)]


class SpecialOffer(BaseModel):
    """An offer that Viator may show beside reduced prices. It changes no price."""

    model_config = ConfigDict(extra="forbid")

    offer_id: str = Field(min_length=1, max_length=100, title="Viator's ID of the offer")
    name: str = Field(min_length=1, max_length=255, title="Name")
    valid_from: datetime = Field(title="Valid from")
    valid_until: datetime | None = Field(None, title="Valid until")
    product_ids: list[Line] = Field(
        default_factory=list,
        max_length=500,
        title="Products",
        description="Their IDs at Viator. Empty: every product whose price is reduced.",
    )

    @model_validator(mode="after")
    def _runs_forward(self) -> "SpecialOffer":
        if self.valid_until is not None and self.valid_until <= self.valid_from:
            raise ValueError("An offer must end after it starts.")
        return self

    @field_validator("valid_from", "valid_until")
    @classmethod
    def _has_an_offset(cls, value: datetime | None) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("The time needs an offset, such as 2026-02-14T00:00:00Z.")
        return value


class ViatorSettings(BaseModel):
    """The settings of one connection."""

    model_config = ConfigDict(extra="forbid")

    supplier_id: int | None = Field(None, ge=0, title="Supplier id (Viator tells it)")
    reseller_id: Line = Field("", title="Reseller id (empty: any)")
    base_url: Line = Field(BASE_URL, title="Viator's address (told at kick-off)")
    is_notifying: bool = Field(True, title="Tell Viator what changes")
    is_notifying_v1: bool = Field(False, title="Also tell it the old way")
    barcode: Literal["traveller", "booking", "none"] = Field(
        "traveller", title="Bar codes on Viator's voucher"
    )
    is_ticket_sent: bool = Field(False, title="Send our own ticket in place of Viator's voucher")
    is_late_cancellation_accepted: bool = Field(
        False, title="Accept cancellations after the last day to cancel"
    )
    unknown_product_code: Literal["TGDS0012", "TGDS0013"] = Field(
        "TGDS0013", title="Error for an unknown product"
    )
    country_code: Line = Field("", pattern=r"^([A-Za-z]{2})?$", title="Country, where none is known")
    destination_code: Line = Field("", title="Destination, where none is known")
    destination_name: Line = Field("", title="Its name")
    is_departure_time_listed: bool = Field(False, title="List every start time as an option")
    offers: list[SpecialOffer] = Field(
        default_factory=list,
        max_length=200,
        title="Special offers",
        description="Shown by Viator next to reduced prices. They change no price.",
    )


class ViatorCredentials(BaseModel):
    """What Viator gave us. It is the key that Viator itself sends."""

    model_config = ConfigDict(extra="forbid")

    api_key: str = Field("", max_length=255, title="API key, for what we tell Viator")


class ViatorMapping(BaseModel):
    """What a single product has of its own; empty fields are as the connection or the place has them."""

    model_config = ConfigDict(extra="forbid")

    country_code: Line = Field(
        "",
        pattern=r"^([A-Za-z]{2})?$",
        title="Country code",
        description="Two letters, such as US. Empty: the country of the meeting point.",
    )
    destination_code: Line = Field(
        "", title="Destination code", description="Viator's code of the destination, such as LAS."
    )
    destination_name: Line = Field("", title="Destination name", description="Such as Las Vegas.")


def settings_of(connection: Connection) -> ViatorSettings:
    """Return a connection's settings; what an older version stored is read as far as it fits."""
    return read_settings(ViatorSettings, connection.settings)


def mapping_of(product: Product) -> ViatorMapping:
    """Return what a product has of its own."""
    return read_settings(ViatorMapping, product.settings)
