"""Calls around signed waivers, for staff (domain.md 5.26)."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow, allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.waivers import schemas as s
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.trip_response.request_context import trip_of_booking
from outfitter_tenants.checkout.waivers import upcoming_guests, waiver_list
from outfitter_tenants.checkout.waivers.waiver_rows import rows_of
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.people import queries as people
from outfitter_tenants.waivers import operations
from outfitter_tenants.waivers import queries as signed
from outfitter_tenants.waivers.schemas import ExperienceWaiversIn, ExperienceWaiversOut

router = Router(tags=["waivers"])


@router.get(
    "/api/waivers/get",
    auth=allow_unscoped("trip.view"),
    response={200: s.WaiversOut, **ERRORS},
    operation_id="waivers_get",
)
def waivers_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of signed waivers."""
    return list_answer(request, waiver_list.WAIVERS, wanted)


@router.get(
    "/api/waivers/unassigned/get",
    auth=allow("booking.check_in"),
    response={200: s.UnassignedWaiversOut, **ERRORS},
    operation_id="waivers_unassigned_get",
)
def waivers_unassigned(request: HttpRequest, wanted: Query[s.WaiverDayParams]) -> dict[str, Any]:
    """Return the waivers signed for a day of the operator's, today unless named, that count for nobody."""
    if caller_of(request).scope == "reseller":
        # Whose they are is not known: agents see their own partner's guests only.
        return {"waivers": []}
    today = zones.local_day(utc_now(), people.get_properties().time_zone)
    return {"waivers": rows_of(signed.unassigned_waivers(day=wanted.day or today))}


@router.get(
    "/api/waiver/{waiver}/get",
    auth=allow_unscoped("trip.view"),
    response={200: s.WaiverRowOut, **ERRORS},
    operation_id="waiver_get",
)
def waiver_get(request: HttpRequest, waiver: Id) -> dict[str, Any]:
    """Return one signed waiver."""
    [row] = rows_of([signed.get_waiver(waiver_id=waiver)])
    return row


@router.post(
    "/api/waiver/{waiver}/void",
    auth=allow_unscoped("trip.edit"),
    response={200: s.WaiverRowOut, **ERRORS},
    operation_id="waiver_void",
)
def waiver_void(request: HttpRequest, waiver: Id, body: s.WaiverVoidIn) -> dict[str, Any]:
    """Let a waiver count for nobody any more; it is kept as long as any other."""
    upcoming_guests.void(waiver_id=waiver, reason=body.reason, at=utc_now())
    [row] = rows_of([signed.get_waiver(waiver_id=waiver)])
    return row


@router.post(
    "/api/devices/showWaiver",
    auth=allow("booking.check_in"),
    response={200: s.ShownWaiverOut, **ERRORS},
    operation_id="devices_show_waiver",
)
def show_waiver(request: HttpRequest, body: s.ShowWaiverIn) -> dict[str, Any]:
    """Have a tablet show what these guests have to sign; without guests it is free again."""
    for booking_id in body.booking_ids:
        trip_of_booking(request, booking_id)
    is_replaced = devices.show_waiver(
        device_id=body.device_id, booking_ids=body.booking_ids, template_ids=body.template_ids, at=utc_now()
    )
    return {
        "device_id": body.device_id,
        "state": "shown" if body.booking_ids else "free",
        "is_replaced": is_replaced,
    }


@router.get(
    "/api/experience/{experience}/waivers/get",
    auth=allow("experience.view"),
    response={200: ExperienceWaiversOut, **ERRORS},
    operation_id="experience_waivers_get",
)
def experience_waivers_get(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return which waivers guests of an experience sign."""
    catalog.get_experience(experience_id=experience)
    return {"template_ids": signed.experience_template_ids(experience_id=experience)}


@router.post(
    "/api/experience/{experience}/waivers/edit",
    auth=allow("setup.experiences"),
    response={200: ExperienceWaiversOut, **ERRORS},
    operation_id="experience_waivers_edit",
)
def experience_waivers_edit(
    request: HttpRequest, experience: Id, body: ExperienceWaiversIn
) -> dict[str, Any]:
    """Have guests of an experience sign these waivers, those who booked already too."""
    operations.set_experience_waivers(experience_id=experience, template_ids=body.template_ids, at=utc_now())
    return {"template_ids": signed.experience_template_ids(experience_id=experience)}
