"""
What Redeam sends: whose a request is, its id, its body.

Fields that we do not know are let pass: the protocol grows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar
from uuid import uuid4

import orjson
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from outfitter.sdk.channels import BadCredentials, Connection, PartnerCall
from outfitter_redeam.errors import bad_request, not_found
from outfitter_redeam.settings import (
    KEY,
    REQUEST_ID,
    SECRET,
    RedeamSettings,
    is_their_key,
    settings_of,
    supplier_id_of,
)

if TYPE_CHECKING:
    from django.http import HttpRequest

MOST_ITEMS: Final = 100
MOST_QUANTITY: Final = 500
_LONGEST_ID: Final = 100
# Names of anything; none that exists is longer.
LONGEST_NAME: Final = 150
Text = Annotated[str, StringConstraints(max_length=500, strip_whitespace=True)]
# Letters of any script, no control characters.
Id = Annotated[
    str,
    StringConstraints(min_length=1, max_length=150, strip_whitespace=True, pattern=r"^[^\x00-\x1f\x7f]+$"),
]
Quantity = Annotated[int, Field(strict=True, ge=1, le=MOST_QUANTITY)]
Ext = Annotated[
    dict[
        Annotated[str, StringConstraints(max_length=60)], Annotated[str, StringConstraints(max_length=2000)]
    ],
    Field(max_length=20),
]


class Form(BaseModel):
    """Base of all bodies."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore")


class MoneyIn(Form):
    """An amount with its currency. Only the currency is read: prices are ours."""

    currency: Text | None = None


class PriceIn(Form):
    """A price that Redeam repeats to us."""

    net: MoneyIn | None = None
    retail: MoneyIn | None = None
    original: MoneyIn | None = None

    def currencies(self) -> set[str]:
        """Return the currencies it is in."""
        found = (self.net, self.retail, self.original)
        return {one.currency.upper() for one in found if one and one.currency}


class RateIn(Form):
    """A rate that Redeam repeats to us, with its prices."""

    prices: list[PriceIn] | None = Field(None, max_length=100)


class ItemIn(Form):
    """A quantity of one price of one rate."""

    supplier_id: Id
    rate_id: Id
    price_id: Id
    quantity: Quantity
    product_id: Id | None = None
    availability_id: Id | None = None
    rate: RateIn | None = None
    price: PriceIn | None = None
    ext: Ext | None = None

    @property
    def starts_at(self) -> datetime | None:
        """Return the start that is meant."""
        return None

    @property
    def band(self) -> str:
        """Return the kind of traveller, "" where nothing is said."""
        return ""

    def currencies(self) -> set[str]:
        """Return the currencies that an item names."""
        prices = [*((self.rate and self.rate.prices) or []), *([self.price] if self.price else [])]
        return {currency for price in prices for currency in price.currencies()}


class HoldItemIn(ItemIn):
    """An item to keep seats for."""

    at: AwareDatetime
    traveler_type: Text | None = None

    @property
    def starts_at(self) -> datetime | None:
        """Return the start that is meant."""
        return self.at

    @property
    def band(self) -> str:
        """Return the kind of traveller."""
        return self.traveler_type or ""


class TravelerIn(Form):
    """One guest."""

    first_name: Text | None = None
    last_name: Text | None = None
    is_lead: bool | None = None
    type: Text | None = None
    age: int | None = Field(None, ge=0, le=150)
    email: Text | None = None
    phone: Text | None = None
    country: Text | None = None
    gender: Text | None = None
    lang: Text | None = None


class BookingItemIn(ItemIn):
    """An item to book."""

    start_time: AwareDatetime | None = None
    traveler: TravelerIn | None = None

    @property
    def starts_at(self) -> datetime | None:
        """Return the start that is meant, None where the hold or the availability says it."""
        return self.start_time

    @property
    def band(self) -> str:
        """Return the kind of traveller."""
        return (self.traveler and self.traveler.type) or ""


class HoldIn(Form):
    """Seats to set aside."""

    items: list[HoldItemIn] = Field(min_length=1, max_length=MOST_ITEMS)
    ext: Ext | None = None


class CustomerIn(Form):
    """Who books."""

    first_name: Text
    last_name: Text
    email: Text | None = None
    phone: Text | None = None


class BarcodeIn(Form):
    """A bar code that the reseller has given its guest."""

    format: Text | None = None
    value: Text | None = None


class BookingIn(Form):
    """A sale."""

    customer: CustomerIn
    items: list[BookingItemIn] = Field(min_length=1, max_length=MOST_ITEMS)
    hold_id: Id | None = None
    reseller_booking_ref: Id | None = None
    barcode: BarcodeIn | None = None
    ext: Ext | None = None


class HoldBody(Form):
    """The body of POST /holds."""

    hold: HoldIn


class BookingBody(Form):
    """The body of POST /bookings."""

    booking: BookingIn


class Window(Form):
    """The query of availabilities; `from`, `to` inclusive."""

    start: AwareDatetime
    end: AwareDatetime
    rate_id: Id | None = None


class Moment(Form):
    """The query of one availability."""

    at: AwareDatetime
    qty: Annotated[int, Field(ge=1, le=MOST_QUANTITY)]
    rate_id: Id | None = None


FormT = TypeVar("FormT", bound=Form)


def load(body: bytes) -> dict[str, Any]:
    """
    Return a JSON object.

    :raises RedeamError: BAD_REQUEST
    """
    try:
        found = orjson.loads(body)
    except ValueError as problem:
        raise bad_request("The body is not JSON.") from problem
    if not isinstance(found, dict):
        raise bad_request("The body is not a JSON object.")
    if b"\\u0000" in body:
        raise bad_request("The body has invalid characters.")
    return found


def read(model: type[FormT], found: Any) -> FormT:
    """
    Return a form of what was sent.

    :raises RedeamError: BAD_REQUEST; `data` names the fields that are wrong
    """
    try:
        return model.model_validate(found)
    except ValidationError as problem:
        wrong = {
            ".".join(str(part) for part in error["loc"])[:100] or "body": str(error["msg"])
            for error in problem.errors(include_url=False, include_input=False)[:10]
        }
        where, why = next(iter(wrong.items()))
        raise bad_request(f"{where}: {why}", **wrong) from problem


@dataclass(frozen=True)
class RequestContext:
    """A request, known to be of this connection."""

    call: PartnerCall
    request_id: str

    @property
    def connection(self) -> Connection:
        """Return whose request it is."""
        return self.call.connection

    @cached_property
    def settings(self) -> RedeamSettings:
        """Return what was agreed."""
        return settings_of(self.connection)

    @property
    def query(self) -> Mapping[str, str]:
        """Return the query; names may be written either way (`rate_id`, `rateId`)."""
        return {_snake(name): str(text) for name, text in self.call.request.GET.items()}

    def part(self, name: str) -> str:
        """
        Return a part of the path, or of the query where the address has none.

        :raises RedeamError: NOT_FOUND for what cannot be the name of anything
        """
        found = self.call.params.get(name) or self.query.get(name, "")
        if not 0 < len(found) <= LONGEST_NAME or not found.isprintable():
            raise not_found("Not found.", **{name: found})
        return found

    def check_key(self) -> None:
        """
        Check the other half of the credentials; the host has looked the secret up.

        :raises BadCredentials: it is not this connection's
        """
        sent = self.call.request.headers.get(KEY, "").strip()
        if not is_their_key(self.connection, self.settings, sent):
            raise BadCredentials

    def check_supplier(self, supplier_id: str) -> None:
        """
        Check that the operator is meant.

        :raises RedeamError: NOT_FOUND
        """
        if supplier_id != supplier_id_of(self.connection, self.settings):
            raise not_found("Supplier not found.", supplierId=supplier_id)


def _snake(name: str) -> str:
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name)


def read_context(call: PartnerCall) -> RequestContext:
    """Read what stands around a request."""
    return RequestContext(call, request_id_of(call.request, call.body))


def request_id_of(request: "HttpRequest", body: bytes) -> str:
    """Return the id to mirror: of the body's `meta`, of the header, or a new one."""
    inside = _inside(body)
    header = request.headers.get(REQUEST_ID, "").strip()
    found = inside if isinstance(inside, str) and inside.strip() else header
    found = found.strip()
    is_fit = 0 < len(found) <= _LONGEST_ID and found.isprintable()
    return found if is_fit else str(uuid4())


def _inside(body: bytes) -> Any:
    try:
        found = orjson.loads(body) if body else None
    except ValueError:
        return None
    meta = found.get("meta") if isinstance(found, dict) else None
    return meta.get("reqId") if isinstance(meta, dict) else None


def key_of(request: "HttpRequest", body: bytes) -> str:
    """
    Return the secret, by which the host finds the connection.

    :raises BadCredentials: one of the two headers is missing
    """
    key = request.headers.get(KEY, "").strip()
    secret = request.headers.get(SECRET, "").strip()
    if not key or not secret:
        raise BadCredentials("X-API-Key and X-API-Secret are required.", is_missing=True)
    return secret
