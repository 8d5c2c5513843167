"""What an operator agrees with Tiqets."""

from typing import Annotated, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from outfitter.sdk.channels import Connection, Product, read_settings

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
        list[OrderField],
        Field(
            max_length=6,
            title="Ask once an order",
            description="Kept in the note, unless a product says which of your questions it answers.",
        ),
    ] = []
    visitor_data: Annotated[
        list[VisitorField],
        Field(max_length=8, title="Ask every guest", description="One unit of weight at most."),
    ] = []


DataField = Literal[
    "full_name",
    "email",
    "phone",
    "address",
    "passport_id",
    "date_of_birth",
    "weight_kg",
    "weight_lb",
    "pickup_location",
    "dropoff_location",
    "nationality",
    "flight_number",
    "zipcode",
]
ORDER_FIELDS: Final = frozenset(get_args(OrderField))
VISITOR_FIELDS: Final = frozenset(get_args(VisitorField))


class AnsweredQuestion(BaseModel):
    """What of Tiqets' data answers which question of ours."""

    model_config = ConfigDict(extra="forbid")

    field: Annotated[DataField, Field(title="Data from Tiqets")] = "weight_kg"
    question: Annotated[
        str,
        StringConstraints(min_length=1, max_length=255, strip_whitespace=True),
        Field(title="Your question", description="Its exact words."),
    ]


class TiqetsMapping(BaseModel):
    """What a single product has of its own."""

    model_config = ConfigDict(extra="forbid")

    visitor_data: Annotated[
        list[VisitorField],
        Field(
            max_length=8,
            title="Also ask every guest",
            description="In addition to what the connection asks. One unit of weight at most.",
        ),
    ] = []
    order_data: Annotated[
        list[OrderField],
        Field(
            max_length=6,
            title="Also ask once an order",
            description="In addition to what the connection asks.",
        ),
    ] = []
    answers: Annotated[
        list[AnsweredQuestion],
        Field(
            max_length=20,
            title="Answers to your questions",
            description="Tiqets is told to ask for what answers a required question.",
        ),
    ] = []


def mapping_of(product: Product) -> TiqetsMapping:
    """Return what a product has of its own."""
    return read_settings(TiqetsMapping, product.settings)


def settings_of(connection: Connection) -> TiqetsSettings:
    """Return a connection's settings; what an older version stored is read as far as it fits."""
    return read_settings(TiqetsSettings, connection.settings)
