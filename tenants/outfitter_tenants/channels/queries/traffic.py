"""Connections and their traffic as screens show them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Max, Q, Sum

from outfitter.kit.errors import NotFound
from outfitter_tenants.channels.models import (
    ChannelCall,
    ExternalBooking,
    GuaranteedSeats,
    ProductMapping,
    Reconciliation,
)
from outfitter_tenants.channels.queries import bookings, pushes

_DAY: Final = timedelta(days=1)
_MONTH: Final = timedelta(days=30)
PAGE: Final = 50


class CallNotFound(NotFound):
    """No such call here."""


@dataclass(frozen=True, slots=True)
class ConnectionActivity:
    """How a connection is doing."""

    mappings: int
    pushes: Mapping[str, int]
    calls: Mapping[str, int]
    slowest: int
    sold: bookings.BookingCounts


def activity_of(*, connection_ids: Sequence[int], at: datetime) -> dict[int, ConnectionActivity]:
    """Return how connections are doing, four statements however many they are."""
    ids = list(connection_ids)
    mapped = dict(
        ProductMapping.objects.filter(connection_id__in=ids, state="live")
        .order_by()
        .values_list("connection_id")
        .annotate(Count("pk"))
    )
    told = pushes.counts_of(connection_ids=ids)
    sold = bookings.count_since(connection_ids=ids, since=at - _MONTH)
    heard: dict[int, dict[str, int]] = {}
    slowest: dict[int, int] = {}
    rows = ChannelCall.objects.filter(connection_id__in=ids, at__gte=at - _DAY).order_by()
    for pk, outcome, count, most in rows.values_list("connection_id", "outcome").annotate(
        Count("pk"), Max("milliseconds")
    ):
        heard.setdefault(pk or 0, {})[outcome] = count
        slowest[pk or 0] = max(slowest.get(pk or 0, 0), most)
    return {
        pk: ConnectionActivity(
            mapped.get(pk, 0),
            told.get(pk, {}),
            heard.get(pk, {}),
            slowest.get(pk, 0),
            sold.get(pk, bookings.BookingCounts(0, 0, 0)),
        )
        for pk in ids
    }


@dataclass(frozen=True, slots=True)
class CallSearch:
    """Which calls to show; None does not narrow. `before` is the last one of the page before."""

    connection_id: int | None = None
    channel: str | None = None
    reference: str | None = None
    operation: str | None = None
    outcome: str | None = None
    direction: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: tuple[datetime, int] | None = None


def search_calls(wanted: CallSearch) -> list[ChannelCall]:
    """Return a page of calls, newest first, without their texts."""
    rows = ChannelCall.objects.defer("asked", "answered")
    named = {
        "connection_id": wanted.connection_id,
        "channel": wanted.channel,
        "operation": wanted.operation,
        "outcome": wanted.outcome,
        "direction": wanted.direction,
        "at__gte": wanted.since,
        "at__lte": wanted.until,
    }
    rows = rows.filter(**{name: value for name, value in named.items() if value is not None})
    if wanted.reference:
        rows = rows.filter(references__contains=[wanted.reference])
    if wanted.before is not None:
        at, pk = wanted.before
        rows = rows.filter(Q(at__lt=at) | Q(at=at, pk__lt=pk))
    return list(rows.order_by("-at", "-pk")[: PAGE + 1])


def get_call(*, call_id: int) -> ChannelCall:
    """
    Return one call with its texts.

    :raises CallNotFound: there is none (any more)
    """
    row = ChannelCall.objects.filter(pk=call_id).first()
    if row is None:
        raise CallNotFound("Call not found.")
    return row


def list_bookings(
    *, connection_id: int | None, state: str | None, text: str | None, before_id: int | None
) -> list[ExternalBooking]:
    """Return a page of bookings, newest first; `text` is any name or code of one, whole."""
    rows = ExternalBooking.objects.select_related("connection")
    if connection_id is not None:
        rows = rows.filter(connection_id=connection_id)
    if state is not None:
        rows = rows.filter(state=state)
    if text:
        rows = rows.filter(
            Q(reference=text)
            | Q(late_reference=text)
            | Q(channel_reference=text)
            | Q(confirmation_code=text.upper())
        )
    if before_id is not None:
        rows = rows.filter(pk__lt=before_id)
    return list(rows.order_by("-pk")[: PAGE + 1])


def list_reconciliations(*, connection_id: int) -> list[Reconciliation]:
    """Return the last fifty comparisons of a connection, newest first."""
    rows = Reconciliation.objects.filter(connection_id=connection_id)
    return list(rows.order_by("-created_at", "-pk")[:PAGE])


def kept_seats(*, connection_ids: Collection[int]) -> dict[tuple[int, int], int]:
    """Return the seats that are kept now: (connection, experience) -> how many."""
    rows = GuaranteedSeats.objects.filter(connection_id__in=connection_ids)
    found: Any = rows.order_by().values_list("connection_id", "timeslot__experience_id")
    return {(one, two): pax for one, two, pax in found.annotate(Sum("pax_cnt"))}
