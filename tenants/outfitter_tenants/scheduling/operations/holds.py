"""
Seats set aside, changed, sold and given back.

A hold is live while it is active and unexpired; expiry needs no job to be true. The counters on
the timeslot are taken by one conditional update first and explained by rows after.
"""

import ipaddress
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, cast

from django.db import connection

from outfitter.db.locks import atomic, wait_for_locks
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations import (
    availability_events,
    overbooking,
    resource_claims,
    seat_allocation,
)
from outfitter_tenants.scheduling.operations.booking_rules import (
    Buyer,
    NotBookable,
    Party,
    ask_of,
    find_party,
    party_of,
)
from outfitter_tenants.scheduling.operations.hold_request import (
    HARD_LIMIT,
    HoldDraft,
    HoldKind,
    HoldRef,
    SeatRequest,
    json_keys,
)
from outfitter_tenants.scheduling.operations.seat_allocation import SoldOut
from outfitter_tenants.scheduling.queries import holds, pools, seats, timeslot_for_sale, timeslots
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.scheduling.rules.partner_terms import PartnerTerms

__all__ = [
    "HoldExpired",
    "HoldNotFound",
    "HoldRef",
    "NotBookable",
    "SeatRequest",
    "SoldOut",
    "TooManyHolds",
    "convert_hold",
    "extend_hold",
    "lock_visitor_queue",
    "place_hold",
    "release_booked",
    "release_hold",
    "replace_hold",
]

MAX_HOLDS_OF_VISITOR: Final = 5
MAX_HOLDS_OF_IP: Final = 20


class HoldNotFound(NotFound):
    """No such hold here."""


class HoldExpired(DomainError):
    """The hold ended and its seats are back on sale."""

    code = "hold_expired"
    status = 409


class TooManyHolds(DomainError):
    """One visitor or address keeps too many seats from others (domain.md 4.3, rule 5)."""

    code = "rate_limited"
    status = 429


def place_hold(
    request: SeatRequest,
    *,
    at: datetime,
    is_queued: bool = False,
    offered: timeslot_for_sale.TimeslotForSale | None = None,
) -> HoldRef:
    """
    Set seats aside on a timeslot.

    `is_queued`: the transaction has called `lock_visitor_queue` for this visitor and address already.
    `offered`: the timeslot as the transaction has read it for somebody whose holds nobody counts.

    :raises SoldOut: fewer seats are left; `detail.remaining` says how many
    :raises NotBookable: anything else speaks against it
    :raises TooManyHolds: the visitor or address holds too much already
    """
    request = replace(request, ip=related_timeslots(request.ip))
    counted = {"visitor": request.visitor, "ip": request.ip} if request.is_counted else {}
    with atomic() if counted and not connection.in_atomic_block else nullcontext():
        found = offered or timeslot_for_sale.get_timeslot_for_sale(
            timeslot_id=request.timeslot_id, at=at, **({} if is_queued else counted)
        )
        party = party_of(
            found, qty_by_type=request.qty_by_type, buyer=request.buyer, at=at, check=request.check
        )
        most = (MAX_HOLDS_OF_VISITOR, MAX_HOLDS_OF_IP) if counted else None
        try:
            return HoldDraft(party, request, most=most).place(at)
        except SoldOut:
            if counted:
                _refuse_hoarding(timeslot_for_sale.count_live(**counted, at=at))
            raise


def lock_visitor_queue(*, visitor: str | None, ip: str | None) -> None:
    """
    Let holds of one visitor, and of one address, come after one another in this transaction.

    Five requests in the same moment would each find four holds. Who locks departures before it
    takes new seats calls this first (outfitter.db.locks).
    """
    with wait_for_locks():
        timeslot_for_sale.lock_visitor_queue(visitor=visitor, ip=related_timeslots(ip))


def related_timeslots(ip: str | None) -> str | None:
    """
    Return the address that stands for a caller's: of IPv6 the network that one customer gets.

    Each of its 2^64 addresses is theirs; counted one by one they would be no limit.
    """
    if not ip or ":" not in ip:
        return ip
    address = ipaddress.IPv6Address(ip.partition("%")[0])
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False).network_address)


def replace_hold(*, hold_id: int, request: SeatRequest, at: datetime) -> HoldRef:
    """
    Change what a hold keeps, in quantity or to another timeslot, and let it live on.

    All or nothing: when the new seats cannot be had, the old ones stay held. A hold whose seats
    went back on sale is placed anew. What kind of hold it is, and whose, stays as it was.

    :raises HoldNotFound: there is none, or it was released or converted
    :raises SoldOut: the new seats are not there
    :raises NotBookable: anything else speaks against it
    """
    with atomic():
        hold = _lock(hold_id, also=request.timeslot_id)
        party = find_party(
            timeslot_id=request.timeslot_id,
            qty_by_type=request.qty_by_type,
            buyer=request.buyer,
            at=at,
            check=request.check,
        )
        if hold.status == "expired":
            return _again(hold, party, request.until).place(at)
        _tell_exchange(hold, party, at)
        moved = hold.timeslot_id != request.timeslot_id
        seat_allocation.exchange(hold, party, at)
        hold.qty_by_type = json_keys(party.ask.quantities)
        hold.pax_cnt, hold.is_online = party.pax_cnt, party.is_online
        hold.audience, hold.method = request.buyer.audience, request.buyer.method
        hold.pool_claims = json_keys(party.claims)
        hold.timeslot_id = request.timeslot_id
        _slide(hold, request.until, at)
        hold.save()
        # One that needs none on its new departure gives back what it had.
        if party.slot.needs_resources or moved:
            resource_claims.claim(party=party, hold_id=hold_id, at=at, may_lack=overbooking.is_allowed(party))
        return replace(_ref(hold), warnings=party.warnings)


def _tell_exchange(hold: Hold, party: Party, at: datetime) -> None:
    before = (hold.timeslot_id, hold.pax_cnt, hold.is_online, hold.pool_claims)
    if before == (party.slot.id, party.pax_cnt, party.is_online, json_keys(party.claims)):
        return  # only touched
    for timeslot_id in sorted({hold.timeslot_id, party.slot.id}):
        availability_events.seats_changed(timeslot_id=timeslot_id, reason="hold_changed", at=at)


def extend_hold(
    *, hold_id: int, until: datetime, at: datetime, partner: PartnerTerms | None = None
) -> HoldRef:
    """
    Keep a hold alive until then, at most as long as its kind may live; never shortens.

    An expired hold takes its seats again when they are still there, under the terms of `partner`
    where it was made for one that has its own.

    :raises HoldNotFound: there is none
    :raises HoldExpired: it was released, or its seats went back on sale and are gone
    :raises NotBookable: it had expired and the timeslot is no longer on sale
    """
    with atomic():
        hold = _lock(hold_id, may_be_over=True)
        if hold.status == "converted":
            return _ref(hold)
        if hold.status == "released":
            raise HoldExpired("Your seats are no longer held. Please choose a time again.")
        if hold.status == "active" and hold.expires_at > at:
            _slide(hold, until, at)
            hold.save(update_fields=["expires_at", "extended_cnt"])
            return _ref(hold)
        return _revive(hold, until, at, partner)


def _revive(hold: Hold, until: datetime, at: datetime, partner: PartnerTerms | None) -> HoldRef:
    party = find_party(
        timeslot_id=hold.timeslot_id,
        qty_by_type=_int_keys(hold.qty_by_type),
        buyer=_buyer(hold, partner),
        at=at,
        check=None,
    )
    if hold.status == "active":
        # Not swept: nobody has taken its seats.
        hold.hard_expires_at = at + HARD_LIMIT[hold.kind]
        _slide(hold, until, at)
        hold.save(update_fields=["expires_at", "hard_expires_at", "extended_cnt"])
        # But somebody may have its resources by now.
        seat_allocation.set_resources(party, hold.pk, at)
        return _ref(hold)
    try:
        return _again(hold, party, until).place(at)
    except SoldOut as problem:
        raise HoldExpired("Your hold ended and the seats have been sold.", **problem.detail) from problem


def release_hold(*, hold_id: int, at: datetime, also: int | None = None) -> bool:
    """
    Give a hold's seats back; False when it held none any more.

    `also` is another timeslot that the transaction goes on to change: it is locked in order, too.

    :raises HoldNotFound: there is no such hold
    """
    with atomic():
        hold = _lock(hold_id, also=also, may_be_over=True)
        if hold.status != "active":
            return False
        seat_allocation.end([hold], "released", at)
        availability_events.seats_changed(timeslot_id=hold.timeslot_id, reason="hold_released", at=at)
        return True


def convert_hold(*, hold_id: int, at: datetime, has_resources: bool = True) -> HoldRef:
    """
    Turn held seats into sold ones; doing it twice changes nothing.

    Without `has_resources` whoever calls sees to the resources of the whole order.

    A hold that expired takes its seats again, whatever the cut-off says by now: the money is here.

    :raises HoldNotFound: there is none
    :raises HoldExpired: it was released
    :raises SoldOut: it had expired and its seats are gone
    :raises NotBookable: the departure was cancelled or closed meanwhile
    """
    with atomic():
        hold = _lock(hold_id, may_be_over=True)
        if hold.status == "expired":
            hold = _late(hold, at)
        if hold.status == "converted":
            return _ref(hold)
        if hold.status == "released":
            raise HoldExpired("These seats are no longer held.")
        slot = timeslots.get_timeslot(timeslot_id=hold.timeslot_id, at=at)
        if "cancelled" in {slot.status, slot.day.status}:
            raise NotBookable("cancelled")
        seat_allocation.sell(hold)
        if slot.needs_resources and has_resources:
            resource_claims.convert(hold_id=hold.pk, trip_order_id=hold.trip_order_id, at=at)
        Hold.objects.filter(pk=hold.pk).update(status="converted", closed_at=at)
        availability_events.seats_changed(timeslot_id=hold.timeslot_id, reason="sold", at=at)
        return _ref(hold)


def _late(hold: Hold, at: datetime) -> Hold:
    """Return the hold that took the place of an expired one, taking its seats when needed."""
    later = Hold.objects.filter(
        trip_order_id=hold.trip_order_id, id__gt=hold.pk, status__in=["active", "converted"]
    )
    found = later.order_by("-id").first() if hold.trip_order_id else None
    if found is None:
        slot = timeslots.get_timeslot(timeslot_id=hold.timeslot_id, at=at)
        # The seats it had, whatever the experience sells by now.
        kinds = catalog.experience_customer_types(experience_id=slot.experience_id)
        ask = ask_of(kinds, _int_keys(hold.qty_by_type), _buyer(hold))
        party = Party(slot, replace(ask, pax_cnt=hold.pax_cnt))
        again = _again(hold, party, at + timedelta(minutes=1))
        found = Hold.objects.get(pk=replace(again, is_late=True).place(at).id)
    return found


def release_booked(
    *,
    timeslot_id: int,
    pax_by_type: Mapping[int, int],
    audience: Audience,
    method: str | None,
    at: datetime,
    trip_order_id: int | None = None,
) -> None:
    """
    Give sold seats back after a cancellation: experience customer type id -> pax.

    `audience` and `method` are those of the trip they were sold in. With `trip_order_id` the whole
    order leaves: its resources and guides on the timeslot are free again, too.
    """
    pax_cnt = sum(pax_by_type.values())
    with atomic():
        seats.lock_timeslots(ids=[timeslot_id])
        if trip_order_id is not None:
            resource_claims.release_order(trip_order_id=trip_order_id, timeslot_id=timeslot_id)
        if pax_cnt <= 0:
            return
        slot = timeslots.get_timeslot(timeslot_id=timeslot_id, at=at)
        kinds = slot.seats.by_type
        pooled = {kinds[kind].id: pax for kind, pax in pax_by_type.items() if pax and kind in kinds}
        own = slot.seats.pool_of_method(method)
        if own is not None:
            pooled[own.id] = pax_cnt
        online = pax_cnt if slot.seats.is_online(audience, method) else 0
        seats.move(timeslot_id=timeslot_id, booked=-pax_cnt, online_booked=-online)
        pools.move(claims=pooled, booked=-1)
        availability_events.seats_changed(timeslot_id=timeslot_id, reason="cancelled", at=at)


def _again(hold: Hold, party: Party, until: datetime) -> HoldDraft:
    """Return the hold once more, for what a party asks for by now."""
    request = SeatRequest(
        party.slot.id,
        party.ask.quantities,
        Buyer(party.ask.audience, party.ask.method, partner=party.ask.partner),
        until,
        cast("HoldKind", hold.kind),
        hold.trip_id,
        hold.trip_order_id,
        hold.visitor,
        hold.ip,
    )
    return HoldDraft(party, request)


def _lock(hold_id: int, *, also: int | None = None, may_be_over: bool = False) -> Hold:
    seen = holds.find_hold(hold_id=hold_id)
    if seen is None:
        raise HoldNotFound("Hold not found.")
    seats.lock_timeslots(ids={seen.timeslot_id, also or seen.timeslot_id})
    hold = seats.lock_hold(hold_id=hold_id)
    if hold is None or hold.timeslot_id != seen.timeslot_id:
        raise seat_allocation.SeatsMoved("This hold is being changed right now. Please try again.")
    if not may_be_over and hold.status in {"released", "converted"}:
        raise HoldNotFound("This hold no longer exists.", status=hold.status)
    return hold


def _refuse_hoarding(held: tuple[int, int]) -> None:
    of_visitor, of_ip = held
    if of_visitor >= MAX_HOLDS_OF_VISITOR or of_ip >= MAX_HOLDS_OF_IP:
        raise TooManyHolds(
            "You're already holding too many seats. Finish or leave a checkout first.", retry_after=60
        )


def _slide(hold: Hold, until: datetime, at: datetime) -> None:
    if hold.expires_at <= at:
        hold.hard_expires_at = at + HARD_LIMIT[hold.kind]
    hold.expires_at = max(hold.expires_at, min(until, hold.hard_expires_at))
    hold.extended_cnt = min(hold.extended_cnt + 1, 32_767)
    availability_events.sweep_at(hold.expires_at)


def _ref(hold: Hold) -> HoldRef:
    return HoldRef(hold.pk, hold.uuid, hold.expires_at, hold.pax_cnt)


def _buyer(hold: Hold, partner: PartnerTerms | None = None) -> Buyer:
    return Buyer(cast("Audience", hold.audience), hold.method, partner=partner)


def _int_keys(quantities: Mapping[str, int]) -> dict[int, int]:
    return {int(kind): int(qty) for kind, qty in quantities.items()}
