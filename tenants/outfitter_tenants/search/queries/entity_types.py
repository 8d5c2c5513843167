"""
The kinds of things that search finds. A new kind is one entry here and one call of
`declare.create` in a migration.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.api.principal import Principal
from outfitter_tenants.search.queries import result_cards
from outfitter_tenants.search.queries.result_cards import Card, Reader
from outfitter_tenants.search.queries.search_engine import Scope

Cards = Callable[[Sequence[int], Reader], dict[int, Card]]
# Nothing of a kind is in this caller's sight.
NOTHING: Final = Scope("false", ())


def _everything(caller: Principal) -> Scope | None:
    return None


# The same reach as outfitter_tenants.trips.visibility has for one trip.
def _trips_in_sight(caller: Principal) -> Scope | None:
    if caller.scope == "reseller":
        if caller.reseller_id is None:
            return NOTHING
        return Scope("e.reseller_id = %s", (caller.reseller_id,))
    if caller.scope == "assigned":
        return Scope(
            "e.object_id IN (SELECT o.trip_id FROM trips_triporder AS o "
            "JOIN scheduling_timeslotguide AS g ON g.timeslot_id = o.timeslot_id "
            "WHERE g.user_avatar_id = %s AND o.status = 'active' "
            "AND g.status IN ('proposed', 'assigned', 'confirmed'))",
            (caller.avatar_id,),
        )
    return None


def _only_whole_sight(caller: Principal) -> Scope | None:
    return None if caller.scope == "all" else NOTHING


def _partners_in_sight(caller: Principal) -> Scope | None:
    """Whoever sells for a partner finds what is that partner's, and guides find nothing of partners."""
    if caller.scope == "reseller" and caller.reseller_id is not None:
        return Scope("e.reseller_id = %s", (caller.reseller_id,))
    return _only_whole_sight(caller)


@dataclass(frozen=True, slots=True)
class EntityType:
    """A kind of thing: its number in the index, who may find it, and how it is shown."""

    number: int
    slug: str
    permission: str
    cards: Cards
    scope: Callable[[Principal], Scope | None] = _everything


KINDS: Final = (
    EntityType(1, "customer", "customer.view", result_cards.customers, _only_whole_sight),
    EntityType(2, "trip", "trip.view", result_cards.trips, _trips_in_sight),
    EntityType(3, "experience", "experience.view", result_cards.experiences),
    EntityType(4, "gift_card", "giftcard.view", result_cards.gift_cards, _only_whole_sight),
    EntityType(5, "reseller", "reseller.view", result_cards.resellers, _only_whole_sight),
    EntityType(7, "invoice", "reseller.view", result_cards.invoices, _partners_in_sight),
    EntityType(8, "call", "call.view", result_cards.calls, _only_whole_sight),
    EntityType(6, "product", "setup.experiences", result_cards.products, _only_whole_sight),
)
HELP: Final = "help"
TYPES: Final = frozenset({*(kind.slug for kind in KINDS), HELP})
