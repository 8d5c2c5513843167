"""What an operator agrees with Tiqets."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from outfitter.sdk.channels import Connection, read_settings

BarcodeFormat = Literal["QRCODE", "CODE128", "DATAMATRIX", "AZTEC-BYTES"]
OrderField = Literal[
    "pickup_location", "dropoff_location", "nationality", "flight_number", "passport_id", "zipcode"
]
VisitorField = Literal[
    "full_name", "email", "phone", "address", "passport_id", "date_of_birth", "weight_kg", "weight_lb"
]


class TiqetsSettings(BaseModel):
    """Settings of one connection. What Tiqets asks of guests beyond a name costs sales."""

    model_config = ConfigDict(extra="forbid")

    provides_pricing: Annotated[
        bool, Field(title="Tell prices", description="Tiqets reads them only where you agreed on it.")
    ] = True
    barcode_format: Annotated[
        BarcodeFormat, Field(title="Kind of code", description="What your scanners read.")
    ] = "QRCODE"
    unlimited_tickets: Annotated[
        int,
        Field(ge=1, le=9999, title="Tickets where seats are unlimited", description="Tiqets wants a number."),
    ] = 999
    order_data: Annotated[
        list[OrderField], Field(max_length=6, title="Ask once an order", description="Kept as a note.")
    ] = []
    visitor_data: Annotated[
        list[VisitorField],
        Field(max_length=8, title="Ask every guest", description="One unit of weight at most."),
    ] = []


def settings_of(connection: Connection) -> TiqetsSettings:
    """Return a connection's settings; what an older version stored is read as far as it fits."""
    return read_settings(TiqetsSettings, connection.settings)
