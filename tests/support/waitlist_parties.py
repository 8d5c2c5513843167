"""People on the waiting list, put there by the product's own operations."""

from datetime import datetime
from typing import Any

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.waitlist import entries, links, offers
from outfitter_tenants.checkout.waitlist.types import JoinRequest
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import HoldRef
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.waitlist.models import WaitlistEntry
from tests.support.departures import ask_seats
from tests.support.sales import Offer, make_offer


def fill(offer: Offer, *, seats: int = 4, timeslot_id: int | None = None) -> HoldRef:
    """Take seats of a departure for an hour, as staff do."""
    at = utc_now()
    request = ask_seats(
        timeslot_id=timeslot_id or offer.timeslot_id,
        qty_by_type={offer.adult: seats},
        audience="direct",
        minutes=60,
        at=at,
    )
    return scheduling.place_hold(request, at=at)


def give_back(hold: HoldRef) -> None:
    """Release seats, as whoever leaves a cart does."""
    scheduling.release_hold(hold_id=hold.id, at=utc_now())


def wait(
    offer: Offer,
    name: str,
    *,
    adults: int = 1,
    flexibility: Any = "departure",
    timeslot_id: int | None = None,
    at: datetime | None = None,
    **more: Any,
) -> WaitlistEntry:
    """Put somebody on the list."""
    request = JoinRequest(
        timeslot_id or offer.timeslot_id,
        {offer.adult: adults},
        flexibility,
        Contact(name, "Waits", f"{name.lower()}@example.com", None, None),
        "en",
        **more,
    )
    return entries.join(request, at=at or utc_now())


def run_due(*, at: datetime | None = None) -> int:
    """Do what the database has scheduled for the list; returns how many departures that were."""
    found = list(DueJob.objects.filter(kind=offers.SERVE, status="waiting").order_by("pk"))
    for job in found:
        DueJob.objects.filter(pk=job.pk).delete()
        offers.serve(job.payload, at or utc_now())
    return len(found)


def make_place() -> dict[str, int | str]:
    """Put somebody on a list; returns the number and the secret of the place."""
    offer = make_offer(capacity=1, name="Full")
    fill(offer, seats=1)
    row = wait(offer, "Ana")
    return {"waitlistEntry": row.pk, "place": links.secret_of(row.pk)}


def slot_of(offer: Offer) -> Timeslot:
    """Return the departure as its row is."""
    return Timeslot.objects.get(pk=offer.timeslot_id)


def states() -> dict[str, str]:
    """Return what became of everybody: first name -> status."""
    return dict(WaitlistEntry.objects.order_by("pk").values_list("first_name", "status"))
