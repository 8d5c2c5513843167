"""
What a connection to Redeam is set up with.

What Redeam's documentation leaves open is a setting here; README.md says which.
"""

import hmac
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from outfitter.sdk.channels import Connection, Product, read_settings

CHANNEL_API: Final = "https://channel.redeam.io/v1.2"
# Headers that carry the keys, from Redeam to us and from us to Redeam, and a request's id.
KEY: Final = "X-API-Key"
SECRET: Final = "X-API-Secret"  # noqa: S105  (the name of a header)
REQUEST_ID: Final = "X-Request-ID"

Line = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)]
# A status as their enumerations are written.
Word = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,39}$", strip_whitespace=True)]


class RedeamSettings(BaseModel):
    """The settings of one connection."""

    model_config = ConfigDict(extra="forbid")

    supplier_id: Line = Field("", title="Supplier id at Redeam (empty: the connection's own id)")
    api_key: Line = Field("", title="X-API-Key that Redeam sends (empty: the connection's own id)")
    channel_api_url: Line = Field(CHANNEL_API, title="Redeam's address")
    is_telling: bool = Field(
        True,
        title="Tell Redeam what changes",
        description="Needs its keys. Redeam asks every few minutes too.",
    )
    push_method: Literal["POST", "PUT"] = Field("POST", title="Method for changes")
    is_hold_required: bool = Field(False, title="A booking needs a hold")
    is_hold_repeatable: bool = Field(True, title="The same request id gets the same hold")
    cache_seconds: int = Field(300, ge=0, le=86400, title="Redeam keeps answers for (seconds)")
    unlimited_capacity: int = Field(1000, ge=1, le=100_000, title="Seats told where none are counted")
    no_room: Literal["CONFLICT", "NOT_FOUND"] = Field("CONFLICT", title="Error when seats are short")
    barcode_format: Word = Field("QR_CODE", title="Format of bar codes")
    hold_held: Word = Field("HELD", title="Hold: seats are kept")
    hold_booked: Word = Field("BOOKED", title="Hold: it became a booking")
    hold_released: Word = Field("RELEASED", title="Hold: given up")
    hold_expired: Word = Field("EXPIRED", title="Hold: run out")
    booking_pending: Word = Field("PENDING", title="Booking: waits for you")
    booking_confirmed: Word = Field("CONFIRMED", title="Booking: confirmed")
    booking_redeemed: Word = Field("REDEEMED", title="Booking: the guests came")
    booking_cancelled: Word = Field("CANCELLED", title="Booking: canceled")
    booking_rejected: Word = Field("REJECTED", title="Booking: refused by you")

    @field_validator("channel_api_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme != "https" or not parts.hostname or parts.query or parts.username:
            raise ValueError("The address starts with https://.")
        return value.rstrip("/")


class RedeamCredentials(BaseModel):
    """What Redeam gave us for its Channel API."""

    model_config = ConfigDict(extra="forbid")

    api_key: str = Field("", max_length=500, title="X-API-Key for Redeam's Channel API")
    api_secret: str = Field("", max_length=500, title="X-API-Secret for Redeam's Channel API")


class RedeamMapping(BaseModel):
    """What a single product has of its own."""

    model_config = ConfigDict(extra="forbid")

    is_hold_required: bool | None = Field(None, title="A booking needs a hold")


def settings_of(connection: Connection) -> RedeamSettings:
    """Return a connection's settings; what an older version stored is read as far as it fits."""
    return read_settings(RedeamSettings, connection.settings)


def supplier_id_of(connection: Connection, settings: RedeamSettings) -> str:
    """Return what Redeam calls the operator."""
    return settings.supplier_id or connection.uuid


def is_their_key(connection: Connection, settings: RedeamSettings, sent: str) -> bool:
    """Tell whether an X-API-Key is this connection's, in a time that tells nothing of it."""
    expected = settings.api_key or connection.uuid
    return hmac.compare_digest(sent.encode(), expected.encode())


def is_hold_required(settings: RedeamSettings, product: Product) -> bool:
    """Tell whether a product is booked with a hold only: as mapped, or as the connection has it."""
    own = read_settings(RedeamMapping, product.settings).is_hold_required
    return settings.is_hold_required if own is None else own
