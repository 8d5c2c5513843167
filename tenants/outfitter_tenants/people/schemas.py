"""The operator and its people, as every part of the edge shows them."""

from typing import Literal

from outfitter.api.schemas import Lookup, Out


class AvatarOut(Out):
    """The person who is signed in."""

    id: int
    name: str
    email: str
    kind: str
    role: Lookup
    # What is shown of bookings: all, those one is on as a guide, or those of one's partner.
    scope: Literal["all", "assigned", "reseller"]
    image_url: str | None
    color: str
    is_hide_setup_tasks: bool
    is_hide_call_alerts: bool


class PropertiesOut(Out):
    """The operator's settings that screens need."""

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
    brand_color: str
    logo_url: str | None
    terms_html: str
    privacy_url: str | None
    tip_mode: str
    tip_suggested_ppm: list[int]
    noshow_fee_amount: int
    noshow_fee_ppm: int
    is_waitlist_on: bool


class StaffPropertiesOut(PropertiesOut):
    """The same with what concerns staff alone."""

    is_skip_balance_due_popup: bool
    book_past_hours: int


class AccountOut(Out):
    """The operator."""

    id: int
    slug: str
    name: str
    status: str
    currency: str
    locale: str
    time_zone: str
