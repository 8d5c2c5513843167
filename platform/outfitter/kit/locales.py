"""Languages the product speaks."""

import re
from collections.abc import Collection
from typing import Final

# The prefixes a route may have. Anything else is not a route.
ROUTE_LOCALES: Final = ("en", "es", "zh", "pt", "de", "it", "ja", "ko", "nl", "sv", "fr", "ru")
DEFAULT_LOCALE: Final = "en"
# What visitors read calendars in, besides (widget/src/languages.ts); a widget page may have these too.
WIDGET_LANGUAGES: Final = (
    *("en", "es", "fr", "de", "it", "ja", "zh-CN", "zh-TW", "nl", "pt"),
    *("ar", "he", "hi", "cs", "da", "tl", "fi", "el", "ko", "pl"),
)
# Spellings of the same language that browsers and older systems send.
_OTHER_NAMES: Final = {"fil": "tl", "iw": "he"}
_TRADITIONAL: Final = re.compile(r"zh[-_](tw|hk|mo|hant)", re.IGNORECASE)


def match_language(tag: str, spoken: Collection[str]) -> str | None:
    """Return the language of some that serves a BCP 47 tag: de-AT is de, zh-HK is zh-TW, fil is tl."""
    exact = next((one for one in spoken if one.lower() == tag.lower()), None)
    if exact or not tag:
        return exact
    if tag.lower().startswith("zh"):
        chinese = ("zh-TW", "zh-CN", "zh") if _TRADITIONAL.match(tag) else ("zh-CN", "zh")
        return next((one for one in chinese if one in spoken), None)
    base = tag.replace("_", "-").split("-", 1)[0].lower()
    base = _OTHER_NAMES.get(base, base)
    return base if base in spoken else None


def nearest(tag: str | None, spoken: Collection[str]) -> str:
    """Return which language of some serves a BCP 47 tag; "en" when none does."""
    return match_language(tag or "", spoken) or DEFAULT_LOCALE


def route_locale(tag: str | None) -> str:
    """Return the route locale nearest to a BCP 47 tag such as "de-AT"; "en" when none is."""
    base = (tag or "").replace("_", "-").split("-")[0].lower()
    return base if base in ROUTE_LOCALES else DEFAULT_LOCALE


def localized_path(path: str, tag: str | None) -> str:
    """Return the path of a screen for readers of a language; that of English has no prefix."""
    locale = route_locale(tag)
    return path if locale == DEFAULT_LOCALE else f"/{locale}{path}"
