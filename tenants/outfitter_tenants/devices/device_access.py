"""
From a request to the device that sends it: its token, the binding to one machine, and its kind (ADR 136).

A paired device shows two things: its token, and a secret that was set as a cookie no script can read
(or that an agent keeps in a file). A token that was copied to another machine comes without it.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from outfitter.api.rate_limits import limit
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden
from outfitter.plugins import outbox
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.audit.operations import record
from outfitter_tenants.devices import operations
from outfitter_tenants.devices.models import Device

TOKEN_HEADER: Final = "X-Outfitter-Device"  # noqa: S105  (a name)
BINDING_HEADER: Final = "X-Outfitter-Binding"
_COOKIE: Final = "outfitter_device_{device_id}"
_COOKIE_SECONDS: Final = 400 * 24 * 3600  # as long as browsers keep any cookie
_BEARER: Final = "bearer "
# Several screens at one counter share an address.
TRIES_A_MINUTE: Final = 600
# People are told once in so long that a token turned up elsewhere.
_TOLD_EVERY: Final = timedelta(hours=12)
_SEEN_EVERY: Final = timedelta(minutes=1)


class DeviceElsewhere(Forbidden):
    """The token was given to another browser or machine."""

    code = "device_elsewhere"


class DeviceKindRefused(Forbidden):
    """Devices of this kind have no business here."""

    code = "device_kind_refused"


def has_token(request: HttpRequest) -> bool:
    """Return whether a request says that it comes from a device."""
    return bool(_token(request))


def device_of(request: HttpRequest, *, kinds: Collection[str] | None = None) -> Device:
    """
    Return the device that sends a request, and note that it was seen.

    :raises UnknownDevice: its token opens nothing here, or no longer
    :raises DeviceElsewhere: it was given to another browser or machine; people are told
    :raises DeviceKindRefused: devices of its kind may not do this
    """
    at = utc_now()
    ip = str(getattr(request, "client_ip", ""))
    limit(f"device-token:{ip}", times=TRIES_A_MINUTE, seconds=60)
    row = operations.find_by_token(token=_token(request)[:200])
    if row.binding_hash and operations.hash_of(_binding(request, row.pk)) != row.binding_hash:
        _tell_elsewhere(row, ip, at)
        raise DeviceElsewhere(
            "This device was set up in another browser or on another computer. Pair it again in the office."
        )
    if kinds is not None and row.kind not in kinds:
        raise DeviceKindRefused("A device of this type can't do this. Pair one of the right type.")
    note_seen(row, at=at)
    return row


def note_seen(row: Device, *, at: datetime, showing: str | None = None) -> None:
    """Note when a device was last seen, at most once a minute, and what it shows when that changed."""
    stale = Q(last_seen_at__isnull=True) | Q(last_seen_at__lt=at - _SEEN_EVERY)
    is_new = showing is not None and showing != row.showing
    if is_new:
        row.showing = showing or ""
        Device.objects.filter(pk=row.pk).update(last_seen_at=at, showing=row.showing)
    elif row.last_seen_at is None or row.last_seen_at < at - _SEEN_EVERY:
        Device.objects.filter(stale, pk=row.pk).update(last_seen_at=at)


def bind(response: HttpResponse, *, device_id: int, binding: str) -> None:
    """Have the browser keep what binds a device to it: no script of any page can read it."""
    response.set_cookie(
        _COOKIE.format(device_id=device_id),
        binding,
        max_age=_COOKIE_SECONDS,
        path="/api/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def _token(request: HttpRequest) -> str:
    given = request.headers.get(TOKEN_HEADER, "")
    header = request.headers.get("Authorization", "")
    shown = header[len(_BEARER) :].strip() if header[: len(_BEARER)].lower() == _BEARER else ""
    # API keys are shown the same way and are no devices.
    return given or (shown if shown.startswith(operations.TOKEN_PREFIX) else "")


def _binding(request: HttpRequest, device_id: int) -> str:
    given = request.headers.get(BINDING_HEADER) or request.COOKIES.get(_COOKIE.format(device_id=device_id))
    return (given or "")[:200]


def _tell_elsewhere(row: Device, ip: str, at: datetime) -> None:
    if audit.was_done_to(
        entity_type="device", entity_id=row.pk, action="device.copied", since=at - _TOLD_EVERY
    ):
        return
    with atomic():
        # Written although the request is refused: one line for two that try at once.
        Device.objects.select_for_update().get(pk=row.pk)
        record(entity_type="device", entity_id=row.pk, action="device.copied", at=at, after={"ip": ip})
        outbox.publish("device.copied", at=at, device_id=row.pk, device=row.name, ip=ip)
