"""The papers of one trip, read and written as slips."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from outfitter.accounts import business_profile
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError
from outfitter.printers.slips import Slip
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.checkout.printouts.customer_paper import recipient_of
from outfitter_tenants.checkout.printouts.slips import trip_slips
from outfitter_tenants.checkout.printouts.slips.paper_fields import PaperChoice
from outfitter_tenants.checkout.printouts.trip_receipt import printout as receipt
from outfitter_tenants.checkout.printouts.voucher import printout as voucher
from outfitter_tenants.checkout.trip_response.serializers import TripJson, trip_full
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

TripPaper = Literal["ticket", "label", "receipt", "voucher"]


class NothingToPrint(DomainError):
    """The trip has no such paper now: it is a cart, its orders are canceled, nothing was paid."""

    code = "nothing_to_print"
    status = 409


@dataclass(frozen=True, slots=True)
class PrintedTrip:
    """What comes out, and what people call it: booking code and contact."""

    title: str
    slips: list[Slip]


def slips_of_trip(
    *,
    trip_id: int,
    kind: TripPaper,
    choice: PaperChoice,
    at: datetime,
    booking_ids: Collection[int] | None = None,
) -> PrintedTrip:
    """
    Return a trip's papers in its customer's language; `booking_ids` are the guests whose tickets count.

    :raises NothingToPrint: there is nothing to hand out
    """
    locale = trips.get_trip(trip_id=trip_id).locale
    shown = trip_full(trip_id=trip_id, at=at, languages=(normal(locale),) if locale else ())
    title = (
        f"{shown['confirmation_code']} {shown['group_name'] or shown['contact']['last_name'] or ''}".strip()
    )
    slips = (
        _receipt(shown, choice, at) if kind == "receipt" else _handed_out(shown, kind, choice, booking_ids)
    )
    if not slips:
        raise NothingToPrint("There is nothing to print on this trip.")
    return PrintedTrip(title, slips)


def _receipt(shown: TripJson, choice: PaperChoice, at: datetime) -> list[Slip]:
    if not receipt.has_receipt(shown):
        raise NothingToPrint("Nothing was paid on this trip, so there is no receipt.")
    business = business_profile.get_business(schema_name=current_schema())
    sender = " · ".join(filter(None, [business.legal_name, " ".join(str(business.address).split())]))
    reader = recipient_of(shown, words=receipt.WORDS)
    sheet = receipt.sheet(shown, reader, sender=sender, at=at)
    return [trip_slips.receipt_slip(sheet, choice, locale=reader.locale)]


def _handed_out(
    shown: TripJson, kind: str, choice: PaperChoice, booking_ids: Collection[int] | None
) -> list[Slip]:
    if shown["status"]["slug"] not in {"reserved", "under_review"}:
        raise NothingToPrint("This trip is not booked, so there are no tickets.")
    reader = recipient_of(shown, words=voucher.WORDS)
    phone = people.get_properties().ecom_phone_number or ""
    sheet = voucher.sheet(shown, reader, contact=phone, is_priced=False)
    if not sheet["orders"]:
        return []
    if kind == "voucher":
        return [trip_slips.voucher_slip(sheet, choice, locale=reader.locale)]
    guests = [row for order in shown["tripOrders"] for row in order["bookings"]]
    codes = {row["ticket_code"] for row in guests if booking_ids is None or row["id"] in booking_ids}
    return trip_slips.ticket_slips(sheet, choice, locale=reader.locale, codes=codes)
