"""The closing of a day on paper: what the template shows, in the reader's language."""

import json
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.numbers import format_currency

from outfitter.kit import zones
from outfitter.kit.money import Money
from outfitter.pdf import document

_FOLDER: Final = Path(__file__).parent
TEMPLATE: Final = _FOLDER / "closing.typ"
DEFAULT: Final = "en"
# The sums of a closing in the order they are read, by section.
_GIFT_CARDS: Final = (
    "sold_amount",
    "granted_amount",
    "used_amount",
    "returned_amount",
    "other_amount",
    "liability_amount",
    "promo_outstanding_amount",
)
_GATEWAY: Final = (
    "our_payment_amount",
    "their_payment_amount",
    "our_refund_amount",
    "their_refund_amount",
    "their_dispute_amount",
    "processing_amount",
    "platform_amount",
    "other_amount",
    "their_net_amount",
    "difference_amount",
)


@cache
def words(language: str) -> dict[str, str]:
    """Return the words of one language by key."""
    file = _FOLDER / "words" / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


class Reader:
    """Whose paper it is: how money and days are written, and what things are called."""

    def __init__(self, locale: str) -> None:
        """Take the nearest language there are words in."""
        code = locale.replace("_", "-").split("-")[0].lower()
        self.language = code if (_FOLDER / "words" / f"{code}.json").exists() else DEFAULT
        try:
            self.babel = Locale.parse(locale.replace("-", "_"))
        except ValueError:
            self.babel = Locale.parse(self.language)

    def say(self, key: str) -> str:
        """Return one word; what has none is shown as it is."""
        return words(self.language).get(key, key.replace("_", " "))

    def money(self, minor: int | None, currency: str) -> str:
        """Return minor units as people here write money; nothing where nobody knows."""
        if minor is None:
            return "-"
        return format_currency(Money(minor, currency).major, currency, locale=self.babel)


def render(closed: Mapping[str, Any], *, operator: str, country: str, locale: str) -> bytes:
    """Return the closing of a day as PDF; `closed` is what `closing.close_day` gives."""
    reader = Reader(locale)
    at = datetime.fromisoformat(closed["closed_at"])
    return document.render(
        TEMPLATE, sheet(closed, reader, operator), paper=document.paper_of(country), locale=locale, at=at
    )


def sheet(closed: Mapping[str, Any], reader: Reader, operator: str) -> dict[str, Any]:
    """Return what the template shows: tables of texts, numbers at their right."""
    day = date.fromisoformat(closed["day"])
    printed = zones.to_local(datetime.fromisoformat(closed["closed_at"]), closed["time_zone"])
    tables = [
        _methods(closed, reader),
        _drawers(closed, reader),
        _tips(closed, reader),
        _commission(closed, reader),
        _pairs("gift_cards", closed["gift_cards"], _GIFT_CARDS, closed["currency"], reader),
        *(_pairs("gateway", one, _GATEWAY, one["currency"], reader) for one in closed["gateway"]),
        _waiting(closed, reader),
        _disputes(closed, reader),
        _payouts(closed, reader),
        _differences(closed, reader),
    ]
    return {
        "operator": operator,
        "title": reader.say("title"),
        "day": format_date(day, "full", locale=reader.babel),
        "warning": "" if closed["is_over"] else reader.say("not_over"),
        "printed": f"{reader.say('printed')} " + format_datetime(printed, "medium", locale=reader.babel),
        "page": reader.say("page"),
        "tables": [table for table in tables if table["rows"]],
    }


def _table(
    name: str, head: list[str], rows: list[list[str]], reader: Reader, *, is_summed: bool = False
) -> dict[str, Any]:
    return {
        "title": reader.say(name),
        "head": [reader.say(one) for one in head],
        "rows": rows,
        "is_summed": is_summed,
    }


def _methods(closed: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    keys = [
        "payment_amount",
        "reversed_amount",
        "refund_amount",
        *_rounded(closed["methods"]),
        "net_amount",
        "tip_amount",
    ]

    def cells(row: Mapping[str, Any], currency: str) -> list[str]:
        return [str(row["payment_cnt"]), *(reader.money(row[key], currency) for key in keys)]

    rows = [
        [reader.say(f"method_{row['method']}"), *cells(row, row["currency"])] for row in closed["methods"]
    ]
    rows += [[reader.say("sum"), *cells(sums, currency)] for currency, sums in closed["totals"].items()]
    return _table("methods", ["method", "cnt", *keys], rows, reader, is_summed=True)


def _drawers(closed: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    keys = ["taken_amount", "given_amount", "expected_amount"]
    is_rounded = _rounded(closed["drawers"])
    rows = [
        [
            _name(row["collected_by"], reader),
            *(reader.money(row[k], row["currency"]) for k in [*keys, *is_rounded]),
        ]
        for row in closed["drawers"]
    ]
    head = ["person", *keys, *("of_it_rounding" for _ in is_rounded)]
    return _table("drawers", head, rows, reader)


def _rounded(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the column of what coins could not pay, where anything was rounded."""
    return ["rounding_amount"] if any(row["rounding_amount"] for row in rows) else []


def _tips(closed: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    rows = [
        [_name(row["owner"], reader), reader.money(row["amount"], row["currency"])] for row in closed["tips"]
    ]
    return _table("tips", ["person", "amount"], rows, reader)


def _commission(closed: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    keys = ("paid_amount", "returned_amount", "net_amount")
    rows = [[reader.money(row[key], row["currency"]) for key in keys] for row in closed["commission"]]
    return _table("commission", ["commission_paid", "commission_returned", "commission_net"], rows, reader)


def _pairs(
    name: str, sums: Mapping[str, int], keys: tuple[str, ...], currency: str, reader: Reader
) -> dict[str, Any]:
    rows = [[reader.say(key), reader.money(sums[key], currency)] for key in keys]
    shown = rows if any(sums[key] for key in keys) else []
    return _table(name, ["what", "amount"], shown, reader)


def _waiting(closed: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    rows = [
        [reader.say(name), str(closed[name]["cnt"]), reader.money(closed[name]["amount"], closed["currency"])]
        for name in ("refunds_waiting", "holds")
        if closed[name]["cnt"]
    ]
    return _table("waiting", ["what", "cnt", "amount"], rows, reader)


def _disputes(closed: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    rows = [
        [
            reader.say(f"dispute_{row['status']}"),
            row["reason"].replace("_", " "),
            reader.money(row["amount"], row["currency"]),
        ]
        for row in closed["disputes"]
    ]
    return _table("disputes", ["status", "reason", "amount"], rows, reader)


def _payouts(closed: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    rows = [
        [
            row["gateway_id"],
            format_date(date.fromisoformat(row["arrival_date"]), "medium", locale=reader.babel),
            reader.money(row["amount"], row["currency"]),
        ]
        for row in closed["payouts"]
    ]
    return _table("payouts", ["what", "arrival", "amount"], rows, reader)


def _differences(closed: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    rows = [
        [
            reader.say(f"difference_{row['kind']}"),
            row["gateway_id"],
            reader.money(row["our_amount"], row["currency"]),
            reader.money(row["their_amount"], row["currency"]),
        ]
        for row in closed["differences"]
    ]
    return _table("differences", ["what", "reference", "ours", "theirs"], rows, reader)


def _name(person: Mapping[str, Any] | None, reader: Reader) -> str:
    return str(person["name"]) if person else reader.say("nobody")
