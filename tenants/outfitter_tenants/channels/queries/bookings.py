"""Reads of what channels have booked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet, TextField, UUIDField

from outfitter.db.configuration import VERSION
from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.statements import Param, Statement
from outfitter.plugins.channels.booking_types import BookingKey, BookingSearch
from outfitter.plugins.channels.errors import MalformedRequest, UnknownBooking
from outfitter_tenants.channels.models import ExternalBooking

_LINE: Final = f"SELECT {VERSION}, pg_advisory_xact_lock(hashtextextended(current_schema() || %s::text, 12))"


def lock_reference(*, connection_id: int, reference: str) -> str:
    """
    Let requests of one reference come after one another until the transaction ends.

    Returns the configuration's version, for who asks for it next (`configuration`).
    """
    with prepared_cursor() as cursor:
        cursor.execute(_LINE, [f":channel:{connection_id}:{reference}"])
        return str((cursor.fetchone() or ("",))[0])


def find_by_reference(*, connection_id: int, reference: str) -> ExternalBooking | None:
    """Return the booking that a reference made or confirmed, locked."""
    return _LOCKED_BY_REFERENCE.first(connection_id=connection_id, reference=reference)


def find(*, connection_id: int, key: BookingKey) -> ExternalBooking:
    """
    Return one booking of a connection.

    :raises UnknownBooking: it has none by that name
    """
    return _known(_BY_UUID, _BY_REFERENCE, connection_id, key)


def lock(*, connection_id: int, key: BookingKey) -> ExternalBooking:
    """
    Lock one booking of a connection: before its trip.

    :raises UnknownBooking: it has none by that name
    """
    return _known(_LOCKED_BY_UUID, _LOCKED_BY_REFERENCE, connection_id, key)


Rows = Statement[ExternalBooking]


def _known(by_uuid: Rows, by_reference: Rows, connection_id: int, key: BookingKey) -> ExternalBooking:
    if key.uuid is not None:
        row = by_uuid.first(connection_id=connection_id, uuid=_uuid(key.uuid))
    elif key.reference is not None:
        row = by_reference.first(connection_id=connection_id, reference=key.reference)
    else:
        raise MalformedRequest("Name the booking.", field="key")
    if row is None:
        raise UnknownBooking("Booking not found.")
    return row


def _uuid(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        raise UnknownBooking("Booking not found.") from None


def _by_uuid() -> "QuerySet[ExternalBooking]":
    rows = ExternalBooking.objects.filter(connection_id=Param("connection_id"))
    return rows.filter(uuid=Param("uuid", UUIDField()))


def _by_reference() -> "QuerySet[ExternalBooking]":
    reference = Param("reference", TextField())
    rows = ExternalBooking.objects.filter(connection_id=Param("connection_id"))
    return rows.filter(Q(reference=reference) | Q(late_reference=reference)).order_by("pk")


_BY_UUID: Final[Rows] = Statement(_by_uuid)
_BY_REFERENCE: Final[Rows] = Statement(lambda: _by_reference()[:1])
_LOCKED_BY_UUID: Final[Rows] = Statement(lambda: _by_uuid().select_for_update(of=("self",)))
_LOCKED_BY_REFERENCE: Final[Rows] = Statement(lambda: _by_reference().select_for_update(of=("self",))[:1])


def search(*, connection_id: int, wanted: BookingSearch, at: datetime) -> list[ExternalBooking]:
    """Return the bookings that match, oldest first, at most `wanted.most` of the newest."""
    rows = ExternalBooking.objects.filter(connection_id=connection_id)
    named = {
        "channel_reference": wanted.channel_reference,
        "group_ref": wanted.group,
        "date__gte": wanted.starts_from,
        "date__lte": wanted.starts_to,
    }
    rows = rows.filter(**{name: value for name, value in named.items() if value is not None})
    if wanted.supplier_reference is not None:
        rows = rows.filter(confirmation_code=wanted.supplier_reference.upper()[:9])
    if wanted.states:
        rows = rows.filter(_in_states(wanted.states, at))
    newest = list(rows.order_by("-pk")[: max(1, min(wanted.most, 1000))])
    return newest[::-1]


def _in_states(states: Collection[str], at: datetime) -> Q:
    found = Q(state__in=[one for one in states if one not in {"on_hold", "expired"}])
    if {"pending", "redeemed"} & set(states):
        found |= Q(state="confirmed")
    if "on_hold" in states:
        found |= Q(state="on_hold", expires_at__gt=at)
    if "expired" in states:
        found |= Q(state="expired") | Q(state="on_hold", expires_at__lte=at)
    return found


def of_trip(*, trip_id: int, channel: str | None = None) -> list[ExternalBooking]:
    """Return what channels have on a trip, oldest first."""
    rows = ExternalBooking.objects.filter(trip_id=trip_id).select_related("connection")
    if channel is not None:
        rows = rows.filter(connection__channel=channel)
    return list(rows.order_by("pk"))


def lapsed(*, at: datetime, limit: int = 500) -> list[int]:
    """Return holds that have run out and still say that they are held."""
    rows = ExternalBooking.objects.filter(state="on_hold", expires_at__lte=at)
    return list(rows.order_by("expires_at").values_list("pk", flat=True)[:limit])


@dataclass(frozen=True, slots=True)
class BookingCounts:
    """How many bookings a connection has had, by what became of them."""

    held: int
    confirmed: int
    cancelled: int


def count_since(*, connection_ids: Sequence[int], since: datetime) -> dict[int, BookingCounts]:
    """Return the bookings of connections since an instant."""
    rows = ExternalBooking.objects.filter(
        connection_id__in=connection_ids, created_at__gte=since
    ).values_list("connection_id", "state")
    counts: dict[int, list[int]] = {}
    places = {"on_hold": 0, "confirmed": 1, "cancelled": 2}
    for connection_id, state in rows:
        if state in places:
            counts.setdefault(connection_id, [0, 0, 0])[places[state]] += 1
    return {pk: BookingCounts(*found) for pk, found in counts.items()}
