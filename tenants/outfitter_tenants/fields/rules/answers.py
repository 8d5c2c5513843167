"""What counts as an answer to a custom field, kind by kind. Pure."""

import math
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final, Protocol

import phonenumbers

# Kinds without bounds of their own take at most so many letters.
LONGEST: Final[Mapping[str, int]] = {"text": 400, "textarea": 5000}
_EMAIL: Final = re.compile(r"^[^@\s]+@[^@\s]+\.[^@\s.]+$")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_BIGGEST: Final = 1e15


class Question(Protocol):
    """A custom field, as far as its answers care."""

    @property
    def kind(self) -> str: ...
    @property
    def options(self) -> list[str]: ...
    @property
    def validation(self) -> dict[str, Any]: ...


class BadAnswer(ValueError):
    """This is no answer to that question; the text says why."""


def clean(question: Question, value: Any, *, region: str = "US") -> Any:
    """
    Return an answer as it is kept, None for "not answered".

    Numbers, heights (cm) and weights (kg) are numbers, dates ISO text, phones E.164 (national
    numbers count in `region`), a multiselect a list of choices in their order.

    Files are no text that somebody types: see `kept_file`.

    :raises BadAnswer: it does not fit the field's kind or bounds
    """
    if isinstance(value, str):
        value = value.strip()
    if value is None or value in ("", []):
        return None
    if question.kind == "phone":
        return _phone(value, region)
    if question.kind == "file":
        return kept_file(None, value)
    return _KINDS[question.kind](question, value)


def _text(question: Question, value: Any) -> str:
    if not isinstance(value, str):
        raise BadAnswer("Please enter text.")
    most = min(question.validation.get("max_length") or 5000, LONGEST.get(question.kind, 400))
    if len(value) > most:
        raise BadAnswer(f"At most {most} letters.")
    if _CONTROL.search(value):
        raise BadAnswer("Please use printable characters.")
    return value


def _number(question: Question, value: Any) -> int | float:
    if isinstance(value, str):
        try:
            value = float(value.replace(",", "."))
        except ValueError:
            value = math.nan
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or abs(value) > _BIGGEST:
        raise BadAnswer("Please enter a number.")
    least, most = question.validation.get("min"), question.validation.get("max")
    if least is not None and value < least:
        raise BadAnswer(f"At least {least:g}.")
    if most is not None and value > most:
        raise BadAnswer(f"At most {most:g}.")
    return int(value) if float(value).is_integer() else float(value)


def _measure(question: Question, value: Any) -> int | float:
    found = _number(question, value)
    if found <= 0:
        raise BadAnswer("Please enter a number above zero.")
    return found


def _date(_question: Question, value: Any) -> str:
    try:
        return date.fromisoformat(value).isoformat()
    except (TypeError, ValueError) as problem:
        raise BadAnswer("Please enter a date.") from problem


def _select(question: Question, value: Any) -> str:
    if not isinstance(value, str) or value not in question.options:
        raise BadAnswer("Please choose one of the answers.")
    return value


def _multiselect(question: Question, value: Any) -> list[str]:
    wanted = value if isinstance(value, list) else [value]
    if any(not isinstance(one, str) or one not in question.options for one in wanted):
        raise BadAnswer("Please choose from the answers.")
    return [option for option in question.options if option in wanted]


def _checkbox(_question: Question, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadAnswer("Choose yes or no.")
    return value


def _phone(value: Any, region: str) -> str:
    try:
        number = phonenumbers.parse(value if isinstance(value, str) else "", region)
    except phonenumbers.NumberParseException as problem:
        raise BadAnswer("Please check this phone number.") from problem
    if not phonenumbers.is_possible_number(number):
        raise BadAnswer("Please check this phone number.")
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _email(question: Question, value: Any) -> str:
    found = _text(question, value)
    if len(found) > 254 or not _EMAIL.match(found):
        raise BadAnswer("Please check this email address.")
    return found


def _country(_question: Question, value: Any) -> str:
    code = value.upper() if isinstance(value, str) else ""
    if code not in phonenumbers.SUPPORTED_REGIONS:
        raise BadAnswer("Please choose a country.")
    return code


_YES: Final = frozenset({"true", "yes", "y", "on", "1"})
_NO: Final = frozenset({"false", "no", "n", "off", "0"})


def from_text(question: Question, text: str, *, region: str = "US") -> Any:
    """
    Return an answer that somebody else's system wrote as text, as it is kept; None for an empty one.

    Choices are known whatever their case; several are separated by commas, semicolons or lines.

    :raises BadAnswer: it does not fit the field's kind or bounds
    """
    text = _CONTROL.sub("", text).strip()
    if not text or question.kind not in {"checkbox", "select", "multiselect"}:
        return clean(question, text, region=region)
    folded = text.casefold()
    if question.kind == "checkbox":
        if folded not in _YES | _NO:
            raise BadAnswer("Choose yes or no.")
        return folded in _YES
    known = {option.casefold(): option for option in question.options}
    if folded in known:
        return clean(question, known[folded])
    if question.kind == "select":
        return clean(question, text)
    parts = [one.strip() for one in re.split(r"[,;\n]", text) if one.strip()]
    return clean(question, [known.get(one.casefold(), one) for one in parts])


def kept_file(before: object, value: object) -> object:
    """
    Return what becomes of an answer that is a file when somebody says what they know of it.

    That is the file there is, or None when it is taken away; another one has to be uploaded.

    :raises BadAnswer: it is another one
    """
    if value is None or value in ("", []):
        return None
    if value == before or (isinstance(before, dict) and value == before.get("id")):
        return before
    raise BadAnswer("Please upload the file.")


_KINDS: Final[Mapping[str, Callable[[Question, Any], Any]]] = {
    "text": _text,
    "textarea": _text,
    "number": _number,
    "date": _date,
    "select": _select,
    "multiselect": _multiselect,
    "checkbox": _checkbox,
    "email": _email,
    "country": _country,
    "height": _measure,
    "weight": _measure,
}
