"""
Which call a sale came of (docs/adr/0109): a trip made within a day after a call is that call's.

Nobody is asked and nothing that people said is changed: a trip keeps its source, a call its outcome
and its trip.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.audit.operations import record
from outfitter_tenants.calls import call_owners, phone_numbers, queries
from outfitter_tenants.calls.models import Call
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import labels
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

WINDOW: Final = timedelta(hours=24)
SYSTEM: Final = TripActor(audience="direct")


def on_booked(_ctx: TenantContext, event: Event) -> None:
    """Find the call that a trip was booked after, when there was one; earlier ones get their customer."""
    trip = trips.get_trip(trip_id=int(event.payload["trip_id"]))
    if trip.contact_phone:
        call_owners.rematch(number=trip.contact_phone)
    attribute(trip_id=int(event.payload["trip_id"]), at=event.occurred_at)


def attribute(*, trip_id: int, at: datetime) -> int | None:
    """
    Note on a trip and on the last call before it that one came of the other; returns the call's id.

    What a partner sold is the partner's. Doing it twice changes nothing.
    """
    trip = trips.get_trip(trip_id=trip_id)
    if trip.reseller_id is not None:
        return None
    booked = trip.reserved_at or at
    span = (booked - WINDOW, booked)
    call, rung = (_last(trip, span, is_inbound=is_inbound) for is_inbound in (False, True))
    # Whoever was called back came by the number that they rang at first.
    source_id = _source_of(rung) if rung is not None else None
    if source_id is not None and trip.trip_source_id is None:
        # One that is no longer offered is none: the call still has its trip.
        with suppress(Invalid):
            labels.set_source(trip_id=trip_id, source_id=source_id, by=SYSTEM, at=at)
    if call is None:
        return None
    _note(call.pk, trip_id, trip.customer_id, at)
    return call.pk


def _last(trip: "Trip", span: tuple[datetime, datetime], *, is_inbound: bool) -> Call | None:
    return queries.last_before(
        trip_id=trip.pk,
        number=trip.contact_phone or "",
        customer_id=trip.customer_id,
        span=span,
        is_inbound=is_inbound,
    )


def _source_of(call: Call) -> int | None:
    """Return what a sale after this call counts as: as the line says on which it came in."""
    lines = [one.destination_number for one in [call, *queries.list_parts(call_id=call.pk)]]
    known = phone_numbers.labels_of(numbers=lines)
    found = (known[line].trip_source_id for line in lines if line in known)
    return next((one for one in found if one is not None), None)


def _note(call_id: int, trip_id: int, customer_id: int | None, at: datetime) -> None:
    with atomic():
        row = queries.lock_call(call_id=call_id)
        wanted = {"trip_id": trip_id, "customer_id": customer_id, "outcome": "booked"}
        news = {name: value for name, value in wanted.items() if value and getattr(row, name) is None}
        # A call that led to another trip before has this one beside it: it tells of the first.
        if not news:
            return
        for name, value in news.items():
            setattr(row, name, value)
        row.save(update_fields=list(news))
        record(
            entity_type="call", entity_id=row.pk, action="call.changed", at=at, trip_id=trip_id, after=news
        )
