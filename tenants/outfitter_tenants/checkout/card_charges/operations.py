"""Saved cards charged by staff, or by us when a balance is due: nobody stands by (4.8, 4.9)."""

import hashlib
import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import DomainError, StaleVersion
from outfitter.plugins.payments.types import GatewayIntent, GatewayUnavailable, PaymentFailed
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import AuthenticationRequired, GatewayError, refusal
from outfitter_tenants.checkout.gateway.intent_calls import Gateway
from outfitter_tenants.checkout.intents import intent_reconciliation, settlement
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.payments import operations as payments
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.platform_fees import operations as trip_fees
from outfitter_tenants.checkout.sale_terms import balance_due, order_terms, reseller_terms, tips
from outfitter_tenants.checkout.sale_terms.balance_due import require_chargeable
from outfitter_tenants.checkout.sales import conversion, readiness, reservation
from outfitter_tenants.checkout.sales.conversion import PaymentRequired
from outfitter_tenants.checkout.saved_cards import operations as saved_cards
from outfitter_tenants.checkout.saved_cards.operations import CardNotKept, Kind
from outfitter_tenants.checkout.trip_changes.change import OPEN, Change, ChangeResult, TripActor, WrongState
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent
    from outfitter_tenants.trips.models import Trip

_UNKNOWN: Final = (
    "The payment service isn't responding. The card may have been charged: we'll find out and "
    "show it here. Please do not charge it again."
)
_GONE: Final = (
    "The payment service no longer has this card: it was saved with another account. Ask for the card again."
)
SYSTEM: Final = TripActor(audience="direct")


@dataclass(frozen=True, slots=True)
class ChargeRequest:
    """Which saved card is charged, with how much towards the trip in minor units."""

    card_owner: Kind
    saved_card_id: int
    amount: int
    tip_amount: int = 0
    booking_ids: tuple[int, ...] = ()
    purpose: str = "payment"
    is_overpaying: bool = False
    # Only held on the card, and taken later.
    capture: str = "automatic"
    device_id: int | None = None
    # Whether the payer hears of it from us.
    is_told: bool = True
    # Names the request: sent again after a crash it finds what it did.
    request_key: str | None = None


def charge(
    *, trip_id: int, wish: ChargeRequest, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Charge a saved card without its holder; the first payment of a cart books it.

    :raises CardNotKept: the card is not the trip's customer's or partner's
    :raises CardDeclined: the issuer refused
    :raises AuthenticationRequired: the issuer wants the holder: ask them to pay by a link
    :raises PaymentInProgress: somebody, or another charge, is at it
    :raises PaidAtPartner: it is the customer's card, and they pay a partner
    :raises Overpayment: it is more than is owed
    :raises Invalid: it is finer than what is charged of the currency
    :raises GatewayError: no answer; the reconciler finds out what became of it
    """
    attempt = _attempt(trip_id, wish)
    if attempt is None:
        return ChangeResult(trip_id)
    gateway = intent_calls.get_gateway()
    with read_cache():
        order_terms.preload_conversion(trip_id=trip_id)
        with atomic():
            intent, change = _record(gateway, trip_id, attempt, wish, by, at, version)
    answer = _ask(gateway, intent, at)
    outcome = settlement.settle(schema_name=gateway.ctx.schema, intent_id=intent.pk, answer=answer, at=at)
    if outcome.message:
        change.warn(outcome.status, outcome.message)
    elif outcome.status not in {"succeeded", "requires_capture"}:
        change.warn("payment_processing", "The bank hasn't responded yet.", "info")
    return change.result


def _record(
    gateway: Gateway,
    trip_id: int,
    attempt: str,
    wish: ChargeRequest,
    by: TripActor,
    at: datetime,
    version: int | None,
) -> "tuple[Intent, Change]":
    trip = trips.lock_trip(trip_id=trip_id)
    change = Change(trip, by, at)
    _require(change, wish, version)
    if trip.status == "draft":
        intents.keep_seats(trip, at, False)
        change.warnings += readiness.require(trip=trip, by=by, at=at, is_unpaid=False).warnings
        _require_enough(change, wish)
    requested_amount.check(
        change, wish.amount, is_overpaying=wish.is_overpaying, is_partners=wish.card_owner == "reseller"
    )
    intent = _open_intent(trip, wish, by, at, gateway=gateway.provider.slug, device=attempt)
    intents.schedule_reconcile(intent=intent, due_at=at + intents.RECONCILE_AFTER)
    return intent, change


def _open_intent(
    trip: "Trip", wish: ChargeRequest, by: TripActor, at: datetime, *, gateway: str, device: str
) -> "Intent":
    return ledger.open_intent(
        trip_id=trip.pk,
        gateway=gateway,
        amount=wish.amount + wish.tip_amount,
        tip_amount=wish.tip_amount,
        platform_fee_amount=trip_fees.share_of(trip=trip, amount=wish.amount),
        currency=trip.currency,
        channel="moto",
        at=at,
        amount_mode="custom",
        booking_ids=sorted(set(wish.booking_ids)),
        device=device,
        device_id=wish.device_id,
        due_amount=balance_due.amount_due(trip),
        card_owner=wish.card_owner,
        saved_card_id=wish.saved_card_id,
        is_off_session=True,
        purpose=wish.purpose,
        capture=wish.capture,
        is_quiet=not wish.is_told,
        by=by.avatar_id,
        customer_id=trip.customer_id,
        reseller_id=trip.reseller_id,
    )


def _require_enough(change: Change, wish: ChargeRequest) -> None:
    due = balance_due.amount_due(change.trip)
    if wish.amount < due and not change.by.can("trip.reserve_unpaid"):
        raise PaymentRequired("This trip still has a balance due.", due_now=due)
    demanded = reseller_terms.demanded(trip=change.trip)
    if demanded and (wish.amount < demanded or wish.capture == "manual"):
        raise PaymentRequired("This partner pays before a trip is booked.", due_now=demanded)


def _attempt(trip_id: int, wish: ChargeRequest) -> str | None:
    """
    Name one attempt, None when its request has charged the card already.

    The last attempt may be refused and not closed at the gateway yet: each has a name of its own.
    """
    card = f"card:{wish.card_owner}:{wish.saved_card_id}"
    if wish.request_key is None:
        return f"{card}:{uuid.uuid4().hex[:8]}"
    own = f"{card}:{hashlib.sha256(wish.request_key.encode()).hexdigest()[:16]}"
    before = money.list_by_device(trip_id=trip_id, device=own)
    if any(row.status in {"succeeded", "requires_capture"} for row in before):
        return None
    return f"{own}:{len(before)}" if before else own


def _require(change: Change, wish: ChargeRequest, version: int | None) -> None:
    trip = change.trip
    if version is not None and version != trip.version:
        raise StaleVersion("Someone changed this trip in the meantime.", version=trip.version)
    if trip.status not in OPEN:
        raise WrongState("This trip is deleted.", status=trip.status)
    readiness.require_idle(trip, change.at)
    _require_card(trip, wish)
    require_chargeable(trip.currency, amount=wish.amount, tip_amount=wish.tip_amount)
    tips.require(wish.tip_amount)
    payments.require_guests(trip, wish.booking_ids)


def _require_card(trip: "Trip", wish: ChargeRequest) -> None:
    owner = trip.customer_id if wish.card_owner == "customer" else trip.reseller_id
    if owner is None:
        raise CardNotKept("This card cannot be charged for this trip.")
    saved_cards.chargeable_card(owner_kind=wish.card_owner, owner_id=owner, card_id=wish.saved_card_id)


def _ask(gateway: Gateway, intent: "Intent", at: datetime) -> GatewayIntent:
    try:
        answer = intent_calls.create(gateway, intent)
    except GatewayUnavailable as problem:
        raise GatewayError(_UNKNOWN) from problem
    except PaymentFailed as problem:
        _refused(gateway, intent, problem.intent, problem, at)
        if problem.code == "not_found":
            raise CardNotKept(_GONE) from problem
        raise refusal(problem) from problem
    if answer.status in {"requires_action", "requires_method"}:
        wanted = PaymentFailed("authentication_required", "", intent=answer)
        _refused(gateway, intent, answer, wanted, at)
        raise AuthenticationRequired("The bank requires the cardholder to confirm this payment.")
    return answer


def _refused(
    gateway: Gateway, intent: "Intent", answer: GatewayIntent | None, problem: PaymentFailed, at: datetime
) -> None:
    """Record that a card was not charged, and see to it that this attempt never will be."""
    with atomic():
        trip = trips.lock_trip(trip_id=intent.trip_id or 0)
        row = money.lock_intent(intent_id=intent.pk)
        if row.status in {"succeeded", "canceled", "failed"}:
            return
        if answer is not None:
            ledger.record_gateway(intent=row, answer=answer, at=at)
        else:
            ledger.fail_intent(intent=row, code=problem.code, decline_code=problem.decline_code, at=at)
        record(
            entity_type="payment",
            entity_id=row.pk,
            trip_id=trip.pk,
            action="payment.charge_failed",
            at=at,
            after={
                "amount": row.amount,
                "currency": row.currency,
                "code": problem.code,
                "decline_code": problem.decline_code,
            },
        )
    if answer is not None and answer.status != "canceled":
        try:
            intent_reconciliation.give_up(intent=money.get_intent_by_id(intent_id=intent.pk), at=at)
        except (GatewayUnavailable, PaymentFailed, DomainError):
            intent_reconciliation.withdraw_later(intent_id=intent.pk, at=at)


def reserve(
    *, trip_id: int, is_told: bool, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Book a cart that is paid later, or at once with the card of its partner (`net_at_booking`).

    The charge is a row before the gateway hears of it; when we die in between, the reconciler
    finds out and books the trip, or leaves the cart as it was.

    :raises Forbidden: the role sells nothing unpaid, and it is no agent who sells as agreed
    :raises CardDeclined: the partner's card was not charged: the trip stays a cart
    :raises PaymentRequired: the partner pays before it is booked, and has no card here
    :raises DomainError: what else `can_reserve` names first
    """
    if not (by.is_agent and by.can("trip.create")):
        by.demand("trip.reserve_unpaid")
    book = partial(reservation.reserve, trip_id=trip_id, is_told=is_told, by=by, at=at, version=version)
    try:
        return book(is_own_only=True)
    except reservation.SoldByPartner:
        wish = _wish(trip_id, is_told=is_told)
    return book() if wish is None else charge(trip_id=trip_id, wish=wish, by=by, at=at, version=version)


def _wish(trip_id: int, *, is_told: bool) -> ChargeRequest | None:
    """Return which card of a partner's is charged with what; None when none is."""
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        if trip.status != "draft" or trip.reseller_id is None:
            return None
        # By the terms of now: those it is sold under.
        reseller_terms.recalculate_reseller_terms(trip=trip, may_exceed=True)
        amount, card = reseller_terms.demanded(trip=trip), conversion.card_of(trip=trip)
        if not amount or card is None:
            return None
        trip.save(
            update_fields=[
                "commission",
                "commission_amount",
                "net_due_amount",
                "collect_type",
                "partner_deposit_amount",
            ]
        )
    return ChargeRequest("reseller", card.pk, amount, is_told=is_told)
