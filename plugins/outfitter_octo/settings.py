"""What an operator agrees with one reseller, and what the sources of the protocol disagree on."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from outfitter.sdk.channels import Connection, read_settings

Delivery = Literal["TICKET", "VOUCHER"]
DeliveryFormat = Literal["QRCODE", "CODE128", "AZTECCODE", "PDF_URL"]


class OctoSettings(BaseModel):
    """Settings of one connection. README.md says which of them the sources are unsure of."""

    model_config = ConfigDict(extra="forbid")

    is_net_told: Annotated[
        bool, Field(title="Tell the net price", description="What you get from each sale.")
    ] = True
    delivery: Annotated[
        Literal["both", "ticket", "voucher"],
        Field(title="Tickets", description="A code for every guest, one for the booking, or both."),
    ] = "ticket"
    delivery_formats: Annotated[
        Literal["code", "pdf", "both"],
        Field(title="Form of tickets", description="A code to scan, a PDF without prices, or both."),
    ] = "both"
    code_format: Annotated[
        Literal["QRCODE", "CODE128", "AZTECCODE"],
        Field(title="Kind of code", description="What your scanners read."),
    ] = "QRCODE"
    expired_error: Annotated[
        Literal["INVALID_BOOKING_UUID", "UNPROCESSABLE_ENTITY"],
        Field(
            title="Error for a hold that ran out",
            description="Klook expects INVALID_BOOKING_UUID; the standard does not say.",
        ),
    ] = "INVALID_BOOKING_UUID"
    settlement_method: Annotated[
        Literal["DEFERRED", "DIRECT", "WHOLESALE", "VOUCHER"],
        Field(title="Settlement", description="What carts (octo/cart) say about who is paid how."),
    ] = "DEFERRED"

    @property
    def formats(self) -> list[DeliveryFormat]:
        """Return the forms of a ticket in the words of the protocol, the one to scan first."""
        if self.delivery_formats == "both":
            return [self.code_format, "PDF_URL"]
        return [self.code_format] if self.delivery_formats == "code" else ["PDF_URL"]

    @property
    def delivery_methods(self) -> list[Delivery]:
        """Return the methods in the words of the protocol."""
        if self.delivery == "both":
            return ["TICKET", "VOUCHER"]
        return ["TICKET"] if self.delivery == "ticket" else ["VOUCHER"]


class PickupPoint(BaseModel):
    """A place where guests are fetched, and when."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,60}$", title="ID", description="Such as pier-3.")]
    name: Annotated[str, Field(min_length=1, max_length=120, title="Name")]
    address: Annotated[str, Field(max_length=300, title="Address")] = ""
    directions: Annotated[str, Field(max_length=500, title="Directions")] = ""
    latitude: Annotated[float | None, Field(ge=-90, le=90, title="Latitude")] = None
    longitude: Annotated[float | None, Field(ge=-180, le=180, title="Longitude")] = None
    minutes_before: Annotated[int, Field(ge=0, le=1440, title="Minutes before the start")] = 30
    window_minutes: Annotated[int | None, Field(ge=1, le=240, title="Window (minutes)")] = None


class OctoMapping(BaseModel):
    """What a single product has of its own: who is fetched, and from where (octo/pickups)."""

    model_config = ConfigDict(extra="forbid")

    pickup: Annotated[
        Literal["none", "offered", "required"],
        Field(title="Pickup", description="Only resellers that ask for octo/pickups see it."),
    ] = "none"
    is_hotel_taken: Annotated[bool, Field(title="Guests may name their hotel instead")] = False
    pickup_points: Annotated[list[PickupPoint], Field(max_length=100, title="Pickup points")] = []

    @field_validator("pickup_points")
    @classmethod
    def _have_ids_of_their_own(cls, value: list[PickupPoint]) -> list[PickupPoint]:
        if len({one.id for one in value}) < len(value):
            raise ValueError("Two pickup points have the same ID.")
        return value


def settings_of(connection: Connection) -> OctoSettings:
    """Return a connection's settings; what an older version stored is read as far as it fits."""
    return read_settings(OctoSettings, connection.settings)
