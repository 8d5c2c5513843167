"""Taking what is held on a card, or giving it back (domain.md 4.10)."""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter.plugins.payments.types import GatewayIntent, GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import AuthorisationExpired, GatewayError, refusal
from outfitter_tenants.checkout.gateway.intent_calls import Gateway
from outfitter_tenants.checkout.intents import authorizations, settlement
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.sale_terms.balance_due import require_chargeable
from outfitter_tenants.checkout.trip_changes.change import Change, ChangeResult, TripActor, require_unlocked
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import reservations

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentHold

log = logging.getLogger(__name__)
REPEAT_AFTER: Final = timedelta(minutes=2)
LONGEST_WAIT: Final = timedelta(hours=1)
# So many doublings make the longest wait.
_PATIENT: Final = 5
_LATER: Final = "The payment service isn't responding. We'll keep trying and show the result."


class HoldEnded(DomainError):
    """The held amount was taken or released already, or somebody is at it."""

    code = "already_done"
    status = 409


def capture_hold(
    *, hold_id: int, amount: int | None, reason: str, by: TripActor, at: datetime
) -> ChangeResult:
    """
    Take `amount` (minor units; None: all) of what is held on a card; the rest is released.

    :raises HoldEnded: it was taken, released or has run out, or somebody does so just now
    :raises Overpayment: it is more than the trip owes
    :raises Invalid: it is nothing, more than is held, or finer than what is charged
    :raises AuthorisationExpired: the bank has let go of it
    :raises GatewayError: the gateway did not answer; we go on trying
    """
    by.demand("payment.hold")
    return _wanted(hold_id, amount, reason, by, at)


def capture_fee(
    *, hold_id: int, amount: int, booking_ids: tuple[int, ...], by: TripActor, at: datetime
) -> ChangeResult:
    """
    Take the fee of guests who did not come from what is held for their trip; raises as above.

    Whoever may take payments may do that: the operator's rule says how much it is.
    """
    by.demand("payment.take")
    return _wanted(hold_id, amount, "noshow_fee", by, at, fee_of=booking_ids)


def release_hold(*, hold_id: int, reason: str, by: TripActor, at: datetime) -> ChangeResult:
    """
    Give back what is held on a card.

    :raises HoldEnded: it was taken or released already, or somebody does so just now
    :raises GatewayError: the gateway did not answer; we go on trying
    """
    by.demand("payment.hold")
    return _wanted(hold_id, 0, reason, by, at)


def _wanted(
    hold_id: int, amount: int | None, reason: str, by: TripActor, at: datetime, fee_of: tuple[int, ...] = ()
) -> ChangeResult:
    trip_id = money.get_hold(hold_id=hold_id).trip_id
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        hold = money.get_hold(hold_id=hold_id)
        if hold.status != "authorized" or hold.wanted_amount is not None:
            raise HoldEnded("This amount is no longer authorized.", status=hold.status)
        change = Change(trip, by, at)
        part = 0
        if amount != 0:
            require_unlocked(trip, by=by, at=at)
            part = _part(change, hold, amount)
        authorizations.schedule_hold_action(
            hold=hold, amount=part, by=by.avatar_id, reason=reason, at=at, due_at=at + REPEAT_AFTER
        )
        if fee_of:
            ledger.mark_fee(intent=hold.intent, booking_ids=fee_of)
    _carry_out(hold, at)
    return ChangeResult(trip_id, tuple(change.warnings))


def _part(change: Change, hold: "PaymentHold", amount: int | None) -> int:
    part = hold.amount if amount is None else amount
    if not 0 < part <= hold.amount:
        raise Invalid({"amount": [f"Between 1 and {hold.amount} are held."]})
    require_chargeable(change.trip.currency, amount=part)
    tip = max(0, part - (hold.amount - hold.intent.tip_amount))
    requested_amount.check(change, part - tip, is_overpaying=False)
    return part


def carry_out(payload: dict[str, Any], at: datetime) -> None:
    """
    Do what is wanted of a held amount, or see how it ended; the due job's handler.

    A gateway that is away makes it later, however long: due work ends after eight failures. What
    it refuses to take or to release is for a person to look at.
    """
    hold = money.get_hold(hold_id=payload["hold_id"])
    if hold.status != "authorized":
        return
    try:
        if hold.wanted_amount is None:
            _check_hold(hold, at)
        else:
            _carry_out(hold, at)
    except (GatewayError, GatewayUnavailable, NoPaymentProvider) as problem:
        log.warning("hold %s has to wait: %r", hold.pk, problem)
        _again(hold, payload, at)
    except AuthorisationExpired:
        # How it ended is recorded, and staff are told.
        return
    except (DomainError, PaymentFailed) as problem:
        log.warning("hold %s was not taken: %s", hold.pk, problem.code)
        _needs_a_person(hold, at)


def _check_hold(hold: "PaymentHold", at: datetime) -> None:
    gateway = intent_calls.get_gateway()
    answer = gateway.provider.get_intent(gateway.ctx, gateway_id=str(hold.intent.gateway_id))
    settlement.settle(schema_name=gateway.ctx.schema, intent_id=hold.intent_id, answer=answer, at=at)
    if money.get_hold(hold_id=hold.pk).status == "authorized":
        # The bank lets go of it later than it said.
        _again(hold, {"tries": _PATIENT}, at)


def _again(hold: "PaymentHold", payload: dict[str, Any], at: datetime) -> None:
    tries = int(payload.get("tries") or 0)
    scheduled_jobs.schedule(
        authorizations.END,
        key=str(hold.pk),
        due_at=at + min(REPEAT_AFTER * 2**tries, LONGEST_WAIT),
        payload={"hold_id": hold.pk, "tries": min(tries + 1, _PATIENT)},
    )


def _needs_a_person(hold: "PaymentHold", at: datetime) -> None:
    with atomic():
        trip = trips.lock_trip(trip_id=hold.trip_id)
        if trip.attention is None:
            reservations.mark_attention(trip=trip, attention="capture_failed", at=at)


def want_again(*, at: datetime, limit: int, after: int = 0) -> int | None:
    """
    Have held amounts taken or released whose due job was given up, or lost with its worker.

    Returns where it stopped, None at the end.
    """
    rows = money.wanted_holds(limit=limit, after=after)
    for hold in rows:
        if not scheduled_jobs.is_waiting(authorizations.END, key=str(hold.pk)):
            log.error("no worker carries out what was requested of held amount %s", hold.pk)
            scheduled_jobs.schedule(
                authorizations.END, key=str(hold.pk), due_at=at, payload={"hold_id": hold.pk}
            )
    return rows[-1].pk if len(rows) == limit else None


def _carry_out(hold: "PaymentHold", at: datetime) -> None:
    gateway = intent_calls.get_gateway()
    try:
        answer = _call(gateway, hold)
    except GatewayUnavailable as problem:
        raise GatewayError(_LATER) from problem
    except PaymentFailed as problem:
        _refused(gateway, hold, problem, at)
        raise refusal(problem) from problem
    settlement.settle(schema_name=gateway.ctx.schema, intent_id=hold.intent_id, answer=answer, at=at)


def _call(gateway: Gateway, hold: "PaymentHold") -> GatewayIntent:
    intent, amount = hold.intent, hold.wanted_amount or 0
    gateway_id = str(intent.gateway_id)
    if amount == 0:
        return gateway.provider.cancel_intent(
            gateway.ctx, gateway_id=gateway_id, key=f"{intent_calls.key_of(intent)}-release"
        )
    return gateway.provider.capture_intent(
        gateway.ctx,
        gateway_id=gateway_id,
        amount=amount,
        currency=intent.currency,
        key=f"{intent_calls.key_of(intent)}-capture-{amount}",
        tip_amount=max(0, amount - (hold.amount - intent.tip_amount)),
        platform_fee_amount=intent.platform_fee_amount,
    )


def _refused(gateway: Gateway, hold: "PaymentHold", problem: PaymentFailed, at: datetime) -> None:
    """Record how an amount stands that could not be taken or released."""
    answer = problem.intent
    if answer is None and problem.code in {"unexpected_state", "authorisation_expired"}:
        answer = gateway.provider.get_intent(gateway.ctx, gateway_id=str(hold.intent.gateway_id))
    if answer is not None:
        settlement.settle(schema_name=gateway.ctx.schema, intent_id=hold.intent_id, answer=answer, at=at)
    with atomic():
        trips.lock_trip(trip_id=hold.trip_id)
        row = money.get_hold(hold_id=hold.pk)
        if row.status == "authorized":
            ledger.withdraw_hold_action(hold=row)
            ledger.unmark_fee(intent=row.intent)
            ledger.step_key(intent=row.intent)
