"""Which experiences a customer may move an order to (domain.md 4.12)."""

from typing import TYPE_CHECKING

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.self_service.customer_trip import guests_of

if TYPE_CHECKING:
    from outfitter_tenants.catalog.queries import ExperienceRow
    from outfitter_tenants.checkout.self_service.facts import OrderVerdicts
    from outfitter_tenants.trips.models import TripOrder


def experiences(order: "TripOrder", verdicts: "OrderVerdicts") -> "list[ExperienceRow]":
    """
    Return the order's experience, and those besides that everybody sees and that sell all its tickets.

    Whether there are others is the operator's setting, or what they offer for what they called off.
    """
    own = list(catalog.list_experiences(ids=[order.experience_id]).values())
    if not verdicts.is_any_experience:
        return own
    kinds = {guest.experience_customer_type.customer_type_id for guest in guests_of(order)}
    others = [one for one in catalog.list_live() if one.id != order.experience_id and _sells(one, kinds)]
    return own + others


def _sells(row: "ExperienceRow", kinds: set[int]) -> bool:
    return kinds <= {kind.customer_type_id for kind in row.online_types}
