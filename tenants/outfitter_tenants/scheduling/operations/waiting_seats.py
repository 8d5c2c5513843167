"""
Seats that come back to a departure on whose waiting list somebody is (docs/adr/0088).

When a transaction ends, the database holds what is free there for the list (migration 0007). Who
works off the list gives that hold back and takes seats for a party in one transaction; what is left
and nobody on the list can have goes on sale again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.scheduling.operations import availability_events, seat_allocation
from outfitter_tenants.scheduling.operations.hold_request import HoldRef, SeatRequest
from outfitter_tenants.scheduling.operations.holds import place_hold
from outfitter_tenants.scheduling.queries import seats


@dataclass(frozen=True, slots=True)
class ReturnedSeats:
    """What of a departure is free once nothing is held for its list as such; pax, null: no limit."""

    timeslot_id: int
    free_pax_cnt: int | None


def lock_departures(*, timeslot_ids: Collection[int]) -> None:
    """Lock departures before it is read who waits for them, in the product's one order."""
    seats.lock_timeslots(ids=timeslot_ids)


def release_kept_seats(*, timeslot_id: int, at: datetime) -> ReturnedSeats:
    """
    Give back what is held for a departure's list, and what lapsed; its row is locked from here on.

    What is held for the list as such is for guests of no kind; offers to a party are for its own.

    Call it in the transaction that takes seats for the list.
    """
    seats.lock_timeslots(ids=[timeslot_id])
    seat_allocation.expire(timeslot_ids={timeslot_id}, at=at)
    kept = Hold.objects.select_for_update(of=("self",)).filter(
        timeslot_id=timeslot_id, status="active", kind="waitlist", qty_by_type={}
    )
    if seat_allocation.end(list(kept.order_by("pk")), "released", at):
        availability_events.seats_changed(timeslot_id=timeslot_id, reason="hold_released", at=at)
    row = Timeslot.objects.values_list("capacity", "booked_pax_cnt", "held_pax_cnt").get(pk=timeslot_id)
    capacity, booked, held = row
    return ReturnedSeats(timeslot_id, None if capacity is None else max(0, capacity - booked - held))


def offer_seats(request: SeatRequest, *, at: datetime) -> HoldRef:
    """
    Hold seats for one party of the list, after `release_kept_seats` and in its transaction.

    :raises SoldOut: they are not there
    :raises NotBookable: anything else speaks against it
    :raises ResourceUnavailable: the seats are there, a boat is not
    """
    return place_hold(request, at=at)


def set_waiting(*, smallest: Mapping[int, int | None], tried_ids: Collection[int] = ()) -> None:
    """
    Write who waits: timeslot id -> seats of the smallest party, None where nobody does.

    Of what is free now on `tried_ids` nobody who waits could have any: it is on sale, and the list is
    asked again once more comes back. All of them are locked in the product's one order.
    """
    seats.lock_timeslots(ids=smallest)
    for row in Timeslot.objects.filter(pk__in=smallest).order_by("pk"):
        wanted = smallest[row.pk]
        tried = row.waiting_tried_cnt
        if row.pk in tried_ids:
            tried = max(0, (row.capacity or 0) - row.booked_pax_cnt - row.held_pax_cnt)
        if (row.waiting_pax_min, row.waiting_tried_cnt) != (wanted, tried):
            Timeslot.objects.filter(pk=row.pk).update(waiting_pax_min=wanted, waiting_tried_cnt=tried)


def keep_until(*, hold_id: int, until: datetime) -> None:
    """Let a hold that its transaction has just placed live until then, however long its kind may."""
    Hold.objects.filter(pk=hold_id, status="active", expires_at__lt=until).update(
        expires_at=until, hard_expires_at=until
    )
    availability_events.sweep_at(until)
