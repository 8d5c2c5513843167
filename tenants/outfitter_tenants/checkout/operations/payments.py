"""Take a card payment: record the intent, call the gateway, record what it said."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from outfitter.db.current import current_schema
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import due
from outfitter.plugins.gateway import GatewayIntent, GatewayUnavailable, PaymentFailed
from outfitter.plugins.gateway_calls import PaymentProvider
from outfitter.plugins.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout.operations import codes, completion, repricing, settle
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts, locking

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent
    from outfitter_tenants.trips.models import Trip

KEEP_WHILE_PAYING: Final = timedelta(minutes=10)
RECONCILE_AFTER: Final = timedelta(minutes=2)
GIVE_UP_AFTER: Final = timedelta(days=2)
# How much longer a gateway may be away before nobody asks it any more.
OUTAGE: Final = timedelta(days=5)


class NothingDue(DomainError):
    """The trip is paid as far as it has to be."""

    code = "nothing_due"
    status = 409


class GatewayError(DomainError):
    """The payment service did not answer; nothing was charged by this call."""

    code = "gateway_error"
    status = 502


class GatewayRefused(DomainError):
    """The gateway takes no payment from this operator as it is set up now."""

    code = "gateway_refused"
    status = 502


class CardDeclined(DomainError):
    """The card's issuer refused this payment."""

    code = "card_declined"
    status = 402


@dataclass(frozen=True, slots=True)
class Start:
    """What the browser needs to take the card."""

    intent_id: int
    answer: GatewayIntent
    amount: int
    currency: str
    publishable_key: str
    gateway: str
    gateway_account: str | None
    hold_expires_at: datetime | None


def begin(
    *, trip_id: int, channel: str, amount_mode: str, at: datetime, is_customer: bool = False
) -> Start:
    """
    Open the one payment intent of a trip, or bring the open one up to date.

    The trip's holds live at least ten minutes longer; expired ones are taken again if the seats
    are still there (domain.md 4.3). While a customer pays, nobody else changes the price.

    :raises HoldExpired: the seats went back on sale and are gone
    :raises NothingDue: there is nothing to pay
    :raises PriceChanged: the holds had run out and the seats cost something else by now
    :raises OfferInvalid: a code on the trip does not count any more
    :raises GatewayError: the gateway did not answer
    """
    ctx, provider = payment_provider(schema_name=current_schema())
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        shown = trip.total_amount
        expires = _keep_seats(trip, at) if trip.status == "draft" else None
        if trip.total_amount == shown:
            intent = _open_intent(trip, provider.slug, channel, amount_mode, at)
            if is_customer:
                locking.lock_for_payment(trip=trip, until=at + KEEP_WHILE_PAYING, at=at)
            due.schedule(
                "payments.reconcile", key=str(intent.pk), due_at=at + RECONCILE_AFTER,
                payload={"intent_id": intent.pk},
            )  # fmt: skip
    if trip.total_amount != shown:
        # What it costs now is stored: whoever agrees to it begins again.
        raise completion.PriceChanged(
            "The price has changed.", total=trip.total_amount, expected_total=shown
        )
    answer = _ask(ctx, provider, intent, trip)
    settle.settle(schema_name=ctx.schema, intent_id=intent.pk, answer=answer, at=at)
    client = provider.checkout_client(ctx)
    return Start(
        intent_id=intent.pk,
        answer=answer,
        amount=intent.amount,
        currency=intent.currency,
        publishable_key=client.publishable_key,
        gateway=provider.slug,
        gateway_account=client.account,
        hold_expires_at=expires,
    )


def _keep_seats(trip: "Trip", at: datetime) -> datetime | None:
    if not trip.contact_email and not trip.contact_phone:
        raise Invalid({"contact.email": ["Please tell us how to reach you."]})
    holds = sorted(scheduling.holds_of_trip(trip_id=trip.pk), key=lambda hold: hold.timeslot_id)
    orders = trip.orders.filter(status="active").count()
    if not orders or len(holds) < orders:
        raise seats.HoldExpired("Your seats are no longer held. Please choose a time again.")
    if trip.discount_amount:
        codes.require_valid(trip=trip, at=at)
    if repricing.freshen(trip=trip, at=at):
        drafts.refresh(trip=trip, at=at)
    return min(
        seats.extend_hold(hold_id=hold.id, until=at + KEEP_WHILE_PAYING, at=at).expires_at
        for hold in holds
    )


def _open_intent(
    trip: "Trip", gateway: str, channel: str, amount_mode: str, at: datetime
) -> "Intent":
    amount = trips.due_now(trip) if amount_mode == "due" else max(0, trips.balance(trip))
    if amount <= 0:
        raise NothingDue("There is nothing to pay on this trip.")
    found = money.find_open_intent(trip_id=trip.pk, channel=channel)
    if found is None:
        holds = [hold.id for hold in scheduling.holds_of_trip(trip_id=trip.pk)]
        return ledger.open_intent(
            trip_id=trip.pk, gateway=gateway, amount=amount, currency=trip.currency,
            channel=channel, hold_ids=holds, at=at,
        )  # fmt: skip
    if found.amount != amount:
        ledger.set_amount(intent=found, amount=amount)
    return found


def _ask(
    ctx: TenantContext, provider: PaymentProvider, intent: "Intent", trip: "Trip"
) -> GatewayIntent:
    try:
        if intent.gateway_id is None:
            return provider.create_intent(
                ctx,
                amount=intent.amount,
                currency=intent.currency,
                # The amount is part of what a key stands for: a changed one needs another.
                key=f"{intent.uuid}-{intent.update_cnt}",
                description=f"{ctx.name} {trip.confirmation_code}",
                metadata={
                    "schema": ctx.schema, "trip": trip.hash, "intent": str(intent.pk),
                },
                receipt_email=None,
            )  # fmt: skip
        now = provider.get_intent(ctx, gateway_id=intent.gateway_id)
        if now.amount == intent.amount or now.status not in {"requires_method", "requires_action"}:
            return now
        return provider.update_intent(
            ctx, gateway_id=intent.gateway_id, amount=intent.amount, currency=intent.currency,
            key=f"{intent.uuid}-{intent.update_cnt}",
        )  # fmt: skip
    except GatewayUnavailable as problem:
        raise GatewayError(
            "The payment service does not answer. Nothing was charged. Please try again."
        ) from problem
    except PaymentFailed as problem:
        raise _refusal(problem) from problem


def _refusal(problem: PaymentFailed) -> DomainError:
    if problem.code == "card_declined":
        return CardDeclined(problem.message, decline_code=problem.decline_code)
    return GatewayRefused(
        "Card payments do not work here right now. Nothing was charged. Please contact us.",
        reason=problem.code,
    )


def confirm(*, trip_id: int, intent_id: int, at: datetime) -> "settle.Outcome":
    """
    Read an intent at its gateway and settle what it says: the browser's word is only a hint.

    :raises IntentNotFound: the intent is of another trip
    :raises GatewayError: the gateway did not answer; the webhook or the reconciler will settle it
    :raises GatewayRefused: the gateway does not show us this payment
    """
    intent = money.get_intent(intent_id=intent_id, trip_id=trip_id)
    ctx, provider = payment_provider(schema_name=current_schema())
    if intent.gateway_id is None:
        raise GatewayError("This payment has not begun. Please try again.")
    try:
        answer = provider.get_intent(ctx, gateway_id=intent.gateway_id)
    except GatewayUnavailable as problem:
        raise GatewayError(
            "The payment service does not answer. If you have paid, we will confirm by e-mail."
        ) from problem
    except PaymentFailed as problem:
        raise _refusal(problem) from problem
    return settle.settle(schema_name=ctx.schema, intent_id=intent.pk, answer=answer, at=at)


def channel_of(*, trip_id: int, intent_id: int) -> str:
    """
    Return where an intent of this trip is being paid.

    :raises IntentNotFound: the intent is of another trip
    """
    return money.get_intent(intent_id=intent_id, trip_id=trip_id).channel


def reconcile(payload: dict[str, int], at: datetime) -> None:
    """Ask the gateway how an intent ended that nobody told us about; the due job's handler."""
    intent = money.find_unsettled(intent_id=payload["intent_id"])
    if intent is None or intent.trip_id is None or intent.gateway_id is None:
        return
    age = at - intent.created_at
    try:
        outcome = confirm(trip_id=intent.trip_id, intent_id=intent.pk, at=at)
    except (GatewayError, NoPaymentProvider):
        # Due work ends after eight failures, an outage does not: asked again below.
        if age > GIVE_UP_AFTER + OUTAGE:
            raise
    else:
        if outcome.status in {"succeeded", "canceled", "refunded"}:
            return
        if age > GIVE_UP_AFTER:
            _give_up(intent, at)
            return
    due.schedule(
        "payments.reconcile", key=str(intent.pk), due_at=at + max(age, RECONCILE_AFTER),
        payload={"intent_id": intent.pk},
    )  # fmt: skip


def _give_up(intent: "Intent", at: datetime) -> None:
    """Close an intent nobody paid, so that an old page cannot charge a forgotten cart."""
    ctx, provider = payment_provider(schema_name=current_schema())
    try:
        answer = provider.cancel_intent(
            ctx, gateway_id=str(intent.gateway_id), key=f"{intent.uuid}-cancel"
        )
    except PaymentFailed:
        # It was paid or closed in this very moment: its own word decides.
        answer = provider.get_intent(ctx, gateway_id=str(intent.gateway_id))
    settle.settle(schema_name=ctx.schema, intent_id=intent.pk, answer=answer, at=at)
