"""Take a card payment: record the intent, call the gateway, record what it said."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.gateway_capacity import require_place
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import GatewayIntent, GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import (
    NOT_CHARGED,
    CardDeclined,
    GatewayError,
    GatewayRefused,
    refusal,
)
from outfitter_tenants.checkout.gateway.intent_calls import Gateway
from outfitter_tenants.checkout.intents import authorizations, settlement
from outfitter_tenants.checkout.intents.types import PLAIN, IntentRequest, StartedIntent
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.payments.requested_amount import AmountRequest, NothingDue
from outfitter_tenants.checkout.platform_fees import operations as trip_fees
from outfitter_tenants.checkout.sale_terms import balance_due, reseller_terms, tips
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.sales.readiness import COUNTER
from outfitter_tenants.checkout.saved_cards import operations as saved_cards
from outfitter_tenants.checkout.stored_value import store_credit
from outfitter_tenants.checkout.trip_changes.change import OPEN, WrongState
from outfitter_tenants.checkout.trip_prices import offer_codes, order_prices
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts, payment_locks

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent
    from outfitter_tenants.trips.models import Trip

__all__ = [
    "PLAIN",
    "CardDeclined",
    "GatewayError",
    "GatewayRefused",
    "IntentRequest",
    "NoPaymentProvider",
    "NothingDue",
    "StartedIntent",
    "begin",
    "confirm",
    "get_payment_request",
    "money",
]

KEEP_WHILE_PAYING: Final = timedelta(minutes=10)
RECONCILE_AFTER: Final = timedelta(minutes=2)


class AmountChanged(DomainError):
    """What is to be paid is not what the payer was shown."""

    code = "amount_changed"
    status = 409


def begin(
    *,
    trip_id: int,
    channel: str,
    amount_mode: str,
    at: datetime,
    is_customer: bool = False,
    wish: IntentRequest = PLAIN,
) -> StartedIntent:
    """
    Open the one payment intent of a trip, channel and device, or bring the open one up to date.

    A cart's holds live at least ten minutes longer; expired ones are taken again if the seats
    are still there (domain.md 4.3). While a customer pays, nobody else changes the price.

    :raises HoldExpired: the seats went back on sale and are gone
    :raises NothingDue: there is nothing to pay
    :raises AmountChanged: it is not what the payer was shown
    :raises Overpayment: more is wanted than is owed
    :raises PriceChanged: the holds had run out and the seats cost something else by now
    :raises OfferInvalid: a code on the trip does not count any more
    :raises GatewayError: the gateway did not answer
    :raises GatewayBusy: too many wait for it already
    """
    require_place()
    gateway = Gateway(*payment_provider(schema_name=current_schema()))
    _settle_before_price_refresh(gateway, trip_id, at)
    for _ in range(2):
        intent, expires = _record(gateway, trip_id, channel, amount_mode, wish, at, is_customer)
        answer = _ask(gateway, intent, at)
        settlement.settle(schema_name=gateway.ctx.schema, intent_id=intent.pk, answer=answer, at=at)
        # Given up at the gateway meanwhile: another takes its place.
        if answer.status != "canceled":
            break
    _require_current(trip_id, intent)
    client = gateway.provider.checkout_client(gateway.ctx)
    return StartedIntent(
        intent_id=intent.pk,
        answer=answer,
        amount=intent.amount,
        tip_amount=intent.tip_amount,
        currency=intent.currency,
        publishable_key=client.publishable_key,
        script_url=client.script_url,
        gateway=gateway.provider.slug,
        gateway_account=client.account,
        hold_expires_at=expires,
    )


def _settle_before_price_refresh(gateway: Gateway, trip_id: int, at: datetime) -> None:
    """
    Hear of what was paid of a cart whose holds have run out, before it costs something else.

    A price that was shown is honoured as long as its hold lives (domain.md 4.5): whoever paid it
    in time is booked at it, however late we learn of that. A gateway that is away tells us later.
    """
    holds = scheduling.holds_of_trip(trip_id=trip_id)
    if not holds or all(hold.is_live(at) for hold in holds):
        return
    for intent in money.open_intents_of(trip_id=trip_id):
        if intent.gateway_id is None or intent.superseded_at is not None:
            continue
        try:
            answer = gateway.provider.get_intent(gateway.ctx, gateway_id=intent.gateway_id)
        except (GatewayUnavailable, PaymentFailed):
            continue
        if answer.status in {"succeeded", "requires_capture"}:
            settlement.settle(schema_name=gateway.ctx.schema, intent_id=intent.pk, answer=answer, at=at)


def _require_current(trip_id: int, intent: "Intent") -> None:
    """Keep a form from opening whose cart was changed while the gateway was asked."""
    now = money.get_intent(intent_id=intent.pk, trip_id=trip_id)
    if now.superseded_at is not None and now.status in money.OPEN:
        raise AmountChanged("The amount has changed.", shown=intent.amount - intent.tip_amount)


def _record(
    gateway: Gateway,
    trip_id: int,
    channel: str,
    amount_mode: str,
    wish: IntentRequest,
    at: datetime,
    is_customer: bool,
) -> "tuple[Intent, datetime | None]":
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        if trip.status not in OPEN:
            raise WrongState("This trip is deleted.", status=trip.status)
        requested_amount.require_ours(trip)
        shown = trip.total_amount
        expires = keep_seats(trip, at, is_customer) if trip.status == "draft" else None
        if trip.total_amount == shown:
            asked = AmountRequest(
                amount_mode,
                wish.amount,
                wish.tip_amount,
                wish.booking_ids,
                is_ahead=wish.purpose == "move",
                is_tip_only=wish.purpose == "tip",
            )
            amount = requested_amount.amount_of(
                trip=trip, asked=asked, is_staff=not is_customer, is_overpaying=wish.is_overpaying
            )
            intent = _open_intent(trip, gateway.provider.slug, channel, asked, amount, wish, at)
            if is_customer:
                payment_locks.lock_for_payment(trip=trip, until=at + KEEP_WHILE_PAYING, at=at)
            schedule_reconcile(intent=intent, due_at=at + RECONCILE_AFTER)
    if trip.total_amount != shown:
        # What it costs now is stored: whoever agrees to it begins again.
        raise conversion.PriceChanged("The price has changed.", total=trip.total_amount, expected_total=shown)
    return intent, expires


def schedule_reconcile(*, intent: "Intent", due_at: datetime) -> None:
    """Have somebody ask the gateway how an intent ended, whatever becomes of us."""
    scheduled_jobs.schedule(
        "payments.reconcile", key=str(intent.pk), due_at=due_at, payload={"intent_id": intent.pk}
    )


def keep_seats(trip: "Trip", at: datetime, is_customer: bool) -> datetime | None:
    is_reachable = bool(trip.contact_email or trip.contact_phone)
    if not is_reachable and (is_customer or trip.trip_method.slug not in COUNTER):
        raise Invalid({"contact.email": ["Please tell us how to reach you."]})
    holds = sorted(scheduling.holds_of_trip(trip_id=trip.pk), key=lambda hold: hold.timeslot_id)
    dated = trip.orders.filter(status="active", timeslot__isnull=False).count()
    if len(holds) < dated:
        raise seats.HoldExpired("Your seats are no longer held. Please choose a time again.")
    if trip.discount_amount:
        offer_codes.require_valid(trip=trip, at=at)
    if order_prices.freshen(trip=trip, at=at):
        drafts.refresh(trip=trip, at=at)
    until = at + KEEP_WHILE_PAYING
    store_credit.extend(trip=trip, until=until)
    partner = reseller_terms.restriction_on(trip)
    kept = [seats.extend_hold(hold_id=hold.id, until=until, at=at, partner=partner) for hold in holds]
    return min((one.expires_at for one in kept), default=None)


def _open_intent(
    trip: "Trip",
    gateway: str,
    channel: str,
    asked: AmountRequest,
    amount: int,
    wish: IntentRequest,
    at: datetime,
) -> "Intent":
    _require_expected(wish, amount)
    tips.require(asked.tip_amount)
    values: dict[str, Any] = {
        "amount": amount + asked.tip_amount,
        "tip_amount": asked.tip_amount,
        "platform_fee_amount": trip_fees.share_of(trip=trip, amount=amount),
        "amount_mode": asked.mode,
        "booking_ids": sorted(set(asked.booking_ids)),
        "is_save_card": _keeps_card(trip, channel, amount, asked.mode, wish, at),
        "reader": wish.reader,
        "due_amount": balance_due.amount_due(trip),
    }
    if values["is_save_card"]:
        values["customer_id"] = saved_cards.customer_of(trip=trip, at=at)
    # How it is captured cannot be changed afterwards: both ways stand beside each other.
    device = wish.device if wish.capture == "automatic" else f"{wish.device}/hold"[-64:]
    if found := money.find_open_intent(trip_id=trip.pk, channel=channel, device=device):
        ledger.change_intent(intent=found, values=values)
        return found
    return ledger.open_intent(
        trip_id=trip.pk,
        gateway=gateway,
        currency=trip.currency,
        channel=channel,
        hold_ids=[hold.id for hold in scheduling.holds_of_trip(trip_id=trip.pk)],
        at=at,
        device=device,
        **{name: getattr(wish, name) for name in ("device_id", "capture", "by", "purpose")},
        **values,
    )


def _require_expected(wish: IntentRequest, amount: int) -> None:
    if wish.expected_amount is not None and wish.expected_amount != amount:
        raise AmountChanged("The amount has changed.", amount=amount, shown=wish.expected_amount)


def _keeps_card(
    trip: "Trip", channel: str, amount: int, mode: str, wish: IntentRequest, at: datetime
) -> bool:
    """
    Return whether a card is kept: it was asked for, or what the payer agrees to asks for it.

    The bank lets go of a held amount before the trip, or the rest of a deposit is charged when it
    is due. The gateway's form says so above its button.
    """
    if wish.is_save_card or channel == "pos_terminal":
        return wish.is_save_card
    if wish.capture == "manual":
        return authorizations.is_early(trip=trip, at=at)
    return channel != "moto" and keeps_for_rest(trip=trip, amount=amount, mode=mode)


def keeps_for_rest(*, trip: "Trip", amount: int, mode: str) -> bool:
    """
    Return whether the card that pays `amount` (minor units) of a trip is kept for the rest of it.

    Only who pays what is due, or the deposit, is who owes the rest: parts are anybody's.
    """
    is_first_part = mode in {"due", "deposit"} and 0 < amount < trips.customer_owes(trip)
    if not is_first_part or trip.balance_due_at is None:
        return False
    return people.get_payment_settings().is_auto_charge_balance


def _ask(gateway: Gateway, intent: "Intent", at: datetime) -> GatewayIntent:
    try:
        if intent.is_save_card and intent.customer_id is not None:
            return saved_cards.for_customer(
                gateway=gateway,
                owner_kind="customer",
                owner_id=intent.customer_id,
                call=lambda _: _for_customer(gateway, intent),
            )
        return intent_calls.bring_up_to_date(gateway, intent)
    except GatewayUnavailable as problem:
        _unanswered(intent)
        raise GatewayError(NOT_CHARGED) from problem
    except PaymentFailed as problem:
        _turned_down(intent, problem, at)
        raise refusal(problem) from problem


def _for_customer(gateway: Gateway, intent: "Intent") -> GatewayIntent:
    try:
        return intent_calls.bring_up_to_date(gateway, intent)
    except PaymentFailed as problem:
        if problem.code == "not_found":
            # It is asked for again for another customer: under the same key that is refused.
            with atomic():
                trips.lock_trip(trip_id=intent.trip_id or 0)
                ledger.step_key(intent=intent)
        raise


def _unanswered(intent: "Intent") -> None:
    """Let go of a trip whose payment nobody can make: what is needed for it never arrived."""
    with atomic():
        trip = trips.lock_trip(trip_id=intent.trip_id or 0)
        if money.lock_intent(intent_id=intent.pk).gateway_id is None:
            payment_locks.end_payment_lock(trip=trip)


def _turned_down(intent: "Intent", problem: PaymentFailed, at: datetime) -> None:
    """Begin anew when this is tried again: what a gateway refused under a key, it repeats."""
    with atomic():
        trip = trips.lock_trip(trip_id=intent.trip_id or 0)
        row = money.lock_intent(intent_id=intent.pk)
        if row.gateway_id is None and row.status == "new":
            ledger.fail_intent(intent=row, code=problem.code, decline_code=problem.decline_code, at=at)
            payment_locks.end_payment_lock(trip=trip)
        else:
            ledger.step_key(intent=row)


def confirm(*, trip_id: int, intent_id: int, at: datetime, is_told: bool = True) -> "settlement.Outcome":
    """
    Read an intent at its gateway and settle what it says: the browser's word is only a hint.

    Without `is_told` its payer hears nothing of it, whoever settles it in the end.

    :raises IntentNotFound: the intent is of another trip
    :raises GatewayError: the gateway did not answer; the webhook or the reconciler will settle it
    :raises GatewayRefused: the gateway does not show us this payment
    """
    return confirm_intent(
        intent=money.get_intent(intent_id=intent_id, trip_id=trip_id), at=at, is_told=is_told
    )


def confirm_intent(*, intent: "Intent", at: datetime, is_told: bool = True) -> "settlement.Outcome":
    """
    Do the same for an intent whatever it pays.

    :raises GatewayError: the gateway did not answer; the webhook or the reconciler will settle it
    :raises GatewayRefused: the gateway does not show us this payment
    """
    gateway = Gateway(*payment_provider(schema_name=current_schema()))
    if intent.gateway_id is None:
        raise GatewayError("This payment hasn't started. Please try again.")
    if not is_told:
        ledger.suppress_alerts(intent=intent)
    try:
        answer = gateway.provider.get_intent(gateway.ctx, gateway_id=intent.gateway_id)
    except GatewayUnavailable as problem:
        raise GatewayError(
            "The payment service isn't responding. If you have paid, we'll confirm by email."
        ) from problem
    except PaymentFailed as problem:
        raise refusal(problem) from problem
    return settlement.settle(schema_name=gateway.ctx.schema, intent_id=intent.pk, answer=answer, at=at)


def get_payment_request(*, trip_id: int, intent_id: int) -> tuple[str, str, IntentRequest]:
    """
    Return an intent's channel and amount mode, and the wish behind it, to change it.

    :raises IntentNotFound: the intent is of another trip
    """
    row = money.get_intent(intent_id=intent_id, trip_id=trip_id)
    wish = replace(
        PLAIN,
        tip_amount=row.tip_amount,
        booking_ids=tuple(row.booking_ids),
        capture=row.capture,
        is_save_card=row.is_save_card,
        device=row.device.removesuffix("/hold"),
        device_id=row.device_id,
        reader=row.reader,
        by=row.by,
        amount=row.amount - row.tip_amount if row.amount_mode == "custom" else None,
    )
    return row.channel, row.amount_mode, wish
