"""What billing answers: operators about themselves, and whoever runs the platform."""

from datetime import date, datetime

from outfitter.api.schemas import Out


class BillingPlanOut(Out):
    """A plan at what it costs now; amounts in minor units, shares in millionths."""

    id: int
    slug: str
    name: str
    description: str
    kind: str
    price: int
    currency: str
    interval: str
    trial_days: int
    fee_ppm: int
    fee_fixed: int
    fee_cap: int | None
    fee_methods: list[str]
    fee_customer_pays: bool
    limits: dict[str, int]


class BillingSubscriptionOut(Out):
    """The plan an operator is on. `renews_on` is when the next price is due."""

    plan: BillingPlanOut
    next_plan_name: str | None
    started_on: date
    renews_on: date
    is_trial: bool
    is_canceled: bool
    is_paused: bool
    discount_ppm: int
    discount_until: date | None
    version: int


class BillingCardOut(Out):
    """The card that is charged."""

    brand: str
    last4: str
    exp: str


class BillingDetailsOut(Out):
    """Who is billed and where statements go."""

    legal_name: str
    address: str
    country: str
    vat_id: str
    email: str
    version: int


class BillingLineOut(Out):
    """One line; `facts` are what its words need."""

    kind: str
    amount: int
    facts: dict[str, object]


class BillingEstimateOut(Out):
    """What the next statement comes to, as far as anybody can tell: trips go on as until now."""

    on: date
    lines: list[BillingLineOut]
    total: int


class BillingStatementOut(Out):
    """A statement; opening plus lines is closing."""

    id: int
    number: str
    kind: str
    currency: str
    period_from: date
    period_to: date
    opening: int
    net: int
    tax: int
    closing: int
    issued_on: date
    due_on: date
    settled_on: date | None


class BillingStatementsOut(Out):
    """Statements, the newest first; `next_before` is where the next page begins."""

    statements: list[BillingStatementOut]
    next_before: int | None


class PlanUsageOut(Out):
    """How much of one limit of the plan is used; `level` is fine, near (80 %) or full."""

    name: str
    used: int
    limit: int
    level: str


class BillingOut(Out):
    """What an owner sees of billing."""

    currency: str
    subscription: BillingSubscriptionOut | None
    plans: list[BillingPlanOut]
    balance: int
    overdue_since: date | None
    sale_stops_on: date | None
    is_sale_stopped: bool
    pays_by: str
    card: BillingCardOut | None
    details: BillingDetailsOut
    estimate: BillingEstimateOut | None
    usage: list[PlanUsageOut]


class PlanChangePreviewOut(Out):
    """What a change of plan comes to now."""

    is_now: bool
    starts_on: date
    lines: list[BillingLineOut]
    total: int


class BillingCardFormOut(Out):
    """What a browser needs for the gateway's own card form."""

    setup_id: str
    client_secret: str
    publishable_key: str
    script_url: str
    gateway_account: str | None


class BillingPaymentOut(Out):
    """How a payment ended; `error_code` is why it was refused."""

    status: str
    amount: int
    currency: str
    error_code: str


class DeskPlanOut(BillingPlanOut):
    """A plan as whoever runs the platform sees it."""

    number: int
    position: int
    is_hidden: bool
    is_archived: bool
    operators_cnt: int
    version: int


class DeskPlansOut(Out):
    """Every plan, in the host's order."""

    plans: list[DeskPlanOut]


class DeskOperatorRowOut(Out):
    """An operator as a customer in a list."""

    account_id: int
    name: str
    slug: str
    status: str
    plan: str | None
    currency: str
    balance: int
    overdue_since: date | None
    sale_stops_on: date | None
    is_sale_stopped: bool


class DeskOperatorsOut(Out):
    """Operators that are billed; those that owe something first."""

    operators: list[DeskOperatorRowOut]
    next_after: int | None


class DeskPaymentOut(Out):
    """Money of an operator."""

    id: int
    kind: str
    status: str
    amount: int
    currency: str
    reference: str
    error_code: str
    created_at: datetime


class TripFeeOut(Out):
    """What a trip owes the platform; amounts in minor units."""

    id: int
    confirmation_code: str
    reserved_at: datetime
    currency: str
    expected: int
    waived: int
    exempt: int
    collected_at_gateway: int


class TripFeesOut(Out):
    """Fees of trips, the latest first; `next_before` is where the next page begins."""

    fees: list[TripFeeOut]
    next_before: int | None


class DeskOperatorOut(Out):
    """One operator's billing."""

    account_id: int
    name: str
    slug: str
    billing: BillingOut
    statements: list[BillingStatementOut]
    payments: list[DeskPaymentOut]
    discount_reason: str


class SellerOut(Out):
    """Who sells, as statements name it."""

    name: str
    address: str
    country: str
    vat_id: str
    email: str
    bank_details: str
    number_prefix: str
    version: int


class CountryTaxOut(Out):
    """The tax of a country (millionths)."""

    country: str
    name: str
    rate_ppm: int


class SellerAndTaxesOut(Out):
    """Who sells and at which taxes."""

    seller: SellerOut
    taxes: list[CountryTaxOut]
