"""octo/offers: codes that take something off, named by resellers and told to them."""

from typing import Final

from pydantic import BaseModel

from outfitter.sdk.channels import Booking, Day, Departure, Offer
from outfitter_octo.content_types import NetDiscountName, OfferShape
from outfitter_octo.request_context import RequestContext
from outfitter_octo.types import AvailabilityShape, BookingShape, CalendarShape

_NET: Final[dict[str, NetDiscountName]] = {"none": "NONE", "full": "FULL", "prorated": "PRORATED"}


def parse_offer_code(asked: RequestContext, body: BaseModel) -> str | None:
    """
    Return the code that a request names: empty when null takes the former one off, None unsaid.

    Without the capability a request cannot speak of it.
    """
    if not asked.has_offers or "offerCode" not in body.model_fields_set:
        return None
    code: str | None = getattr(body, "offerCode", None)
    return (code or "").strip()


def add_offers(shape: AvailabilityShape | CalendarShape, told: Departure | Day) -> None:
    """Add the codes of a departure or a day: those there are, and the one it is priced with."""
    shape["offers"] = [serialize_offer(one) for one in told.offers]
    offer = told.offer
    shape["offer"] = serialize_offer(offer) if offer is not None else None
    # What is not usable changes no price, and is told as an offer alone.
    is_on = offer is not None and offer.is_usable
    shape["offerCode"] = offer.code if offer is not None and is_on else None
    shape["offerTitle"] = offer.title if offer is not None and is_on else None


def add_booked_offer(shape: BookingShape, booking: Booking) -> None:
    """Add the code that a booking has. Combinations of products are not sold by a code here."""
    offer = booking.offer
    shape["offer"] = serialize_offer(offer) if offer is not None else None
    shape["offers"] = [serialize_offer(offer)] if offer is not None else []
    shape["offerCode"] = offer.code if offer is not None else None
    shape["offerTitle"] = offer.title if offer is not None else None
    shape["offerComparisons"] = []
    shape["offerIsCombination"] = False


def serialize_offer(offer: Offer) -> OfferShape:
    """Return a code in the words of the protocol."""
    return {
        "title": offer.title,
        "code": offer.code,
        "description": offer.description or None,
        "netDiscount": _NET[offer.net_discount],
        "usable": offer.is_usable,
        "restrictions": {
            "minUnits": offer.min_units,
            "maxUnits": offer.max_units,
            "minTotal": offer.min_total,
            "maxTotal": None,
            "unitIds": list(offer.unit_ids),
        },
    }
