"""
What guest types are called in the reader's language. Pure.

The operator's own translation wins. Without one, a type that carries one of the product's names
(Adult, Child), in English or in the operator's language, is called so in the reader's language too;
any other name stays as it was written.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel import Locale

from outfitter_tenants.catalog.localization import choose, language_of, normal

FILE: Final = Path(__file__).parent / "words" / "guest_types.json"
COUNTS: Final = FILE.with_name("guest_counts.json")
_ENGLISH: Final = "en"
# Babel's name where it is not ours.
_BABEL: Final = {"tl": "fil", "zh-CN": "zh_Hans_CN", "zh-TW": "zh_Hant_TW"}
# Where a script decides, and not the language alone.
_CHINESE: Final = {"TW": "zh-TW", "HK": "zh-TW", "MO": "zh-TW", "Hant": "zh-TW"}


@lru_cache(maxsize=1)
def words() -> dict[str, dict[str, str]]:
    """Return the shipped names by language and kind."""
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=1)
def counts() -> dict[str, dict[str, dict[str, str]]]:
    """Return the shipped names with a number ({n}) by language, kind and plural form."""
    found: dict[str, dict[str, dict[str, str]]] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return found


def counted(name: str, n: int, *, language: str) -> str:
    """
    Return so many of a guest type as a reader's language counts them: "7 Adults", "2 Children".

    `name` is what the reader calls it. Only what the product itself calls so has such a form;
    an operator's own name is multiplied.
    """
    code = _shipped((normal(language),))
    kind = next((kind for kind, known in words()[code].items() if known == name), None)
    if kind is None:
        return f"{n} \N{MULTIPLICATION SIGN} {name}"
    forms = counts()[code][kind]
    rules = Locale.parse(_BABEL.get(code, code))
    return forms.get(rules.plural_form(n), forms["other"]).replace("{n}", str(n))


@lru_cache(maxsize=64)
def _kinds(own: str) -> dict[str, str]:
    """Return the kind of each name that operators of a language have from us, or would give it."""
    codes = (_ENGLISH, _shipped((own,)))
    return {name.casefold(): kind for code in codes for kind, name in words()[code].items()}


def _shipped(languages: Sequence[str]) -> str:
    """Return the dearest language that names are shipped in; English changes none."""
    for tag in languages:
        first, *rest = tag.split("-")
        code = (
            next((_CHINESE[part] for part in rest if part in _CHINESE), "zh-CN") if first == "zh" else first
        )
        if code in words():
            return code
    return _ENGLISH


@dataclass(frozen=True, slots=True)
class GuestTypeNames:
    """
    The names of an operator's guest types for one reader.

    `languages` are normal tags, the dearest first; none is somebody who reads what was written.
    `translations` are the operator's own, by name and language; `own` is the operator's language.
    """

    languages: Sequence[str] = ()
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    own: str = _ENGLISH

    def of(self, name: str) -> str:
        """Return what the reader calls a type of this name."""
        if not self.languages:
            return name
        told = self.translations.get(name, {})
        chosen = choose(self.languages, offered=told, own=self.own) if told else None
        if chosen is not None:
            return told[chosen]
        kind = _kinds(self.own).get(name.casefold())
        return words()[_shipped(self.languages)].get(kind, name) if kind else name

    @property
    def is_own(self) -> bool:
        """Return whether the reader reads the operator's language."""
        return not self.languages or language_of(self.languages[0]) == language_of(self.own)
