"""The places in line that an agent took for their guests: theirs to see and to give up, nobody else's."""

from datetime import datetime

from outfitter.api.principal import Principal
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.checkout.carts.types import CartActor
from outfitter_tenants.checkout.waitlist import acceptance, entries, serializers
from outfitter_tenants.checkout.waitlist.types import JoinRequest
from outfitter_tenants.waitlist import queries
from outfitter_tenants.waitlist.queries import EntryNotFound


def list_own(*, agent: Principal, names: GuestTypeNames, at: datetime) -> list[dict[str, object]]:
    """Return the places in line that an agent took, the newest first."""
    rows = queries.list_of_reseller(reseller_id=agent.reseller_id or 0, created_by=agent.avatar_id)
    return serializers.desk_rows(rows, names=names, at=at)


def join(request: JoinRequest, *, at: datetime) -> None:
    """
    Put an agent's guests on the waiting list of a full departure.

    :raises WaitlistOff: the operator keeps none
    :raises NotSoldOut: there are seats
    """
    entries.join(request, at=at)


def accept(*, agent: Principal, actor: CartActor, entry_id: int, at: datetime) -> int:
    """
    Turn seats that are offered to an agent's guests into a draft, to be sold at the desk; returns it.

    :raises EntryNotFound: it is somebody else's place, or none
    :raises OfferExpired: its time is over
    :raises NoOffer: the party waits, left, or its departure is cancelled
    """
    row = acceptance.accept(entry_id=_own(agent, entry_id), at=at, actor=actor)
    assert row.trip_id is not None  # noqa: S101  (what is accepted has its cart)
    return row.trip_id


def leave(*, agent: Principal, entry_id: int, at: datetime) -> None:
    """
    Give up a place in line that the agent took.

    :raises EntryNotFound: it is somebody else's, or none
    """
    entries.leave(entry_id=_own(agent, entry_id), status="left", at=at)


def _own(agent: Principal, entry_id: int) -> int:
    row = queries.get_entry(entry_id=entry_id)
    if row.reseller_id != agent.reseller_id or row.created_by != agent.avatar_id:
        raise EntryNotFound("Waiting list entry not found.")
    return row.pk
