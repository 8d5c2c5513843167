"""Notifications in the reader's words, dates and money."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.dates import format_datetime
from babel.numbers import format_currency

from outfitter.kit import currencies, zones
from outfitter.kit.locales import route_locale
from outfitter_tenants.messaging.translations import fill

FOLDER: Final = Path(__file__).parent / "words"


class NotificationText(NamedTuple):
    """What a notification says."""

    title: str
    body: str


@cache
def words(locale: str) -> dict[str, str]:
    """Return the sentences of one route locale."""
    found: dict[str, str] = json.loads((FOLDER / f"{locale}.json").read_text(encoding="utf-8"))
    return found


def translate(kind: str, params: Mapping[str, Any], *, locale: str, time_zone: str) -> NotificationText:
    """
    Return a notification in a language.

    Parameters called `…_at` are ISO instants, `amount` is minor units of `currency`; both are
    written as the reader writes them. A parameter that is missing is left out, not an error: rows
    live longer than sentences.
    """
    language = route_locale(locale)
    catalogue = words(language)
    values = _values(params, locale=_babel(locale, language), time_zone=time_zone)
    values["job"] = _job(catalogue, language, values)
    variant = f"{kind}_{params.get('reason', '')}"
    name = variant if f"{variant}_title" in catalogue else kind
    return NotificationText(
        _fill(catalogue, f"{name}_title", language, values),
        _fill(catalogue, f"{name}_body", language, values),
    )


def phrase(key: str, *, locale: str, **values: object) -> str:
    """Return one sentence that is no notification: of the mail around it."""
    language = route_locale(locale)
    return fill(words(language)[key], language, values)


class _Lenient(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return ""


def _fill(catalogue: Mapping[str, str], key: str, locale: str, values: Mapping[str, object]) -> str:
    try:
        return fill(catalogue.get(key, ""), locale, _Lenient(values)).strip(" ·,")
    except TypeError:  # a plural without its number
        return ""


def _job(catalogue: Mapping[str, str], language: str, values: Mapping[str, object]) -> str:
    """Return what a job does; names that were stored as they are stay."""
    name = f"job_name_{values.get('job', '')}"
    if name not in catalogue:
        return str(values.get("job", ""))
    shown = values.get("list", "")
    return _fill(catalogue, name, language, {**values, "list": catalogue.get(f"list_{shown}", shown)})


def _values(params: Mapping[str, Any], *, locale: Locale, time_zone: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in params.items():
        if name.endswith("_at") and isinstance(value, str):
            local = zones.to_local(datetime.fromisoformat(value), time_zone)
            found[name] = format_datetime(local, "EEE d MMM, HH:mm", locale=locale)
        elif name == "amount" and isinstance(value, int):
            currency = str(params.get("currency", "USD"))
            major = value / 10 ** currencies.exponent(currency)
            found[name] = format_currency(major, currency, locale=locale)
        elif isinstance(value, list):
            found[name] = ", ".join(map(str, value))
        elif value is not None:
            found[name] = value
    return found


def _babel(tag: str, language: str) -> Locale:
    try:
        return Locale.parse(tag.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return Locale.parse(language)
