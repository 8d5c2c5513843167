"""On which terms a customer's order goes to a departure: asked when it is shown, and when it is paid."""

from collections import Counter
from typing import TYPE_CHECKING

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.orders.reschedule import RescheduleRequest
from outfitter_tenants.trips.operations import orders as rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from outfitter_tenants.catalog.queries import CustomerTypeRow
    from outfitter_tenants.scheduling.queries import TimeslotRow
    from outfitter_tenants.trips.models import Booking, TripOrder


def is_return(order: "TripOrder") -> bool:
    """Return whether the operator called the order off, and its customer books it anew."""
    return order.status == "cancelled" and order.rebook_offer is not None


def is_price_kept(order: "TripOrder", *, experience_id: int) -> bool:
    """
    Return whether the order costs what it did, there.

    Whoever moves pays today's price. Whom the operator called off pays no more for the same experience.
    """
    return is_return(order) and experience_id == order.experience_id


def move_terms(order: "TripOrder", slot: "TimeslotRow", *, is_notified: bool = False) -> RescheduleRequest:
    """
    Return how an order goes to a departure.

    At another experience everyone keeps their kind of ticket; what that one does not sell besides is
    taken off (`lost_addons`).
    """
    is_other = slot.experience_id != order.experience_id
    return RescheduleRequest(
        slot.id,
        price_mode="keep" if is_price_kept(order, experience_id=slot.experience_id) else "reprice",
        type_mapping=same_tickets(rows.guests_of(order), sold_at(slot.experience_id)) if is_other else {},
        is_forced=is_other,
        is_notified=is_notified,
        is_return=is_return(order),
    )


def sold_at(experience_id: int) -> "list[CustomerTypeRow]":
    """Return the tickets that strangers may buy for an experience."""
    return catalog.experience_customer_types(experience_id=experience_id, audience="online")


def same_tickets(guests: "Sequence[Booking]", sold: "Sequence[CustomerTypeRow]") -> "dict[int, int]":
    """Return the tickets of a party as another experience sells them; those it does not are left out."""
    there = {kind.customer_type_id: kind.id for kind in sold}
    kinds = {row.experience_customer_type_id: row.experience_customer_type for row in guests}
    return {pk: there[kind.customer_type_id] for pk, kind in kinds.items() if kind.customer_type_id in there}


def party_there(
    order: "TripOrder", guests: "Sequence[Booking]", *, experience_id: int
) -> "Mapping[int, int] | None":
    """Return the party by the tickets of an experience, None where it does not sell all of them."""
    party = Counter(guest.experience_customer_type_id for guest in guests)
    if experience_id == order.experience_id:
        return party
    mapped = same_tickets(guests, sold_at(experience_id))
    return {mapped[pk]: qty for pk, qty in party.items()} if mapped.keys() >= party.keys() else None


def lost_addons(order: "TripOrder", *, experience_id: int) -> tuple[str, ...]:
    """Return what was added to an order that an experience does not sell."""
    if experience_id == order.experience_id:
        return ()
    there = reschedule.addons_there(order, experience_id)
    return tuple(row.experience_addon.name for row in rows.addons_of(order) if there[row.pk] is None)
