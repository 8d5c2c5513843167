"""What each address of GetYourGuide's answers; what is returned leaves as `data`."""

from typing import Any
from zoneinfo import ZoneInfo

from outfitter.sdk.channels import PartnerCall, PartyRefused, UnknownProduct, stop_selling
from outfitter_getyourguide import (
    addons,
    availability,
    bookings,
    errors,
    product_ids,
    products,
    requests,
    reservations,
)
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.settings import settings_of


def _way(call: PartnerCall, product_id: str) -> product_ids.ProductOption:
    if "\x00" in product_id:
        raise UnknownProduct(product_id.replace("\x00", ""))
    call.add_references(product=product_id)
    return product_ids.find(call.connection, product_id)


def get_availabilities(call: PartnerCall) -> Any:
    """GET /1/get-availabilities/."""
    query = call.request.GET
    missing = [name for name in ("productId", "fromDateTime", "toDateTime") if not query.get(name)]
    if missing:
        raise GetYourGuideError(errors.VALIDATION_FAILURE, f"{missing[0]} is required")
    way = _way(call, query["productId"])
    found = availability.list_availability(call.connection, way, query["fromDateTime"], query["toDateTime"])
    return {"availabilities": found}


def reserve(call: PartnerCall) -> Any:
    """POST /1/reserve/: seats are set aside."""
    form = requests.read(requests.ReserveData, call.body)
    call.add_references(reference=form.gyg_booking_reference)
    way = _way(call, form.product_id)
    if not way.product.is_instant:
        raise GetYourGuideError(errors.NO_AVAILABILITY, "Bookings of this activity are confirmed manually")
    try:
        held = reservations.place_hold(call.connection, way, form)
    except PartyRefused as problem:
        raise reservations.party_refused(way, problem) from problem
    call.add_references(booking=held.supplier_reference)
    return reservations.serialize_reservation(held, ZoneInfo(way.product.time_zone))


def cancel_reservation(call: PartnerCall) -> Any:
    """POST /1/cancel-reservation/."""
    form = requests.read(requests.CancelReservationData, call.body)
    call.add_references(reference=form.gyg_booking_reference)
    reservations.release_hold(call.connection, form)
    return {}


def book(call: PartnerCall) -> Any:
    """POST /1/book/: a reservation becomes a booking."""
    form = requests.read(requests.BookData, call.body)
    call.add_references(reference=form.gyg_booking_reference)
    way = _way(call, form.product_id)
    try:
        made = bookings.create_booking(call.connection, way, form)
    except PartyRefused as problem:
        raise reservations.party_refused(way, problem) from problem
    call.add_references(booking=made.supplier_reference)
    return bookings.serialize_booking(made, settings_of(call.connection))


def cancel_booking(call: PartnerCall) -> Any:
    """POST /1/cancel-booking/."""
    form = requests.read(requests.CancelBookingData, call.body)
    call.add_references(reference=form.gyg_booking_reference, booking=form.booking_reference)
    bookings.cancel_booking(call.connection, form)
    return {}


def notify(call: PartnerCall) -> Any:
    """POST /1/notify/: a product that GetYourGuide has switched off is sold there no longer."""
    form = requests.read(requests.NotifyData, call.body)
    call.add_references(product=form.product_details.product_id)
    if form.notification_type == "PRODUCT_DEACTIVATION":
        _stop(call, form)
    return {}


def _stop(call: PartnerCall, form: requests.NotifyData) -> None:
    details, of_product = form.notification_details, form.product_details
    reasons = (details.error_type, details.error_message_received, form.description)
    why = ": ".join(text.strip() for text in reasons if text.strip())[:1000]
    option = of_product.gyg_tour_option_id
    words = f"{why} (GetYourGuide option {option})" if option else why
    try:
        way = product_ids.find(call.connection, of_product.product_id)
        stop_selling(call.connection, product_id=way.product.product_id, why=words)
    except UnknownProduct:
        # It is not on sale here any more: there is nothing to stop.
        return


def list_categories(call: PartnerCall) -> Any:
    """GET /1/products/{product_id}/pricing-categories/."""
    try:
        way = _way(call, call.params["product_id"])
    except UnknownProduct:
        # The one answer of which no error is published: what is not sold has no categories.
        return {"pricingCategories": []}
    return {"pricingCategories": products.pricing_categories(way)}


def list_products(call: PartnerCall) -> Any:
    """GET /1/suppliers/{supplier_id}/products/."""
    return products.product_list(call.connection, call.params["supplier_id"])


def list_addons(call: PartnerCall) -> Any:
    """GET /1/products/{product_id}/addons/."""
    way = _way(call, call.params["product_id"])
    return {"addons": addons.list_addons(call.connection, way)}


def get_product(call: PartnerCall) -> Any:
    """GET /1/products/{product_id}."""
    return products.details(call.connection, _way(call, call.params["product_id"]))
