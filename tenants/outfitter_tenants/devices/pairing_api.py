"""Routes of pairing, and of a device that says that it is there (ADR 136)."""

from typing import Annotated, Final

import segno
from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from outfitter.accounts import hosts
from outfitter.api.etags import keep_by_etag
from outfitter.api.principal import allow, anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.devices import pairing_schemas as s
from outfitter_tenants.devices import pairings
from outfitter_tenants.devices.device_access import bind, device_of, note_seen
from outfitter_tenants.devices.print_queue import print_jobs

router = Router(tags=["devices"])
PairingId = Annotated[int, Path(ge=1, le=2**63 - 1)]
# Whoever mistypes has enough of these, whoever guesses has not (30^10 codes, ten minutes).
TRIES: Final = 20


@router.post(
    "/api/devices/pairing/create",
    auth=allow("setup.general"),
    response={200: s.PairingOut, **ERRORS},
    operation_id="device_pairing_create",
)
def pairing_create(request: HttpRequest, body: s.PairingIn) -> dict[str, object]:
    """Return a code, as text and QR code, that makes a device of whoever opens it within ten minutes."""
    row, code = pairings.create(kind=body.kind, location_id=body.location_id, at=utc_now())
    url = hosts.tenant_url(request.tenant.slug, f"/device#pair={code}")  # type: ignore[attr-defined]
    return {
        "pairing_id": row.pk,
        "code": code,
        "url": url,
        "qr": ["".join("1" if dark else "0" for dark in line) for line in segno.make_qr(url).matrix],
        "expires_at": row.expires_at,
    }


@router.get(
    "/api/devices/pairing/{pairing}/get",
    auth=allow("setup.general"),
    response={200: s.PairingStateOut, **ERRORS},
    operation_id="device_pairing_get",
)
def pairing_get(request: HttpRequest, pairing: PairingId) -> dict[str, object]:
    """Return whether a device came of a code."""
    state, device = pairings.state_of(pairing_id=pairing, at=utc_now())
    return {
        "state": state,
        "device_id": device.pk if device else None,
        "device_name": device.name if device else "",
    }


@router.post(
    "/api/device/pair", auth=anonymous, response={200: s.PairedOut, **ERRORS}, operation_id="device_pair"
)
def device_pair(request: HttpRequest, response: HttpResponse, body: s.PairIn) -> dict[str, object]:
    """Make a device of whoever shows a code; its token works in this browser alone."""
    limit(f"device-pair:{getattr(request, 'client_ip', None)}", times=TRIES, seconds=600)
    made = pairings.pair(code=body.code, name=body.name, platform=body.platform, at=utc_now())
    if not body.is_agent:
        bind(response, device_id=made.device.pk, binding=made.binding)
    response["Cache-Control"] = "no-store"
    return {
        "device_id": made.device.pk,
        "name": made.device.name,
        "kind": made.device.kind,
        "token": made.token,
        "binding": made.binding if body.is_agent else None,
    }


@router.get(
    "/api/device/state/get",
    auth=anonymous,
    response={200: s.DeviceStateOut, **ERRORS},
    operation_id="device_state",
)
def device_state(request: HttpRequest, said: Query[s.DeviceStateParams]) -> dict[str, object]:
    """Note that a device is there, and return what it is; 304 while nothing changed."""
    row, at = device_of(request), utc_now()
    note_seen(row, at=at, showing=said.showing)
    keep_by_etag(request)
    return {
        "id": row.pk,
        "name": row.name,
        "kind": row.kind,
        "location": row.location.name if row.location else "",
        "account": str(request.tenant.name),  # type: ignore[attr-defined]
        "waiting_jobs_cnt": print_jobs.waiting_cnt(device_id=row.pk),
        "is_waiver_shown": row.shown_waiver is not None,
    }
