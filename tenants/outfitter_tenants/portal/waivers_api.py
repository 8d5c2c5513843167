"""Guests sign, get their copy, and anybody can check one (domain.md 4.20, 5.26)."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from ninja.params.functions import Path

from outfitter.accounts import hosts
from outfitter.api.principal import anonymous, principal_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.waivers import operations
from outfitter_tenants.checkout.waivers.operations import SignerOrigin
from outfitter_tenants.checkout.waivers.required_waivers import (
    template_out,
    waivers_of_guests,
    waivers_of_trip,
)
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices.device_access import device_of, has_token, note_seen
from outfitter_tenants.devices.operations import UnknownDevice
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal import waiver_schemas as s
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import visibility
from outfitter_tenants.waivers import printout
from outfitter_tenants.waivers import queries as signed
from outfitter_tenants.waivers.rules import signature_images
from outfitter_tenants.waivers.types import Minor, Signer, SignRequest

router = Router(tags=["waivers"])
WaiverHash = Annotated[str, Path(max_length=40, description="the hash of a signature or of a waiver")]
WaiverProof = Annotated[str, Path(max_length=64, description="the fingerprint on a printed waiver")]
# Whoever shares an address with others signs in a queue at the desk.
MOST_A_MINUTE = 60


@router.get(
    "/api/waiverPortal/init",
    auth=anonymous,
    response={200: s.WaiverPortalOut, **ERRORS},
    operation_id="waiver_portal_init",
)
def waiver_portal_init(request: HttpRequest, wanted: Query[s.WaiverPortalParams]) -> dict[str, Any]:
    """Return what can be signed here: what a trip's guests have to sign with its hash, all without."""
    properties = people.get_properties()
    language = _locale(request, wanted.locale)
    trip = None
    if wanted.hash:
        limit(f"waiver-portal:{_ip(request)}", times=MOST_A_MINUTE, seconds=60)
        trip = trips.get_trip(trip_id=trips.find_trip_id(key=wanted.hash, by_id=False))
    tenant: Any = request.tenant  # type: ignore[attr-defined]
    return {
        "account": {
            "slug": tenant.slug,
            "name": tenant.name,
            "logo_url": properties.logo_url,
            "brand_color": properties.brand_color,
        },
        "majority_age": properties.waiver_majority_age,
        "locale": language,
        "templates": [template_out(one, language) for one in signed.offered_templates()],
        "required": waivers_of_trip(trip=trip, locale=language) if trip else [],
    }


@router.get(
    "/api/waiverPortal/shown",
    auth=anonymous,
    response={200: s.WaiverShownOut, **ERRORS},
    operation_id="waiver_portal_shown",
)
def waiver_portal_shown(request: HttpRequest, wanted: Query[s.WaiverLocaleParams]) -> dict[str, Any]:
    """Return what staff have this tablet show, to a device that shows its token; nothing while it is free."""
    if not has_token(request):
        raise UnknownDevice("This device is not registered here.")
    device = device_of(request, kinds=devices.SIGNED_ON)
    note_seen(device, at=utc_now(), showing="waiver")
    shown = devices.shown_waiver(device_id=device.pk)
    if shown is None:
        return {"shown_at": None, "required": []}
    return {
        "shown_at": shown["at"],
        "required": waivers_of_guests(
            booking_ids=shown["booking_ids"],
            template_ids=shown["template_ids"],
            locale=_locale(request, wanted.locale),
        ),
    }


@router.post(
    "/api/waiver/{waiver}/sign",
    auth=anonymous,
    response={200: s.WaiverSignedOut, 423: ErrorOut, **ERRORS},
    operation_id="waiver_sign",
)
def waiver_sign(request: HttpRequest, waiver: int, body: s.WaiverSignIn) -> dict[str, Any]:
    """Sign a template (its id, or 0 and `template_id` in the body), under a trip's link or without."""
    limit(f"waiver-sign:{_ip(request)}", times=MOST_A_MINUTE, seconds=60)
    if waiver and body.template_id not in {None, waiver}:
        raise Invalid({"template_id": ["The address names another waiver."]})
    template_id = waiver or body.template_id
    if template_id is None:
        raise Invalid({"template_id": ["Say which waiver is signed."]})
    at = utc_now()
    device_id = _device(request)
    signature, done = operations.sign(
        request=_request(body, template_id),
        origin=_origin(request, body, device_id),
        by=TripActor(audience="online"),
        at=at,
    )
    waivers: Any = signature.all_waivers  # type: ignore[attr-defined]
    return {
        "waiver": {
            "hash": signature.hash,
            "pdf_url": _url(request, f"/api/waiver/{signature.hash}/pdf"),
            "verify_url": printout.verify_url(signature),
            "waivers_cnt": len(waivers),
            "assigned_cnt": done,
        }
    }


def _request(body: s.WaiverSignIn, template_id: int) -> SignRequest:
    return SignRequest(
        template_id=template_id,
        template_version=body.template_version,
        locale=body.locale,
        signer=Signer(**body.signer.model_dump()),
        consent_at=body.consent_at,
        minors=[Minor(**one.model_dump()) for one in body.minors],
        answers={name: value for name, value in body.answers.items() if value is not None},
        initials=body.initials,
        id_number=body.id_number,
        typed_name=body.typed_name,
        picture=_bytes(body.signature_png_base64, "signature_png_base64", signature_images.MOST_BYTES),
        photo=_bytes(body.photo_base64, "photo_base64", signature_images.MOST_PHOTO_BYTES),
        client_id=body.client_id,
    )


def _bytes(text: str | None, field: str, most: int) -> bytes | None:
    return signature_images.read_base64(text, field=field, most=most) if text else None


def _origin(request: HttpRequest, body: s.WaiverSignIn, device_id: int | None) -> SignerOrigin:
    trip_id = None
    shown = body.booking_id or body.party_booking_id
    if body.hash:
        trip_id = trips.find_trip_id(key=body.hash, by_id=False)
    elif shown and (device_id is not None or principal_of(request).is_staff):
        # A number opens nothing by itself: only at the desk, or on a tablet that staff set up.
        trip_id = trips.trip_of_order(trip_order_id=trips.order_of_booking(booking_id=shown))
        if device_id is None:
            visibility.check(trip_id=trip_id, caller=principal_of(request))
    return SignerOrigin(
        trip_id=trip_id,
        booking_id=body.booking_id if trip_id else None,
        ip=_ip(request),
        user_agent=request.headers.get("User-Agent", ""),
        device_id=device_id,
    )


@router.get(
    "/api/waiver/{hash}/pdf", auth=anonymous, response={200: None, **ERRORS}, operation_id="waiver_pdf"
)
def waiver_pdf(request: HttpRequest, hash: WaiverHash) -> HttpResponse:  # noqa: A002
    """Return the printed copy of what was signed, to whoever holds its hash."""
    limit(f"waiver-pdf:{_ip(request)}", times=MOST_A_MINUTE, seconds=60)
    response = HttpResponse(printout.pdf_of(key=hash), content_type="application/pdf")
    response["Content-Disposition"] = 'inline; filename="waiver.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


@router.get(
    "/api/waiver/{proof}/verify",
    auth=anonymous,
    response={200: s.WaiverCheckOut, **ERRORS},
    operation_id="waiver_verify",
)
def waiver_verify(request: HttpRequest, proof: WaiverProof) -> dict[str, Any]:
    """Return what a printed waiver can be compared with, by the fingerprint that stands on it."""
    limit(f"waiver-verify:{_ip(request)}", times=MOST_A_MINUTE, seconds=60)
    signature = signed.find_by_proof(proof=proof)
    waivers: Any = signature.all_waivers  # type: ignore[attr-defined]
    return {
        "operator": request.tenant.name,  # type: ignore[attr-defined]
        "template": signature.template.name,
        "template_version": signature.template_version,
        "locale": signature.locale,
        "signed_at": signature.signed_at,
        "initials": [f"{one.first_name[:1]}. {one.last_name[:1]}." for one in waivers],
        "text_sha256": signature.text_sha256,
        "proof_sha256": signature.proof_sha256,
        "pdf_sha256": signature.pdf_sha256,
        "is_void": all(one.voided_at for one in waivers),
    }


def _device(request: HttpRequest) -> int | None:
    if not has_token(request):
        return None
    return device_of(request, kinds=devices.SIGNED_ON).pk


def _ip(request: HttpRequest) -> str | None:
    found: str | None = getattr(request, "client_ip", None)
    return found


def _url(request: HttpRequest, path: str) -> str:
    return hosts.tenant_url(request.tenant.slug, path)  # type: ignore[attr-defined]


def _locale(request: HttpRequest, wanted: str) -> str:
    languages = [wanted, *reader_languages(request)]
    return next((one for one in languages if one), people.get_properties().locale)
