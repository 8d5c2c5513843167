"""Writes of the operator's settings (domain.md 3.1)."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypedDict
from urllib.parse import urlsplit

import nh3
import phonenumbers
from babel import Locale, UnknownLocaleError

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.currencies import OFFERED
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people.models import Properties

# What terms may look like: words, lists and links. Everything else is taken out.
TERMS_TAGS: Final = frozenset({"p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "a", "h3", "h4"})
METHODS: Final = ("staff", "phone", "walk_up", "pos")


class PropertiesValues(TypedDict, total=False):
    """The settings that may be written; what is not named stays. `tip_suggested_ppm` is ppm."""

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
    tip_suggested_ppm: Sequence[int]
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
    auto_refund_reasons: Sequence[str]
    is_auto_assign_resources: bool
    is_skip_balance_due_popup: bool
    booking_fee: Mapping[str, Any]
    deposit: Mapping[str, Any]
    is_allow_overpay: bool
    cash_rounding: str
    is_auto_charge_balance: bool
    noshow_fee_amount: int
    noshow_fee_ppm: int
    gift_cards: Mapping[str, Any]
    abandon_idle_minutes: int
    pii_retention_days: int


def save_properties(*, values: PropertiesValues, version: int, country: str, at: datetime) -> dict[str, Any]:
    """
    Write settings; returns what changed, as it is now. National phone numbers are `country`'s.

    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        Properties.objects.get_or_create(pk=1)
        row = Properties.objects.select_for_update().get(pk=1)
        if version != row.version:
            raise StaleVersion("Someone changed these settings in the meantime.", version=row.version)
        clean = _clean(values, country)
        before = {name: getattr(row, name) for name in clean}
        changed = {name: value for name, value in clean.items() if value != before[name]}
        if not changed:
            return {}
        for name, value in changed.items():
            setattr(row, name, value)
        row.version += 1
        row.save(update_fields=[*changed, "version"])
        record(
            entity_type="properties",
            entity_id=1,
            action="properties.changed",
            at=at,
            before={name: before[name] for name in changed},
            after=changed,
        )
    return changed


def _clean(values: PropertiesValues, country: str) -> dict[str, object]:
    fields: dict[str, list[str]] = {}
    clean: dict[str, Any] = {}
    for name, value in values.items():
        check = _CHECKS.get(name)
        try:
            clean[name] = check(value, country) if check else value
        except ValueError as problem:
            fields[name] = [str(problem)]
    if fields:
        raise Invalid(fields)
    return clean


def clean_phone(value: object, country: str) -> str | None:
    """
    Return a phone number in E.164; None for none.

    :raises ValueError: it cannot be one
    """
    if not value:
        return None
    try:
        number = phonenumbers.parse(str(value), country)
    except phonenumbers.NumberParseException:
        raise ValueError("Please check this phone number.") from None
    if not phonenumbers.is_possible_number(number):
        raise ValueError("Please check this phone number.")
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def clean_address(value: object, _country: str = "") -> str | None:
    """
    Return a web address that is safe to link to; None for none.

    :raises ValueError: it is none, or not encrypted
    """
    if not value:
        return None
    text = str(value).strip()
    parts = urlsplit(text if "://" in text else f"https://{text}")
    if parts.scheme != "https":
        raise ValueError("Please enter an address that starts with https://.")
    if not parts.hostname or "." not in parts.hostname or parts.username or re.search(r"\s", text):
        raise ValueError("Please check this address.")
    return parts.geturl()


def _zone(value: object, _country: str) -> str:
    if value not in zones.zone_names():
        raise ValueError("This is not a time zone.")
    return str(value)


def _locale(value: object, _country: str) -> str:
    try:
        found = Locale.parse(str(value), sep="-")
    except (UnknownLocaleError, ValueError):
        raise ValueError("This is not a language and region.") from None
    if not found.territory:
        raise ValueError("Please add the region, as in en-US.")
    return str(value)


def _currency(value: object, _country: str) -> str:
    if value not in OFFERED:
        raise ValueError("This currency is not offered.")
    return str(value)


def _color(value: object, _country: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", str(value)):
        raise ValueError("Please enter a color, as in #0f766e.")
    return str(value).lower()


def _label(value: object, _country: str) -> str:
    if not str(value).strip():
        raise ValueError("Please enter a word.")
    return str(value).strip()


def _terms(value: object, _country: str) -> str:
    return nh3.clean(
        str(value),
        tags=set(TERMS_TAGS),
        attributes={"a": {"href"}},
        url_schemes={"https", "mailto", "tel"},
        link_rel="noopener noreferrer",
    )


def _method(value: object, _country: str) -> str:
    if value not in METHODS:
        raise ValueError("This is not how staff sell.")
    return str(value)


_CHECKS: Final[Mapping[str, Callable[[Any, str], Any]]] = {
    "currency": _currency,
    "locale": _locale,
    "time_zone": _zone,
    "ecom_phone_number": clean_phone,
    "label_activity_singular": _label,
    "label_activity_plural": _label,
    "default_trip_method": _method,
    "brand_color": _color,
    "terms_html": _terms,
    "mail_from": lambda value, _country: value or None,
    "privacy_url": clean_address,
    "auto_refund_reasons": lambda value, _country: sorted(set(value)),
    "tip_suggested_ppm": lambda value, _country: sorted(set(value)),
}
