"""Calls that move, unschedule, cancel and bring back an order (domain.md 5.16, 5.25)."""

from functools import partial
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.orders import operations as orders
from outfitter_tenants.checkout.orders import requests as r
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.serializers import refund_preview
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.checkout.trip_management import order_split
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    Work,
    answer,
    by_of,
    trip_change,
    trip_of_order,
)
from outfitter_tenants.checkout.trip_response.schemas import orders as so

router = Router(tags=["trip orders"])
REBOOK, CANCEL = allow("order.rebook"), allow("order.cancel")
_TRIP = {200: s.TripAnswer, **ERRORS}


@router.post(
    "/api/tripOrder/{tripOrder}/unschedule", auth=REBOOK, response=_TRIP, operation_id="trip_order_unschedule"
)
@trip_change
def unschedule(request: HttpRequest, tripOrder: Id, body: r.UnscheduleIn) -> Work:
    """Take an order off its departure; its money stays."""
    return partial(
        reschedule.unschedule,
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        reason=body.reason,
        is_notified=body.notify,
    )


@router.post(
    "/api/tripOrder/{tripOrder}/rebook/{timeslot}",
    auth=REBOOK,
    response={200: so.RebookAnswer, **ERRORS},
    operation_id="trip_order_rebook",
)
def rebook(request: HttpRequest, tripOrder: Id, timeslot: Id, body: r.RebookIn) -> dict[str, object]:
    """Move an order to another departure, or say what that would cost."""
    move = reschedule.RescheduleRequest(
        timeslot_id=timeslot,
        price_mode=body.price_mode,
        type_mapping={item.from_id: item.to_id for item in body.type_mapping},
        is_forced=body.force,
        is_notified=body.notify,
    )
    trip_id = trip_of_order(request, tripOrder)
    by = by_of(request, is_overbooking=body.force)
    if body.dry_run:
        found = reschedule.preview_rebook(
            trip_id=trip_id, trip_order_id=tripOrder, move=move, by=by, at=utc_now()
        )
    else:
        found = reschedule.rebook(
            trip_id=trip_id, trip_order_id=tripOrder, move=move, by=by, at=utc_now(), version=body.version
        )
    preview = {
        "old": found.old_total,
        "new": found.new_total,
        "delta": found.delta,
        "balance": found.balance,
        "is_repriced": found.is_repriced,
    }
    return {**answer(request, found.done), "preview": preview, "is_dry_run": body.dry_run}


@router.post(
    "/api/tripOrder/{tripOrder}/cancel",
    auth=CANCEL,
    response={200: so.CancelAnswer, **ERRORS},
    operation_id="trip_order_cancel",
)
def cancel(request: HttpRequest, tripOrder: Id, body: r.CancelIn) -> dict[str, object]:
    """Cancel an order, or say what that comes to; refunds need payment.refund as well."""
    trip_id, by = trip_of_order(request, tripOrder), by_of(request)
    wish = CancellationOptions(
        reason=body.reason,
        refund=cancellations.mode_of(body.refund.mode, reason=body.reason),
        is_credit=body.refund.as_ == "gift_card",
        preview_token=body.refund.preview_token,
        is_handed_back=body.refund.by_hand == "now",
        is_notified=body.notify,
        template_id=body.template_id,
        note=body.note,
    )
    if body.dry_run:
        found = cancellations.preview(
            trip_id=trip_id, trip_order_ids=[tripOrder], wish=wish, by=by, at=utc_now()
        )
    else:
        if wish.refund != "none":
            by.demand("payment.refund")
        found = cancellations.cancel(
            trip_id=trip_id, trip_order_id=tripOrder, wish=wish, by=by, at=utc_now(), version=body.version
        )
    return {**answer(request, found.done), "preview": refund_preview(found), "is_dry_run": body.dry_run}


@router.post(
    "/api/tripOrder/{tripOrder}/uncancel", auth=CANCEL, response=_TRIP, operation_id="trip_order_uncancel"
)
def uncancel(request: HttpRequest, tripOrder: Id, body: r.UncancelIn) -> dict[str, object]:
    """Make a cancelled order active again, if its seats are still there."""
    done: ChangeResult = cancellations.uncancel(
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        is_unscheduled=body.unscheduled,
        by=by_of(request, is_overbooking=body.overbook),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/tripOrder/{tripOrder}/split",
    auth=REBOOK,
    response={200: so.SplitAnswer, **ERRORS},
    operation_id="trip_order_split",
)
def split(request: HttpRequest, tripOrder: Id, body: r.SplitIn) -> dict[str, object]:
    """Let some guests go on as an order of their own; payments stay with the first trip."""
    found = order_split.split(
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        booking_ids=body.booking_ids,
        to=body.to,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    new = found.new_trip_id
    return {
        **answer(request, found.done),
        "trip_order_id": found.trip_order_id,
        "new_trip": answer(request, new)["trip"] if new is not None else None,
    }


@router.post(
    "/api/tripOrder/{tripOrder}/assignResources",
    auth=allow("resource.manage"),
    response=_TRIP,
    operation_id="trip_order_assign_resources",
)
def assign_resources(request: HttpRequest, tripOrder: Id, body: r.AssignResourcesIn) -> dict[str, object]:
    """Give an order what it needs of boats and gear: anew, or as somebody chose."""
    about: dict[str, Any] = {
        "trip_id": trip_of_order(request, tripOrder),
        "trip_order_id": tripOrder,
        "by": by_of(request),
        "at": utc_now(),
        "version": body.version,
    }
    if body.mode == "auto":
        return answer(request, orders.assign_anew(**about))
    wanted = [
        orders.ResourceRequest(
            item.resource_id,
            tuple(item.booking_ids) if item.booking_ids else None,
            item.usage_id,
            item.lock,
            item.force,
        )
        for item in body.assignments
    ]
    return answer(request, orders.assign_by_hand(wanted=wanted, **about))
