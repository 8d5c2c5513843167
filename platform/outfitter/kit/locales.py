"""Languages the product speaks."""

from typing import Final

# The prefixes a route may have. Anything else is not a route.
ROUTE_LOCALES: Final = ("en", "es", "zh", "pt", "de", "it", "ja", "ko", "nl", "sv", "fr", "ru")
DEFAULT_LOCALE: Final = "en"
# What visitors read calendars in, besides (widget/src/languages.ts); a widget page may have these too.
WIDGET_LANGUAGES: Final = (
    *("en", "es", "fr", "de", "it", "ja", "zh-CN", "zh-TW", "nl", "pt"),
    *("ar", "he", "hi", "cs", "da", "tl", "fi", "el", "ko", "pl"),
)


def route_locale(tag: str | None) -> str:
    """Return the route locale nearest to a BCP 47 tag such as "de-AT"; "en" when none is."""
    base = (tag or "").replace("_", "-").split("-")[0].lower()
    return base if base in ROUTE_LOCALES else DEFAULT_LOCALE


def localized_path(path: str, tag: str | None) -> str:
    """Return the path of a screen for readers of a language; that of English has no prefix."""
    locale = route_locale(tag)
    return path if locale == DEFAULT_LOCALE else f"/{locale}{path}"
