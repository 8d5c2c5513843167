"""Who gets a tip (domain.md 4.16)."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.errors import DomainError, Invalid
from outfitter.kit.money import allocate
from outfitter_tenants.checkout.operations.frame.change import SOLD, By, Done, changing
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import reach

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment


class TipsOff(DomainError):
    """The operator takes no tips."""

    code = "tips_off"
    status = 422


class NoTip(DomainError):
    """There is no tip in this payment, or none of it is left."""

    code = "no_tip"
    status = 409


def require(tip_amount: int) -> None:
    """
    Refuse a tip where none are taken.

    :raises TipsOff: the operator switched them off
    """
    if tip_amount and not people.get_payment_settings().takes_tips:
        raise TipsOff("This operator takes no tips.")


def share_out(*, payment: "Payment", by: int | None, at: datetime) -> dict[str, int]:
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
    return _told(after)


def default_splits(*, trip_id: int, amount: int) -> dict[int, int]:
    """Return equal parts for the tippable guides of a trip's departures; none without any."""
    crews = scheduling.crew_of_timeslots(timeslot_ids=reach.timeslots_of_trip(trip_id=trip_id))
    ids = sorted({guide.id for crew in crews.values() for guide in crew.guides})
    guides = sorted(row.pk for row in people.list_tippable(ids=ids))
    if not guides:
        return {}
    return dict(zip(guides, allocate(amount, [1] * len(guides)), strict=True))


def assign(
    *,
    trip_id: int,
    payment_id: int,
    splits: Mapping[int, int] | None,
    by: By,
    at: datetime,
    version: int | None = None,
) -> Done:
    """
    Give a payment's tip to people, in minor units by team member; again, and it is given anew.

    None shares it equally among the tippable guides of the trip; an empty mapping puts it back
    into the pool.

    :raises TipsOff: the operator takes no tips
    :raises NoTip: there is none, or it was given back
    :raises Invalid: the parts do not sum to the tip, or somebody takes no tips
    :raises PaymentNotFound: it is of another trip, or none
    """
    with changing(
        trip_id=trip_id, by=by, at=at, version=version, states=SOLD, is_money=False
    ) as change:
        if not people.get_payment_settings().takes_tips:
            raise TipsOff("This operator takes no tips.")
        payment = money.get_payment(payment_id=payment_id, trip_id=trip_id)
        left = sum(ledger.tips_of(payment_id=payment.pk).values())
        if left <= 0 or payment.status not in {"succeeded", "disputed"}:
            raise NoTip("There is no tip in this payment.")
        if splits is None:
            splits = default_splits(trip_id=trip_id, amount=left)
        _check_people(splits)
        before, after = ledger.assign_tip(payment=payment, splits=splits, by=by.avatar_id, at=at)
        if before != after:
            change.tell(
                "payment.tip_assigned", entity_type="payment", entity_id=payment.pk,
                before={"tips": _told(before)}, after={"tips": _told(after)},
            )  # fmt: skip
    return change.done


def _check_people(splits: Mapping[int, int]) -> None:
    known = {row.pk for row in people.list_tippable(ids=sorted(splits))} if splits else set()
    if missing := sorted(set(splits) - known):
        raise Invalid({"splits": ["Somebody here takes no tips."], "ids": [str(missing[0])]})


def _told(tips: Mapping[int | None, int]) -> dict[str, int]:
    return {"pool" if owner is None else str(owner): part for owner, part in tips.items()}
