"""Orders that go to another departure, or off theirs (domain.md 4.12)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.sale_terms import order_terms, reseller_terms
from outfitter_tenants.checkout.sale_terms.order_terms import tickets_on
from outfitter_tenants.checkout.sale_terms.waiver_requirements import recount
from outfitter_tenants.checkout.trip_changes.change import (
    SOLD,
    Change,
    ChangeResult,
    TripActor,
    WrongState,
    change_trip,
    preview_with_rollback,
)
from outfitter_tenants.checkout.trip_changes.customer_notices import (
    describe_departure,
    local_start,
    notify_customer,
)
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.operations.drafts import Ticket
from outfitter_tenants.trips.operations.orders import AddonThere
from outfitter_tenants.trips.states import transition

if TYPE_CHECKING:
    from outfitter_tenants.checkout.trip_changes.change import Change
    from outfitter_tenants.trips.models import Booking, TripOrder


class MappingRequired(DomainError):
    """Another experience sells other tickets: who becomes what has to be said."""

    code = "mapping_required"
    status = 409


class AddonsLost(DomainError):
    """The other experience does not sell what was added here."""

    code = "addons_lost"
    status = 409


@dataclass(frozen=True, slots=True)
class TypeMapping:
    """
    An order's guests as the target sells them: booking id -> experience customer type.

    `addons` says what becomes of each add-on: its place there, or None when it goes.
    """

    guests: "Sequence[Booking]"
    kinds: Mapping[int, int]
    renamed: Mapping[int, int] = field(default_factory=dict)
    addons: Mapping[int, AddonThere | None] = field(default_factory=dict)

    @property
    def quantities(self) -> dict[int, int]:
        """Return the party by the target's customer types."""
        return dict(Counter(self.kinds.values()))

    def write(self, order: "TripOrder") -> None:
        """Move add-ons and overrides by type to the other experience; the caller saves `order`."""
        rows.move_addons(order=order, there=self.addons)
        override: dict[str, Any] | None = order.pricing_override
        if override and override.get("kind") == "per_type":
            values = {
                str(self.renamed[int(kind)]): amount
                for kind, amount in override["values"].items()
                if int(kind) in self.renamed
            }
            order.pricing_override = {**override, "values": values}


def map_customer_types(
    change: "Change",
    order: "TripOrder",
    experience_id: int,
    *,
    type_mapping: Mapping[int, int],
    is_forced: bool,
) -> TypeMapping:
    """
    Return what the guests of an order are on another departure.

    :raises MappingRequired: another experience, and a kind of guest is not mapped to one it sells
    :raises AddonsLost: it does not sell an add-on, and nobody said that this may go
    """
    guests = rows.guests_of(order)
    if experience_id == order.experience_id:
        return TypeMapping(guests, {row.pk: row.experience_customer_type_id for row in guests})
    sold = catalog.experience_customer_types(experience_id=experience_id, audience=change.by.audience)
    ids = {kind.id for kind in sold}
    here = {row.experience_customer_type_id for row in guests}
    if any(type_mapping.get(kind) not in ids for kind in here):
        raise _asked(guests, sold, type_mapping)
    addons = addons_there(order, experience_id)
    lost = [row for row in rows.addons_of(order) if addons[row.pk] is None]
    if lost and not is_forced:
        raise AddonsLost(
            "The other experience does not sell these add-ons.",
            addons=[{"id": row.pk, "name": row.experience_addon.name} for row in lost],
        )
    for row in lost:
        name = row.experience_addon.name
        change.warn("addon_dropped", f"{name} is not sold there and was taken off.")
    return TypeMapping(
        guests,
        {row.pk: type_mapping[row.experience_customer_type_id] for row in guests},
        type_mapping,
        addons,
    )


def _asked(
    guests: "Sequence[Booking]", sold: Sequence[catalog.CustomerTypeRow], type_mapping: Mapping[int, int]
) -> MappingRequired:
    """Return the refusal that asks who becomes what, with the same customer type proposed."""
    same = {kind.customer_type_id: kind.id for kind in sold}
    counted = Counter(row.experience_customer_type_id for row in guests)
    kinds = {row.experience_customer_type_id: row.experience_customer_type for row in guests}
    return MappingRequired(
        "This is another experience. Match each guest to a ticket there.",
        asked=[
            {
                "experience_customer_type_id": pk,
                "name": kind.label or kind.customer_type.name,
                "qty": counted[pk],
                "given": type_mapping.get(pk),
                "proposed": same.get(kind.customer_type_id),
            }
            for pk, kind in kinds.items()
        ],
        offered=[{"experience_customer_type_id": kind.id, "name": kind.name} for kind in sold],
    )


def addons_there(order: "TripOrder", experience_id: int) -> dict[int, AddonThere | None]:
    """Return for each add-on the one of the same name there, with the same value."""
    there = {
        (row.name.casefold(), str(row.scope)): row for row in catalog.list_addons(experience_id=experience_id)
    }
    found: dict[int, AddonThere | None] = {}
    for row in rows.addons_of(order):
        addon = row.experience_addon
        match = there.get((addon.name.casefold(), addon.scope))
        value = None
        if match is not None and row.value is not None:
            same = (v for v in match.values if v.label.casefold() == row.value.label.casefold())
            value = next(same, None)
            match = match if value else None
        found[row.pk] = AddonThere(match.id, value.id if value else None) if match else None
    return found


PriceMode = Literal["keep", "reprice", "reprice_if_higher"]


@dataclass(frozen=True, slots=True)
class RescheduleRequest:
    """
    Where an order goes, and on which terms.

    `type_mapping` is experience customer type -> one of the other experience. `is_forced` lets
    add-ons go that the other experience does not have. `is_return` is for an order that the operator
    called off: it becomes active there, and neither its policy nor its moves count what happened.
    """

    timeslot_id: int
    price_mode: PriceMode = "keep"
    type_mapping: Mapping[int, int] = field(default_factory=dict)
    is_forced: bool = False
    is_notified: bool = False
    is_return: bool = False


@dataclass(frozen=True, slots=True)
class RescheduleResult:
    """What a move did: totals of the trip before and after in minor units, and who moved where."""

    done: ChangeResult
    old_total: int
    new_total: int
    balance: int
    is_repriced: bool

    @property
    def delta(self) -> int:
        """Return what the trip costs more (or, negative, less)."""
        return self.new_total - self.old_total


class AlreadyThere(DomainError):
    """The order is on that departure."""

    code = "already_done"
    status = 409


def preview_rebook(
    *, trip_id: int, trip_order_id: int, move: RescheduleRequest, by: TripActor, at: datetime
) -> RescheduleResult:
    """Return what `rebook` would do and cost; nothing stays."""
    return preview_with_rollback(
        lambda: rebook(trip_id=trip_id, trip_order_id=trip_order_id, move=move, by=by, at=at)
    )


def rebook(
    *,
    trip_id: int,
    trip_order_id: int,
    move: RescheduleRequest,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> RescheduleResult:
    """
    Move an order to another departure: all of it or nothing (domain.md 4.12).

    Guests keep names, tickets and add-ons; who had arrived or was missed has not arrived there.

    :raises SoldOut: the seats are not there; the order stays where it is
    :raises NotBookable: something else speaks against it; `past` needs timeslot.book_past
    :raises MappingRequired: another experience, and nobody said who becomes what
    :raises AddonsLost: another experience that does not sell what was added, without `is_forced`
    :raises AlreadyThere: it is on that departure
    :raises IllegalTransition: it is to return and is not canceled
    """
    with atomic():
        with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
            order = change.order(trip_order_id, is_active=not move.is_return)
            old_total, old, was = change.trip.total_amount, describe_departure(order), local_start(order)
            is_repriced = _move(change, order, move, old)
        if move.is_notified and change.trip.status in SOLD:
            notify_customer(
                "trip_order.rebooked", trip_id=trip_id, trip_order_id=trip_order_id, at=at, was=was
            )
    return RescheduleResult(
        change.result, old_total, change.trip.total_amount, order_terms.balance_of(change.trip), is_repriced
    )


def _move(change: Change, order: "TripOrder", move: RescheduleRequest, old: Mapping[str, object]) -> bool:
    slot = scheduling.get_timeslot(timeslot_id=move.timeslot_id, at=change.at)
    if move.is_return:
        transition(order.status, "uncancel", of="order")
    elif slot.id == order.timeslot_id:
        raise AlreadyThere("This order is already on that departure.", timeslot_id=slot.id)
    mapped = map_customer_types(
        change, order, slot.experience_id, type_mapping=move.type_mapping, is_forced=move.is_forced
    )
    anchor = None if move.is_return else order_terms.kept_clock_start(order, at=change.at)
    tickets = tickets_on(
        slot=slot,
        quantities=mapped.quantities,
        method=change.trip.trip_method.slug,
        reseller_id=reseller_terms.prices_of(change.trip),
        audience=change.by.audience,
        at=change.at,
    )
    reseat(change, order, timeslot_id=slot.id, quantities=mapped.quantities, is_active=not move.is_return)
    if move.is_return:
        rows.uncancel(order=order)
    is_repriced = _rate(order, mapped, tickets, move.price_mode)
    if slot.experience_id != order.experience_id:
        mapped.write(order)
    rows.seat_on(
        order=order,
        experience_id=slot.experience_id,
        timeslot_id=slot.id,
        experience_date_id=slot.experience_date_id,
        policy_start_at=anchor,
        is_counted=not move.is_return,
    )
    recount(mapped.guests, experience_id=slot.experience_id)
    reset = rows.reset_statuses(guests=mapped.guests, at=change.at)
    after = {**describe_departure(order), "price_mode": move.price_mode, "rebooked_cnt": order.rebooked_cnt}
    if reset:
        after["reset_booking_ids"] = reset
    change.log("trip_order.rebooked", entity_type="trip_order", entity_id=order.pk, before=old, after=after)
    return is_repriced


def _rate(order: "TripOrder", mapped: TypeMapping, tickets: Sequence[Ticket], price_mode: PriceMode) -> bool:
    """Write kinds, seats and, as the price mode says, today's prices; tells whether it did."""
    by_kind = {ticket.experience_customer_type_id: ticket for ticket in tickets}
    there = {row.pk: by_kind[mapped.kinds[row.pk]] for row in mapped.guests}
    asked = sum(row.unit_amount for row in mapped.guests)
    now = sum(ticket.unit_amount for ticket in there.values())
    is_repriced = price_mode == "reprice" or (price_mode == "reprice_if_higher" and now > asked)
    for row in mapped.guests:
        ticket = there[row.pk]
        if is_repriced:
            rows.rate(row, ticket)
        row.pax_cnt = ticket.pax_cnt
        row.experience_customer_type_id = ticket.experience_customer_type_id
    rows.save_guests(mapped.guests)
    return is_repriced


def unschedule(
    *,
    trip_id: int,
    trip_order_id: int,
    reason: str | None,
    is_notified: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Take an order off its departure; seats and resources are free at once, its money stays.

    :raises WrongState: the trip is a cart: then the order is removed instead
    :raises IllegalTransition: it is on no departure
    """
    with atomic():
        with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
            order = change.order(trip_order_id)
            if change.trip.status == "draft":
                raise WrongState("Take it out of the cart instead.", status="draft", instead="remove")
            old, was, anchor = (
                describe_departure(order),
                local_start(order),
                order_terms.refund_clock_start(order),
            )
            transition(order.schedule_state, "unschedule", of="schedule")
            reseat(change, order, timeslot_id=None, quantities={})
            rows.unschedule(order=order, policy_start_at=anchor, at=at)
            rows.reset_statuses(guests=rows.guests_of(order), at=at)
            change.log(
                "trip_order.unscheduled",
                entity_type="trip_order",
                entity_id=order.pk,
                before=old,
                after=describe_departure(order),
                reason=reason,
            )
        if is_notified:
            notify_customer(
                "trip_order.rebooked", trip_id=trip_id, trip_order_id=trip_order_id, at=at, was=was
            )
    return change.result
