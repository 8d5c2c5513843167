"""
What a connection to GetYourGuide is set up with.

What its documentation does not say, contradicts itself about, or only integrators report, is a
setting here; see README.md.
"""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from outfitter.sdk.channels import Connection, Product, read_settings

CHANNEL: Final = "getyourguide"
BASE_URL: Final = "https://supplier-api.getyourguide.com"
# GetYourGuide counts no further.
MOST_VACANCIES: Final = 5000

Line = Annotated[str, StringConstraints(max_length=255, strip_whitespace=True)]
TicketCodeType = Literal["TEXT", "BARCODE_CODE39", "BARCODE_CODE128", "QR_CODE", "DATA_MATRIX", "AZTEC"]
# What a code of each type may have at most.
MOST_CODE: Final = {"BARCODE_CODE39": 80, "BARCODE_CODE128": 80}
MOST_ANY_CODE: Final = 512


class GetYourGuideSettings(BaseModel):
    """The settings of one connection."""

    model_config = ConfigDict(extra="forbid")

    user_name: Line = Field("", title="User name that GetYourGuide sends (empty: any)")
    supplier_id: Line = Field("", title="Supplier id (empty: this connection's own)")
    supplier_name: Line = Field("", title="Name of the company, for the list of products")
    base_url: Line = Field(BASE_URL, title="GetYourGuide's address")
    is_refused_with_401: bool = Field(False, title="Answer wrong credentials with status 401")
    is_price_told: bool = Field(True, title="Tell prices (Price over API)")
    is_tier_told: bool = Field(False, title="Tell prices of groups of other sizes (tiers)")
    is_by_category: bool = Field(False, title="Tell seats by category where they differ")
    is_category_named: bool = Field(True, title="Name an unknown category in the error")
    ticket_code_type: TicketCodeType = Field("QR_CODE", title="How ticket codes are printed")
    is_ticket_collective: bool = Field(False, title="One ticket for a whole booking")
    is_telling: bool = Field(True, title="Tell GetYourGuide what changes")
    told_below: int = Field(7, ge=0, le=MOST_VACANCIES, title="Tell fewer seats only below")
    is_redemption_told: bool = Field(False, title="Tell who has come")
    city: Line = Field("", title="Town, where none is known (UN/LOCODE name)")
    country: Line = Field("", pattern=r"^([A-Za-z]{2,3})?$", title="Country, where none is known")


class GetYourGuideCredentials(BaseModel):
    """What GetYourGuide gave us, for our calls to it."""

    model_config = ConfigDict(extra="forbid")

    user_name: str = Field("", max_length=255, title="User name that GetYourGuide gave you")
    password: str = Field("", max_length=255, title="Its password")


AddonType = Literal["FOOD", "DRINKS", "SAFETY", "TRANSPORT", "DONATION", "OTHERS"]
# As much as GetYourGuide shows of an add-on's name.
MOST_ADDON: Final = 50


class GetYourGuideAddon(BaseModel):
    """An add-on of ours that GetYourGuide sells."""

    model_config = ConfigDict(extra="forbid")

    addon: Annotated[
        str,
        StringConstraints(min_length=1, max_length=255, strip_whitespace=True),
        Field(
            title="Your add-on",
            description="Its exact name. A choice of an add-on is named like this: Lunch: Vegan.",
        ),
    ]
    addon_type: AddonType = Field("OTHERS", title="GetYourGuide's type")
    description: Annotated[
        str,
        StringConstraints(max_length=MOST_ADDON, strip_whitespace=True),
        Field(title="Description at GetYourGuide", description="At most 50 characters. Empty: its name."),
    ] = ""


class GetYourGuideMapping(BaseModel):
    """What a single option has of its own; empty fields are as the connection or the place has them."""

    model_config = ConfigDict(extra="forbid")

    gyg_option_id: int | None = Field(
        None,
        ge=1,
        le=2**63 - 1,
        title="GetYourGuide's option id",
        description="Deals and activation name the option by it.",
    )
    city: Line = Field("", title="Town", description="The UN/LOCODE name. Empty: the meeting point's.")
    country: Line = Field(
        "",
        pattern=r"^([A-Za-z]{2,3})?$",
        title="Country code",
        description="Two or three letters, such as US. Empty: the meeting point's.",
    )
    hotel_question: Line = Field(
        "",
        title="Question that the traveler's hotel answers",
        description="The exact words of one of your questions. Empty: the hotel goes into the note.",
    )
    language_question: Line = Field(
        "",
        title="Question that the tour language answers",
        description="The exact words of one of your questions. Empty: the language goes into the note.",
    )
    addons: Annotated[
        list[GetYourGuideAddon], Field(max_length=50, title="Add-ons that GetYourGuide sells")
    ] = []


def settings_of(connection: Connection) -> GetYourGuideSettings:
    """Return a connection's settings; what an older version stored is read as far as it fits."""
    return read_settings(GetYourGuideSettings, connection.settings)


def mapping_of(product: Product) -> GetYourGuideMapping:
    """Return what a product has of its own."""
    return read_settings(GetYourGuideMapping, product.settings)


def supplier_of(connection: Connection) -> str:
    """Return what GetYourGuide calls this operator."""
    return settings_of(connection).supplier_id or connection.uuid
