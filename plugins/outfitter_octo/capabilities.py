"""Which optional parts of the protocol a request asks for, and which of them are honoured."""

from collections.abc import Iterable
from typing import Final

from outfitter_octo.types import CapabilityShape

PRICING: Final = "octo/pricing"
CONTENT: Final = "octo/content"
CART: Final = "octo/cart"
# In the order in which the answer's header names them.
OFFERED: Final = (PRICING, CONTENT, CART)
HEADER: Final = "Octo-Capabilities"
# Klook's way for clients that cannot set headers.
PARAMETER: Final = "_capabilities"


def honoured(header: str | None, parameter: str | None) -> frozenset[str]:
    """Return what was asked for and exists here; the header counts when there are both."""
    wanted = header if header is not None else parameter or ""
    return frozenset(_names(wanted)) & frozenset(OFFERED)


def _names(text: str) -> Iterable[str]:
    return (name.strip().lower() for name in text[:2000].split(","))


def header_of(capabilities: frozenset[str]) -> str:
    """Return the value of the answer's header."""
    return ", ".join(name for name in OFFERED if name in capabilities)


def declared() -> list[CapabilityShape]:
    """Return the answer of GET /capabilities."""
    return [
        {"id": name, "revision": 1, "required": False, "dependencies": [], "docs": None} for name in OFFERED
    ]
