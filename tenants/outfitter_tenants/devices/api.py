"""Terminals, tablets and printers (specification 7.9)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schema import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.devices import operations, queries
from outfitter_tenants.devices import schemas as s

router = Router(tags=["devices"])
_LIST = {200: s.DevicesOut, **ERRORS}


def _all() -> dict[str, Any]:
    return {"devices": queries.list_devices()}


@router.get(
    "/api/devices/get", auth=allow("manifest.view"), response=_LIST, operation_id="devices_get"
)
def devices_get(request: HttpRequest) -> dict[str, Any]:
    """Return the devices in service."""
    return _all()


@router.post(
    "/api/device/register", auth=allow("setup.general"),
    response={200: s.DeviceRegisteredOut, **ERRORS}, operation_id="device_register",
)  # fmt: skip
def device_register(request: HttpRequest, body: s.DeviceRegisterIn) -> dict[str, Any]:
    """Register a device and hand out its token, once."""
    device_id, token = operations.register(**body.model_dump(), at=utc_now())
    return {"device_id": device_id, "token": token}


@router.post(
    "/api/device/{device}/save", auth=allow("setup.general"), response=_LIST,
    operation_id="device_save",
)  # fmt: skip
def device_save(request: HttpRequest, device: Id, body: s.DeviceChangeIn) -> dict[str, Any]:
    """Change a device's name and place."""
    operations.rename(device_id=device, name=body.name, location_id=body.location_id, at=utc_now())
    return _all()


@router.post(
    "/api/device/{device}/revoke", auth=allow("setup.general"), response=_LIST,
    operation_id="device_revoke",
)  # fmt: skip
def device_revoke(request: HttpRequest, device: Id) -> dict[str, Any]:
    """Take a device out of service."""
    operations.revoke(device_id=device, at=utc_now())
    return _all()
