"""Reads of the operator's settings."""

from dataclasses import dataclass

from outfitter_tenants.people.models import Properties


@dataclass(frozen=True, slots=True)
class PropertiesRow:
    """The operator's settings (domain.md 3.1); amounts of time in minutes."""

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
    late_payment_mode: str
    brand_color: str
    logo_url: str | None
    terms_html: str
    privacy_url: str | None
    reply_to: str | None


def get_properties() -> PropertiesRow:
    """Return the operator's settings; defaults before they were ever saved."""
    row = Properties.objects.filter(pk=1).first() or Properties()
    return PropertiesRow(**{name: getattr(row, name) for name in PropertiesRow.__slots__})
