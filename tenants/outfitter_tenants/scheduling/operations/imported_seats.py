"""
Seats of bookings that were made elsewhere, as a file brings them in (docs/adr/0117).

They are taken like any other, by the same statement. Only what decides whether something may be sold
now (cut-off, presale, blackouts, party sizes) has no say: it was sold already.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from outfitter_tenants.scheduling.operations import overbooking
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, NotBookable, Party, ask_of
from outfitter_tenants.scheduling.operations.hold_request import HoldDraft, HoldRef, SeatRequest
from outfitter_tenants.scheduling.queries import timeslot_for_sale
from outfitter_tenants.scheduling.rules.availability import SELLING_STATES

METHOD: Final = "import"
# They are sold within the same transaction.
_HELD: Final = timedelta(minutes=10)


def place_imported(
    *,
    timeslot_id: int,
    qty_by_type: Mapping[int, int],
    trip_id: int,
    trip_order_id: int,
    is_overbooking: bool,
    at: datetime,
) -> HoldRef:
    """
    Set seats aside for an imported order, in the caller's transaction.

    On a departure that is over there is always room: these guests were there. On one to come,
    `is_overbooking` goes beyond its seats where the experience lets staff do so.

    :raises SoldOut: the seats are not there
    :raises ResourceUnavailable: the seats are there, the resources are not
    :raises NotBookable: the departure is canceled or closed, or does not sell one of the tickets
    """
    found = timeslot_for_sale.get_timeslot_for_sale(timeslot_id=timeslot_id, at=at)
    slot, is_over = found.slot, found.slot.start_at <= at
    if (reason := _objection(slot.status, slot.day.status)) is not None:
        raise NotBookable(reason)
    buyer = Buyer("direct", METHOD, may_overbook=is_over or is_overbooking)
    ask = ask_of(list(found.kinds), qty_by_type, buyer)
    if not ask.quantities or set(ask.quantities) - {kind.id for kind in found.kinds}:
        raise NotBookable("customer_type_unavailable")
    if is_over:
        slot = replace(slot, is_allow_manual_overbooking=True)
    party = Party(slot, ask)
    if is_over:
        overbooking.make_room(party)
    request = SeatRequest(
        timeslot_id, ask.quantities, buyer, at + _HELD, trip_id=trip_id, trip_order_id=trip_order_id
    )
    return HoldDraft(party, request, is_late=True).place(at)


def _objection(status: str, day_status: str) -> str | None:
    if "cancelled" in {status, day_status}:
        return "cancelled"
    if status not in SELLING_STATES["direct"] or day_status == "closed":
        return "closed"
    return None
