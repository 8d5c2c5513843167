"""What the calls of the general set-up take. Unknown fields are refused."""

from datetime import date
from typing import Annotated, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import Amount, Id, In, Line, Name, Text
from outfitter.kit import cash
from outfitter_tenants.backoffice.general.schemas import (
    BookingFeeIn,
    DepositIn,
    GiftCardRulesIn,
    Hours,
    Ids,
    Methods,
    Ppm,
)

Version = Annotated[int, Field(ge=1, le=2**31 - 1)]
Color = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]
Word = Annotated[Name, StringConstraints(min_length=1, max_length=40)]
Phone = Annotated[str, StringConstraints(strip_whitespace=True, max_length=32)]
Address = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)]
Minutes = Annotated[int, Field(ge=2, le=1440)]
Place = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]
FeePolicy = Literal["absorb", "deduct_processing_fee", "keep_booking_fee_on_partial"]
CancelReason = Literal["customer", "weather", "operator", "duplicate", "noshow", "channel", "other"]


class OwnBusinessIn(In):
    """The operator as a business; what is left out stays."""

    name: Annotated[Line, StringConstraints(min_length=1)] | None = None
    legal_name: Line | None = None
    phone: Phone | None = None
    website: Address | None = None
    address: Place | None = None


class PriceRulesIn(In):
    """How taxes are computed."""

    round_per: Literal["line", "trip"]
    is_exclusive_on_gross: bool = False


class GeneralSaveIn(In):
    """Change settings; what is left out stays."""

    version: Version
    business: OwnBusinessIn | None = None
    priceRules: PriceRulesIn | None = None
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    locale: Annotated[str, StringConstraints(max_length=12)] | None = None
    time_zone: Annotated[str, StringConstraints(max_length=64)] | None = None
    week_start: Annotated[int, Field(ge=0, le=6)] | None = None
    ecom_phone_number: Phone | None = None
    mail_from: Name | None = None
    reply_to: EmailStr | None = None
    label_activity_singular: Word | None = None
    label_activity_plural: Word | None = None
    price_display_mode: Literal["exclusive", "all_in"] | None = None
    is_show_prices_on_calendar: bool | None = None
    default_trip_method: Literal["staff", "phone", "walk_up", "pos"] | None = None
    hold_minutes_web: Minutes | None = None
    hold_minutes_pos: Minutes | None = None
    hold_minutes_reseller: Minutes | None = None
    draft_expire_days: Annotated[int, Field(ge=1, le=365)] | None = None
    check_in_opens_minutes: Annotated[int, Field(ge=0, le=2880)] | None = None
    check_in_closes_hours: Annotated[int, Field(ge=0, le=72)] | None = None
    check_in_undo_hours: Annotated[int, Field(ge=1, le=168)] | None = None
    noshow_grace_minutes: Annotated[int, Field(ge=0, le=240)] | None = None
    book_past_hours: Annotated[int, Field(ge=0, le=168)] | None = None
    unscheduled_valid_days: Annotated[int, Field(ge=1, le=3650)] | None = None
    payment_link_days: Annotated[int, Field(ge=1, le=90)] | None = None
    is_invoice_reminders: bool | None = None
    invoice_reminder_days_before: Annotated[int, Field(ge=0, le=60)] | None = None
    invoice_reminder_days_after: Annotated[int, Field(ge=0, le=60)] | None = None
    is_waitlist_on: bool | None = None
    waitlist_offer_minutes: Annotated[int, Field(ge=5, le=1440)] | None = None
    late_payment_mode: Literal["auto_refund", "needs_attention"] | None = None
    brand_color: Color | None = None
    terms_html: Text | None = None
    privacy_url: Address | None = None
    sms_sender: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9 +]{0,20}$")] | None = None
    tip_mode: Literal["disabled", "shared_pool", "individual"] | None = None
    tip_suggested_ppm: Annotated[list[Ppm], Field(max_length=6)] | None = None
    is_allow_self_rebook: bool | None = None
    self_rebook_min_hours: Hours | None = None
    self_rebook_limit: Annotated[int, Field(ge=1, le=20)] | None = None
    is_allow_self_rebook_any: bool | None = None
    is_allow_self_cancel: bool | None = None
    self_cancel_min_hours: Hours | None = None
    is_allow_self_add: bool | None = None
    refund_fee_policy: FeePolicy | None = None
    policy_anchor: Literal["original", "new"] | None = None
    waiver_retention_years: Annotated[int, Field(ge=1, le=50)] | None = None
    waiver_majority_age: Annotated[int, Field(ge=14, le=21)] | None = None
    waiver_gate: Literal["warn", "block"] | None = None
    waiver_reminder_hours: Annotated[int, Field(ge=0, le=336)] | None = None
    auto_refund_reasons: Annotated[list[CancelReason], Field(max_length=7)] | None = None
    is_auto_assign_resources: bool | None = None
    is_skip_balance_due_popup: bool | None = None
    booking_fee: BookingFeeIn | None = None
    deposit: DepositIn | None = None
    is_allow_overpay: bool | None = None
    cash_rounding: cash.Choice | None = None
    is_auto_charge_balance: bool | None = None
    noshow_fee_amount: Amount | None = None
    noshow_fee_ppm: Ppm | None = None
    gift_cards: GiftCardRulesIn | None = None
    abandon_idle_minutes: Annotated[int, Field(ge=5, le=10_080)] | None = None
    pii_retention_days: Annotated[int, Field(ge=30, le=3650)] | None = None


class SurchargeIn(In):
    """Make a tax or fee (no `id`) or change one; a change says everything."""

    id: Id | None = None
    version: Version | None = None
    name: Annotated[Name, StringConstraints(min_length=1)]
    calc: Literal["percent", "fixed"] = "percent"
    rate_ppm: Ppm = 0
    amount: Amount = 0
    per: Literal["booking", "trip_order", "trip", "addon", "day"] = "booking"
    mode: Literal["exclusive", "inclusive"] = "exclusive"
    applies_to: list[Literal["tickets", "addons", "products"]] = ["tickets", "addons", "products"]
    experience_ids: Ids = []
    methods: Methods = []
    reseller_ids: Ids = []
    is_compound: bool = False
    is_taxable: bool = False
    is_commissionable: bool = False
    is_refundable: bool = True
    is_exempt_for_tax_toggle: bool = True
    is_waived_on_comp: bool = True
    valid_from: date | None = None
    valid_to: date | None = None
    tax_code: Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)] = ""


class TierIn(In):
    """From so many hours before the start: the share that comes back, less a fee."""

    hours_before: Hours
    refund_ppm: Ppm
    fee_amount: Amount = 0


class PolicyIn(In):
    """
    Make a cancellation policy (no `id`) or change one.

    What guests may do themselves stays as it is where it is left out; null: they may not.
    """

    id: Id | None = None
    version: Version | None = None
    name: Annotated[Name, StringConstraints(min_length=1)]
    tiers: Annotated[list[TierIn], Field(max_length=8)]
    noshow_refund_ppm: Ppm = 0
    weather_refund_ppm: Ppm = 1_000_000
    is_weather_credit_allowed: bool = True
    self_cancel_until_hours: Hours | None = None
    self_rebook_until_hours: Hours | None = None
    is_default: bool = False
    experience_ids: Ids = []


class SourceIn(In):
    """Make a trip source (no `id`) or rename one."""

    id: Id | None = None
    name: Annotated[Name, StringConstraints(min_length=1)]


class ColoredIn(In):
    """Make a guest status or reason of a flag (no `id`), or rename and recolour one."""

    id: Id | None = None
    name: Annotated[Name, StringConstraints(min_length=1, max_length=60)]
    color: Color


class LocationIn(In):
    """Make a location (no `id`) or change one."""

    id: Id | None = None
    name: Annotated[Line, StringConstraints(min_length=1)]
    address: Place = ""
    lat: Annotated[float, Field(ge=-90, le=90)] | None = None
    lng: Annotated[float, Field(ge=-180, le=180)] | None = None
    time_zone: Annotated[str, StringConstraints(max_length=64)] | None = None
    is_default: bool = False


class ListOrderIn(In):
    """A list in its new order."""

    ids: Ids


class PreviewIn(In):
    """An example party, by the stored rules but for what is named here and not saved yet."""

    qty: Annotated[int, Field(ge=1, le=50)] = 2
    unit_amount: Amount = 5000
    tax: SurchargeIn | None = None
    fee: SurchargeIn | None = None
    priceRules: PriceRulesIn | None = None
    deposit: DepositIn | None = None
    booking_fee: BookingFeeIn | None = None
    price_display_mode: Literal["exclusive", "all_in"] | None = None


class ContrastIn(In):
    """A colour to look at."""

    color: Color
