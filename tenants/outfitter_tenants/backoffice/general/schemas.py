"""Bodies of the general set-up: what it shows."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from outfitter.api.schemas import Amount, Id, In, Lookup, Out

Ppm = Annotated[int, Field(ge=0, le=1_000_000, description="millionths: 8.875 % is 88750")]
Hours = Annotated[int, Field(ge=0, le=24 * 365)]
Months = Annotated[int, Field(ge=1, le=240)]
Methods = Annotated[list[Annotated[str, Field(pattern=r"^[a-z_]{2,12}$")]], Field(max_length=20)]
Ids = Annotated[list[Id], Field(max_length=500)]


class DepositIn(In):
    """
    What is due at booking; the rest is due at the start, or some hours or days before it.

    `balance_due_days`: when the operator's local day so many days before begins. Only one of both.
    """

    kind: Literal[
        "none", "per_booking_amount", "per_booking_percent", "per_order_amount", "per_order_percent"
    ] = "none"
    amount: Amount = 0
    rate_ppm: Ppm = 0
    full_if_within_hours: Hours | None = None
    methods: Methods = []
    is_include_taxes: bool = False
    balance_due_hours: Hours | None = None
    balance_due_days: Annotated[int, Field(ge=0, le=365)] | None = None


class BookingFeeIn(In):
    """
    What customers pay on top of a trip; nothing when both percentage and amount are zero.

    With `who_pays` operator customers pay the plain price; the rest is kept for another day.
    """

    who_pays: Literal["customer", "operator"] = "customer"
    rate_ppm: Ppm = 0
    amount: Amount = 0
    cap_amount: Amount | None = None
    methods: Methods = []
    is_taxable: bool = False


class GiftCardRulesIn(In):
    """How gift cards are taxed and spent, when they run out, and what visitors may buy."""

    tax_mode: Literal["multi_purpose", "single_purpose"] = "multi_purpose"
    promo_months: Months | None = 12
    purchased_months: Months | None = None
    is_promo_first: bool = True
    is_sold_online: bool = False
    online_min_amount: Amount = 1000
    online_max_amount: Amount = 100_000


class GiftCardRulesOut(Out):
    """The operator's rules of gift cards."""

    tax_mode: str = "multi_purpose"
    promo_months: int | None = 12
    purchased_months: int | None = None
    is_promo_first: bool = True
    is_sold_online: bool = False
    online_min_amount: int = 1000
    online_max_amount: int = 100_000


class DepositOut(Out):
    """The operator's deposit."""

    kind: str = "none"
    amount: int = 0
    rate_ppm: int = 0
    full_if_within_hours: int | None = None
    methods: list[str] = []
    is_include_taxes: bool = False
    balance_due_hours: int | None = None
    balance_due_days: int | None = None


class BookingFeeOut(Out):
    """The operator's booking fee."""

    who_pays: str = "customer"
    rate_ppm: int = 0
    amount: int = 0
    cap_amount: int | None = None
    methods: list[str] = []
    is_taxable: bool = False


class BusinessOut(Out):
    """The operator as a business."""

    name: str
    legal_name: str
    slug: str
    country: str
    type: str
    phone: str
    website: str
    address: str


class SettingsOut(Out):
    """Every setting, with the version that a change of them has to name."""

    version: int
    currency: str
    locale: str
    time_zone: str
    week_start: int
    ecom_phone_number: str | None
    mail_from: str | None
    reply_to: str | None
    label_activity_singular: str
    label_activity_plural: str
    price_display_mode: str
    is_show_prices_on_calendar: bool
    default_trip_method: str
    hold_minutes_web: int
    hold_minutes_pos: int
    hold_minutes_reseller: int
    draft_expire_days: int
    check_in_opens_minutes: int
    check_in_closes_hours: int
    check_in_undo_hours: int
    noshow_grace_minutes: int
    book_past_hours: int
    unscheduled_valid_days: int
    payment_link_days: int
    is_invoice_reminders: bool
    invoice_reminder_days_before: int
    invoice_reminder_days_after: int
    is_waitlist_on: bool
    waitlist_offer_minutes: int
    late_payment_mode: str
    logo_url: str | None
    brand_color: str
    terms_html: str
    privacy_url: str | None
    sms_sender: str | None
    tip_mode: str
    tip_suggested_ppm: list[int]
    is_allow_self_rebook: bool
    self_rebook_min_hours: int
    self_rebook_limit: int
    is_allow_self_rebook_any: bool
    is_allow_self_cancel: bool
    self_cancel_min_hours: int
    is_allow_self_add: bool
    refund_fee_policy: str
    policy_anchor: str
    waiver_retention_years: int
    waiver_majority_age: int
    waiver_gate: str
    waiver_reminder_hours: int
    auto_refund_reasons: list[str]
    is_auto_assign_resources: bool
    is_skip_balance_due_popup: bool
    booking_fee: BookingFeeOut
    deposit: DepositOut
    is_allow_overpay: bool
    cash_rounding: str
    is_auto_charge_balance: bool
    noshow_fee_amount: int
    noshow_fee_ppm: int
    gift_cards: GiftCardRulesOut
    abandon_idle_minutes: int
    pii_retention_days: int


class PriceRulesOut(Out):
    """How taxes are computed."""

    round_per: str
    is_exclusive_on_gross: bool


class SurchargeOut(Out):
    """A tax or a fee; `used_cnt` counts trips that were charged it, up to 1000."""

    id: int
    version: int
    name: str
    calc: str
    rate_ppm: int
    amount: int
    per: str
    mode: str
    applies_to: list[str]
    experience_ids: list[int]
    methods: list[str]
    reseller_ids: list[int]
    is_compound: bool
    is_taxable: bool
    is_commissionable: bool
    is_refundable: bool
    is_exempt_for_tax_toggle: bool
    is_waived_on_comp: bool
    valid_from: date | None
    valid_to: date | None
    tax_code: str
    used_cnt: int


class TierOut(Out):
    """From so many hours before the start: the share that comes back, less a fee."""

    hours_before: int
    refund_ppm: int
    fee_amount: int


class PolicyOut(Out):
    """A cancellation policy and the experiences that are under it by name."""

    id: int
    version: int
    name: str
    tiers: list[TierOut]
    noshow_refund_ppm: int
    weather_refund_ppm: int
    is_weather_credit_allowed: bool
    self_cancel_until_hours: int | None
    self_rebook_until_hours: int | None
    is_default: bool
    experience_ids: list[int]


class SourceOut(Out):
    """Where customers hear of the operator."""

    id: int
    slug: str
    name: str
    used_cnt: int


class StatusUseOut(SourceOut):
    """A guest status."""

    color: str
    kind: str
    is_system: bool


class FlagReasonOut(Out):
    """Why trips are flagged."""

    id: int
    name: str
    color: str
    used_cnt: int


class PlaceOut(Out):
    """Where things begin."""

    id: int
    name: str
    address: str
    time_zone: str | None
    is_default: bool
    lat: float | None
    lng: float | None
    used_cnt: int


class ExperienceChoiceOut(Out):
    """An experience to choose."""

    id: int
    name: str


class ResellerChoiceOut(Out):
    """A reseller to choose: one that is not archived, or that a tax or fee names."""

    id: int
    name: str


class PaletteOut(Out):
    """The brand colour as it is used: darkened or lightened until it can be read."""

    fill: str
    on_fill: str
    ink: str
    ink_dark: str


class FactsOut(Out):
    """What decides which settings can still change, and what a change would move."""

    is_currency_fixed: bool
    departures_cnt: int


class GeneralOut(Out):
    """The whole general set-up, in one round trip."""

    business: BusinessOut
    settings: SettingsOut
    palette: PaletteOut
    priceRules: PriceRulesOut
    taxes: list[SurchargeOut]
    fees: list[SurchargeOut]
    policies: list[PolicyOut]
    statuses: list[StatusUseOut]
    sources: list[SourceOut]
    flags: list[FlagReasonOut]
    locations: list[PlaceOut]
    methods: list[Lookup]
    experiences: list[ExperienceChoiceOut]
    resellers: list[ResellerChoiceOut]
    currencies: list[str]
    locales: list[str]
    time_zones: list[str]
    facts: FactsOut


class SavedOut(Out):
    """The set-up after a change; `id` is the row that was made or changed."""

    id: int | None
    moved_departures_cnt: int
    general: GeneralOut


class PreviewLineOut(Out):
    """One line of the worked example."""

    kind: str
    label: str
    qty: int
    amount: int
    is_inclusive: bool


class PreviewOut(Out):
    """What an example party pays by these rules, in minor units."""

    currency: str
    lines: list[PreviewLineOut]
    subtotal: int
    fee: int
    tax: int
    booking_fee: int
    total: int
    deposit_due: int
    ticket_price: int
    is_tax_included: bool
    balance_due_at: datetime | None


class ContrastOut(Out):
    """What becomes of a colour, and how it stands against white before that (1 to 21)."""

    palette: PaletteOut
    contrast: float
    is_changed: bool


class CountryOut(Out):
    """A country in the reader's language."""

    code: str
    name: str
    dial_code: str
