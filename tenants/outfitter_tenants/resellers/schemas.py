"""Bodies of the reseller routes (domain.md 5.20)."""

from typing import Annotated, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, Amount, Id, In, Line, Out, Version, Visible
from outfitter_tenants.resellers.types import Basis, CollectType, PaymentMethod, ResellerType, Status

Share = Annotated[int, Field(ge=0, le=1_000_000, description="ppm")]
PartnerName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=SINGLE_LINE), Visible
]


class ContactOfResellerIn(In):
    """Somebody to talk to at a partner."""

    name: Line
    email: EmailStr | None = None
    phone: Annotated[Line, StringConstraints(max_length=32)] | None = None
    is_accounting: bool = False


class ResellerCreateIn(In):
    """A new partner."""

    name: PartnerName
    reseller_type: ResellerType
    payment_method: PaymentMethod
    collect_type: CollectType
    commission_ppm: Share | None = None


class ResellerGeneralIn(In):
    """Who a partner is and what they have to name."""

    name: PartnerName | None = None
    reseller_type: ResellerType | None = None
    status: Status | None = None
    address: Annotated[str, StringConstraints(max_length=1000, pattern=PRINTABLE)] | None = None
    contacts: list[ContactOfResellerIn] | None = Field(default=None, max_length=20)
    tax_id: Annotated[Line, StringConstraints(max_length=60)] | None = None
    payment_method: PaymentMethod | None = None
    collect_type: CollectType | None = None
    is_voucher_required: bool | None = None
    is_agent_required: bool | None = None
    invoice_terms_days: Annotated[int, Field(ge=0, le=365)] | None = None


class ResellerRatesIn(In):
    """What a partner earns or pays; null takes a rate or the credit limit away."""

    commission_ppm: Share | None = None
    commission_amount: Amount | None = None
    wholesale_ppm: Share | None = None
    basis: Basis = "net_of_discount"
    is_addons_commissionable: bool = False
    is_products_commissionable: bool = False
    is_fees_commissionable: bool = False
    credit_limit_amount: Amount | None = None


class ResellerTermIn(In):
    """What a partner gets on one experience instead."""

    experience_id: Id
    is_hidden: bool = False
    commission_ppm: Share | None = None
    commission_amount: Amount | None = None
    wholesale_ppm: Share | None = None


class ResellerTermsIn(In):
    """The terms by experience, all of them."""

    terms: list[ResellerTermIn] = Field(max_length=500)


class ResellerSettingsIn(In):
    """One tab of a partner's settings; the part of that name holds its values."""

    tab: Literal["general", "rates", "experiences"]
    version: Version | None = None
    general: ResellerGeneralIn | None = None
    rates: ResellerRatesIn | None = None
    experiences: ResellerTermsIn | None = None


class ContactOfResellerOut(Out):
    """Somebody to talk to at a partner."""

    name: str
    email: str | None
    phone: str | None
    is_accounting: bool


class ResellerTermOut(Out):
    """What a partner gets on one experience instead."""

    experience_id: int
    is_hidden: bool
    commission_ppm: int | None
    commission_amount: int | None
    wholesale_ppm: int | None


class ResellerOut(Out):
    """A partner, whole. Shares in ppm, amounts in minor units."""

    id: int
    name: str
    reseller_type: ResellerType
    status: Status
    address: str
    contacts: list[ContactOfResellerOut]
    tax_id: str
    currency: str
    payment_method: PaymentMethod
    collect_type: CollectType
    commission_ppm: int | None
    commission_amount: int | None
    wholesale_ppm: int | None
    basis: Basis
    is_addons_commissionable: bool
    is_products_commissionable: bool
    is_fees_commissionable: bool
    credit_limit_amount: int | None
    topup_balance: int
    is_voucher_required: bool
    is_agent_required: bool
    invoice_terms_days: int
    terms: list[ResellerTermOut]
    version: int


class AgentOut(Out):
    """Somebody who sells for a partner."""

    id: int
    name: str
    email: str


class ResellerFoundOut(Out):
    """A partner in a search, with the people who sell for them."""

    id: int
    name: str
    reseller_type: ResellerType
    is_voucher_required: bool
    is_agent_required: bool
    agents: list[AgentOut]
