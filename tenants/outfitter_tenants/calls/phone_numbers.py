"""Numbers of callers: of any country, as providers and people write them, kept as E.164."""

from collections.abc import Collection
from typing import Final

from outfitter.kit import phones
from outfitter.kit.errors import Invalid
from outfitter_tenants.calls.models import CallNumber
from outfitter_tenants.people import queries as people

# What providers write where a caller withheld their number.
WITHHELD: Final = frozenset(
    {"anonymous", "restricted", "unavailable", "unknown", "private", "blocked", "withheld", "+266696687"}
)


def normalized(text: str | None, *, region: str) -> str:
    """Return a number as E.164; empty for a number that was withheld or is none."""
    written = (text or "").strip()
    if not written or written.lower() in WITHHELD:
        return ""
    return phones.e164(written, region=region) or ""


def region_here() -> str:
    """Return the country in which an operator's national numbers are read."""
    return phones.region_of(people.get_properties().locale)


def typed(text: str, *, field: str) -> str:
    """
    Return a number that somebody typed as E.164.

    :raises Invalid: it is none
    """
    found = normalized(text, region=region_here())
    if not found:
        raise Invalid({field: ["Enter a phone number, such as +1 305 555 0100."]})
    return found


def labels_of(*, numbers: Collection[str]) -> dict[str, CallNumber]:
    """Return what is known of numbers, by number."""
    wanted = {number for number in numbers if number}
    return {row.number: row for row in CallNumber.objects.filter(number__in=wanted)} if wanted else {}


def list_known() -> list[CallNumber]:
    """Return the numbers that staff named or gave a source, by label."""
    return list(CallNumber.objects.order_by("label", "number"))
