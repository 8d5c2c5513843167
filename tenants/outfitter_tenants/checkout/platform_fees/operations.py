"""
A trip's fee is told to the platform's billing, one trip at a time, after the sale.

The operator's own job reads the trip as it is then and writes one row of the public schema; what was
told before, twice or late comes to the same.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from django.conf import settings

from outfitter.accounts import queries as accounts
from outfitter.billing.operations import trip_fees
from outfitter.billing.operations.trip_fees import TripState
from outfitter.billing.rules.contract_fee import TripSums, bearable
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.ledger.queries import platform_fees as taken
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.imported_trips import METHOD as IMPORTED

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

NAME: Final = "platform_fees"
EVENTS: Final = (
    "trip.converted",
    "trip.confirmed",
    "trip.changed",
    "trip.deleted",
    "payment.captured",
    "payment.refunded",
)


def on_trip(ctx: TenantContext, event: Event) -> None:
    """Bring the fee of an event's trip up to date; a subscriber of the outbox."""
    account = accounts.find_account(schema_name=ctx.schema)
    trip_id = event.payload.get("trip_id")
    if account is None or not isinstance(trip_id, int):
        return
    trip_fees.record_trip(account_id=account.pk, trip_id=trip_id, read=_reader(trip_id), at=utc_now())


def _reader(trip_id: int) -> Callable[[], TripState | None]:
    def read() -> TripState | None:
        trip = trips.get_trip(trip_id=trip_id)
        return state_of(trip)

    return read


def state_of(trip: "Trip") -> TripState | None:
    """Return a trip as its fee is reckoned from; None while it is no booking, or came from elsewhere."""
    if trip.reserved_at is None or trip.status == "draft" or trip.trip_method.slug == IMPORTED:
        return None
    is_gone = trip.status == "deleted"
    return TripState(
        trip_id=trip.pk,
        confirmation_code=trip.confirmation_code,
        reserved_at=trip.reserved_at,
        sums=TripSums(0, 0, trip.trip_method.slug) if is_gone else _sums(trip),
        collected_at_gateway=taken.collected_for_trip(
            trip_id=trip.pk, is_refunded=bool(settings.STRIPE.get("is_fee_refunded", True))
        ),
    )


def _sums(trip: "Trip") -> TripSums:
    return TripSums(trip.total_amount, trip.booking_fee_amount, trip.trip_method.slug)


def share_of(*, trip: "Trip", amount: int) -> int | None:
    """
    Return how much of a charge of `amount` (without its tip) goes to the platform.

    None where no plan says anything: then the gateway's own setting does.
    """
    if not accounts.is_billed_here() or trip.trip_method.slug == IMPORTED:
        return None
    account = accounts.find_account(schema_name=current_schema())
    if account is None:
        return None
    left = trip_fees.outstanding(account_id=account.pk, trip_id=trip.pk, sums=_sums(trip))
    return None if left is None else bearable(left, amount=amount, tip=0)
