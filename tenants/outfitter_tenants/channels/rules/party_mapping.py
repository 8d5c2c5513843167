"""Whether a party may be booked together, and what it comes to. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from outfitter.plugins.channels.booking_types import UnitRequest
from outfitter.plugins.channels.catalog_types import Price
from outfitter.plugins.channels.errors import MalformedRequest, PartyRefused
from outfitter_tenants.catalog.queries import CustomerTypeRow
from outfitter_tenants.channels.rules.product_options import MappedOption

MOST_UNITS = 500


def party_of(option: MappedOption, units: Iterable[UnitRequest]) -> dict[int, int]:
    """
    Return a party by our customer types: experience customer type -> how many.

    :raises UnknownUnit: one is not sold in this option
    :raises Malformed: a quantity below one, or more than anybody sells
    """
    party: Counter[int] = Counter()
    for unit in units:
        if unit.quantity < 1:
            raise MalformedRequest("A quantity is at least one.", field="units")
        party[option.kind_of(unit.unit_id)] += unit.quantity
    if party.total() > MOST_UNITS:
        raise MalformedRequest(f"At most {MOST_UNITS} units at once.", field="units")
    return dict(party)


def require_groups(
    option: MappedOption, kinds: Mapping[int, CustomerTypeRow], units: Iterable[UnitRequest]
) -> None:
    """
    Refuse a group larger than its unit.

    :raises PartyRefused: `most_group_size` says how large it may be
    """
    for unit in units:
        kind = kinds.get(option.kind_of(unit.unit_id))
        if kind is None or unit.group_size is None:
            continue
        if not 1 <= unit.group_size <= kind.pax_per_booking:
            raise PartyRefused(
                "This group has another size.", unit_id=unit.unit_id, most_group_size=kind.pax_per_booking
            )


def pax_of(kinds: Mapping[int, CustomerTypeRow], party: Mapping[int, int]) -> int:
    """Return the seats a party takes."""
    return sum(kinds[kind].pax_of(qty) for kind, qty in party.items() if kind in kinds)


def fits(kinds: Mapping[int, CustomerTypeRow], party: Mapping[int, int], *, least: int, most: int) -> bool:
    """Return whether strangers may book this party together (domain.md 4.4)."""
    for kind_id, qty in party.items():
        kind = kinds.get(kind_id)
        if kind is None or qty < kind.min_qty:
            return False
        if kind.max_qty is not None and qty > kind.max_qty:
            return False
        if kind.accompanied_by and not set(kind.accompanied_by) & set(party):
            return False
    return least <= pax_of(kinds, party) <= most


def total_of(parts: Sequence[tuple[Price, int]], currency: str) -> Price:
    """Return what units cost together: (price of one, how many)."""
    net = [price.net for price, _ in parts]
    return Price(
        sum(price.retail * qty for price, qty in parts),
        sum(price.original * qty for price, qty in parts),
        None if None in net else sum((price.net or 0) * qty for price, qty in parts),
        currency,
    )
