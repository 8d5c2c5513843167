"""Who gets a tip (domain.md 4.16)."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.checkout.sale_terms.tips import TipsOff, default_splits, serialize_tips
from outfitter_tenants.checkout.trip_changes.change import SOLD, ChangeResult, TripActor, change_trip
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people


class NoTip(DomainError):
    """There is no tip in this payment, or none of it is left."""

    code = "no_tip"
    status = 409


def assign(
    *,
    trip_id: int,
    payment_id: int,
    splits: Mapping[int, int] | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Give a payment's tip to people, in minor units by team member; again, and it is given anew.

    None shares it equally among the tippable guides of the trip; an empty mapping puts it back
    into the pool.

    :raises TipsOff: the operator takes no tips
    :raises NoTip: there is none, or it was given back
    :raises Invalid: the parts do not sum to the tip, or somebody takes no tips
    :raises PaymentNotFound: it is of another trip, or none
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=SOLD, is_money=False) as change:
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
                "payment.tip_assigned",
                entity_type="payment",
                entity_id=payment.pk,
                before={"tips": serialize_tips(before)},
                after={"tips": serialize_tips(after)},
            )
    return change.done


def _check_people(splits: Mapping[int, int]) -> None:
    known = {row.pk for row in people.list_tippable(ids=sorted(splits))} if splits else set()
    if missing := sorted(set(splits) - known):
        raise Invalid({"splits": ["Somebody here takes no tips."], "ids": [str(missing[0])]})
