"""Routes with which a register knows who sells (ADR 149)."""

from typing import TYPE_CHECKING, Final

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.counter_sign_in import schemas as s
from outfitter_tenants.devices.device_access import DeviceElsewhere, device_of
from outfitter_tenants.people import queries as people
from outfitter_tenants.security import counter_session

if TYPE_CHECKING:
    from outfitter_tenants.devices.models import Device

router = Router(tags=["devices"])
REGISTERS: Final = frozenset({"pos"})
# A busy counter changes hands every few seconds; whoever tries PINs of everybody does so faster.
TRIES: Final = 60


@router.get(
    "/api/device/sellers/get",
    auth=anonymous,
    response={200: s.CounterSellersOut, **ERRORS},
    operation_id="device_sellers",
)
def device_sellers(request: HttpRequest) -> dict[str, object]:
    """Return who has a PIN, for a register that asks who sells."""
    _register(request)
    return {"sellers": people.list_with_pin()}


@router.post(
    "/api/device/signIn",
    auth=anonymous,
    response={200: s.CounterSignInOut, **ERRORS},
    operation_id="device_sign_in",
)
def device_sign_in(request: HttpRequest, body: s.CounterSignInIn) -> dict[str, object]:
    """Sign somebody in on a register by PIN: what is sold and counted there is theirs from now on."""
    device = _register(request)
    limit(f"counter-pin:{device.pk}", times=TRIES, seconds=600)
    who = counter_session.sign_in(
        request,
        avatar_id=body.user_avatar_id,
        pin=body.pin,
        device_id=device.pk,
        device=device.name,
        at=utc_now(),
    )
    return {"id": who.avatar_id, "name": who.name}


def _register(request: HttpRequest) -> "Device":
    """
    Return the register that asks.

    :raises DeviceElsewhere: it is no one machine, so that its token may be anywhere
    """
    device = device_of(request, kinds=REGISTERS)
    if not device.binding_hash:
        raise DeviceElsewhere("Pair this register in the office: PINs only work on a paired one.")
    return device
