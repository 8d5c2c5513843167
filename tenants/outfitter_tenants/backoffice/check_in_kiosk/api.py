"""Routes of self check-in at a kiosk (ADR 143)."""

from typing import TYPE_CHECKING, Final

from django.http import HttpRequest
from ninja import Router

from outfitter.api.etags import keep_by_etag
from outfitter.api.principal import allow, anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.actor import Actor, acting
from outfitter_tenants.backoffice.check_in_kiosk import party_arrival, party_balance, party_view
from outfitter_tenants.backoffice.check_in_kiosk import schemas as s
from outfitter_tenants.backoffice.check_in_kiosk.party_view import Moment
from outfitter_tenants.devices import kiosk_terms
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices.device_access import device_of
from outfitter_tenants.people import queries as people

if TYPE_CHECKING:
    from outfitter_tenants.devices.models import KioskTerms

router = Router(tags=["kiosk"])
SET_UP = allow("setup.general")
# More than a queue needs, far fewer than anybody who guesses would.
FINDS_A_MINUTE: Final = 30
_TERMS = {200: s.KioskTermsOut, **ERRORS}
_PARTY = {200: s.KioskPartyOut, **ERRORS}


@router.get("/api/devices/kiosk/get", auth=SET_UP, response=_TERMS, operation_id="kiosk_terms_get")
def terms_get(request: HttpRequest) -> dict[str, object]:
    """Return how guests check themselves in at kiosks."""
    return _terms(kiosk_terms.get_terms())


@router.post("/api/devices/kiosk/save", auth=SET_UP, response=_TERMS, operation_id="kiosk_terms_save")
def terms_save(request: HttpRequest, body: s.KioskTermsIn) -> dict[str, object]:
    """Set how guests check themselves in at kiosks."""
    choice = kiosk_terms.KioskChoice(**body.model_dump())
    return _terms(kiosk_terms.save(choice=choice, at=utc_now()))


@router.post(
    "/api/kiosk/open", auth=anonymous, response={200: s.KioskOut, **ERRORS}, operation_id="kiosk_open"
)
def kiosk_open(request: HttpRequest) -> dict[str, object]:
    """Return what a kiosk's page begins with; what the guest before had to sign is put away."""
    now = _now(request)
    if now.device.shown_waiver is not None:
        devices.show_waiver(device_id=now.device.pk, booking_ids=[], template_ids=None, at=now.at)
    return {
        "account": {
            "name": request.tenant.name,  # type: ignore[attr-defined]
            "logo_url": now.settings.logo_url,
            "brand_color": now.settings.brand_color,
        },
        "device": now.device.name,
        "locale": now.settings.locale,
        "time_zone": now.settings.time_zone,
        "finds_by_name": now.terms.finds_by_name,
        "idle_seconds": now.terms.idle_seconds,
        "has_pin": bool(now.terms.pin_hash),
    }


@router.post("/api/kiosk/find", auth=anonymous, response=_PARTY, operation_id="kiosk_find")
def kiosk_find(request: HttpRequest, body: s.KioskFindIn) -> dict[str, object]:
    """Return whose code a guest holds up, or the one party of today with this name and number."""
    now = _now(request)
    limit(f"kiosk-find:{now.device.pk}", times=FINDS_A_MINUTE, seconds=60)
    if body.code is not None:
        return party_arrival.find_by_code(body.code, now)
    return party_arrival.find_by_name(body.last_name, body.phone_end, now)


@router.post("/api/kiosk/party", auth=anonymous, response=_PARTY, operation_id="kiosk_party")
def kiosk_party(request: HttpRequest, body: s.KioskPartyIn) -> dict[str, object]:
    """Return how a party stands that this kiosk found; whoever signed comes back to it."""
    now = _now(request)
    return party_view.shown(party_arrival.party_of_key(body.key, now), now)


@router.post(
    "/api/kiosk/checkIn",
    auth=anonymous,
    response={200: s.KioskCheckedInOut, **ERRORS},
    operation_id="kiosk_check_in",
)
def kiosk_check_in(request: HttpRequest, body: s.KioskCheckInIn) -> dict[str, object]:
    """Check guests of a party in, and print their tickets where this kiosk's come out."""
    now = _now(request)
    agent = request.headers.get("User-Agent", "")
    with acting(Actor("customer", None, now.device.name, getattr(request, "client_ip", None), agent)):
        return party_arrival.check_in(body.key, body.booking_ids, body.client_action_id, now)


@router.post(
    "/api/kiosk/sign",
    auth=anonymous,
    response={200: s.KioskDoneOut, 423: ErrorOut, **ERRORS},
    operation_id="kiosk_sign",
)
def kiosk_sign(request: HttpRequest, body: s.KioskPartyIn) -> dict[str, object]:
    """Have this kiosk show what guests of a party still have to sign."""
    now = _now(request)
    party = party_arrival.party_of_key(body.key, now)
    unsigned = [one.booking_id for one in party.guests if not one.has_signed]
    devices.show_waiver(device_id=now.device.pk, booking_ids=unsigned, template_ids=None, at=now.at)
    return {"ok": True}


@router.post(
    "/api/kiosk/pay", auth=anonymous, response={200: s.KioskPayOut, **ERRORS}, operation_id="kiosk_pay"
)
def kiosk_pay(request: HttpRequest, body: s.KioskPartyIn) -> dict[str, object]:
    """Return a code by which a party pays what is left on a phone of its own."""
    now = _now(request)
    limit(f"kiosk-pay:{now.device.pk}", times=FINDS_A_MINUTE, seconds=60)
    return party_balance.payment_code(body.key, now)


@router.get(
    "/api/kiosk/balance/get",
    auth=anonymous,
    response={200: s.KioskBalanceOut, **ERRORS},
    operation_id="kiosk_balance",
)
def kiosk_balance(request: HttpRequest, key: s.PartyKey) -> dict[str, object]:
    """Return what is left to pay; asked while a phone pays, and sent only when it changed."""
    keep_by_etag(request)
    return party_balance.standing(key, device_of(request, kinds=("kiosk",)).pk)


@router.post(
    "/api/kiosk/leave", auth=anonymous, response={200: s.KioskDoneOut, **ERRORS}, operation_id="kiosk_leave"
)
def kiosk_leave(request: HttpRequest, body: s.KioskLeaveIn) -> dict[str, object]:
    """Let staff leave the page who know the PIN."""
    kiosk_terms.check_pin(device_id=_now(request).device.pk, pin=body.pin)
    return {"ok": True}


def _now(request: HttpRequest) -> Moment:
    device = device_of(request, kinds=("kiosk",))
    return Moment(device, kiosk_terms.get_terms(), people.get_properties(), utc_now())


def _terms(row: "KioskTerms") -> dict[str, object]:
    names = (
        "opens_minutes",
        "closes_minutes",
        "allows_unpaid",
        "finds_by_name",
        "prints_tickets",
        "idle_seconds",
        "version",
    )
    return {**{name: getattr(row, name) for name in names}, "has_pin": bool(row.pin_hash)}
