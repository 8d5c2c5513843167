"""A cell becomes a value, by the kind of its column. Pure; nothing is guessed that could mean two things."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Final

from babel import Locale, UnknownLocaleError

from outfitter.db.imports import ImportColumn
from outfitter.kit import phones, zones
from outfitter.kit.currencies import OFFERED, exponent
from outfitter.kit.money import MOST
from outfitter.kit.text_lines import one_line
from outfitter_tenants.transfer.imports.cell_formats import DATE, EMAIL, NUMBER, bare_amount, date_formats
from outfitter_tenants.transfer.imports.country_names import find_country
from outfitter_tenants.transfer.imports.import_files import Cell

FIRST_YEAR, LAST_YEAR = 1901, 2100
_MOST_NUMBER: Final = 2**31 - 1
_TIME: Final = re.compile(r"(\d{1,2})[:.h](\d{2})(?::(\d{2}))?\s*([ap])?\.?\s*m?\.?", re.IGNORECASE)
_HOUR: Final = re.compile(r"(\d{1,2})\s*([ap])\.?m\.?", re.IGNORECASE)
_SPLIT: Final = re.compile(r"[;,|\n]")
_TRUE: Final = frozenset(
    [
        "true",
        "yes",
        "y",
        "1",
        "x",
        "on",
        "ja",
        "oui",
        "si",
        "sí",
        "sim",
        "tak",
        "да",
        "так",
        "نعم",
        "כן",
        "是",
        "はい",
        "예",
        "✓",
    ]
)
_FALSE: Final = frozenset(
    [
        "false",
        "no",
        "n",
        "0",
        "off",
        "nein",
        "non",
        "não",
        "nao",
        "nie",
        "нет",
        "لا",
        "לא",
        "否",
        "いいえ",
        "아니요",
        "-",
    ]
)

Value = object


class CellProblem(Exception):
    """A cell can't be what its column is; `code` is stable."""

    def __init__(self, code: str, message: str, **detail: str | int) -> None:
        super().__init__(message)
        self.code, self.message, self.detail = code, message, detail


@dataclass(frozen=True, slots=True)
class CellRules:
    """
    What values mean in this file.

    `date_format` is "ymd", "dmy" or "mdy", `decimal_sign` "." or ","; None where no value needs to know.
    """

    time_zone: str
    currency: str
    region: str
    date_format: str | None = None
    decimal_sign: str | None = None


def read_cell(column: ImportColumn, cell: Cell, rules: CellRules, *, currency: str = "") -> Value:
    """
    Return the value of a cell that isn't empty.

    `currency` is that of the row, for amounts.

    :raises CellProblem: it is none
    """
    if column.kind == "money":
        return _money(cell, rules, currency or rules.currency)
    if column.kind == "number":
        return _number(column, cell, rules)
    if column.kind == "percent":
        return _percent(cell, rules)
    text = str(cell).strip()
    if column.kind == "choice":
        return _choice(column, text)
    reader = _READERS.get(column.kind)
    value = reader(text, rules) if reader else text
    _check_length(column, value)
    return value


def _check_length(column: ImportColumn, value: Value) -> None:
    parts = value if isinstance(value, tuple) else (value,)
    if any(isinstance(part, str) and len(part) > column.max_length for part in parts):
        most = column.max_length
        raise CellProblem("too_long", f"This is too long: up to {most} characters.", most=most)


def read_decimal(cell: Cell, sign: str | None) -> Decimal:
    """
    Return a number; a cell of a spreadsheet is one already.

    :raises CellProblem: it is none, or nobody said which sign parts its decimals
    """
    if not isinstance(cell, str):
        return Decimal(repr(cell))
    bare = bare_amount(cell.replace("(", "-").replace(")", "") if cell.startswith("(") else cell)
    negative = bare.startswith(("-", "\u2212")) or cell.strip().startswith(("-", "\u2212"))
    if not NUMBER.fullmatch(bare):
        raise CellProblem("not_a_number", "This isn't a number.")
    digits = bare.lstrip("+-\u2212")
    if sign is None and ("." in digits or "," in digits):
        raise CellProblem("decimal_sign", "Please say whether a comma or a point separates decimals.")
    whole, _, decimals = digits.partition(sign or ".")
    groups = re.sub(r"[^\d]", " ", whole).split()
    if any(len(group) != 3 for group in groups[1:]) or not decimals.isdigit() * bool(decimals) == bool(
        decimals
    ):
        raise CellProblem("not_a_number", "This isn't a number.")
    try:
        number = Decimal(f"{''.join(groups) or '0'}.{decimals or '0'}")
    except InvalidOperation as problem:
        raise CellProblem("not_a_number", "This isn't a number.") from problem
    return -number if negative else number


def _money(cell: Cell, rules: CellRules, currency: str) -> int:
    scaled = read_decimal(cell, rules.decimal_sign).scaleb(exponent(currency))
    if scaled != scaled.to_integral_value():
        raise CellProblem("too_precise", f"{currency} has no fraction that small.")
    if abs(scaled) > MOST:
        raise CellProblem("too_large", "This amount is too large.")
    return int(scaled)


def _number(column: ImportColumn, cell: Cell, rules: CellRules) -> int:
    number = read_decimal(cell, rules.decimal_sign)
    if number != number.to_integral_value():
        raise CellProblem("not_whole", "This must be a whole number.")
    lowest = -_MOST_NUMBER if column.lowest is None else column.lowest
    highest = _MOST_NUMBER if column.highest is None else column.highest
    if not lowest <= number <= highest:
        message = f"This must be between {lowest} and {highest}."
        raise CellProblem("out_of_range", message, lowest=lowest, highest=highest)
    return int(number)


def _percent(cell: Cell, rules: CellRules) -> int:
    bare = cell.rstrip("% \u00a0\u202f") if isinstance(cell, str) else cell
    ppm = read_decimal(bare, rules.decimal_sign) * 10_000
    if not 0 <= ppm <= 1_000_000 or ppm != ppm.to_integral_value():
        raise CellProblem("out_of_range", "This must be between 0 and 100 percent.", lowest=0, highest=100)
    return int(ppm)


def _choice(column: ImportColumn, text: str) -> str:
    found = column.choices.get(text.casefold())
    if found is None:
        known = ", ".join(sorted(set(column.choices.values()))[:12])
        raise CellProblem("unknown_choice", f"This isn't one of: {known}.", choices=known)
    return found


def _date(text: str, rules: CellRules) -> date:
    return _day(text, rules, DATE.fullmatch(text))


def _day(text: str, rules: CellRules, found: re.Match[str] | None) -> date:
    fits = date_formats(text)
    if not found or not fits:
        raise CellProblem("not_a_date", "This isn't a date. Write it as 2026-04-03.")
    # A year in front can be read in one way only; else somebody said it.
    order = "ymd" if "ymd" in fits else rules.date_format
    if order is None or order == "ymd" != next(iter(fits)):
        raise CellProblem("date_format", "Please say whether the day or the month comes first.")
    parts = dict(zip(order, (int(part) for part in found.groups()), strict=True))
    year = parts["y"] if parts["y"] > 99 else 2000 + parts["y"] - (100 if parts["y"] > 68 else 0)
    try:
        day = date(year, parts["m"], parts["d"])
    except ValueError as problem:
        raise CellProblem("not_a_date", "There is no such day.") from problem
    _check_year(day.year)
    return day


def _check_year(year: int) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        message = f"The year must be between {FIRST_YEAR} and {LAST_YEAR}."
        raise CellProblem("out_of_range", message, lowest=FIRST_YEAR, highest=LAST_YEAR)


def _time(text: str, _rules: CellRules) -> time:
    found = _TIME.fullmatch(text) or _HOUR.fullmatch(text)
    if not found:
        raise CellProblem("not_a_time", "This isn't a time. Write it as 14:30.")
    parts = found.groups()
    hour, half = int(parts[0]), (parts[-1] or "").lower()
    minute = int(parts[1]) if len(parts) > 2 else 0
    if half and not 1 <= hour <= 12:
        raise CellProblem("not_a_time", "There is no such time.")
    hour = hour % 12 + 12 * (half == "p") if half else hour
    try:
        return time(hour, minute)
    except ValueError as problem:
        raise CellProblem("not_a_time", "There is no such time.") from problem


def _instant(text: str, rules: CellRules) -> datetime:
    if re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", text) and re.search(r"(Z|[+-]\d\d:?\d\d)$", text):
        try:
            instant = datetime.fromisoformat(text)
        except ValueError as problem:
            raise CellProblem("not_a_time", "There is no such time.") from problem
        _check_year(instant.year)
        return instant.astimezone(zones.zone("UTC"))
    found = DATE.match(text)
    day = _day(found[0] if found else text, rules, found)
    rest = text[found.end() :].strip(" ,T\u00a0\u202f") if found else ""
    return zones.to_instant(day, _time(rest, rules) if rest else time(), rules.time_zone)


def _bool(text: str, _rules: CellRules) -> bool:
    word = text.casefold()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise CellProblem("not_yes_or_no", "This must be yes or no.")


def _email(text: str, _rules: CellRules) -> str:
    address = text.removeprefix("mailto:").strip("<> ").lower()
    if not EMAIL.fullmatch(address) or not address.isprintable() or len(address) > 254 or ".." in address:
        raise CellProblem("not_an_email", "This isn't an email address.")
    return address


def _phone(text: str, rules: CellRules) -> str:
    # A spreadsheet takes the plus of a number for arithmetic.
    tried = (text, f"+{text}" if text.isdigit() and len(text) > 10 else text)
    found = next((n for one in tried if (n := phones.e164(one.lstrip("'"), region=rules.region))), None)
    if found is None:
        raise CellProblem("not_a_phone", "This isn't a phone number. Write it as +49 151 12345678.")
    return found


def _country(text: str, _rules: CellRules) -> str:
    found = find_country(text)
    if found is None:
        raise CellProblem("unknown_country", "This isn't a country. Write it as DE or Germany.")
    return found


def _currency(text: str, _rules: CellRules) -> str:
    code = text.upper()
    if code not in OFFERED:
        raise CellProblem("unknown_currency", "This isn't a currency. Write it as EUR.")
    return code


def _locale(text: str, _rules: CellRules) -> str:
    tag = text.replace("_", "-")
    try:
        return str(Locale.parse(tag, sep="-").language) if len(tag) <= 12 else _no_locale()
    except (UnknownLocaleError, ValueError):
        return _no_locale()


def _no_locale() -> str:
    raise CellProblem("unknown_language", "This isn't a language. Write it as en or de.")


def _list(text: str, _rules: CellRules) -> tuple[str, ...]:
    parts = (one_line(part).strip() for part in _SPLIT.split(text))
    return tuple(dict.fromkeys(part for part in parts if part))


_READERS: Final[Mapping[str, Callable[[str, CellRules], Value]]] = {
    "date": _date,
    "time": _time,
    "instant": _instant,
    "bool": _bool,
    "email": _email,
    "phone": _phone,
    "country": _country,
    "currency": _currency,
    "locale": _locale,
    "list": _list,
}
