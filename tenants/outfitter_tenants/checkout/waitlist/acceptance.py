"""Taking an offer: the seats that are held become a cart, at the prices of the day."""

from datetime import datetime
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.waitlist import operations as waitlist
from outfitter_tenants.waitlist import queries

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry

_VISITOR: Final = CartActor("online", "ecommerce", None, None)


class OfferExpired(DomainError):
    """The time to take an offer is over: its seats went to the next in line."""

    code = "offer_expired"
    status = 409


class NoOffer(DomainError):
    """Nothing is offered to this party."""

    code = "no_offer"
    status = 409


def accept(*, entry_id: int, at: datetime, actor: CartActor = _VISITOR) -> "WaitlistEntry":
    """
    Turn an offer into a cart with its seats, held until the offer ends and as long as any cart's.

    The party takes it on the website, an agent at their desk: `actor` is who fills the cart. Twice is
    once: the second call finds the cart.

    :raises EntryNotFound: there is no such place
    :raises OfferExpired: its time is over
    :raises NoOffer: the party waits, left, or its departure is cancelled
    """
    with atomic():
        row = queries.lock_entry(entry_id=entry_id)
        if row.status == "accepted":
            return row
        if row.status == "expired" or (row.status == "offered" and (row.offer_expires_at or at) <= at):
            raise OfferExpired(
                "This offer has ended, and your place with it. The seats went to the next in line."
            )
        if row.status != "offered" or row.offer_hold_id is None or row.offer_expires_at is None:
            raise NoOffer("There is no offer for you right now.", status=row.status)
        # Nobody gets at the seats in between: their departure is locked until the end.
        seats.release_hold(hold_id=row.offer_hold_id, at=at)
        trip_id = carts.save_trip(cart=_cart(row, actor), caller=actor, at=at).trip_id
        for hold in scheduling.holds_of_trip(trip_id=trip_id):
            seats.keep_until(hold_id=hold.id, until=row.offer_expires_at)
        waitlist.mark_accepted(row=row, trip_id=trip_id, at=at)
    return row


def checkout_path(row: "WaitlistEntry") -> str:
    """Return where an accepted offer is paid: the website's own checkout, with its cart."""
    trip = trips.get_trip(trip_id=row.trip_id or 0)
    slot = scheduling.get_timeslot(timeslot_id=row.offer_timeslot_id or row.timeslot_id)
    query = {
        "experience": row.experience_id,
        "date": slot.date.isoformat(),
        "language": row.locale,
        "trip": trip.hash,
    }
    return f"/widgets/tripBuilder?{urlencode(query)}"


def _cart(row: "WaitlistEntry", actor: CartActor) -> CartRequest:
    quantities = {int(kind): int(qty) for kind, qty in row.qty_by_type.items()}
    order = OrderRequest(None, row.experience_id, row.offer_timeslot_id or row.timeslot_id, quantities)
    return CartRequest(
        trip_id=None,
        version=None,
        locale=row.locale,
        contact=Contact(row.first_name, row.last_name, row.email, row.phone, None),
        orders=[order],
        utm={},
        referrer=None,
        # An agent's cart is their partner's whatever brought the guest.
        reseller_id=None if actor.is_agent else row.reseller_id,
    )
