"""What operators and whoever runs the platform may ask of billing."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import Amount, Id, In, Line, Name, Positive, SignedAmount, Text, Version
from outfitter.billing.rules.plan_limits import LimitName

Country = Annotated[str, StringConstraints(pattern=r"^([A-Z]{2})?$")]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,38}$")]
Share = Annotated[int, Field(ge=0, le=1_000_000, description="millionths")]
Reason = Annotated[Line, StringConstraints(min_length=1)]
Address = Annotated[Text, StringConstraints(max_length=500)]
Email = EmailStr | Literal[""]


class PlanPreviewIn(In):
    """The plan an operator thinks of."""

    plan_id: Id


class PlanTakeIn(In):
    """A first plan, or another one. `expected_charge` is what the preview said is charged now."""

    plan_id: Id
    expected_charge: SignedAmount
    version: Version | None = None


class PlanCancelIn(In):
    """A plan that ends with its period, or goes on after all."""

    is_canceled: bool
    version: Version


class BillingDetailsIn(In):
    """Who is billed and where statements go."""

    legal_name: Line
    address: Address
    country: Country
    vat_id: Annotated[str, StringConstraints(max_length=24, pattern=r"^[A-Za-z0-9 .\-+*]*$")]
    email: Email
    version: Version


class BillingCardIn(In):
    """The setup that the browser finished at the gateway."""

    setup_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_/]{1,120}$")]


class DeskPlanIn(In):
    """A plan; other terms than before become its next version."""

    plan_id: Id | None = None
    version: Version | None = None
    slug: Slug
    name: Annotated[Name, StringConstraints(min_length=1)]
    description: Annotated[Line, StringConstraints(max_length=300)] = ""
    position: Annotated[int, Field(ge=0, le=1000)] = 0
    is_hidden: bool = False
    kind: Literal["free", "flat", "per_booking", "hybrid"]
    price: Amount = 0
    currency: Currency
    interval: Literal["month", "year"] = "month"
    trial_days: Annotated[int, Field(ge=0, le=365)] = 0
    fee_ppm: Share = 0
    fee_fixed: Amount = 0
    fee_cap: Amount | None = None
    fee_methods: Annotated[list[Slug], Field(max_length=20)] = []
    fee_customer_pays: bool = False
    limits: Annotated[
        dict[LimitName, Annotated[int, Field(ge=1, le=1_000_000)]],
        Field(description="what it includes at most; what is not named is not limited"),
    ] = {}


class DeskPlanArchiveIn(In):
    """A plan that is offered no longer, or again."""

    is_archived: bool
    version: Version


class DeskCreditIn(In):
    """Something taken off, and why."""

    amount: Positive
    reason: Reason


class DeskDiscountIn(In):
    """A share taken off every coming price; without a day it stays."""

    discount_ppm: Share
    until: date | None = None
    reason: Reason


class DeskPaidIn(In):
    """Money that came past the gateway; negative: a credit that was paid out."""

    amount: SignedAmount
    reference: Line = ""
    received_at: datetime | None = None


class DeskWaiveIn(In):
    """A trip whose fee is given up, and why."""

    confirmation_code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{4,12}$")]
    reason: Reason


class DeskSubscribeIn(In):
    """A plan that whoever runs the platform puts an operator on."""

    plan_id: Id
    trial_days: Annotated[int, Field(ge=0, le=365)] = 0


class DeskPauseIn(In):
    """Whether time costs nothing for now."""

    is_paused: bool


class DeskPaysByIn(In):
    """How an operator pays."""

    pays_by: Literal["card", "transfer"]


class SellerIn(In):
    """Who sells, as statements name it."""

    name: Line
    address: Address
    country: Country
    vat_id: Annotated[str, StringConstraints(max_length=24, pattern=r"^[A-Za-z0-9 .\-+*]*$")]
    email: Email
    bank_details: Address
    number_prefix: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9/-]{0,12}$")]
    version: Version


class CountryTaxIn(In):
    """The tax of a country."""

    country: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
    name: Annotated[Name, StringConstraints(max_length=40, min_length=1)]
    rate_ppm: Share


class CountryTaxesIn(In):
    """Every tax that is charged; a country that is missing has none."""

    taxes: Annotated[list[CountryTaxIn], Field(max_length=250)]
