"""Which language a reseller reads (BCP 47 with weights, RFC 9110 12.5.4)."""

from typing import Final

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
