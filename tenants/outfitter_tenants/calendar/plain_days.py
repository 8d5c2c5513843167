"""
The days of a calendar in plain words, for who runs no script and gets no picture (ADR 68).

Only what can be booked, and what it costs: the picture's own rules are the widget's, and are not
written twice.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from html import escape
from typing import Any, Final

import orjson
from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.numbers import format_currency

from outfitter.kit.money import Money
from outfitter_tenants.messaging.translations import babel_locale, fill

_PAGE: Final = (
    '<main class="calendar"><div class="header"><h1 class="title">{title}</h1></div>'
    '<div class="book"><h2 class="month">{month}</h2><ul>{days}</ul></div>'
    '<div class="footer"><a class="link" href="{address}" target="_top">{more}</a></div></main>'
)
_DAY: Final = '<li data-date="{date}"><time datetime="{date}">{written}</time><br>{offers}</li>'


def days_in_words(
    messages: Mapping[str, Any],
    *,
    answer: bytes,
    first: date,
    shared: Mapping[str, Any],
    language: str,
    address: str,
) -> str:
    """
    Return a list of the days that can be booked, as HTML.

    `messages` are the calendar's, `answer` and `shared` what the page itself begins with. `first`
    lies in the month that is shown, `address` is the public page that says more.
    """
    dates: Mapping[str, Sequence[Mapping[str, Any]]] = orjson.loads(answer)["dates"]
    own = shared["properties"]
    locale = babel_locale(language, own["locale"])
    unlimited = {one["id"] for one in shared["experiences"] if one["capacity_type"]["slug"] == "unlimited"}
    days = []
    for day, entries in dates.items():
        free = [one for one in entries if _is_free(one, unlimited)]
        offers = [_offer(one, own, locale, language, messages) for one in free]
        if offers:
            written = format_date(date.fromisoformat(day), "full", locale=locale)
            days.append(_DAY.format(date=day, written=escape(written), offers="<br>".join(offers)))
    return _PAGE.format(
        title=escape(messages["chooseYourDate"]),
        month=escape(format_skeleton("yMMMM", first, locale=locale)),
        days="".join(days) or f"<li>{escape(messages['unavailable'])}</li>",
        address=escape(address),
        more=escape(messages["catalogue"]),
    )


def _is_free(entry: Mapping[str, Any], unlimited: set[int]) -> bool:
    if entry["experience_id"] in unlimited and entry["open_online_timeslot_cnt"]:
        return True
    return bool(entry["online_availability_cnt"] > 0)


def _offer(
    entry: Mapping[str, Any],
    own: Mapping[str, Any],
    locale: Locale,
    language: str,
    messages: Mapping[str, Any],
) -> str:
    name = f"<bdi>{escape(entry['experience']['name'])}</bdi>"
    prices = [slot["min_price"] for slot in entry.get("timeslots") or () if slot["min_price"] is not None]
    if not prices or not own["is_show_prices_on_calendar"]:
        return name
    amount = format_currency(Money(min(prices), own["currency"]).major, own["currency"], locale=locale)
    return f"{name}, {escape(fill(messages['priceFrom'], language, {'price': amount}))}"
