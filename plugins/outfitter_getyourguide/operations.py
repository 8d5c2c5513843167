"""
What staff have us ask of GetYourGuide: deals, activating a product again, registering a supplier.
"""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic.alias_generators import to_camel

from outfitter.sdk.channels import Connection
from outfitter_getyourguide import client

DealType = Literal["standard", "early_bird", "last_minute"]
# Integrators report these bounds; the documentation does not have them (README.md).
LEAST_EARLY_DAYS = 7
MOST_LATE_DAYS = 3

Text45 = Annotated[str, StringConstraints(min_length=1, max_length=45, strip_whitespace=True)]
Alpha3 = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]


class PartnerBody(BaseModel):
    """Something we send; its fields are spelled as GetYourGuide spells them when it is sent."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

    def data(self) -> dict[str, object]:
        """Return it as it is sent."""
        found = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        return {"data": {name: value for name, value in found.items() if value != ""}}


class DateRange(PartnerBody):
    """The dates a deal is for, both included."""

    start: date
    end: date

    @model_validator(mode="after")
    def _runs_forward(self) -> "DateRange":
        if self.end < self.start:
            raise ValueError("A deal must end after it starts.")
        return self


class NewDeal(PartnerBody):
    """A deal: so many percent off the retail price."""

    external_product_id: str = Field(min_length=1, max_length=255)
    deal_name: str = Field(min_length=1, max_length=255)
    date_range: DateRange
    deal_type: DealType
    max_vacancies: int | None = Field(None, ge=1, le=5000)
    discount_percentage: float = Field(gt=0, lt=100)
    notice_period_days: int | None = Field(None, ge=0, le=365)

    @model_validator(mode="after")
    def _has_its_notice(self) -> "NewDeal":
        days = self.notice_period_days
        if self.deal_type == "early_bird" and (days is None or days < LEAST_EARLY_DAYS):
            raise ValueError(f"An early bird books at least {LEAST_EARLY_DAYS} days ahead.")
        if self.deal_type == "last_minute" and (days is None or days > MOST_LATE_DAYS):
            raise ValueError(f"Last minute is at most {MOST_LATE_DAYS} days ahead.")
        return self


class NewSupplier(PartnerBody):
    """Who an operator is, when we register it at GetYourGuide."""

    external_supplier_id: str = Field(min_length=1, max_length=255)
    first_name: Text45
    last_name: Text45
    legal_company_name: str = Field(min_length=1, max_length=90)
    website_url: str = Field(min_length=1, max_length=500, pattern=r"^https?://")
    country: Alpha3
    currency: Alpha3
    email: str = Field(max_length=255, pattern=r"^[^@\s]+@[^@\s]+$")
    legal_status: Literal["individual", "company"] = "company"
    mobile_number: str | None = Field(None, max_length=20)
    city: str | None = Field(None, pattern=r"^[A-Z]{2} [A-Z2-9]{3}$")
    postal_code: str | None = Field(None, max_length=10)
    state_or_region: str | None = Field(None, max_length=45)


def list_deals(connection: Connection, product_id: str) -> Sequence[dict[str, object]]:
    """
    Return the deals of a product that were made by us; those made by hand are not told.

    :raises Retryable, Permanent: as `client.send_request`
    """
    found = client.send_request(
        connection, "list-deals", "GET", "deals", query={"externalProductId": product_id}
    )
    return _deals(found)


def _deals(found: Any) -> list[dict[str, object]]:
    rows = found.get("deals") if isinstance(found, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def create_deal(connection: Connection, deal: NewDeal) -> Sequence[dict[str, object]]:
    """
    Make a deal and return its ids, one for each option at GetYourGuide.

    :raises Retryable, Permanent: as `client.send_request`
    """
    return _deals(client.send_request(connection, "create-deal", "POST", "deals", body=deal.data()))


def delete_deal(connection: Connection, deal_id: int) -> None:
    """
    End a deal that was made by us.

    :raises Retryable, Permanent: as `client.send_request`
    """
    client.send_request(connection, "delete-deal", "DELETE", f"deals/{client.part(deal_id)}")


def activate(connection: Connection, gyg_option_id: int, product_id: str) -> str:
    """
    Have GetYourGuide sell an option again that it took off sale; returns its words.

    :raises Retryable, Permanent: as `client.send_request`
    """
    found = client.send_request(
        connection,
        "activate",
        "PATCH",
        f"products/{client.part(gyg_option_id)}/activate",
        body={"data": {"externalProductId": product_id}},
        references={"product": product_id},
    )
    return _message(found)


def register(connection: Connection, supplier: NewSupplier) -> str:
    """
    Ask GetYourGuide to take an operator in; the result comes by mail. Returns its words.

    :raises Retryable, Permanent: as `client.send_request`
    """
    found = client.send_request(connection, "register-supplier", "POST", "suppliers", body=supplier.data())
    return _message(found)


def _message(found: Any) -> str:
    data = found.get("data") if isinstance(found, dict) else None
    return str(data.get("message") or "")[:500] if isinstance(data, dict) else ""
