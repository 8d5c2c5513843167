"""Bodies of the reseller routes (domain.md 5.20)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.lists import ListAnswer, TargetIn
from outfitter.api.schemas import (
    PRINTABLE,
    SINGLE_LINE,
    Amount,
    Id,
    In,
    Line,
    Out,
    SignedAmount,
    Version,
    Visible,
)
from outfitter_tenants.resellers.types import (
    Basis,
    CollectType,
    PaymentMethod,
    Recipient,
    RemittanceMethod,
    ResellerType,
    Rounding,
    Status,
    TopUpKind,
)

Share = Annotated[int, Field(ge=0, le=1_000_000, description="ppm")]
PartnerName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=SINGLE_LINE), Visible
]


PromoCode = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=32, pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$|^$"),
]
Multiline = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000, pattern=PRINTABLE)]
NoteBody = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000, pattern=PRINTABLE), Visible
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


class AllowIn(In):
    """What a partner's agents may do with what they sold; their role has to let them, too."""

    edit: bool = False
    cancel: bool = False
    override_price: bool = False
    see_price: bool = True


class ResellerGeneralIn(In):
    """Who a partner is, what they have to name and what their agents may do."""

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
    allow: AllowIn | None = None
    promo_link_code: PromoCode | None = Field(default=None, description="an empty text takes it away")
    restriction_id: Id | None = Field(
        default=None, description="null takes it away where it is named; left out, it stays"
    )


class ResellerRatesIn(In):
    """What a partner earns or pays; null takes a rate or the credit limit away."""

    commission_ppm: Share | None = None
    commission_amount: Amount | None = None
    wholesale_ppm: Share | None = None
    credit_limit_amount: Amount | None = None


class ResellerCommissionsIn(In):
    """What a partner's commission is a share of, and which way it is rounded."""

    basis: Basis = "net_of_discount"
    is_addons_commissionable: bool = False
    is_products_commissionable: bool = False
    is_fees_commissionable: bool = False
    rounding: Rounding = "nearest"


class RemittanceIn(In):
    """How a partner is paid what we owe it, and when what it owes is due."""

    method: RemittanceMethod | None = None
    payee: Line = ""
    account: Multiline = ""
    note: Multiline = ""
    invoice_terms_days: Annotated[int, Field(ge=0, le=365)] = 30


class CommunicationIn(In):
    """Who gets the confirmations of a partner's trips."""

    recipients: list[Recipient] = Field(max_length=3)
    emails: list[EmailStr] = Field(default=[], max_length=10)


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

    tab: Literal["general", "rates", "experiences", "remittance", "commissions", "communication"]
    version: Version | None = None
    general: ResellerGeneralIn | None = None
    rates: ResellerRatesIn | None = None
    experiences: ResellerTermsIn | None = None
    remittance: RemittanceIn | None = None
    commissions: ResellerCommissionsIn | None = None
    communication: CommunicationIn | None = None


class ResellerDeleteIn(In):
    """Take a partner away."""

    version: Version | None = None


class ResellerNoteIn(In):
    """A word about a partner."""

    body: NoteBody


class AgentIn(In):
    """An agent of a partner; `id` is that of the address, null for a new one."""

    id: Id | None = None
    name: PartnerName
    email: EmailStr
    commission_ppm: Share | None = None
    desk: Annotated[Line, StringConstraints(max_length=80)] | None = None
    status: Literal["active", "disabled"] = "active"
    invite: bool = False
    version: Version | None = None


class TopUpIn(In):
    """Money that a partner pays in advance, gets back, or that corrects the balance."""

    kind: Literal["add", "refund", "adjust"]
    amount: SignedAmount
    note: Annotated[Line, StringConstraints(max_length=400)] = ""


class BulkStatusIn(TargetIn):
    """Put these partners away, or have them sell again."""

    status: Literal["active", "archived"]


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


class AllowOut(Out):
    """What a partner's agents may do with what they sold."""

    edit: bool
    cancel: bool
    override_price: bool
    see_price: bool


class CommunicationOut(Out):
    """Who gets the confirmations of a partner's trips."""

    recipients: list[Recipient]
    emails: list[str]


class RemittanceOut(Out):
    """How a partner is paid what we owe it."""

    method: RemittanceMethod | None
    payee: str
    account: str
    note: str


class ResellerCreditOut(Out):
    """
    What a partner may owe, in minor units.

    `available_amount` is null without a limit; `is_nearly_used` from four fifths on.
    """

    limit_amount: int | None
    topup_balance: int
    owed_amount: int
    available_amount: int | None
    is_nearly_used: bool


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
    rounding: Rounding
    allow: AllowOut
    communication: CommunicationOut
    remittance: RemittanceOut
    promo_link_code: str | None
    # Its own booking restriction; null: it sells on the terms of each experience.
    restriction_id: int | None
    # The price lists that only this partner, or it and others named there, are charged by.
    rate_sheet_ids: list[int]
    credit: ResellerCreditOut
    created_at: datetime
    version: int


class ResellerRowOut(Out):
    """A partner in the list, with what they sold this month and who owes what, in minor units."""

    id: int
    name: str
    reseller_type: ResellerType
    status: Status
    payment_method: PaymentMethod
    collect_type: CollectType
    commission_ppm: int | None
    commission_amount: int | None
    wholesale_ppm: int | None
    currency: str
    credit_limit_amount: int | None
    topup_balance: int
    is_voucher_required: bool
    is_agent_required: bool
    promo_link_code: str | None
    sold_amount: int
    sold_cnt: int
    owed_amount: int
    late_amount: int
    payable_amount: int
    created_at: datetime
    version: int


ResellersOut = ListAnswer[ResellerRowOut]


class ResellerDeletedOut(Out):
    """What became of a partner; `uses` says why one is archived instead of deleted."""

    outcome: Literal["deleted", "archived"]
    uses: list[str]


class ResellerNoteOut(Out):
    """A word about a partner."""

    id: int
    body: str
    author_id: int | None
    author_name: str
    created_at: datetime
    edited_at: datetime | None


class TopUpOut(Out):
    """One movement of what a partner paid in advance; in is positive, out negative."""

    id: int
    kind: TopUpKind
    amount: int
    trip_id: int | None
    invoice_id: int | None
    note: str
    by_id: int | None
    by_name: str
    at: datetime


class TopUpsOut(Out):
    """The movements of a partner's balance, newest first, and where it stands, in minor units."""

    balance: int
    data: list[TopUpOut]


class AgentOut(Out):
    """Somebody who sells for a partner."""

    id: int
    name: str
    email: str
    status: Literal["invited", "active", "disabled"]
    commission_ppm: int | None
    desk: str | None
    has_login: bool
    version: int


class ResellerFoundOut(Out):
    """A partner in a search, with the people who sell for them."""

    id: int
    name: str
    reseller_type: ResellerType
    is_voucher_required: bool
    is_agent_required: bool
    agents: list[AgentOut]
