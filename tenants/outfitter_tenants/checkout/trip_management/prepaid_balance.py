"""What a partner paid in advance pays what it owes for a trip (domain.md 4.18)."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter_tenants.checkout.payments import operations as payments
from outfitter_tenants.checkout.payments.requested_amount import NothingDue
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.checkout.trip_management.trip_reseller import NoReseller
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers import topups
from outfitter_tenants.trips import queries as trips


def pay_from_balance(
    *, trip_id: int, amount: int | None, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Pay what a partner owes for a trip from its balance; the first payment of a cart books it.

    `amount` in minor units; None: as much as is owed and there is. Payment and movement are one.

    :raises ForOperator: an agent asks
    :raises NoReseller: no partner sells the trip
    :raises NothingDue: nothing is owed, or nothing is there
    :raises BalanceTooLow: more than was paid in advance
    :raises Overpayment: more than the partner owes
    """
    by.demand_operator()
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        if trip.reseller_id is None:
            raise NoReseller("No reseller sells this trip.")
        owed = max(0, trips.partner_owes(trip))
        # The trip is locked, the partner next (outfitter.db.locks): nobody spends it twice.
        balance = resellers.lock_reseller(reseller_id=trip.reseller_id).topup_balance
        taken = min(owed, balance) if amount is None else amount
        if owed <= 0 or taken <= 0:
            raise NothingDue("There is nothing to pay from the prepaid balance.", owed=owed, balance=balance)
        movement = topups.Movement("use", taken, by_id=by.avatar_id, by_name=by.name, trip_id=trip.pk)
        topups.append_topup(reseller_id=trip.reseller_id, movement=movement, at=at)
        return payments.add_payment(
            trip_id=trip_id,
            received=Received("reseller_account", taken),
            currency=None,
            is_overpaying=False,
            is_told=True,
            by=by,
            at=at,
            version=version,
        )
