"""What an operator agrees with one reseller, and what the sources of the protocol disagree on."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

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


def settings_of(connection: Connection) -> OctoSettings:
    """Return a connection's settings; what an older version stored is read as far as it fits."""
    return read_settings(OctoSettings, connection.settings)
