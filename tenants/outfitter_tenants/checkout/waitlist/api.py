"""Calls around the waiting list: joining, the page of a place in line, and what staff do with it."""

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow_unscoped, anonymous, anonymous_sale, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.waitlist import acceptance, entries, links, offers, serializers
from outfitter_tenants.checkout.waitlist import requests as r
from outfitter_tenants.checkout.waitlist import schemas as s
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.waitlist import operations as waitlist
from outfitter_tenants.waitlist import queries
from outfitter_tenants.waitlist.rules.line_order import Departure

router = Router(tags=["waiting list"])
VIEW, ADD, EDIT = allow_unscoped("trip.view"), allow_unscoped("trip.create"), allow_unscoped("trip.edit")
_LIST = {200: s.WaitlistOut, **ERRORS}
_PLACE = {200: s.WaitlistPlaceOut, **ERRORS}


def names_for(request: HttpRequest) -> GuestTypeNames:
    """Return what kinds of guests are called, for whoever asks."""
    return catalog.guest_type_names(languages=reader_languages(request))


@router.post(
    "/api/waitlist/join",
    auth=anonymous_sale,
    response={200: s.WaitlistJoinedOut, **ERRORS},
    operation_id="waitlist_join",
)
def join(request: HttpRequest, body: r.WaitlistJoinIn) -> dict[str, object]:
    """Put a visitor's party on the waiting list of a full departure."""
    ip = getattr(request, "client_ip", None)
    limit(f"waitlist-join:{ip}", times=10, seconds=600)
    if body.contact.email:
        limit(f"waitlist-mail:{body.contact.email.lower()}", times=10, seconds=3600)
    row = entries.join(body.asked(), at=utc_now())
    return {"ahead_cnt": _ahead_of(row.pk, row.timeslot_id), "email": row.email}


def _ahead_of(entry_id: int, timeslot_id: int) -> int:
    slot = scheduling.get_timeslot(timeslot_id=timeslot_id)
    line = queries.list_in_line(departure=Departure(slot.id, slot.date), experience_id=slot.experience_id)
    return [row.pk for row in line].index(entry_id)


def _find(request: HttpRequest, secret: str) -> int:
    limit(f"waitlist:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    return links.find(secret=secret).pk


@router.get(
    "/api/waitlist/place/{place}/get", auth=anonymous, response=_PLACE, operation_id="waitlist_place_get"
)
def place_get(request: HttpRequest, place: r.Sealed) -> dict[str, object]:
    """Return the place in line that an address opens."""
    return _place(request, _find(request, place))


@router.post(
    "/api/waitlist/place/{place}/leave", auth=anonymous, response=_PLACE, operation_id="waitlist_place_leave"
)
def place_leave(request: HttpRequest, place: r.Sealed, body: r.WaitlistLeaveIn) -> dict[str, object]:
    """Leave the waiting list, or turn down what it offers."""
    entry_id = _find(request, place)
    entries.leave(entry_id=entry_id, status="left", at=utc_now())
    return _place(request, entry_id)


@router.post(
    "/api/waitlist/place/{place}/accept",
    auth=anonymous_sale,
    response={200: s.WaitlistAcceptedOut, **ERRORS},
    operation_id="waitlist_place_accept",
)
def place_accept(request: HttpRequest, place: r.Sealed, body: r.WaitlistAcceptIn) -> dict[str, str]:
    """Take the seats that are offered: they become a cart, which is paid in the checkout."""
    row = acceptance.accept(entry_id=_find(request, place), at=utc_now())
    return {"url": acceptance.checkout_path(row)}


def _place(request: HttpRequest, entry_id: int) -> dict[str, object]:
    row = queries.get_entry(entry_id=entry_id)
    return serializers.place(row, names=names_for(request), at=utc_now())


@router.get(
    "/api/timeslot/{timeslot}/waitlist/get", auth=VIEW, response=_LIST, operation_id="timeslot_waitlist_get"
)
def timeslot_waitlist(request: HttpRequest, timeslot: Id) -> dict[str, object]:
    """Return who waits for a departure, the next first, and what that is worth."""
    return serializers.waitlist(timeslot_id=timeslot, names=names_for(request), at=utc_now())


@router.post("/api/waitlist/add", auth=ADD, response=_LIST, operation_id="waitlist_add")
def add(request: HttpRequest, body: r.WaitlistJoinIn) -> dict[str, object]:
    """Put a party on the waiting list at the desk."""
    entries.join(body.asked(caller=caller_of(request)), at=utc_now())
    return timeslot_waitlist(request, body.timeslot_id)


@router.post(
    "/api/timeslot/{timeslot}/waitlist/reorder",
    auth=EDIT,
    response=_LIST,
    operation_id="timeslot_waitlist_reorder",
)
def reorder(request: HttpRequest, timeslot: Id, body: r.WaitlistOrderIn) -> dict[str, object]:
    """Change who is next for a departure."""
    at = utc_now()
    slot = scheduling.get_timeslot(timeslot_id=timeslot, at=at)
    waitlist.reorder(
        departure=Departure(slot.id, slot.date),
        experience_id=slot.experience_id,
        wanted=body.entry_ids,
        at=at,
    )
    return timeslot_waitlist(request, timeslot)


@router.post("/api/waitlist/{waitlistEntry}/offer", auth=EDIT, response=_LIST, operation_id="waitlist_offer")
def offer(request: HttpRequest, waitlistEntry: Id, body: r.WaitlistOfferIn) -> dict[str, object]:
    """Offer seats of a departure to one party, whoever stands before it."""
    offers.offer_by_hand(entry_id=waitlistEntry, timeslot_id=body.timeslot_id, at=utc_now())
    return timeslot_waitlist(request, body.timeslot_id)


@router.post(
    "/api/waitlist/{waitlistEntry}/remove", auth=EDIT, response=_LIST, operation_id="waitlist_remove"
)
def remove(request: HttpRequest, waitlistEntry: Id, body: r.WaitlistRemoveIn) -> dict[str, object]:
    """Take a party off the waiting list; seats that are held for it come back."""
    row = entries.leave(entry_id=waitlistEntry, status="removed", at=utc_now())
    return timeslot_waitlist(request, row.offer_timeslot_id or row.timeslot_id)
