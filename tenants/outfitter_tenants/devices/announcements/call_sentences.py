"""Words of announcements: those that ship, the operator's own, and what stands for their fields."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_time

from outfitter.kit.locales import ROUTE_LOCALES

Shipped = Literal["boarding_at", "boarding", "last_call"]
# Of a departure with a meeting point, and of one without.
SHIPPED: Final[tuple[Shipped, ...]] = ("boarding_at", "boarding", "last_call")
FIELDS: Final = frozenset({"time", "experience", "place"})
_FIELD: Final = re.compile(r"\{([^{}]*)\}")
_WORDS: Final = Path(__file__).parent.parent / "words"


@dataclass(frozen=True, slots=True)
class Occasion:
    """What an announcement is about; `local_start` is the wall time where it begins."""

    local_start: datetime
    experience: Mapping[str, str]
    place: Mapping[str, str]


def unknown_fields(text: str) -> list[str]:
    """Return the fields in a text that nothing stands for, each once, in order."""
    return list(dict.fromkeys(one for one in _FIELD.findall(text) if one not in FIELDS))


def render(text: str, occasion: Occasion, *, language: str) -> str:
    """Return a text with its fields filled in: in the language where there is a translation."""
    values = {
        "time": spoken_time(occasion.local_start, language=language),
        "experience": _in(occasion.experience, language),
        "place": _in(occasion.place, language),
    }
    return " ".join(_FIELD.sub(lambda found: values.get(found[1], found[0]), text).split())


def shipped_text(name: Shipped, *, language: str) -> str | None:
    """Return words that ship, None in a language that has none."""
    base = language.split("-")[0].lower()
    return _shipped(base).get(name) if base in ROUTE_LOCALES else None


def spoken_time(local: datetime, *, language: str) -> str:
    """Return a time of day as people of a language say it."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return f"{local:%H:%M}"
    # Voices stumble over the narrow space that stands before AM.
    return format_time(local.time(), "short", locale=locale).replace("\u202f", " ").replace("\xa0", " ")


def first_line(lines: Sequence[str]) -> str:
    """Return the line of a meeting point that is read out: the rest is for reading."""
    return lines[0].strip().rstrip(".") if lines else ""


@lru_cache(maxsize=16)
def _shipped(base: str) -> Mapping[str, str]:
    found: dict[str, str] = json.loads((_WORDS / f"{base}.json").read_text(encoding="utf-8"))
    return found


def _in(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language) or texts.get(language.split("-")[0]) or texts.get("", "")
