"""
Fees of trips: decided at reservation, corrected as the trip changes (domain.md 6.5.7, 6.6).

An operator's own job tells of one trip at a time, after the sale; no request ever looks into
several operators. What a trip owes is worked out anew from the trip as it stands, under the lock of
its fee's row: told twice, late or in another order, it comes to the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, Sum

from outfitter.accounts.models import Account
from outfitter.billing import audit_port, kpi_facts
from outfitter.billing.models import FeeMovement, PlanVersion, TripFee
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.contract_fee import TripSums, fee_due
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, NotFound
from outfitter.kit.zones import local_day

__all__ = ["TripState", "outstanding", "record_trip", "waive_fee"]


class NothingToWaive(DomainError):
    """The fee was waived whole already, or there is none."""

    code = "nothing_to_waive"
    status = 409


@dataclass(frozen=True, slots=True)
class TripState:
    """
    A trip as it stands: sums in minor units, none when it is deleted.

    `collected_at_gateway` is what gateways took of it for the platform, less what went back.
    """

    trip_id: int
    confirmation_code: str
    reserved_at: datetime
    sums: TripSums
    collected_at_gateway: int


def record_trip(
    *, account_id: int, trip_id: int, read: Callable[[], TripState | None], at: datetime
) -> TripFee | None:
    """
    Bring the fee of a trip up to what the trip is now; None when it owes none.

    `read` is asked under the lock: what it says is the newest. A trip keeps the terms it was
    reserved under, and one that was reserved before the operator had a plan owes nothing.
    """
    with atomic():
        fee = _lock(account_id, trip_id, read)
        state = read() if fee is not None else None
        if fee is None or state is None:
            return fee
        due = fee_due(state.sums, billed_accounts.terms_of(fee.plan_version))
        wanted = {
            "expected": due.expected,
            "waived_by_staff": due.uncharged,
            "exempt": due.exempt,
            "collected_at_gateway": state.collected_at_gateway,
            # What the host gave up of a fee that is smaller now is smaller as well.
            "waived_by_host": min(fee.waived_by_host, due.expected - due.uncharged),
        }
        _move(fee, wanted, "", at)
    return fee


def _lock(account_id: int, trip_id: int, read: Callable[[], TripState | None]) -> TripFee | None:
    mine = TripFee.objects.filter(account_id=account_id, trip_id=trip_id)
    rows = mine.select_for_update(of=("self",)).select_related("plan_version", "account")
    found = rows.first()
    if found is not None:
        return found
    state = read()
    version = None if state is None else _version_for(account_id, state.reserved_at)
    if state is None or version is None:
        return None
    TripFee.objects.bulk_create(
        [
            TripFee(
                account_id=account_id,
                trip_id=trip_id,
                confirmation_code=state.confirmation_code,
                plan_version=version,
                reserved_at=state.reserved_at,
            )
        ],
        ignore_conflicts=True,
    )
    return rows.get()


def _version_for(account_id: int, reserved_at: datetime) -> PlanVersion | None:
    subscription = billed_accounts.find_subscription(account_id=account_id)
    if subscription is None or billed_accounts.terms_of(subscription.plan_version).is_none:
        return None
    reserved_on = local_day(reserved_at, subscription.account.time_zone)
    return subscription.plan_version if reserved_on >= subscription.started_on else None


def _move(fee: TripFee, wanted: dict[str, int], reason: str, at: datetime) -> bool:
    changed = {name: value for name, value in wanted.items() if value != getattr(fee, name)}
    if not changed:
        return False
    FeeMovement.objects.bulk_create(
        [
            FeeMovement(
                fee=fee,
                account_id=fee.account_id,
                kind=name,
                amount=value - getattr(fee, name),
                reason=reason,
                at=at,
            )
            for name, value in changed.items()
        ]
    )
    for name, value in changed.items():
        setattr(fee, name, value)
    fee.save(update_fields=list(changed))
    account = fee.account
    kpi_facts.tell_fees(account, local_day(at, account.time_zone), fee.plan_version.currency, at=at)
    return True


def outstanding(*, account_id: int, trip_id: int, sums: TripSums) -> int | None:
    """
    Return what a charge for a trip may bear of its fee (minor units); None: no plan says anything.

    A cart that was never reserved is asked what it would owe by the operator's plan. What stands on
    a statement already is paid there.
    """
    fee = (
        TripFee.objects.select_related("plan_version").filter(account_id=account_id, trip_id=trip_id).first()
    )
    if fee is None:
        subscription = billed_accounts.find_subscription(account_id=account_id)
        if subscription is None:
            return None
        due = fee_due(sums, billed_accounts.terms_of(subscription.plan_version))
        return due.expected - due.uncharged
    due = fee_due(sums, billed_accounts.terms_of(fee.plan_version))
    left = due.expected - due.uncharged - fee.waived_by_host - fee.collected_at_gateway
    return max(0, left - _on_statements(fee))


def _on_statements(fee: TripFee) -> int:
    """Return what statements asked for a trip so far."""
    billed = FeeMovement.objects.filter(fee=fee, statement__isnull=False)
    less = ("waived_by_staff", "waived_by_host", "collected_at_gateway")
    sums = billed.aggregate(
        expected=Sum("amount", filter=Q(kind="expected"), default=0),
        less=Sum("amount", filter=Q(kind__in=less), default=0),
    )
    return int(sums["expected"]) - int(sums["less"])


def waive_fee(*, account: Account, confirmation_code: str, reason: str, at: datetime) -> TripFee:
    """
    Give up what is still due of a trip's fee; what was taken for it comes back as a credit.

    :raises NotFound: that operator has no fee for such a trip
    :raises NothingToWaive: it was waived already
    """
    with atomic():
        rows = TripFee.objects.select_for_update(of=("self",)).select_related("plan_version", "account")
        fee = rows.filter(account=account, confirmation_code=confirmation_code.strip().upper()).first()
        if fee is None:
            raise NotFound("This operator has no fee for a trip with this code.")
        whole = fee.expected - fee.waived_by_staff
        if not _move(fee, {"waived_by_host": whole}, reason, at):
            raise NothingToWaive("There is nothing left to waive for this trip.")
        audit_port.note(
            account,
            "fee_waived",
            at=at,
            after={"trip": fee.confirmation_code, "amount": whole},
            reason=reason,
        )
    return fee
