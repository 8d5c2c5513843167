"""Terminals, tablets and printers (domain.md 5.9, 5.22)."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from outfitter.api.principal import SignedInFetch, allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.intents.requests import TerminalTokenIn
from outfitter_tenants.checkout.terminals import operations as terminals
from outfitter_tenants.checkout.trip_response.schemas.payments import TerminalTokenOut
from outfitter_tenants.devices import operations, print_signatures, queries
from outfitter_tenants.devices import schemas as s
from outfitter_tenants.devices.speech import provider_calls, text_to_speech
from outfitter_tenants.people import queries as people

router = Router(tags=["devices"])
# What the key signs, the office's computers print without asking: whoever prints, and their own
# pages. Links do not reach it.
PRINTS = SignedInFetch("ticket.print")
MOST_A_MINUTE: Final = 120
MOST_A_DAY: Final = 5_000
_LIST = {200: s.DevicesOut, **ERRORS}


def _all() -> dict[str, Any]:
    return {"devices": queries.list_devices()}


@router.get("/api/devices/get", auth=allow("manifest.view"), response=_LIST, operation_id="devices_get")
def devices_get(request: HttpRequest) -> dict[str, Any]:
    """Return the devices in service."""
    return _all()


@router.post(
    "/api/device/register",
    auth=allow("setup.general"),
    response={200: s.DeviceRegisteredOut, **ERRORS},
    operation_id="device_register",
)
def device_register(request: HttpRequest, body: s.DeviceRegisterIn) -> dict[str, Any]:
    """Register a device and hand out its token, once."""
    device_id, token = operations.register(**body.model_dump(), at=utc_now())
    return {"device_id": device_id, "token": token}


@router.post(
    "/api/device/{device}/save", auth=allow("setup.general"), response=_LIST, operation_id="device_save"
)
def device_save(request: HttpRequest, device: Id, body: s.DeviceChangeIn) -> dict[str, Any]:
    """Change a device's name and place."""
    operations.rename(device_id=device, name=body.name, location_id=body.location_id, at=utc_now())
    return _all()


@router.post(
    "/api/device/{device}/revoke", auth=allow("setup.general"), response=_LIST, operation_id="device_revoke"
)
def device_revoke(request: HttpRequest, device: Id) -> dict[str, Any]:
    """Take a device out of service."""
    operations.revoke(device_id=device, at=utc_now())
    return _all()


@router.post(
    "/api/payments/stripeFetchTerminalToken",
    auth=allow("payment.take"),
    response={200: TerminalTokenOut, 502: ErrorOut, **ERRORS},
    operation_id="payment_terminal_token",
)
def terminal_token(request: HttpRequest, body: TerminalTokenIn) -> dict[str, str]:
    """Return a secret with which one of our tills talks to the readers, once."""
    limit(f"terminal-token:{caller_of(request).avatar_id}", times=60, seconds=60)
    if body.device_id is not None:
        queries.require_device(device_id=body.device_id)
    return {"secret": terminals.connection_token(location_id=body.location_id)}


@router.get(
    "/api/ticketPrinting/qz/certificate",
    auth=PRINTS,
    response={200: None, **ERRORS},
    operation_id="qz_certificate",
)
def qz_certificate(request: HttpRequest) -> HttpResponse:
    """Return the certificate that the print bridge is told, as PEM text."""
    pem = print_signatures.certificate_of(operator=_operator(request), at=utc_now())
    return HttpResponse(pem, content_type="text/plain")


@router.get(
    "/api/ticketPrinting/qz/sign-message",
    auth=PRINTS,
    response={200: None, **ERRORS},
    operation_id="qz_sign_message",
)
def qz_sign_message(request: HttpRequest, asked: Query[s.SignQuery]) -> HttpResponse:
    """Return the base64 signature of a print call's hash."""
    avatar_id = caller_of(request).avatar_id
    assert avatar_id is not None  # noqa: S101  (the demand was a signed-in avatar)
    limit(f"qz:{avatar_id}", times=MOST_A_MINUTE, seconds=60)
    limit(f"qz-day:{avatar_id}", times=MOST_A_DAY, seconds=24 * 3600)
    at = utc_now()
    zone = people.get_properties().time_zone
    signed = print_signatures.sign(
        message=asked.request,
        operator=_operator(request),
        avatar_id=avatar_id,
        day_began=zones.day_bounds(zones.local_day(at, zone), zone)[0],
        at=at,
    )
    return HttpResponse(signed, content_type="text/plain")


def _operator(request: HttpRequest) -> str:
    return str(request.tenant.name)  # type: ignore[attr-defined]


@router.get(
    "/api/textToSpeech/accounts/get",
    auth=allow("manifest.view"),
    response={200: list[s.SpeechAccountOut], **ERRORS},
    operation_id="speech_accounts_get",
)
def speech_accounts(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the voices that read announcements out."""
    return _voices()


@router.post(
    "/api/textToSpeech/accounts/set",
    auth=allow("setup.general"),
    response={200: list[s.SpeechAccountOut], 503: ErrorOut, **ERRORS},
    operation_id="speech_accounts_set",
)
def set_speech_accounts(request: HttpRequest, body: s.SpeechAccountsIn) -> list[dict[str, Any]]:
    """Set the voices, all of them."""
    voices = [text_to_speech.Voice(**one.model_dump()) for one in body.accounts]
    text_to_speech.set_accounts(voices=voices, at=utc_now())
    return _voices()


def _voices() -> list[dict[str, Any]]:
    names = ("provider", "region", "voice", "language", "is_default")
    return [
        {
            "id": row.pk,
            **{name: getattr(row, name) for name in names},
            "has_credentials": bool(row.credentials_encrypted),
            "is_available": row.provider == provider_calls.BROWSER or provider_calls.is_there(row.provider),
        }
        for row in text_to_speech.list_accounts()
    ]
