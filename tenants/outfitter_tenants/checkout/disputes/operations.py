"""
Payments that a customer's bank takes back (domain.md 4.9).

While a dispute is open its payment is not given back; won, everything is as it was; lost, the money
is gone and the trip owes it again.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.gateway import invoice_port
from outfitter_tenants.checkout.sale_terms import gateway_jobs, reseller_terms
from outfitter_tenants.checkout.stored_value import activation
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import SOLD
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards import queries as gift_cards
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts, flags, reservations

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard
    from outfitter_tenants.ledger.models import Dispute
    from outfitter_tenants.trips.models import Trip

LOST = "dispute lost"


def follow(*, trip: "Trip", at: datetime) -> bool:
    """
    Suspend, resume or void what a locked trip bought; returns whether its price is another now.

    By how its disputes stand now. Safe to call twice; the caller sees to what hangs on the price.
    """
    if not trip.has_gift_cards:
        return False
    sales = [one for one in queries.sales_of_trip(trip_id=trip.pk) if one.status == "posted"]
    if not sales:
        return False
    locked = queries.lock_cards(ids={one.gift_card_id for one in sales})
    is_open = money.has_undecided_dispute(trip_id=trip.pk)
    if not is_open and _is_lost(trip):
        _void(trip, locked, at)
        return True
    for card in locked.values():
        _stand(card, trip, is_suspended=is_open or _is_disputed(card, trip), at=at)
    return False


def _is_lost(trip: "Trip") -> bool:
    return money.has_lost_dispute(trip_id=trip.pk) and activation.is_unpaid(trip=trip)


def _is_disputed(card: "GiftCard", trip: "Trip") -> bool:
    """Return whether another trip that put value on the card is disputed."""
    others = {one.trip_id for one in queries.live_sales(gift_card_id=card.pk) if one.status == "posted"}
    return any(money.has_undecided_dispute(trip_id=one) for one in others - {trip.pk} if one is not None)


def _stand(card: "GiftCard", trip: "Trip", *, is_suspended: bool, at: datetime) -> None:
    if is_suspended == (card.suspended_at is not None):
        return
    cards.suspend(card=card, at=at if is_suspended else None)
    record(
        entity_type="gift_card",
        entity_id=card.pk,
        trip_id=trip.pk,
        at=at,
        action="gift_card.suspended" if is_suspended else "gift_card.resumed",
        after={"balance_purchased": card.balance_purchased, "balance_promo": card.balance_promo},
    )


def _void(trip: "Trip", locked: "dict[int, GiftCard]", at: datetime) -> None:
    for one in queries.sales_of_trip(trip_id=trip.pk):
        if one.status != "posted":
            continue
        card = locked[one.gift_card_id]
        before = {"balance_purchased": card.balance_purchased, "balance_promo": card.balance_promo}
        spent = cards.void_sale(sale=one, card=card, reason=LOST, by=None, at=at)
        if card.suspended_at is not None:
            cards.suspend(card=card, at=None)
        record(
            entity_type="gift_card",
            entity_id=card.pk,
            trip_id=trip.pk,
            at=at,
            reason=LOST,
            action="gift_card.removed",
            before=before,
            after={"status": card.status, "spent_amount": spent},
        )
    price_trip(trip=trip, at=at)
    drafts.refresh(trip=trip, at=at)
    payment_sums.store_payment_sums(trip=trip, at=at)


log = logging.getLogger(__name__)
ATTENTION = "payment_disputed"
REMIND: Final = "payments.dispute_due"
# So long before the bank stops listening staff hear of it once more.
REMINDED_BEFORE: Final = (timedelta(days=3), timedelta(days=1))


def dispute_changed(
    *, gateway: str, dispute: GatewayDispute, at: datetime, said: "DisputeAction | None" = None
) -> None:
    """
    Record what a gateway says of a dispute; one of a payment that is none of ours is left alone.

    Safe to call twice, late and out of order. `said` is what somebody of ours did about it.
    """
    paid = money.find_gateway_payment(
        gateway=gateway, intent_id=dispute.intent_id, charge_id=dispute.charge_id
    )
    charge = money.find_gateway_charge(
        gateway=gateway, intent_id=dispute.intent_id, charge_id=dispute.charge_id
    )
    if charge is not None:
        invoice_port.dispute_changed(charge_id=charge.pk, dispute=dispute, at=at)
        return
    if paid is None:
        log.warning("dispute %s is of no payment of ours", dispute.gateway_id)
        return
    with atomic():
        trip = trips.lock_trip(trip_id=paid.trip_id)
        payment = money.get_payment(payment_id=paid.pk, trip_id=trip.pk)
        row, before = ledger.write_dispute(payment=payment, gateway=gateway, answer=dispute, at=at)
        ledger.uphold_dispute(payment=payment)
        _settle(trip, [row], at)
        if row.status != before or said is not None:
            _tell(trip, row, before, at, said)
        _remind_later(row, at)


def _waits_for_us(row: "Dispute", at: datetime) -> bool:
    is_heard = row.evidence_due_at is not None and row.evidence_due_at > at
    return row.status in money.ANSWERABLE and is_heard


def _remind_later(row: "Dispute", at: datetime) -> None:
    """Have staff reminded of a dispute that waits for our answer; never for a time that is past."""
    times = (row.evidence_due_at - ahead for ahead in REMINDED_BEFORE if row.evidence_due_at)
    ahead = [when for when in times if when > at]
    if ahead and _waits_for_us(row, at):
        scheduled_jobs.schedule(REMIND, key=str(row.pk), due_at=min(ahead), payload={"dispute_id": row.pk})
    else:
        scheduled_jobs.cancel(REMIND, key=str(row.pk))


def remind(payload: dict[str, Any], at: datetime) -> None:
    """Tell staff that a dispute still waits for their answer; the due job's handler."""
    with atomic():
        row = money.get_dispute(dispute_id=int(payload["dispute_id"]))
        if not _waits_for_us(row, at) or row.evidence_due_at is None:
            return
        trip = trips.get_trip(trip_id=row.trip_id)
        outbox.publish(
            "payment.dispute_due",
            at=at,
            trip_id=trip.pk,
            dispute_id=row.pk,
            amount=row.amount,
            currency=row.currency,
            evidence_due_at=row.evidence_due_at.isoformat(),
            confirmation_code=trip.confirmation_code,
            contact_name=full_name(trip.contact_first_name, trip.contact_last_name),
        )
        _remind_later(row, at)


def take_what_is_lost(*, trip: "Trip", payment_id: int, at: datetime) -> None:
    """Take a lost payment out of the books as far as a refund stood before that; see `refunds`."""
    _settle(trip, money.lost_disputes(payment_id=payment_id), at)


def _settle(trip: "Trip", rows: "Sequence[Dispute]", at: datetime) -> None:
    """Have the books say what banks have decided, and the trip what follows from it."""
    is_moved = any([ledger.settle_dispute(dispute=row, at=at) for row in rows])
    if is_moved:
        payment_sums.store_payment_sums(trip=trip, at=at)
    is_repriced = follow(trip=trip, at=at)
    if not is_moved and not is_repriced:
        return
    if trip.status in SOLD:
        # A partner in debt is no reason to leave the bank's word out of our books.
        reseller_terms.recalculate_reseller_terms(trip=trip, may_exceed=True)
        gateway_jobs.plan_balance_charge(trip=trip, at=at)
    drafts.refresh(trip=trip, at=at)
    outbox.publish(
        "trip.changed",
        at=at,
        trip_id=trip.pk,
        hash=trip.hash,
        action="payment.dispute_changed",
        version=trip.version,
    )


@dataclass(frozen=True, slots=True)
class DisputeAction:
    """What somebody of ours did about a dispute: the log's word for it, and why."""

    action: str
    reason: str = ""


_DECIDED: Final = {"won": "payment.dispute_won", "lost": "payment.dispute_lost"}


def _tell(
    trip: "Trip", row: "Dispute", before: str | None, at: datetime, said: "DisputeAction | None"
) -> None:
    _record(trip, row, before, at, said)
    outbox.publish(
        "payment.disputed",
        at=at,
        trip_id=trip.pk,
        payment_id=row.payment_id,
        status=row.status,
        amount=row.amount,
        currency=row.currency,
    )
    is_open = money.has_undecided_dispute(trip_id=trip.pk)
    if is_open and trip.attention != ATTENTION:
        reservations.mark_attention(trip=trip, attention=ATTENTION, at=at)
    elif not is_open and trip.attention == ATTENTION:
        reservations.mark_attention(trip=trip, attention=None, at=at)
    if before is None and is_open:
        comment = f"Dispute: {row.reason}" + _bought(trip)
        flags.flag_by_itself(trip=trip, comment=comment, at=at)


def _record(
    trip: "Trip", row: "Dispute", before: str | None, at: datetime, said: DisputeAction | None
) -> None:
    action = "payment.dispute_changed" if before else "payment.dispute_opened"
    record(
        entity_type="payment",
        entity_id=row.payment_id,
        trip_id=trip.pk,
        at=at,
        action=said.action if said else _DECIDED.get(row.status, action),
        before={"status": before} if before else {},
        after={
            "status": row.status,
            "amount": row.amount,
            "reason": row.reason,
            "taken_amount": row.taken_amount,
        },
        reason=said.reason if said else None,
    )


def _bought(trip: "Trip") -> str:
    """Name the gift cards that a disputed trip bought: stolen cards buy what is spent at once."""
    if not trip.has_gift_cards:
        return ""
    sales = gift_cards.sales_of_trip(trip_id=trip.pk)
    live = dict.fromkeys(one.gift_card.last4 for one in sales if one.status == "posted")
    return f". Gift cards it bought: {', '.join(live)}" if live else ""
