"""Tips beside a price: whether they are taken, and whose they are at first (domain.md 4.16)."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.errors import DomainError
from outfitter.kit.money import allocate
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import visibility

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment


class TipsOff(DomainError):
    """The operator takes no tips."""

    code = "tips_off"
    status = 422


def require(tip_amount: int) -> None:
    """
    Refuse a tip where none are taken.

    :raises TipsOff: the operator switched them off
    """
    if tip_amount and not people.get_payment_settings().takes_tips:
        raise TipsOff("This operator takes no tips.")


def split_tip(*, payment: "Payment", by: int | None, at: datetime) -> dict[str, int]:
    """
    Give a new tip to the guides of the trip, in equal parts, where tips are individual.

    In a shared pool, or without tippable guides, it waits for somebody to give it out. Returns who
    got what in minor units, as the log says it.
    """
    if not payment.tip_amount or people.get_tip_mode() != "individual":
        return {}
    splits = default_splits(trip_id=payment.trip_id, amount=payment.tip_amount)
    if not splits:
        return {}
    _, after = ledger.assign_tip(payment=payment, splits=splits, by=by, at=at)
    return serialize_tips(after)


def default_splits(*, trip_id: int, amount: int) -> dict[int, int]:
    """Return equal parts for the tippable guides of a trip's departures; none without any."""
    crews = scheduling.crew_of_timeslots(timeslot_ids=visibility.timeslots_of_trip(trip_id=trip_id))
    ids = sorted({guide.id for crew in crews.values() for guide in crew.guides})
    guides = sorted(row.pk for row in people.list_tippable(ids=ids))
    if not guides:
        return {}
    return dict(zip(guides, allocate(amount, [1] * len(guides)), strict=True))


def serialize_tips(tips: Mapping[int | None, int]) -> dict[str, int]:
    """Return who has what of a tip as the log says it."""
    return {"pool" if owner is None else str(owner): part for owner, part in tips.items()}
