"""
What guest types are called in the reader's language. Pure.

The operator's own translation wins. Without one, a type that carries one of the product's names
(Adult, Child) is called so in the reader's language too; any other name stays as it was written.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from outfitter_tenants.catalog.localization import choose, language_of

FILE: Final = Path(__file__).parent / "words" / "guest_types.json"
_ENGLISH: Final = "en"
# Where a script decides, and not the language alone.
_CHINESE: Final = {"TW": "zh-TW", "HK": "zh-TW", "MO": "zh-TW", "Hant": "zh-TW"}


@lru_cache(maxsize=1)
def words() -> dict[str, dict[str, str]]:
    """Return the shipped names by language and kind."""
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=1)
def _kinds() -> dict[str, str]:
    return {name.casefold(): kind for kind, name in words()[_ENGLISH].items()}


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
        kind = _kinds().get(name.casefold())
        return words()[self._shipped()].get(kind, name) if kind else name

    def _shipped(self) -> str:
        """Return the dearest language that names are shipped in; English changes none."""
        for tag in self.languages:
            first, *rest = tag.split("-")
            code = (
                next((_CHINESE[part] for part in rest if part in _CHINESE), "zh-CN")
                if first == "zh"
                else first
            )
            if code in words():
                return code
        return _ENGLISH

    @property
    def is_own(self) -> bool:
        """Return whether the reader reads the operator's language."""
        return not self.languages or language_of(self.languages[0]) == language_of(self.own)
