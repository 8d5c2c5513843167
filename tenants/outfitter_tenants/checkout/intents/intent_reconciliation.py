"""What becomes of intents that nobody told us the end of: the gateway's word decides."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter.plugins.payments.types import GatewayIntent, GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import GatewayError, GatewayRefused, refusal
from outfitter_tenants.checkout.gateway.intent_calls import Gateway
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.checkout.intents.operations import RECONCILE_AFTER
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent

GIVE_UP_AFTER: Final = timedelta(days=2)
# How much longer a gateway may be away before nobody asks it any more.
OUTAGE: Final = timedelta(days=5)
# Refusals of us, not of what we ask for: the money may have moved all the same.
_SAYS_NOTHING: Final = frozenset({"account_not_ready", "key_reused", "keys_refused", "not_configured"})
_ENDED: Final = frozenset(
    {"succeeded", "canceled", "refunded", "requires_capture", "underpaid", "cart_changed"}
)
_UNPAID: Final = frozenset({"requires_method", "requires_action"})


def reconcile(payload: dict[str, Any], at: datetime) -> None:
    """Ask the gateway how an intent ended that nobody told us about; the due job's handler."""
    intent = money.find_unsettled(intent_id=payload["intent_id"])
    if intent is None:
        return
    age = at - intent.created_at
    try:
        if intent.gateway_id is None and not _find(intent, at):
            return
        outcome = intents.confirm_intent(intent=money.get_intent_by_id(intent_id=intent.pk), at=at)
        if outcome.status in _ENDED or _is_given_up(intent, age, at):
            return
    except (GatewayError, GatewayUnavailable, GatewayRefused, NoPaymentProvider, PaymentFailed):
        # Due work ends after eight failures, an outage or wrong keys do not: asked again below.
        if age > GIVE_UP_AFTER + OUTAGE:
            _close(intent, at)
            raise
    intents.schedule_reconcile(intent=intent, due_at=at + max(age, RECONCILE_AFTER))


def _is_given_up(intent: "Intent", age: timedelta, at: datetime) -> bool:
    """Close what nobody has paid for days; what a bank is still at is waited for."""
    if age <= GIVE_UP_AFTER:
        return False
    give_up(intent=money.get_intent_by_id(intent_id=intent.pk), at=at)
    return money.find_unsettled(intent_id=intent.pk) is None


def _find(intent: "Intent", at: datetime) -> bool:
    """
    Return whether the gateway knows an intent whose making we never heard the end of.

    A process died between asking and noting the answer, or the answer was lost on its way.

    :raises GatewayRefused: it does not speak to us, which says nothing of the intent
    """
    gateway = intent_calls.get_gateway()
    try:
        answer = intent_calls.find_lost(gateway, intent, at)
    except PaymentFailed as problem:
        if problem.code in _SAYS_NOTHING:
            raise refusal(problem) from problem
        answer = problem.intent
    if answer is None:
        _close(intent, at)
        return False
    settlement.settle(schema_name=current_schema(), intent_id=intent.pk, answer=answer, at=at)
    return True


def _close(intent: "Intent", at: datetime) -> None:
    """Close an intent that the gateway never had."""
    with atomic():
        if intent.trip_id is not None:
            trips.lock_trip(trip_id=intent.trip_id)
        found = money.lock_intent(intent_id=intent.pk)
        if found.gateway_id is None and found.status in money.OPEN:
            ledger.cancel_intent(intent=found, at=at)


def outdate(payload: dict[str, Any], at: datetime) -> None:
    """
    Give up an open intent that asks for more than its trip owes by now; the due job's handler.

    Somebody paid another way: an old page must not take the money a second time.
    """
    intent = money.find_unsettled(intent_id=payload["intent_id"])
    if intent is None or intent.trip_id is None or intent.status == "processing":
        return
    trip = trips.get_trip(trip_id=intent.trip_id)
    if intent.amount - intent.tip_amount > max(0, trips.still_to_come(trip)):
        give_up(intent=intent, at=at)


def withdraw_later(*, intent_id: int, at: datetime) -> None:
    """Have an open intent given up, in the caller's transaction."""
    scheduled_jobs.schedule(
        "payments.withdraw", key=str(intent_id), due_at=at, payload={"intent_id": intent_id}
    )


def withdraw(payload: dict[str, Any], at: datetime) -> None:
    """
    Give up an open intent that somebody took back, or whose cart was changed; a due job's handler.

    What was paid or is held on a card by then is settled as it stands, not given up.
    """
    intent = money.find_unsettled(intent_id=payload["intent_id"])
    if intent is None or intent.status == "processing":
        return
    if intent.gateway_id is None:
        _find(intent, at)
        intent.refresh_from_db()
    if intent.gateway_id is None or intent.status not in money.OPEN:
        return
    if intents.confirm_intent(intent=intent, at=at).status in _UNPAID:
        give_up(intent=intent, at=at)


def give_up(*, intent: "Intent", at: datetime) -> None:
    """Close an intent nobody is to pay any more, so that an old page cannot charge with it."""
    gateway = intent_calls.get_gateway()
    if intent.gateway_id is None:
        _find(intent, at)
        intent.refresh_from_db()
    if intent.gateway_id is None:
        return
    answer = _cancel(gateway, intent)
    settlement.settle(schema_name=gateway.ctx.schema, intent_id=intent.pk, answer=answer, at=at)


def _cancel(gateway: Gateway, intent: "Intent") -> GatewayIntent:
    try:
        return gateway.provider.cancel_intent(
            gateway.ctx, gateway_id=str(intent.gateway_id), key=f"{intent.uuid}-cancel"
        )
    except PaymentFailed:
        # It was paid or closed in this very moment: its own word decides.
        return gateway.provider.get_intent(gateway.ctx, gateway_id=str(intent.gateway_id))
