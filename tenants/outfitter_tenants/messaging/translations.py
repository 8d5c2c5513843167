"""
Sentences in the customer's language: one JSON catalogue a language below `words/`.

A small part of ICU message format: `{name}` and `{n, plural, one {# guest} other {# guests}}`.
"""

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError

from outfitter.kit.locales import nearest
from outfitter.kit.text_direction import isolated

FOLDER: Final = Path(__file__).parent / "words"
# Babel's name where it is not ours.
_BABEL: Final = {"tl": "fil", "zh-CN": "zh_Hans_CN", "zh-TW": "zh_Hant_TW"}


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the codes of all catalogues."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.json")))


def language(tag: str | None) -> str:
    """Return the catalogue nearest to a BCP 47 tag such as "de-AT"; English when none is."""
    return nearest(tag, languages())


def babel_locale(tag: str | None, operator_locale: str) -> Locale:
    """
    Return how to write dates and money for a reader.

    A bare language takes its region from the operator when both speak it: "en" at an operator in
    en-GB reads British dates.
    """
    code = language(tag)
    regional = [text for text in ((tag or ""), operator_locale) if "-" in text or "_" in text]
    for candidate in regional:
        if language(candidate) == code and code not in _BABEL:
            try:
                return Locale.parse(candidate.replace("-", "_"))
            except (ValueError, UnknownLocaleError):
                continue
    return Locale.parse(_BABEL.get(code, code))


@cache
def catalogue(code: str) -> dict[str, str]:
    """Return the sentences of one language by key."""
    found: dict[str, str] = json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))
    return found


def translate(code: str, key: str, **values: object) -> str:
    """
    Return one sentence with its values filled in.

    :raises KeyError: there is no such sentence, or a value is missing
    """
    return fill(catalogue(code)[key], code, values)


def fill(pattern: str, code: str, values: dict[str, object]) -> str:
    """Return a pattern with its values filled in by the plural rules of a language."""
    return "".join(_parts(pattern, code, values))


def _parts(pattern: str, code: str, values: dict[str, object]) -> Iterator[str]:
    rest = pattern
    while "{" in rest:
        before, _, rest = rest.partition("{")
        yield before
        inside, rest = _until_closed(rest)
        name, _, choice = inside.partition(",")
        value = values[name.strip()]
        kind, _, options = choice.partition(",")
        if kind.strip() == "plural":
            yield _plural(options, value, code, values)
        else:
            # Names, amounts and dates keep their own direction in the sentence.
            yield isolated(value, language=code) if isinstance(value, str) else str(value)
    yield rest


def _plural(options: str, value: object, code: str, values: dict[str, object]) -> str:
    if not isinstance(value, int):
        raise TypeError("a plural counts whole things")
    forms: dict[str, str] = {}
    rest = options
    while "{" in rest:
        label, _, rest = rest.partition("{")
        forms[label.strip()], rest = _until_closed(rest)
    form = Locale.parse(_BABEL.get(code, code)).plural_form(value)
    chosen = forms.get(f"={value}") or forms.get(form) or forms["other"]
    return fill(chosen.replace("#", str(value)), code, values)


def _until_closed(text: str) -> tuple[str, str]:
    depth = 1
    for place, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            return text[:place], text[place + 1 :]
    raise ValueError(f"a brace is never closed: {text!r}")
