"""Calls of a day at the dock: the manifest and what devices noted on it (domain.md 4.23, 5.15)."""

from dataclasses import asdict
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.etags import has_answer
from outfitter.api.principal import Principal, allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.configuration import configuration
from outfitter.kit.clock import utc_now
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.backoffice.manifests import offline_bundle, printout, tags
from outfitter_tenants.backoffice.manifests import queries as manifests
from outfitter_tenants.backoffice.manifests import schemas as s
from outfitter_tenants.backoffice.manifests.serializers import call_types
from outfitter_tenants.backoffice.manifests.staff_reader import reader_of
from outfitter_tenants.backoffice.manifests.visibility import VisibleDay
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.checkout.arrivals import operations as arrivals
from outfitter_tenants.devices.device_access import device_of, has_token
from outfitter_tenants.scheduling.schemas.timeslots import Day
from outfitter_tenants.trips.operations.arrivals import ArrivalAction

router = Router(tags=["day"])
_FILE: Any = {200: None, **ERRORS}
VIEW = allow("manifest.view")
_SLUGS = {"checkin": "checked_in", "noshow": "no_show", "status": None}


@router.get(
    "/api/manifest/getManifestOnDay/{day}",
    auth=VIEW,
    response={200: s.ManifestDayOut, **ERRORS},
    operation_id="manifest_on_day",
)
def manifest_on_day(request: HttpRequest, day: date, cancelled: bool = False) -> HttpResponse:
    """
    Return the manifest of one local day, to be taken along; guides see what they guide.

    A device that shows its token (`X-Outfitter-Device`) gets a bundle of its own.
    """
    at, caller = utc_now(), caller_of(request)
    sight, names = VisibleDay.of(caller), reader_languages(request)
    device_id = _device(request)
    with configuration(caller.configuration_version):
        which = manifests.Which(sight, day=day, is_cancelled_too=cancelled)
        if has_answer(request, tag=tags.tag_of(which, languages=names, device_id=device_id, at=at)):
            return HttpResponse()
        body = manifests.manifest_of_day(day=day, at=at, sight=sight, is_cancelled_too=cancelled)
        call_types(body, catalog.guest_type_names(languages=names))
    sealed = offline_bundle.seal(body, device_id=device_id, at=at)
    return HttpResponse(sealed, content_type="application/json")


@router.get(
    "/api/timeslot/{timeslot}/manifest",
    auth=VIEW,
    response={200: s.TimeslotManifestOut, **ERRORS},
    operation_id="timeslot_manifest",
)
def timeslot_manifest(request: HttpRequest, timeslot: Id, cancelled: bool = False) -> HttpResponse:
    """Return the manifest of one departure; a guide sees those assigned to them."""
    at, caller = utc_now(), caller_of(request)
    sight, names = VisibleDay.of(caller), reader_languages(request)
    with configuration(caller.configuration_version):
        which = manifests.Which(sight, timeslot_id=timeslot, is_cancelled_too=cancelled)
        if has_answer(request, tag=tags.tag_of(which, languages=names, device_id=None, at=at)):
            return HttpResponse()
        body = manifests.manifest_of_timeslot(
            timeslot_id=timeslot, at=at, sight=sight, is_cancelled_too=cancelled
        )
        call_types(body, catalog.guest_type_names(languages=names))
    return HttpResponse(offline_bundle.as_json(body), content_type="application/json")


@router.get("/api/manifest/{timeslot}/print", auth=VIEW, response=_FILE, operation_id="manifest_print")
def manifest_print(request: HttpRequest, timeslot: Id, cancelled: bool = False) -> HttpResponse:
    """Return one departure as a PDF to print."""
    at, caller = utc_now(), caller_of(request)
    with configuration(caller.configuration_version):
        body = manifests.manifest_of_timeslot(
            timeslot_id=timeslot, at=at, sight=VisibleDay.of(caller), is_cancelled_too=cancelled
        )
        reader = reader_of(caller)
        call_types(body, _names(reader))
    made = printout.print_timeslot(body, reader, at=at)
    return _printed(made, f"manifest-{timeslot}.pdf")


@router.get("/api/manifest/day/{date}/print", auth=VIEW, response=_FILE, operation_id="manifest_print_day")
def manifest_print_day(request: HttpRequest, date: Day, cancelled: bool = False) -> HttpResponse:
    """Return the departures of one local day as a PDF to print."""
    at, caller = utc_now(), caller_of(request)
    with configuration(caller.configuration_version):
        body = manifests.manifest_of_day(
            day=date, at=at, sight=VisibleDay.of(caller), is_cancelled_too=cancelled
        )
        reader = reader_of(caller)
        call_types(body, _names(reader))
    return _printed(printout.print_day(body, reader, at=at), f"manifest-{date}.pdf")


@router.post(
    "/api/manifest/actions",
    auth=allow("booking.check_in"),
    response={200: s.ActionsOut, **ERRORS},
    operation_id="manifest_actions",
)
def manifest_actions(request: HttpRequest, body: s.ActionsIn) -> dict[str, Any]:
    """
    Take what a device noted of guests while it was out of reach, at most 48 hours ago.

    In whatever order they come, they are applied in the order in which they happened; each is
    answered for itself and one that is refused stops no other.
    """
    at, caller = utc_now(), caller_of(request)
    device_id = _device(request)
    if body.bundle is not None:
        offline_bundle.check(
            offline_bundle.BundleSignature(**body.bundle.model_dump()), device_id=device_id, at=at
        )
    deeds = [_deed(action, caller) for action in body.actions]
    with configuration(caller.configuration_version):
        return {"results": [asdict(one) for one in arrivals.note_all(deeds=deeds, at=at, caller=caller)]}


def _deed(action: s.ActionIn, caller: Principal) -> ArrivalAction:
    ids = action.booking_ids
    return ArrivalAction(
        trip_order_id=action.trip_order_id,
        by=caller.avatar_id,
        status_id=action.booking_status_id,
        status_slug=_SLUGS[action.kind],
        booking_ids=None if ids is None else tuple(ids),
        occurred_at=action.occurred_at,
        action_id=action.client_action_id,
    )


def _names(reader: Recipient) -> GuestTypeNames:
    return catalog.guest_type_names(languages=(normal(reader.locale),))


def _printed(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def _device(request: HttpRequest) -> int | None:
    return device_of(request).pk if has_token(request) else None
