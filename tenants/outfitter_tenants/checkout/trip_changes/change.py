"""
The frame of every change of a trip.

Whoever changes a trip locks it first, finds it as they saw it, changes rows, and leaves it priced
and counted, with one row in the log and one event. What goes wrong inside leaves nothing behind.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, cast

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import DomainError, Forbidden, StaleVersion
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms import gateway_jobs, reseller_terms, stale_intents
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.invoices import operations as invoices
from outfitter_tenants.resellers.rules.allowances import EVERYTHING, OVERRIDES, ForOperator, require_allowance
from outfitter_tenants.resellers.types import Allowance
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import trip_totals
from outfitter_tenants.trips.operations import drafts
from outfitter_tenants.trips.queries.billable_trips import BILLED

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder

OPEN: Final = frozenset({"draft", "under_review", "reserved"})
SOLD: Final = frozenset({"under_review", "reserved"})
_SEVERITY = Literal["info", "warn", "block_online"]


class TripLocked(DomainError):
    """Somebody or something forbids changes of what a trip costs (domain.md 3.4)."""

    code = "trip_locked"
    status = 423


class WrongState(DomainError):
    """The trip is in a state in which this is no longer, or not yet, done."""

    code = "already_done"
    status = 409


@dataclass(frozen=True, slots=True)
class TripActor:
    """
    Who changes a trip: their avatar, whose terms count, and the permission codes of their role.

    `is_overbooking` is asked for, and needs `timeslot.overbook` (domain.md 4.2.7).
    `max_discount_ppm` is the most they take off by hand, in millionths; None is any amount.
    """

    avatar_id: int | None = None
    name: str = ""
    audience: Audience = "direct"
    permissions: frozenset[str] = frozenset()
    is_overbooking: bool = False
    max_discount_ppm: int | None = None
    # Somebody of a partner, and what the partner lets them do; everybody else does what their role does.
    is_agent: bool = False
    allowed: frozenset[Allowance] = EVERYTHING

    def can(self, code: str) -> bool:
        """Return whether the role holds that permission."""
        return code in self.permissions

    def demand(self, code: str) -> None:
        """
        Refuse whoever lacks a permission.

        :raises Forbidden: the role does not hold it
        :raises NotAllowed: an agent, whose partner does not let them set prices
        """
        if not self.can(code):
            raise Forbidden("Your role does not allow this.", permission=code)
        if code in OVERRIDES:
            require_allowance(self.allowed, "override_price")

    def demand_operator(self) -> None:
        """
        Refuse an agent what only the operator's own people decide.

        :raises ForOperator: it is an agent
        """
        if self.is_agent:
            raise ForOperator("Only the operator can change this. Ask them to do it.")

    @property
    def is_visitor(self) -> bool:
        """Return whether a stranger changes their own cart."""
        return self.audience == "online" and self.avatar_id is None

    @property
    def may_overbook(self) -> bool:
        """Return whether seats beyond the last are asked for and allowed."""
        return self.is_overbooking and self.can("timeslot.overbook")


@dataclass(frozen=True, slots=True)
class ChangeResult:
    """What a change answers: which trip, and what the caller should know."""

    trip_id: int
    warnings: tuple[dict[str, str], ...] = ()


@dataclass(slots=True)
class Change:
    """One change of one locked trip while it is being made."""

    trip: "Trip"
    by: TripActor
    at: datetime
    is_priced: bool = True
    # It was on a sent invoice when this change of its price or of whose it is began.
    is_billed: bool = False
    warnings: list[dict[str, str]] = field(default_factory=list)
    _entry: dict[str, Any] | None = None

    def log(
        self,
        action: str,
        *,
        entity_type: str = "trip",
        entity_id: int | None = None,
        before: Mapping[str, object] | None = None,
        after: Mapping[str, object] | None = None,
        reason: str | None = None,
    ) -> None:
        """
        Say what the log will say of this change: once, and never when nothing has changed.

        Without a call the frame takes it that everything was as wanted and leaves the trip alone.

        :raises RuntimeError: it was said already
        """
        if self._entry is not None:
            raise RuntimeError("one change has one row in the log")
        self._entry = {
            "entity_type": entity_type,
            "entity_id": entity_id or self.trip.pk,
            "action": action,
            "before": dict(before or {}),
            "after": dict(after or {}),
            "reason": reason,
        }

    def warn(self, code: str, message: str, severity: _SEVERITY = "warn") -> None:
        """Let the caller know something that does not stop them."""
        self.warnings.append({"code": code, "message": message, "severity": severity})

    def order(self, trip_order_id: int, *, is_active: bool = True) -> "TripOrder":
        """
        Return an order of this trip.

        :raises OrderNotFound: it is of another trip, or none
        :raises WrongState: it is cancelled and `is_active` wants one that is not
        """
        row = trips.get_order(trip=self.trip, trip_order_id=trip_order_id)
        if is_active and row.status != "active":
            raise WrongState("This order is canceled.", status=row.status)
        return row

    def booking(self, booking_id: int) -> "Booking":
        """
        Return a guest of this trip who is not cancelled, with the order.

        :raises OrderNotFound: it is of another trip, or none
        """
        return trips.get_booking(trip=self.trip, booking_id=booking_id)

    @property
    def result(self) -> ChangeResult:
        """Return what the caller gets."""
        return ChangeResult(self.trip.pk, tuple(self.warnings))

    def finish(self, before: Mapping[str, int]) -> None:
        """
        Price and count the trip anew, and write the log: called by the frame.

        :raises OutOfStock: the shelf has not what the change wants from it
        """
        if self._entry is None:
            return
        if self.is_priced:
            self.warnings += price_trip(trip=self.trip, at=self.at, is_staff=not self.by.is_visitor)
            reseller_terms.recalculate_reseller_terms(
                trip=self.trip, may_exceed=self.by.can("reseller.manage")
            )
            gateway_jobs.plan_balance_charge(trip=self.trip, at=self.at)
            if self.trip.status in SOLD and self.trip.total_amount < before["total_amount"]:
                stale_intents.outdate_intents(trip=self.trip, at=self.at)
                gateway_jobs.release_unowed(trip=self.trip, by=self.by.avatar_id, at=self.at)
        if self.is_billed:
            invoices.mark_changed(trip_id=self.trip.pk)
        drafts.refresh(trip=self.trip, at=self.at)
        after = trip_totals.sums_of(self.trip)
        entry = self._entry
        entry["before"] |= trip_totals.changed(before, after)
        entry["after"] |= trip_totals.changed(after, before)
        record(trip_id=self.trip.pk, at=self.at, **entry)
        outbox.publish(
            "trip.changed",
            at=self.at,
            trip_id=self.trip.pk,
            hash=self.trip.hash,
            action=entry["action"],
            version=self.trip.version,
        )


@contextmanager
def change_trip(
    *,
    trip_id: int,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    states: frozenset[str] = OPEN,
    is_money: bool = True,
    agents_need: Allowance | None = "edit",
) -> Iterator[Change]:
    """
    Lock a trip for one change and leave it consistent; one transaction around everything.

    `is_money` says that prices may change: a locked trip refuses that. With `is_money` False the
    trip is not priced anew. `agents_need` is what a partner has to allow for its agents to do this to
    a trip that is sold; a cart of theirs they fill as they like.

    :raises TripNotFound: there is no such trip
    :raises StaleVersion: somebody changed it since `version`
    :raises TripLocked: its prices are locked
    :raises WrongState: its state is not among `states`
    :raises NotAllowed: an agent, whose partner does not let them
    """
    with read_cache(), atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        if version is not None and version != trip.version:
            raise StaleVersion("Someone changed this trip in the meantime.", version=trip.version)
        if trip.status not in states:
            raise WrongState(
                f"This is not possible on a trip that is {trip.status.replace('_', ' ')}.", status=trip.status
            )
        if by.is_agent and agents_need is not None and trip.status != "draft":
            require_allowance(by.allowed, agents_need)
        if is_money:
            reseller_terms.lock(trip=trip)
            require_unlocked(trip, by=by, at=at)
        is_billed = is_money and (trip.commission or {}).get("settle_status") in BILLED
        change = Change(trip, by, at, is_priced=is_money, is_billed=is_billed)
        before = trip_totals.sums_of(trip)
        yield change
        change.finish(before)


def require_unlocked(trip: "Trip", *, by: TripActor, at: datetime) -> None:
    """
    Refuse a change of what a locked trip costs (domain.md 3.4).

    Whoever pays is not hindered by their own payment: they come with the hash and no avatar.

    :raises TripLocked: the detail says why and until when
    """
    if trip.locked_reason is None or (trip.locked_until and trip.locked_until <= at):
        return
    if trip.locked_reason == "checkout_in_progress" and by.avatar_id is None:
        return
    raise TripLocked(
        _LOCKED.get(trip.locked_reason, "This trip is locked."),
        locked_reason=trip.locked_reason,
        locked_until=trip.locked_until.isoformat() if trip.locked_until else None,
    )


_LOCKED: Final[Mapping[str, str]] = {
    "checkout_in_progress": "Someone is paying for this trip right now.",
    "invoiced": "This trip is on a sent invoice.",
    "channel": "This trip can only be changed where it was sold.",
    "imported": "This trip was imported with its price. Unlock it first.",
    "period_closed": "This trip belongs to a closed accounting period.",
}


_T = TypeVar("_T")


class _RolledBack(Exception):
    """Carries the answer out of the transaction that is undone."""

    def __init__(self, answer: object) -> None:
        super().__init__()
        self.answer = answer


def preview_with_rollback(work: Callable[[], _T]) -> _T:
    """
    Do the work, undo all of it, and return what it returned.

    What it raises is raised: a preview is refused for the reasons the change would be.
    """
    try:
        with atomic():
            raise _RolledBack(work())
    except _RolledBack as done:
        return cast("_T", done.answer)
