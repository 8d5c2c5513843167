"""The requests of v1, told apart by what they ask."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from outfitter.sdk.channels import ChannelError, PartnerCall
from outfitter_viator import (
    errors,
    products,
    responses,
    v1_availability,
    v1_bookings,
    v1_requests,
    v1_serializers,
)
from outfitter_viator.errors import V1Error
from outfitter_viator.settings import ViatorSettings, settings_of
from outfitter_viator.v1_bookings import BookingRejected
from outfitter_viator.v1_requests import V1Request

HeadT = TypeVar("HeadT", bound=V1Request)
Answer = dict[str, Any]


def handle_v1(call: PartnerCall, kind: str, data: dict[str, Any], path: str | None) -> Mapping[str, Any]:
    """
    Return what goes into the envelope of an answer, whatever happened.

    :param path: where it was posted, below the one address; None at the address itself
    """
    try:
        handler = HANDLERS.get(kind)
        if handler is None:
            raise V1Error(errors.UNSUPPORTED_REQUEST, f"requestType {kind[:60]}")
        if path is not None and v1_requests.PATHS[kind] != path:
            raise V1Error(errors.WRONG_ENDPOINT, f"{kind}Request at /{path}")
        return handler(call, data)
    except V1Error as problem:
        refused = problem
    except ChannelError as problem:
        refused = errors.v1_of_problem(problem)
    call.add_references(code=refused.code)
    return responses.refused(kind, data, refused.status())


def _read(call: PartnerCall, model: type[HeadT], data: dict[str, Any]) -> tuple[HeadT, ViatorSettings]:
    form = v1_requests.head(model, data)
    settings = settings_of(call.connection)
    call.add_references(transaction=form.external_reference)
    if settings.supplier_id is not None and settings.supplier_id != form.supplier_id:
        raise V1Error(errors.INVALID_SUPPLIER, f"No supplier exists with SupplierId {form.supplier_id}.")
    if settings.reseller_id and settings.reseller_id != form.reseller_id:
        raise V1Error(errors.INVALID_RESELLER, f"ResellerId {form.reseller_id}")
    return form, settings


def _tour_list(call: PartnerCall, data: dict[str, Any]) -> Answer:
    _, settings = _read(call, v1_requests.TourListIn, data)
    return {"Tour": products.list_tours(call.connection, settings)}


def _availability(call: PartnerCall, data: dict[str, Any]) -> Answer:
    form, settings = _read(call, v1_requests.AvailabilityIn, data)
    call.add_references(product=form.supplier_product_code)
    return v1_availability.answer_availability(call.connection, form, settings, call.at)


def _batch_availability(call: PartnerCall, data: dict[str, Any]) -> Answer:
    form, _ = _read(call, v1_requests.BatchAvailabilityIn, data)
    return v1_availability.batch(call.connection, form, call.at)


def _batch_pricing(call: PartnerCall, data: dict[str, Any]) -> Answer:
    form, _ = _read(call, v1_requests.BatchPricingIn, data)
    return v1_availability.batch_prices(call.connection, form)


def _rejected(call: PartnerCall, reference: str, problem: BookingRejected, number: str = "") -> Answer:
    call.add_references(code=problem.reason)
    return {
        "BookingReference": reference,
        "SupplierConfirmationNumber": number,
        "TransactionStatus": v1_bookings.rejection(problem),
    }


def _booking(call: PartnerCall, data: dict[str, Any]) -> Answer:
    form, settings = _read(call, v1_requests.BookingIn, data)
    call.add_references(reference=form.booking_reference, product=form.supplier_product_code)
    try:
        made = v1_bookings.create_booking(call.connection, form, settings)
    except BookingRejected as problem:
        return _rejected(call, form.booking_reference, problem)
    call.add_references(booking=made.supplier_reference)
    return v1_serializers.serialize_booking(made, form, settings)


def _amendment(call: PartnerCall, data: dict[str, Any]) -> Answer:
    form, settings = _read(call, v1_requests.AmendmentIn, data)
    number = form.supplier_confirmation_number
    call.add_references(reference=form.booking_reference, booking=number)
    try:
        changed = v1_bookings.amend_booking(call.connection, form, settings)
    except BookingRejected as problem:
        return _rejected(call, form.booking_reference, problem, number)
    return v1_serializers.serialize_booking(changed, form, settings)


def _cancellation(call: PartnerCall, data: dict[str, Any]) -> Answer:
    form, settings = _read(call, v1_requests.CancellationIn, data)
    number = form.supplier_confirmation_number
    call.add_references(reference=form.booking_reference, booking=number)
    try:
        ended = v1_bookings.cancel_booking(call.connection, form, settings)
    except BookingRejected as problem:
        return _rejected(call, form.booking_reference, problem, number)
    return v1_serializers.serialize_cancellation(ended, form.booking_reference)


def _redemption(call: PartnerCall, data: dict[str, Any]) -> Answer:
    form, _ = _read(call, v1_requests.RedemptionIn, data)
    call.add_references(reference=form.booking_reference, booking=form.supplier_confirmation_number)
    number = form.supplier_confirmation_number
    found = v1_bookings.require_booking(call.connection, form.booking_reference, number, form)
    return v1_serializers.serialize_redemption(found, call.connection.zone)


HANDLERS: Final[Mapping[str, Callable[[PartnerCall, dict[str, Any]], Answer]]] = {
    "TourList": _tour_list,
    "Availability": _availability,
    "BatchAvailability": _batch_availability,
    "BatchPricing": _batch_pricing,
    "Booking": _booking,
    "BookingAmendment": _amendment,
    "BookingCancellation": _cancellation,
    "Redemption": _redemption,
}
