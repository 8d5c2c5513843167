"""The trip methods the product knows: by which way something is sold (domain.md 3.4)."""

from collections.abc import Iterable
from typing import Final

METHODS: Final = (
    "ecommerce",
    "phone",
    "walk_up",
    "pos",
    "kiosk",
    "reseller",
    "ota",
    "ai_agent",
    "import",
    "staff",
)


def method_problems(slugs: Iterable[str]) -> list[str]:
    """Return what is wrong with slugs that should be trip methods; empty is nothing."""
    return [f"There is no channel called {slug}." for slug in sorted({*slugs} - {*METHODS})]
