"""Guests and add-ons of one experience as those of another (domain.md 4.12)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.operations.orders import AddonThere

if TYPE_CHECKING:
    from outfitter_tenants.checkout.trip_changes.change import Change
    from outfitter_tenants.trips.models import Booking, TripOrder


class MappingRequired(DomainError):
    """Another experience sells other tickets: who becomes what has to be said."""

    code = "mapping_required"
    status = 409


class AddonsLost(DomainError):
    """The other experience does not sell what was added here."""

    code = "addons_lost"
    status = 409


@dataclass(frozen=True, slots=True)
class TypeMapping:
    """
    An order's guests as the target sells them: booking id -> experience customer type.

    `addons` says what becomes of each add-on: its place there, or None when it goes.
    """

    guests: "Sequence[Booking]"
    kinds: Mapping[int, int]
    renamed: Mapping[int, int] = field(default_factory=dict)
    addons: Mapping[int, AddonThere | None] = field(default_factory=dict)

    @property
    def quantities(self) -> dict[int, int]:
        """Return the party by the target's customer types."""
        return dict(Counter(self.kinds.values()))

    def write(self, order: "TripOrder") -> None:
        """Move add-ons and overrides by type to the other experience; the caller saves `order`."""
        rows.move_addons(order=order, there=self.addons)
        override: dict[str, Any] | None = order.pricing_override
        if override and override.get("kind") == "per_type":
            values = {
                str(self.renamed[int(kind)]): amount
                for kind, amount in override["values"].items()
                if int(kind) in self.renamed
            }
            order.pricing_override = {**override, "values": values}


def map_customer_types(
    change: "Change",
    order: "TripOrder",
    experience_id: int,
    *,
    type_mapping: Mapping[int, int],
    is_forced: bool,
) -> TypeMapping:
    """
    Return what the guests of an order are on another departure.

    :raises MappingRequired: another experience, and a kind of guest is not mapped to one it sells
    :raises AddonsLost: it does not sell an add-on, and nobody said that this may go
    """
    guests = rows.guests_of(order)
    if experience_id == order.experience_id:
        return TypeMapping(guests, {row.pk: row.experience_customer_type_id for row in guests})
    sold = catalog.experience_customer_types(experience_id=experience_id, audience=change.by.audience)
    ids = {kind.id for kind in sold}
    here = {row.experience_customer_type_id for row in guests}
    if any(type_mapping.get(kind) not in ids for kind in here):
        raise _asked(guests, sold, type_mapping)
    addons = _addons(order, experience_id)
    lost = [row for row in rows.addons_of(order) if addons[row.pk] is None]
    if lost and not is_forced:
        raise AddonsLost(
            "The other experience does not sell these add-ons.",
            addons=[{"id": row.pk, "name": row.experience_addon.name} for row in lost],
        )
    for row in lost:
        name = row.experience_addon.name
        change.warn("addon_dropped", f"{name} is not sold there and was taken off.")
    return TypeMapping(
        guests,
        {row.pk: type_mapping[row.experience_customer_type_id] for row in guests},
        type_mapping,
        addons,
    )


def _asked(
    guests: "Sequence[Booking]", sold: Sequence[catalog.CustomerTypeRow], type_mapping: Mapping[int, int]
) -> MappingRequired:
    """Return the refusal that asks who becomes what, with the same customer type proposed."""
    same = {kind.customer_type_id: kind.id for kind in sold}
    counted = Counter(row.experience_customer_type_id for row in guests)
    kinds = {row.experience_customer_type_id: row.experience_customer_type for row in guests}
    return MappingRequired(
        "This is another experience. Please say which ticket each guest gets there.",
        asked=[
            {
                "experience_customer_type_id": pk,
                "name": kind.label or kind.customer_type.name,
                "qty": counted[pk],
                "given": type_mapping.get(pk),
                "proposed": same.get(kind.customer_type_id),
            }
            for pk, kind in kinds.items()
        ],
        offered=[{"experience_customer_type_id": kind.id, "name": kind.name} for kind in sold],
    )


def _addons(order: "TripOrder", experience_id: int) -> dict[int, AddonThere | None]:
    """Return for each add-on the one of the same name there, with the same value."""
    there = {
        (row.name.casefold(), str(row.scope)): row for row in catalog.list_addons(experience_id=experience_id)
    }
    found: dict[int, AddonThere | None] = {}
    for row in rows.addons_of(order):
        addon = row.experience_addon
        match = there.get((addon.name.casefold(), addon.scope))
        value = None
        if match is not None and row.value is not None:
            same = (v for v in match.values if v.label.casefold() == row.value.label.casefold())
            value = next(same, None)
            match = match if value else None
        found[row.pk] = AddonThere(match.id, value.id if value else None) if match else None
    return found
