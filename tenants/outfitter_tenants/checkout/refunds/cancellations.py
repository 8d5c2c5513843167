"""Orders that are cancelled, and those that come back (domain.md 4.11)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.refunds import gateway_refunds, preview_tokens, weather_credit
from outfitter_tenants.checkout.refunds.types import CancellationOptions, CancellationResult, RefundMode
from outfitter_tenants.checkout.sale_terms import order_terms
from outfitter_tenants.checkout.trip_changes.change import (
    SOLD,
    Change,
    ChangeResult,
    TripActor,
    change_trip,
    preview_with_rollback,
)
from outfitter_tenants.checkout.trip_changes.customer_notices import describe_departure, notify_customer
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.cancellation_fees import (
    CancellationFee,
    CancelledItem,
    difference,
    kept_of,
)
from outfitter_tenants.pricing.rules.cancellation_policy import OUR_FAULT, RefundShare, share_of
from outfitter_tenants.pricing.rules.refund_plan import RefundPlan, fee_of, plan
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.states import transition

if TYPE_CHECKING:
    from outfitter_tenants.pricing.rules.cancellation_policy import Policy
    from outfitter_tenants.trips.models import Trip, TripOrder


class PaymentInProgress(DomainError):
    """A card is being charged for this trip in this moment."""

    code = "payment_in_progress"
    status = 409


def mode_of(mode: RefundMode | None, *, reason: str) -> RefundMode:
    """Return how money goes back; unless somebody says so, as the operator set for the reason."""
    if mode is not None:
        return mode
    return "policy" if reason in people.get_properties().auto_refund_reasons else "none"


def cancel(
    *,
    trip_id: int,
    trip_order_id: int,
    wish: CancellationOptions,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> CancellationResult:
    """
    Cancel an order: seats and resources are free, what stays owed is written on it.

    :raises WrongState: it is cancelled already, or the trip is a cart
    :raises PaymentInProgress: somebody's card is being charged for the trip
    :raises PriceChanged: what comes back is not what the preview said
    :raises WeatherCreditNotAllowed: credit was asked for that its policy does not allow
    """
    with atomic():
        with change_trip(
            trip_id=trip_id, by=by, at=at, version=version, states=SOLD, agents_need="cancel"
        ) as change:
            refuse_while_paying(change.trip)
            seen, old_total = change.trip.version, change.trip.total_amount
            order = change.order(trip_order_id)
            results = [(order.pk, cancel_order(change, order, wish))]
            deduct_processing_fee(change, results, wish)
        found = settle(change, results, old_total, wish)
        preview_tokens.require(
            wish.preview_token, found, trip_id=trip_id, version=seen, scope=[trip_order_id], wish=wish
        )
        give_back(change, found.plan, wish)
        if wish.is_notified:
            notify_customer(
                "trip_order.cancelled",
                trip_id=trip_id,
                trip_order_id=trip_order_id,
                at=at,
                reason=wish.reason,
                note=wish.note,
                template_id=wish.template_id,
                refund_amount=on_its_way(found.plan, wish),
                given_amount=handed_over(change.trip.currency, found.plan, wish),
            )
    return found


def preview(
    *,
    trip_id: int,
    trip_order_ids: Sequence[int] | None,
    wish: CancellationOptions,
    by: TripActor,
    at: datetime,
) -> CancellationResult:
    """
    Return what cancelling these orders (None: all that are active) comes to; nothing stays.

    The answer carries a token that `cancel` of the same order takes as proof of what was shown.

    :raises OrderNotFound: one is of another trip
    """
    return preview_with_rollback(lambda: _all(trip_id, trip_order_ids, wish, by, at))


def _all(
    trip_id: int, trip_order_ids: Sequence[int] | None, wish: CancellationOptions, by: TripActor, at: datetime
) -> CancellationResult:
    seen = trips.lock_trip(trip_id=trip_id)
    version, old_total = seen.version, seen.total_amount
    ids = trip_order_ids
    if ids is None:
        ids = [order.pk for order in seen.orders.filter(status="active").order_by("id")]
    results: list[tuple[int, CancellationFee]] = []
    with change_trip(trip_id=trip_id, by=by, at=at, states=SOLD, agents_need="cancel") as change:
        refuse_while_paying(change.trip)
        for trip_order_id in ids:
            order = change.order(trip_order_id)
            results.append((order.pk, cancel_order(change, order, wish, is_told=not results)))
        deduct_processing_fee(change, results, wish)
    found = settle(change, results, old_total, wish)
    asked = None if trip_order_ids is None else list(trip_order_ids)
    return preview_tokens.signed(
        found, trip_id=trip_id, version=version, scope=ids, wish=wish, ask={"order_ids": asked}
    )


def cancel_order(
    change: Change, order: "TripOrder", wish: CancellationOptions, *, is_told: bool = True
) -> CancellationFee:
    """Cancel one order of a locked trip and write on it what it keeps."""
    old = describe_departure(order)
    before, taxed = trips.lines_and_bases(trip_id=change.trip.pk)
    start_at, policy = order_terms.refund_clock_start(order), order_terms.cancellation_policy_of(order)
    if wish.refund != "none":
        weather_credit.refuse_barred([order], reason=wish.reason, is_credit=wish.is_credit)
    if any(row.checked_in_at for row in rows.guests_of(order)):
        change.warn("guests_arrived", "Guests of this order have checked in already.")
    reseat(change, order, timeslot_id=None, quantities={})
    rows.cancel(order=order, reason=wish.reason, by=change.by.avatar_id, at=change.at)
    price_trip(trip=change.trip, at=change.at)
    left, taxed_now = trips.lines_and_bases(trip_id=change.trip.pk)
    gone = CancelledItem.between(before, left, prices.fixed_fee_ids(), difference(taxed, taxed_now))
    result = keep_of(
        gone,
        policy=None if wish.refund == "full" else policy,
        start_at=start_at,
        reason=wish.reason,
        is_whole=wish.refund == "full",
        at=change.at,
    )
    rows.retain(order=order, retained=result.stored())
    if is_told:
        change.log(
            "trip_order.cancelled",
            entity_type="trip_order",
            entity_id=order.pk,
            before={**old, "status": "active"},
            after={"status": "cancelled", "refund": wish.refund, "kept_amount": result.total},
            reason=wish.reason,
        )
    return result


def keep_of(
    gone: CancelledItem,
    *,
    policy: "Policy | None",
    start_at: datetime | None,
    reason: str,
    is_whole: bool,
    at: datetime,
) -> CancellationFee:
    """Return what is kept of what is gone; without a policy nothing but fees is."""
    share = RefundShare(0, "nothing")
    if policy is not None:
        share = share_of(policy=policy, gross=max(0, gone.gross), start_at=start_at, reason=reason, at=at)
    return kept_of(
        gone,
        share=share,
        fee_policy=people.get_properties().refund_fee_policy,
        is_whole_refund=is_whole or (reason in OUR_FAULT and share.why == "nothing"),
    )


def deduct_processing_fee(
    change: Change, results: list[tuple[int, CancellationFee]], wish: CancellationOptions
) -> None:
    """
    Keep what the gateway kept of all that comes back, when that is how the operator wants it.

    It is written on the last of `results`, which the change has to hold.
    """
    is_theirs = wish.refund == "full" or wish.reason in OUR_FAULT or wish.is_credit
    policy = people.get_properties().refund_fee_policy
    if policy != "deduct_processing_fee" or is_theirs or not results:
        return
    trip = change.trip
    price_trip(trip=trip, at=change.at)
    overpaid, paid = overpaid_of(trip), money.refundable_payments(trip_id=trip.pk)
    fee = min(overpaid, fee_of(plan(overpaid, paid), paid))
    if fee:
        order_id, last = results[-1]
        results[-1] = order_id, replace(last, processing_fee=fee)
        order = change.order(order_id, is_active=False)
        rows.retain(order=order, retained=results[-1][1].stored())


def settle(
    change: Change, results: Sequence[tuple[int, CancellationFee]], old_total: int, wish: CancellationOptions
) -> CancellationResult:
    """Return what orders that were canceled come to, with the way their money takes."""
    trip = change.trip
    overpaid = overpaid_of(trip)
    found = plan(overpaid, money.refundable_payments(trip_id=trip.pk))
    if wish.refund != "none":
        for code, text in cautions(found, is_credit=wish.is_credit, is_handed_back=wish.is_handed_back):
            change.warn(code, text)
    return CancellationResult(change.result, tuple(results), old_total, trip.total_amount, overpaid, found)


def overpaid_of(trip: "Trip") -> int:
    """Return what was paid beyond what is owed, less what is on its way back; minor units."""
    return max(0, -trips.still_to_come(trip) - money.promised_back(trip_id=trip.pk))


def cautions(
    found: RefundPlan, *, is_credit: bool = False, is_handed_back: bool = False
) -> list[tuple[str, str]]:
    """Return what staff should know of a plan: code and words."""
    told = []
    if found.of("manual") and not is_credit and not is_handed_back:
        is_mixed = found.of("manual") < found.of()
        what = "Part of this was" if is_mixed else "This was"
        told.append(("hand_back", f"{what} not paid by card here: please hand it back yourself."))
    if found.of("terminal") and not is_credit:
        told.append(("card_needed", "Part of this must be refunded at a reader, with the card present."))
    if found.open_amount:
        told.append(("not_covered", "This trip's payments no longer cover that much."))
    return told + [(blocked.reason, _BLOCKED[blocked.reason]) for blocked in found.blocked]


_BLOCKED: Final = {
    "disputed": "A disputed payment can't be refunded.",
    "partner_refunds": "The partner who took this payment refunds it.",
}


def on_its_way(found: RefundPlan, wish: CancellationOptions) -> int:
    """Return what goes back without a person's doing, in minor units."""
    if wish.refund == "none":
        return 0
    return found.of() if wish.is_credit else found.of("gateway", "gift_card")


def by_hand(found: RefundPlan, wish: CancellationOptions) -> int:
    """Return what a person hands back, in minor units."""
    return 0 if wish.refund == "none" or wish.is_credit else found.of("manual")


def handed_over(currency: str, found: RefundPlan, wish: CancellationOptions) -> int:
    """Return what a person hands back in this step, in minor units: cash as coins are."""
    if not wish.is_handed_back or not by_hand(found, wish):
        return 0
    return sum(
        part.amount + ledger.rounding_of(method=part.method, amount=part.amount, currency=currency)
        for part in found.parts
        if part.route == "manual"
    )


def give_back(change: Change, found: RefundPlan, wish: CancellationOptions) -> None:
    """Have a plan carried out as it was wished for: the way the money came, or as store credit."""
    if wish.refund == "none":
        return
    about = gateway_refunds.PlanContext(change.trip, found, wish.reason, change.at, change.by.avatar_id)
    if wish.is_credit:
        gateway_refunds.open_credit(about)
    else:
        gateway_refunds.open_plan(about, is_handed_back=wish.is_handed_back)


def refuse_while_paying(trip: "Trip") -> None:
    """
    Refuse to cancel what somebody's card is being charged for.

    :raises PaymentInProgress: it is
    """
    if money.is_being_paid(trip_id=trip.pk):
        raise PaymentInProgress(
            "This trip is being paid right now. Please try again in a moment.", retry_after=30
        )


def uncancel(
    *,
    trip_id: int,
    trip_order_id: int,
    is_unscheduled: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Make a cancelled order active again, on its departure or (`is_unscheduled`) on none.

    What it kept is forgotten and its price is what its guests were told; money that went back is
    owed again.

    :raises SoldOut: its seats are gone
    :raises NotBookable: something else speaks against its departure
    :raises IllegalTransition: it is not cancelled
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=SOLD) as change:
        order = change.order(trip_order_id, is_active=False)
        transition(order.status, "uncancel", of="order")
        reason = order.cancel_reason
        if is_unscheduled and order.timeslot_id is not None:
            anchor = order_terms.refund_clock_start(order)
            rows.uncancel(order=order)
            rows.unschedule(order=order, policy_start_at=anchor, at=at)
        else:
            party = trips.seats_of_order(trip_order_id=order.pk).quantities
            reseat(change, order, timeslot_id=order.timeslot_id, quantities=party, is_active=False)
            rows.uncancel(order=order)
        change.log(
            "trip_order.uncancelled",
            entity_type="trip_order",
            entity_id=order.pk,
            before={"status": "cancelled", "cancel_reason": reason},
            after={"status": "active", **describe_departure(order)},
        )
        if money.promised_back(trip_id=trip_id) or change.trip.refunded_amount:
            change.warn("refunded_already", "Part of this trip was refunded, so it has a balance due again.")
    return change.result
