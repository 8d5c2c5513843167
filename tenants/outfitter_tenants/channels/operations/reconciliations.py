"""Their bookings against ours: every difference is listed, nothing is changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, Final

from django.db.models import Q

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins import contexts
from outfitter.plugins.channels.adapter import ChannelBooking
from outfitter.plugins.channels.booking_types import Booking
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import ExternalBooking, Reconciliation
from outfitter_tenants.channels.queries import booking_responses
from outfitter_tenants.channels.queries import connections as connected

MOST: Final = 20_000
_LIVE: Final = frozenset({"confirmed", "pending", "redeemed"})


class CannotAsk(DomainError):
    """This channel has no list of its bookings to ask for: give it as rows."""

    code = "cannot_ask"
    status = 409


@dataclass(frozen=True, slots=True)
class Difference:
    """What is not the same on both sides; `kind` is what."""

    kind: str
    reference: str
    trip_id: int | None
    ours: str | None
    theirs: str | None

    def stored(self) -> dict[str, object]:
        """Return it as the row keeps it."""
        return {name: getattr(self, name) for name in self.__slots__}


def reconcile(
    *, connection_id: int, since: date, until: date, theirs: Iterable[ChannelBooking] | None, by: int | None
) -> Reconciliation:
    """
    Compare the bookings made between two days (theirs as given, or as the channel tells them).

    :raises ConnectionNotFound: there is none
    :raises CannotAsk: the channel cannot be asked and nothing was given
    """
    at = utc_now()
    row = connected.get_connection(connection_id=connection_id)
    source = "channel" if theirs is None else "file"
    said = _asked(row, since, until) if theirs is None else list(theirs)
    ours = _ours(connection_id, since, until, {one.reference for one in said}, at)
    found = compare(ours, said, since=since, until=until)
    return Reconciliation.objects.create(
        connection=row,
        source=source,
        since=since,
        until=until,
        compared_cnt=len(said) + sum(one.kind == "only_ours" for one in found),
        differences=[one.stored() for one in found],
        made_by=by,
        created_at=at,
    )


def _asked(row: Any, since: date, until: date) -> list[ChannelBooking]:
    adapter = adapters.get_adapter(row.channel)
    if adapter.their_bookings is None:
        raise CannotAsk("This channel can't be asked for a list. Provide its bookings as rows.")
    ctx = contexts.context_for(schema_name=current_schema(), slug=row.channel)
    found = adapter.their_bookings(ctx, connected.serialize_connection(row), since, until)
    return [one for _, one in zip(range(MOST), found, strict=False)]


def _ours(
    connection_id: int, since: date, until: date, named: set[str], at: datetime
) -> dict[str, tuple[int, Booking]]:
    """Return our bookings by every name the channel may have for them."""
    begin = datetime.combine(since, time.min, UTC)
    end = datetime.combine(until, time.max, UTC)
    rows = ExternalBooking.objects.filter(
        Q(created_at__range=(begin, end))
        | Q(reference__in=named)
        | Q(late_reference__in=named)
        | Q(channel_reference__in=named),
        connection_id=connection_id,
    ).order_by("pk")[:MOST]
    kept = list(rows)
    found: dict[str, tuple[int, Booking]] = {}
    for row, booking in zip(kept, booking_responses.serialize_bookings(kept, at=at), strict=True):
        for name in (row.channel_reference, row.late_reference, row.reference, row.confirmation_code):
            if name:
                # A booking that lives is meant rather than one that ended under the same name.
                known = found.get(name)
                if known is None or known[1].state not in _LIVE:
                    found[name] = (row.trip_id, booking)
    return found


def compare(
    ours: Mapping[str, tuple[int, Booking]], theirs: Iterable[ChannelBooking], *, since: date, until: date
) -> list[Difference]:
    """Return what differs, theirs first and then what only we have. Pure."""
    found: list[Difference] = []
    met: set[str] = set()
    for one in theirs:
        known = ours.get(one.reference)
        if known is None:
            found.append(Difference("only_theirs", one.reference, None, None, one.state))
            continue
        met.add(known[1].uuid)
        found += _differences(one, *known)
    alone = {booking.uuid: (trip_id, booking) for trip_id, booking in ours.values()}
    for uuid, (trip_id, booking) in alone.items():
        is_asked = since <= booking.created_at.date() <= until
        if uuid not in met and booking.state in _LIVE and is_asked:
            name = booking.channel_reference or booking.reference
            found.append(Difference("only_ours", name, trip_id, booking.state, None))
    return found


def _differences(one: ChannelBooking, trip_id: int, booking: Booking) -> list[Difference]:
    pairs: list[tuple[str, Any, Any]] = [
        ("state", _plain(booking.state), _plain(one.state)),
        ("start", booking.departure.starts_at, one.starts_at),
        ("units", len(booking.units), one.units),
        ("amount", booking.price.retail, one.amount),
        ("currency", booking.price.currency, one.currency),
    ]
    is_over = booking.state not in _LIVE and one.state not in _LIVE
    return [
        Difference(kind, one.reference, trip_id, _text(mine), _text(other))
        for kind, mine, other in pairs
        if other is not None and mine != other and not (is_over and kind != "state")
    ]


def _plain(state: str) -> str:
    return "confirmed" if state in _LIVE else state


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
