"""How the value of a field is written: by its kind, for its reader, for a mail or a text. Pure."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import TYPE_CHECKING, Literal

from babel.dates import format_date, format_skeleton, format_time, get_datetime_format
from babel.numbers import format_decimal

from outfitter_tenants.messaging.merge_fields import FieldKind

if TYPE_CHECKING:
    from outfitter_tenants.messaging.mails.style import Style


# A mail's body, one line of its head, a text message, or an address to follow.
Form = Literal["mail", "line", "sms", "address"]


def format_value(value: object, kind: FieldKind, style: Style, form: Form) -> str:
    """Return a value as its reader writes it; "" where there is none."""
    if callable(value):
        value = value(style)
    if value is None or value == "":
        return ""
    if isinstance(value, str):
        return value.replace(" ", "\u00a0") if kind == "phone" and form != "sms" else value
    if isinstance(value, datetime):
        return _moment(value, kind, style, form)
    if isinstance(value, date):
        return day(value, style, form)
    if isinstance(value, time):
        return str(format_time(value, "short", locale=style.locale))
    if isinstance(value, int):
        return style.money(value) if kind == "money" else str(format_decimal(value, locale=style.locale))
    return str(value)


def day(value: date, style: Style, form: Form) -> str:
    """Return a day, short in a text message."""
    if form == "sms":
        return str(format_skeleton("MMMd", value, locale=style.locale))
    return str(format_date(value, "long", locale=style.locale))


def _moment(value: datetime, kind: FieldKind, style: Style, form: Form) -> str:
    if kind == "date":
        return day(value.date(), style, form)
    clock = str(format_time(value.time(), "short", locale=style.locale))
    if kind == "time":
        return clock
    if form == "sms":
        return f"{day(value.date(), style, form)}, {clock}"
    joined = str(get_datetime_format("medium", locale=style.locale)).replace("'", "")
    # Nobody plans by the second.
    return joined.format(clock, format_date(value, "medium", locale=style.locale))
