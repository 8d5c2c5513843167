"""Staff keep the scan of what a guest signed on paper (domain.md 4.20)."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.errors import Invalid
from outfitter.kit.zones import local_day
from outfitter_tenants.checkout.sale_terms.waiver_requirements import recount
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip
from outfitter_tenants.checkout.waivers.operations import WaiverTaken
from outfitter_tenants.people import queries as people
from outfitter_tenants.waivers import operations as waivers
from outfitter_tenants.waivers.operations import PaperRequest
from outfitter_tenants.waivers.types import Circumstances

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking


def scan(
    *,
    trip_id: int,
    booking_id: int,
    template_id: int,
    data: bytes,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Keep a scan as a guest's signed waiver, which counts for them at once.

    :raises WaiverTemplateNotFound: there is no such template
    :raises WaiverTaken: the guest has signed this waiver already
    :raises Invalid: nobody has said who the guest is, or the file is neither a PDF nor a picture
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        guest = change.booking(booking_id)
        if not (guest.guest_first_name and guest.guest_last_name):
            raise Invalid({"guest": ["Enter this guest's first and last name, then add the scan."]})
        signature = waivers.keep_scan(_request(guest, template_id, data), _circumstances(guest, trip_id, at))
        [waiver] = signature.all_waivers  # type: ignore[attr-defined]
        if not waivers.assign(booking_id=booking_id, waiver=waiver, by=by.avatar_id, at=at):
            raise WaiverTaken("This guest has already signed this waiver. Take that one off first.")
        recount([guest], experience_id=guest.trip_order.experience_id)
        change.log(
            "booking.waiver_scanned",
            entity_type="booking",
            entity_id=booking_id,
            after={"template": signature.template.name, "waiver_ids": [waiver.pk]},
        )
    return change.result


def _request(guest: "Booking", template_id: int, data: bytes) -> PaperRequest:
    return PaperRequest(
        template_id,
        guest.guest_first_name,
        guest.guest_last_name,
        data,
        email=guest.guest_email,
        birth_date=guest.guest_birth_date,
        is_minor=guest.experience_customer_type.requires_waiver == "minor",
    )


def _circumstances(guest: "Booking", trip_id: int, at: datetime) -> Circumstances:
    settings, slot = people.get_properties(), guest.trip_order.timeslot
    return Circumstances(
        at=at,
        day=slot.date if slot else local_day(at, settings.time_zone),
        zone=settings.time_zone,
        majority=settings.waiver_majority_age,
        retention_years=settings.waiver_retention_years,
        trip_id=trip_id,
    )
