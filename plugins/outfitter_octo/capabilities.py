"""Which optional parts of the protocol a request asks for, and which of them are honoured."""

from collections.abc import Iterable
from typing import Final

from outfitter_octo.types import CapabilityShape

PRICING: Final = "octo/pricing"
CONTENT: Final = "octo/content"
CART: Final = "octo/cart"
QUESTIONS: Final = "octo/questions"
WEBHOOKS: Final = "octo/webhooks"
MAPPINGS: Final = "octo/mappings"
PICKUPS: Final = "octo/pickups"
OFFERS: Final = "octo/offers"
# In the order in which the answer's header names them.
OFFERED: Final = (PRICING, CONTENT, CART, QUESTIONS, WEBHOOKS, MAPPINGS, PICKUPS, OFFERS)
HEADER: Final = "Octo-Capabilities"
# Klook's way for clients that cannot set headers.
PARAMETER: Final = "_capabilities"


def honoured(header: str | None, parameter: str | None) -> frozenset[str]:
    """Return what was asked for and exists here; the header counts when there are both."""
    wanted = header if header is not None else parameter or ""
    return frozenset(_names(wanted)) & frozenset(OFFERED)


def known(names: Iterable[object]) -> frozenset[str]:
    """Return those of these capabilities that exist here."""
    return frozenset(str(name).strip().lower() for name in names) & frozenset(OFFERED)


def ordered(wanted: frozenset[str]) -> list[str]:
    """Return capabilities in the order in which the answer's header names them."""
    return [name for name in OFFERED if name in wanted]


def _names(text: str) -> Iterable[str]:
    return (name.strip().lower() for name in text[:2000].split(","))


def header_of(capabilities: frozenset[str]) -> str:
    """Return the value of the answer's header."""
    return ", ".join(ordered(capabilities))


def declared() -> list[CapabilityShape]:
    """Return the answer of GET /capabilities."""
    return [
        {"id": name, "revision": 1, "required": False, "dependencies": [], "docs": None} for name in OFFERED
    ]


MOST: Final = 8


def preferred(header: str | None) -> list[str]:
    """Return the tags of an Accept-Language header, the best first, without "*" and q=0."""
    weighed = [_weighed(part) for part in (header or "")[:1000].split(",")]
    wanted = [(tag, weight) for tag, weight in weighed if tag and tag != "*" and weight > 0]
    return [tag for tag, _ in sorted(wanted, key=lambda one: -one[1])][:MOST]


def _weighed(part: str) -> tuple[str, float]:
    tag, _, rest = part.partition(";")
    name, _, value = rest.strip().partition("=")
    if name.strip() != "q":
        return tag.strip(), 1.0
    try:
        return tag.strip(), min(float(value), 1.0)
    except ValueError:
        return tag.strip(), 0.0


def is_same_language(one: str, other: str) -> bool:
    """Tell whether two tags are of one language, whatever the country."""
    return _language(one) == _language(other)


def _language(tag: str) -> str:
    return tag.replace("_", "-").split("-")[0].lower()
