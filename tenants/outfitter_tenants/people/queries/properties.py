"""Reads of the operator's settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from outfitter.accounts import business_profile
from outfitter.db.configuration import configuration_read
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import cash
from outfitter_tenants.people.models import Properties


@dataclass(frozen=True, slots=True)
class PropertiesRow:
    """The operator's settings (domain.md 3.1); amounts of time in the unit of their name."""

    currency: str
    locale: str
    time_zone: str
    week_start: int
    ecom_phone_number: str | None
    label_activity_singular: str
    label_activity_plural: str
    price_display_mode: str
    is_show_prices_on_calendar: bool
    hold_minutes_web: int
    hold_minutes_pos: int
    hold_minutes_reseller: int
    draft_expire_days: int
    abandon_idle_minutes: int
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
    pii_retention_days: int
    late_payment_mode: str
    brand_color: str
    logo_url: str | None
    terms_html: str
    privacy_url: str | None
    mail_from: str | None
    reply_to: str | None
    default_trip_method: str
    booking_fee: Mapping[str, Any]
    deposit: Mapping[str, Any]
    gift_cards: Mapping[str, Any]
    refund_fee_policy: Literal["absorb", "deduct_processing_fee", "keep_booking_fee_on_partial"]
    policy_anchor: Literal["original", "new"]
    waiver_retention_years: int
    waiver_majority_age: int
    waiver_gate: Literal["warn", "block"]
    waiver_reminder_hours: int
    auto_refund_reasons: Sequence[str]
    tip_mode: str
    tip_suggested_ppm: Sequence[int]
    noshow_fee_amount: int
    noshow_fee_ppm: int
    cash_rounding: str
    is_skip_balance_due_popup: bool

    def hold_minutes(self, *, is_visitor: bool, is_agent: bool) -> int:
        """Return for how many minutes seats wait for whoever fills a cart (domain.md 4.3)."""
        if is_visitor:
            return self.hold_minutes_web
        return self.hold_minutes_reseller if is_agent else self.hold_minutes_pos


def get_all_properties() -> dict[str, Any]:
    """Return every setting by name, with the version they are at."""
    row = Properties.objects.filter(pk=1).first() or Properties()
    names = [field.name for field in Properties._meta.fields if field.name != "id"]
    return {name: getattr(row, name) for name in names}


@configuration_read
def get_properties() -> PropertiesRow:
    """Return the operator's settings; defaults before they were ever saved."""
    row = Properties.objects.filter(pk=1).first() or Properties()
    return PropertiesRow(**{name: getattr(row, name) for name in PropertiesRow.__slots__})


# For readers that ask for several things in one statement.
PROPERTIES: Final = "(SELECT to_jsonb(p) FROM people_properties p WHERE p.id = 1)"


# For how many hours after its end staff may still sell a departure, in the statement that reads it.
BOOK_PAST_HOURS: Final = (
    "coalesce((SELECT p.book_past_hours FROM people_properties p WHERE p.id = 1)::int, 24)"
)

# Whether resources are assigned to bookings by the product; as they are before settings were saved.
ASSIGNS_RESOURCES: Final = "NOT EXISTS (SELECT FROM people_properties p WHERE NOT p.is_auto_assign_resources)"


def properties_of(found: Mapping[str, Any] | None) -> PropertiesRow:
    """Return what `PROPERTIES` read; defaults before settings were ever saved."""
    if found is None:
        blank = Properties()
        found = {name: getattr(blank, name) for name in PropertiesRow.__slots__}
    return PropertiesRow(**{name: found[name] for name in PropertiesRow.__slots__})


@dataclass(frozen=True, slots=True)
class PaymentSettings:
    """How the operator takes money; amounts in minor units, shares in millionths."""

    tip_mode: str = "disabled"
    tip_suggested_ppm: tuple[int, ...] = ()
    is_allow_overpay: bool = False
    is_auto_charge_balance: bool = False
    noshow_fee_amount: int = 0
    noshow_fee_ppm: int = 0

    @property
    def takes_tips(self) -> bool:
        """Return whether guests are asked for a tip at all."""
        return self.tip_mode != "disabled"


@configuration_read
def get_payment_settings() -> PaymentSettings:
    """Return how money is taken; defaults before settings were ever saved."""
    names = tuple(PaymentSettings.__slots__)
    found = Properties.objects.filter(pk=1).values(*names).first()
    if found is None:
        return PaymentSettings()
    return PaymentSettings(**{**found, "tip_suggested_ppm": tuple(found["tip_suggested_ppm"])})


@dataclass(frozen=True, slots=True)
class SelfServiceSettings:
    """What customers may do on their own page; hours before the start, unless a policy has its own."""

    is_allow_self_rebook: bool = False
    self_rebook_min_hours: int = 24
    self_rebook_limit: int = 2
    is_allow_self_rebook_any: bool = False
    is_allow_self_cancel: bool = False
    self_cancel_min_hours: int = 24
    is_allow_self_add: bool = False


@configuration_read
def get_self_service_settings() -> SelfServiceSettings:
    """Return what customers may do by themselves; nothing before settings were ever saved."""
    found = Properties.objects.filter(pk=1).values(*SelfServiceSettings.__slots__).first()
    return SelfServiceSettings(**found) if found else SelfServiceSettings()


@configuration_read
def get_tip_mode() -> str:
    """Return how tips are shared: disabled, shared_pool or individual."""
    mode = Properties.objects.filter(pk=1).values_list("tip_mode", flat=True).first()
    return mode or "disabled"


def get_cash_step(*, currency: str) -> int:
    """
    Return what cash of a currency is rounded to, in minor units; 0 is not at all.

    What the operator chose is for their own currency; any other goes by its coins.
    """
    settings = get_properties()
    choice = settings.cash_rounding
    if currency != settings.currency and choice != "off":
        choice = "default"
    country = ""
    if choice == "default" and cash.varies_by_country(currency):
        country = business_profile.get_business(schema_name=current_schema()).country
    return cash.cash_step(choice, currency, country)
