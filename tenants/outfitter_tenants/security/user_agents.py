"""Which browser on which device a session runs in, in words people know."""

import re
from typing import Final, Literal, NamedTuple

Kind = Literal["phone", "tablet", "desk", "other"]

# The first that fits: browsers name their ancestors.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone", "phone"),
    ("iPad", "iPad", "tablet"),
    ("Android", "Android", "phone"),
    ("CrOS", "ChromeOS", "desk"),
    ("Windows", "Windows", "desk"),
    ("Mac OS X", "macOS", "desk"),
    ("Linux", "Linux", "desk"),
)


class Device(NamedTuple):
    """A browser, its system, and what it runs on; empty names when they are not told."""

    browser: str
    system: str
    kind: Kind


def describe(user_agent: str) -> Device:
    """Return what a User-Agent header says."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    for mark, system, kind in _SYSTEMS:
        if mark in user_agent:
            is_tablet = system == "Android" and not re.search(r"\bMobile\b", user_agent)
            return Device(browser, system, "tablet" if is_tablet else kind)  # type: ignore[arg-type]
    return Device(browser, "", "other")
