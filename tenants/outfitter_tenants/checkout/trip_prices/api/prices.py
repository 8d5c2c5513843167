"""Calls that change what a trip costs (domain.md 5.5, 5.9, 5.24, 5.25)."""

from functools import partial
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.trip_prices import adjustments, order_prices
from outfitter_tenants.checkout.trip_prices import schemas as r
from outfitter_tenants.checkout.trip_prices.schemas import RepriceAnswer
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    TripKey,
    Work,
    answer,
    by_of,
    trip_change,
    trip_id_of,
    trip_of_booking,
    trip_of_order,
)

router = Router(tags=["trip prices"])
COMP, REPRICE = allow("booking.comp"), allow("booking.reprice")
ANSWERS: Any = {200: s.TripAnswer, 423: ErrorOut, **ERRORS}


@router.post(
    "/api/booking/{booking}/customerTypeAmountOverride",
    auth=REPRICE,
    response=ANSWERS,
    operation_id="booking_price_override",
)
@trip_change
def guest_price(request: HttpRequest, booking: Id, body: r.GuestPriceIn) -> Work:
    """Name the price of one guest, or give back what rates and lists say."""
    return partial(
        order_prices.set_guest_price,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        amount=body.amount,
        reason=body.reason,
    )


@router.post(
    "/api/booking/{booking}/toggleComp", auth=COMP, response=ANSWERS, operation_id="booking_toggle_comp"
)
@trip_change
def comp_guest(request: HttpRequest, booking: Id, body: r.CompIn) -> Work:
    """Give one guest's ticket away, or ask for its price again."""
    return partial(
        order_prices.comp_guest,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        is_comped=body.is_comped,
        reason=body.reason,
    )


@router.post(
    "/api/tripOrder/{tripOrder}/toggleComp",
    auth=COMP,
    response=ANSWERS,
    operation_id="trip_order_toggle_comp",
)
@trip_change
def comp_order(request: HttpRequest, tripOrder: Id, body: r.CompIn) -> Work:
    """Give a whole order away, or ask for it again."""
    return partial(
        order_prices.comp_order,
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        is_comped=body.is_comped,
        reason=body.reason,
    )


@router.post(
    "/api/tripOrder/{tripOrder}/pricingOverride",
    auth=REPRICE,
    response=ANSWERS,
    operation_id="trip_order_pricing_override",
)
@trip_change
def order_price(request: HttpRequest, tripOrder: Id, body: r.PricingOverrideIn) -> Work:
    """Name the price of an order: as a whole, by customer type, or guest by guest."""
    return partial(
        order_prices.set_order_price,
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        kind=body.kind,
        amount=body.amount,
        values={one.id: one.amount for one in body.values},
        reason=body.reason,
    )


@router.post(
    "/api/tripOrder/{tripOrder}/reprice",
    auth=REPRICE,
    response={**ANSWERS, 200: RepriceAnswer},
    operation_id="trip_order_reprice",
)
def reprice(request: HttpRequest, tripOrder: Id, body: r.RepriceIn) -> dict[str, object]:
    """Price an order by the rates of today, or (dry_run) say what that would do."""
    found = order_prices.reprice(
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        dry_run=body.dry_run,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return {
        **answer(request, found.done),
        "old": found.old,
        "new": found.new,
        "delta": found.new - found.old,
        "lines": found.lines,
    }


@router.post(
    "/api/trip/{trip}/tax/toggle", auth=allow("tax.toggle"), response=ANSWERS, operation_id="trip_toggle_tax"
)
@trip_change
def toggle_tax(request: HttpRequest, trip: TripKey, body: r.TaxToggleIn) -> Work:
    """Free a trip of taxes, or charge them again."""
    return partial(
        adjustments.set_tax_exempt,
        trip_id=trip_id_of(request, trip, "tax.toggle"),
        is_tax_exempt=body.is_tax_exempt,
        certificate=body.certificate,
        reason=body.reason,
    )


@router.post(
    "/api/deposit/override/{trip}",
    auth=allow("payment.take"),
    response=ANSWERS,
    operation_id="deposit_override",
)
@trip_change
def deposit(request: HttpRequest, trip: TripKey, body: r.DepositOverrideIn) -> Work:
    """Ask for another deposit than the rules do."""
    return partial(
        adjustments.set_deposit,
        trip_id=trip_id_of(request, trip, "payment.take"),
        amount=body.amount,
        ppm=body.ppm,
        reason=body.reason,
    )


@router.post(
    "/api/trip/{trip}/adjustment/add", auth=REPRICE, response=ANSWERS, operation_id="trip_add_adjustment"
)
@trip_change
def add_adjustment(request: HttpRequest, trip: TripKey, body: r.AdjustmentIn) -> Work:
    """Take something off a trip by hand, or put it on top."""
    wanted = adjustments.AdjustmentRequest(
        body.amount, body.ppm, body.label, body.reason, body.trip_order_id, body.booking_id
    )
    return partial(
        adjustments.add_adjustment, trip_id=trip_id_of(request, trip, "booking.reprice"), wanted=wanted
    )


@router.post(
    "/api/trip/{trip}/adjustment/remove",
    auth=REPRICE,
    response=ANSWERS,
    operation_id="trip_remove_adjustment",
)
@trip_change
def remove_adjustment(request: HttpRequest, trip: TripKey, body: r.AdjustmentRemoveIn) -> Work:
    """Take a manual discount or surcharge off again."""
    return partial(
        adjustments.remove_adjustment,
        trip_id=trip_id_of(request, trip, "booking.reprice"),
        adjustment_id=body.adjustment_id,
        reason=body.reason,
    )
