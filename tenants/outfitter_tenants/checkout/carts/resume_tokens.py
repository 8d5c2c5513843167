"""
Finds a cart again whose visitor's frame can store nothing (ADR 70).

The page around the frame keeps what finds it, and that page belongs to somebody else, with scripts
of others in it. So what it keeps is sealed, says nothing, ends with the hold, opens no booking, and
is taken only from where it was given out: another machine has no use for it, and in the visitor's
own browser no other site reads the answer.
"""

from datetime import datetime
from ipaddress import ip_address, ip_network
from typing import Final

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit import crypto
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts

# What a provider gives to one site, which changes its addresses inside of it.
_SITE: Final = 64


def make_resume_token(
    *, trip_id: int, ip: str | None, browser: str, at: datetime
) -> tuple[str, datetime] | None:
    """Return what finds this cart again, and until when; None while none of its seats are held."""
    until = _held_until(trip_id, at)
    if until is None or trips.get_trip(trip_id=trip_id).status != "draft":
        return None
    value = {
        "schema": current_schema(),
        "trip": trip_id,
        "until": until.timestamp(),
        "visitor": _visitor(ip, browser),
    }
    return crypto.encrypt_json(settings.FIELD_KEYS, value), until


def find_resumed_trip(*, token: str, ip: str | None, browser: str, at: datetime) -> int:
    """
    Return the cart that a token finds.

    :raises TripNotFound: it finds none any more, none here, or none for whoever asks
    :raises NotADraft: it was booked meanwhile
    """
    try:
        found = crypto.decrypt_json(settings.FIELD_KEYS, token)
    except crypto.Undecryptable:
        found = {}
    is_theirs = (
        found.get("schema") == current_schema()
        and found.get("until", 0) > at.timestamp()
        and found.get("visitor") == _visitor(ip, browser)
    )
    if not is_theirs:
        raise trips.TripNotFound("Trip not found.")
    trip = trips.get_trip(trip_id=found["trip"])
    if trip.status == "deleted":
        raise trips.TripNotFound("Trip not found.")
    drafts.require_draft(trip)
    if _held_until(trip.pk, at) is None:
        raise trips.TripNotFound("Trip not found.")
    return trip.pk


def _held_until(trip_id: int, at: datetime) -> datetime | None:
    holds = scheduling.holds_of_trip(trip_id=trip_id)
    return max((hold.expires_at for hold in holds if hold.is_live(at)), default=None)


def _visitor(ip: str | None, browser: str) -> str:
    """Return where somebody is, so that the token tells nobody who reads it."""
    return crypto.keyed_hash(settings.SECRET_KEY, "cart-resume", _network(ip), browser)


def _network(ip: str | None) -> str:
    try:
        address = ip_address(ip or "")
    except ValueError:
        return ""
    return str(address) if address.version == 4 else str(ip_network((address, _SITE), strict=False))
