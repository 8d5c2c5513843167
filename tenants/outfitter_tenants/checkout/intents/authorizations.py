"""Amounts held on cards, inside transactions: noted, wanted, ended (domain.md 4.10)."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.payments.types import GatewayIntent
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms.balance_due import round_to_gateway_unit
from outfitter_tenants.checkout.sale_terms.gateway_jobs import END, release_all, schedule_hold_action
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent, Payment, PaymentHold
    from outfitter_tenants.trips.models import Trip

__all__ = [
    "AGAIN",
    "BEFORE_START",
    "END",
    "WATCH",
    "capture_all",
    "captured",
    "ended",
    "is_early",
    "place",
    "release_all",
    "schedule_hold_action",
    "warn_of_expiry",
]

# Staff hear of it so long before a held amount runs out.
WARN_BEFORE: Final = timedelta(hours=24)
WATCH: Final = "payments.hold_watch"
# The amount is held again so long before a trip that begins later than a bank holds anything.
AGAIN: Final = "payments.hold_again"
BEFORE_START: Final = timedelta(days=5)
# For so long banks hold an amount that was given online.
HELD_FOR: Final = timedelta(days=7)
# When the gateway should have said by itself that a held amount ran out.
_AFTER: Final = timedelta(minutes=10)


def place(*, trip: "Trip", intent: "Intent", answer: GatewayIntent, at: datetime) -> bool:
    """Note that a card has an amount held for a locked trip; False when that was known."""
    hold = ledger.place_hold(intent=intent, answer=answer, at=at)
    if hold is None:
        return False
    record(
        entity_type="payment",
        entity_id=hold.pk,
        trip_id=trip.pk,
        action="payment.authorised",
        at=at,
        after=_facts(hold),
    )
    if hold.capture_before is not None:
        scheduled_jobs.schedule(
            WATCH,
            key=str(hold.pk),
            due_at=max(at, hold.capture_before - WARN_BEFORE),
            payload={"hold_id": hold.pk},
        )
    _plan_again(trip, hold)
    outbox.publish(
        "payment.authorised",
        at=at,
        trip_id=trip.pk,
        hold_id=hold.pk,
        amount=hold.amount,
        currency=intent.currency,
    )
    return True


def is_early(*, trip: "Trip", at: datetime) -> bool:
    """Return whether a trip begins after the bank has let go of what is held now."""
    return trip.first_start_at is not None and trip.first_start_at > at + HELD_FOR


def _plan_again(trip: "Trip", hold: "PaymentHold") -> None:
    start, until = trip.first_start_at, hold.capture_before
    if start is None or until is None or until >= start:
        return
    scheduled_jobs.schedule(
        AGAIN,
        key=str(hold.pk),
        due_at=max(start - BEFORE_START, until + 2 * _AFTER),
        payload={"hold_id": hold.pk},
    )


def captured(*, intent: "Intent", payment: "Payment", at: datetime) -> None:
    """Note that a held amount was taken, whole or in part: the rest is free again."""
    hold = money.hold_of_intent(intent_id=intent.pk)
    if hold is None or hold.status != "authorized":
        return
    taken = min(payment.amount, hold.amount)
    status = "captured" if taken == hold.amount else "partially_captured"
    ledger.end_hold(hold=hold, status=status, captured=taken, at=at)
    _forget(hold)


def ended(*, trip: "Trip", intent: "Intent", at: datetime) -> None:
    """Note that a held amount is free again, because we wanted that or because it ran out."""
    hold = money.hold_of_intent(intent_id=intent.pk)
    if hold is None or hold.status != "authorized":
        return
    is_late = hold.capture_before is not None and at >= hold.capture_before
    is_expired = bool(hold.wanted_amount) or (is_late and hold.wanted_amount is None)
    status = "expired" if is_expired else "released"
    ledger.end_hold(hold=hold, status=status, captured=0, at=at)
    record(
        entity_type="payment",
        entity_id=hold.pk,
        trip_id=trip.pk,
        action="payment.hold_expired" if is_expired else "payment.hold_released",
        at=at,
        before=_facts(hold) | {"status": "authorized"},
        after={"status": status},
        reason=hold.wanted_reason or None,
    )
    _forget(hold)
    outbox.publish(
        "payment.hold_ended",
        at=at,
        trip_id=trip.pk,
        hold_id=hold.pk,
        status=status,
        amount=hold.amount,
        currency=intent.currency,
        **_whose(trip),
    )


def capture_all(*, trip: "Trip", by: int | None, at: datetime) -> int:
    """Take what a locked trip owes of what is held for it, and give back the rest."""
    # A partner's card pays what anybody owes, a customer's only what the customer does.
    owed = {"reseller": max(0, trips.still_to_come(trip)), "customer": max(0, trips.customer_owes(trip))}
    taken = 0
    for hold in money.holds_of_trip(trip_id=trip.pk):
        if hold.status != "authorized" or hold.wanted_amount is not None:
            continue
        whose = "reseller" if hold.intent.card_owner == "reseller" else "customer"
        wanted = owed[whose] + hold.intent.tip_amount
        part = min(hold.amount, round_to_gateway_unit(trip.currency, wanted))
        schedule_hold_action(hold=hold, amount=part, by=by, reason="", at=at)
        paid = max(0, part - hold.intent.tip_amount)
        owed = {who: max(0, amount - paid) for who, amount in owed.items()}
        taken += part
    return taken


def _facts(hold: "PaymentHold") -> dict[str, object]:
    until = hold.capture_before
    return {
        "amount": hold.amount,
        "status": hold.status,
        "capture_before": until.isoformat() if until else None,
    }


def _forget(hold: "PaymentHold") -> None:
    scheduled_jobs.cancel(WATCH, key=str(hold.pk))
    scheduled_jobs.cancel(END, key=str(hold.pk))


def warn_of_expiry(payload: dict[str, Any], at: datetime) -> None:
    """Tell staff once that a held amount runs out soon; the due job's handler."""
    with atomic():
        _warn(money.get_hold(hold_id=payload["hold_id"]), at)


def _warn(hold: "PaymentHold", at: datetime) -> None:
    if hold.status != "authorized" or hold.warned_at is not None or hold.capture_before is None:
        return
    trip = trips.get_trip(trip_id=hold.trip_id)
    ledger.mark_warned(hold=hold, at=at)
    outbox.publish(
        "payment.hold_expiring",
        at=at,
        trip_id=trip.pk,
        hold_id=hold.pk,
        amount=hold.amount,
        currency=hold.intent.currency,
        capture_before=hold.capture_before.isoformat(),
        **_whose(trip),
    )
    if hold.wanted_amount is None:
        # Nobody does anything: then it is seen how it ended.
        scheduled_jobs.schedule(
            END, key=str(hold.pk), due_at=hold.capture_before + _AFTER, payload={"hold_id": hold.pk}
        )


def _whose(trip: "Trip") -> dict[str, str]:
    return {
        "confirmation_code": trip.confirmation_code,
        "contact_name": full_name(trip.contact_first_name, trip.contact_last_name),
    }
