"""Reads of allotments: what they say, what is kept, what is used."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, Sum

from outfitter.db.configuration import configuration_read
from outfitter.kit.errors import NotFound
from outfitter_tenants.channels.models import ChannelAllotment, ExternalBooking, GuaranteedSeats
from outfitter_tenants.channels.rules.allotments import Allotment


class AllotmentNotFound(NotFound):
    """No such allotment here."""


def allotments_of(*, connection_id: int, experience_ids: Collection[int] | None = None) -> list[Allotment]:
    """Return what a connection was promised, and bounded to, by age."""
    found = _of_connection(connection_id=connection_id)
    wanted = None if experience_ids is None else {None, *experience_ids}
    return [one for one in found if wanted is None or one.experience_id in wanted]


@configuration_read
def _of_connection(*, connection_id: int) -> list[Allotment]:
    rows = ChannelAllotment.objects.filter(connection_id=connection_id)
    return [_allotment(row) for row in rows.order_by("pk")]


def promised() -> dict[int, list[Allotment]]:
    """Return the allotments of open connections that keep seats, by connection."""
    rows = ChannelAllotment.objects.filter(
        guaranteed__gt=0, connection__state="live", connection__archived_at__isnull=True
    )
    found: dict[int, list[Allotment]] = {}
    for row in rows.order_by("connection_id", "pk"):
        found.setdefault(row.connection_id, []).append(_allotment(row))
    return found


def kept_by(*, connection_id: int, timeslot_ids: Collection[int] | None = None) -> dict[int, int]:
    """Return what is kept for a connection: timeslot id -> seats."""
    rows = GuaranteedSeats.objects.filter(connection_id=connection_id)
    if timeslot_ids is not None:
        rows = rows.filter(timeslot_id__in=timeslot_ids)
    return dict(rows.values_list("timeslot_id", "pax_cnt"))


def used_by(*, connection_id: int, timeslot_ids: Collection[int], at: datetime) -> dict[int, int]:
    """Return what a connection has of departures, held and sold: timeslot id -> seats."""
    live = Q(state="confirmed") | Q(state="on_hold", expires_at__gt=at)
    rows = ExternalBooking.objects.filter(live, connection_id=connection_id, timeslot_id__in=timeslot_ids)
    found = rows.order_by().values_list("timeslot_id").annotate(Sum("pax_cnt"))
    return {timeslot_id: pax for timeslot_id, pax in found if timeslot_id is not None}


def lock_guarantee(*, connection_id: int, timeslot_id: int) -> GuaranteedSeats | None:
    """Lock what is kept of one departure; the departure comes first."""
    rows = GuaranteedSeats.objects.select_for_update(of=("self",))
    return rows.filter(connection_id=connection_id, timeslot_id=timeslot_id).first()


def list_allotments(*, connection_id: int | None = None) -> list[ChannelAllotment]:
    """Return the allotments of living connections, by connection and age."""
    rows = ChannelAllotment.objects.filter(connection__archived_at__isnull=True)
    if connection_id is not None:
        rows = rows.filter(connection_id=connection_id)
    return list(rows.select_related("experience").order_by("connection_id", "pk"))


def lock_allotment(*, allotment_id: int) -> ChannelAllotment:
    """
    Lock one allotment for a change.

    :raises AllotmentNotFound: there is none
    """
    rows = ChannelAllotment.objects.select_for_update(of=("self",))
    row = rows.filter(pk=allotment_id).first()
    if row is None:
        raise AllotmentNotFound("Allotment not found.")
    return row


def _allotment(row: ChannelAllotment) -> Allotment:
    return Allotment(
        row.pk,
        row.experience_id,
        row.date_from,
        row.date_to,
        row.weekdays,
        tuple(row.start_times),
        row.guaranteed,
        row.most,
        row.release_minutes,
    )


def experiences_kept(*, connection_id: int) -> list[int]:
    """Return the experiences of whose departures seats are kept for a connection."""
    rows = GuaranteedSeats.objects.filter(connection_id=connection_id)
    found = rows.order_by().values_list("timeslot__experience_id", flat=True).distinct()
    return list(found)
