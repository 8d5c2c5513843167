"""One's own PIN for devices at a counter (ADR 149)."""

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import caller_of, confirmed
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.operations import counter_pins
from outfitter_tenants.security import schemas as s

router = Router(tags=["my security"])
# Nobody sells before the terms are agreed to.
OWN = confirmed(passes=frozenset())


@router.post("/api/me/pin/save", auth=OWN, response={200: s.DoneOut, **ERRORS}, operation_id="me_pin_save")
def me_pin_save(request: HttpRequest, body: s.PinIn) -> dict[str, bool]:
    """Set or change my PIN; where I'm signed in with the old one, I no longer am."""
    counter_pins.set_own(avatar_id=caller_of(request).avatar_id or 0, pin=body.pin, at=utc_now())
    return {"ok": True}


@router.post(
    "/api/me/pin/remove", auth=OWN, response={200: s.DoneOut, **ERRORS}, operation_id="me_pin_remove"
)
def me_pin_remove(request: HttpRequest) -> dict[str, bool]:
    """Take my PIN away."""
    counter_pins.remove_own(avatar_id=caller_of(request).avatar_id or 0, at=utc_now())
    return {"ok": True}
