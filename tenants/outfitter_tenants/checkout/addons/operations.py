"""Add-ons of a guest or of a whole order: chosen, changed, taken off (domain.md 5.5, 5.25)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.kit.errors import Invalid, NotFound
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.addons.rules import (
    AddonChoice,
    AddonTarget,
    address_of,
    fits,
    missing_addons,
    price_of,
)
from outfitter_tenants.checkout.trip_changes.change import OPEN, Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.trips.operations import extras, orders
from outfitter_tenants.trips.operations import guests as rows

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, TripOrder, TripOrderAddon


class AddonNotChosen(NotFound):
    """This guest or order does not have it."""


def states_of(by: TripActor) -> frozenset[str]:
    """Return the states of trips in which somebody may choose: visitors fill their cart."""
    return frozenset({"draft"}) if by.is_visitor else OPEN


class AddonChange:
    """A guest or an order within a change, and what its add-ons become."""

    def __init__(self, change: Change, *, trip_order_id: int | None, booking_id: int | None):
        self.change = change
        self.booking: Booking | None = None
        if booking_id is not None:
            self.booking = change.booking(booking_id)
            trip_order_id = self.booking.trip_order_id
        self.order: TripOrder = change.order(trip_order_id or 0)
        self.before = self.facts()

    def facts(self) -> list[dict[str, Any]]:
        """Return what is chosen, as the log has it."""
        return [
            {
                "addon": row.experience_addon.name,
                "value": row.value and row.value.label,
                "qty": row.qty,
                "unit_amount": row.unit_amount,
                "text": row.text_value,
            }
            for row in extras.addons_of(order=self.order, booking=self.booking)
        ]

    @property
    def whom(self) -> AddonTarget:
        """Return for whom the add-on is, as the rules see it."""
        method = self.change.trip.trip_method.slug
        if self.booking is None:
            guests = orders.guests_of(self.order)
            kinds = {row.experience_customer_type.customer_type_id for row in guests}
            return AddonTarget("trip_order", method, kinds)
        kind = self.booking.experience_customer_type.customer_type_id
        return AddonTarget("booking", method, {kind}, self.booking.enabled_addon_ids)

    def addon(self, addon_id: int) -> catalog.AddonRow:
        """
        Return an add-on of the experience that is for these guests.

        :raises AddonNotFound: it is of another experience
        :raises Invalid: it is not for them
        """
        addon = catalog.get_addon(addon_id=addon_id)
        if addon.experience_id != self.order.experience_id:
            raise catalog.AddonNotFound("This experience has no such add-on.")
        problem = fits(addon, self.whom)
        if problem:
            raise Invalid({"addon_id": [problem]})
        return addon

    def has(self, addon_id: int) -> "list[TripOrderAddon]":
        """Return the lines of an add-on."""
        return extras.addons_of(order=self.order, booking=self.booking, addon_id=addon_id)

    def put(self, choice: AddonChoice, *, line_id: int | None = None) -> None:
        """
        Make the line of a choice's value (or the line with that id) what is wanted.

        What was chosen at a price keeps it.
        """
        addon = self.addon(choice.addon_id)
        there = self.has(addon.id)
        row = next((one for one in there if one.pk == line_id), None)
        if line_id is not None and row is None:
            raise AddonNotChosen("This add-on was not chosen.")
        same = next((one for one in there if one.value_id == choice.value_id), None)
        replaced = {one.pk for one in (row, same) if one is not None}
        others = sum(one.qty for one in there if one.pk not in replaced)
        unit = price_of(addon, choice, others_qty=others)
        kept = same or (row if row is not None and row.value_id == choice.value_id else None)
        line = extras.AddonLine(
            choice.value_id, choice.qty, kept.unit_amount if kept else unit, choice.text_value.strip()
        )
        extras.put_addon(
            order=self.order, booking=self.booking, addon=addon, line=line, row=row, at=self.change.at
        )

    def drop(self, addon_id: int, *, value_id: int | None = None) -> None:
        """
        Take an add-on off, or one value of it.

        :raises AddonNotChosen: it was not chosen
        """
        there = self.has(addon_id)
        gone = [row for row in there if value_id is None or row.value_id == value_id]
        if not gone:
            raise AddonNotChosen("This add-on was not chosen.")
        extras.drop_addons(ids=[row.pk for row in gone])

    def add_all(self, choices: Sequence[AddonChoice]) -> None:
        """
        Choose these beside what is there; what is counted comes on top.

        :raises Invalid: a choice breaks a rule of its add-on
        """
        for choice in choices:
            is_counted = self.addon(choice.addon_id).input == "quantity"
            there = [row for row in self.has(choice.addon_id) if row.value_id == choice.value_id]
            more = sum(row.qty for row in there) if is_counted else 0
            self.put(replace(choice, qty=more + choice.qty))

    def make(self, choices: Sequence[AddonChoice]) -> None:
        """
        Have exactly these.

        :raises Invalid: a choice breaks a rule of its add-on, or is there twice; `fields` names
            its add-on as `addon.scope.target.add-on`
        """
        wanted = {(one.addon_id, one.value_id) for one in choices}
        if len(wanted) < len(choices):
            raise Invalid({"addons": ["List each choice only once."]})
        there = extras.addons_of(order=self.order, booking=self.booking)
        gone = [r.pk for r in there if (r.experience_addon_id, r.value_id) not in wanted]
        extras.drop_addons(ids=gone)
        for choice in choices:
            try:
                self.put(choice)
            except Invalid as problem:
                [said, *_] = problem.fields.values()
                raise Invalid({self.address(choice.addon_id): said}) from problem

    def address(self, addon_id: int) -> str:
        """Return how what is wrong with an add-on here is named."""
        return address_of(self.whom.scope, self.owner_id, addon_id)

    @property
    def owner_id(self) -> int:
        """Return the guest or the order."""
        return self.booking.pk if self.booking is not None else self.order.pk

    def warn_of_lacking(self) -> None:
        """Warn of what these guests have to have and lack."""
        every = catalog.list_addons(experience_id=self.order.experience_id)
        rows = extras.addons_of(order=self.order, booking=self.booking)
        has = {row.experience_addon_id for row in rows}
        for addon in missing_addons(every, self.whom, has):
            self.change.warn("addon_required", f"{addon.name} has to be chosen.", "block_online")

    def finish(self) -> None:
        """Tell the log, and warn of what these guests have to have and lack."""
        after = self.facts()
        if after == self.before:
            return
        is_guest = self.booking is not None
        self.change.log(
            "booking.addon_changed" if is_guest else "trip_order.addon_changed",
            entity_type="booking" if is_guest else "trip_order",
            entity_id=self.owner_id,
            before={"addons": self.before},
            after={"addons": after},
        )
        self.warn_of_lacking()


def add(
    *,
    trip_id: int,
    choice: AddonChoice,
    by: TripActor,
    at: datetime,
    trip_order_id: int | None = None,
    booking_id: int | None = None,
    version: int | None = None,
) -> ChangeResult:
    """
    Choose an add-on for a guest or an order; what is counted comes on top of what there is.

    :raises Invalid: the choice breaks a rule of the add-on
    :raises OutOfStock: what it uses up is not on the shelf
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        target = AddonChange(change, trip_order_id=trip_order_id, booking_id=booking_id)
        is_counted = target.addon(choice.addon_id).input == "quantity"
        there = sum(row.qty for row in target.has(choice.addon_id)) if is_counted else 0
        target.put(replace(choice, qty=there + choice.qty))
        target.finish()
    return change.result


def change_addon(
    *,
    trip_id: int,
    choice: AddonChoice,
    by: TripActor,
    at: datetime,
    trip_order_id: int | None = None,
    booking_id: int | None = None,
    line_id: int | None = None,
    version: int | None = None,
) -> ChangeResult:
    """
    Make what a guest or an order has of an add-on what is wanted.

    Without `line_id` the only line is meant, whatever its value; of several the one of the same
    value.

    :raises AddonNotChosen: it was not chosen
    :raises Invalid: the choice breaks a rule of the add-on
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        target = AddonChange(change, trip_order_id=trip_order_id, booking_id=booking_id)
        there = target.has(choice.addon_id)
        named = [row for row in there if line_id in {None, row.pk}]
        if len(named) > 1:
            named = [row for row in named if row.value_id == choice.value_id]
        if not named:
            raise AddonNotChosen("This add-on was not chosen.")
        target.put(choice, line_id=named[0].pk)
        target.finish()
    return change.result


def set_addon(
    *,
    trip_id: int,
    choice: AddonChoice,
    by: TripActor,
    at: datetime,
    trip_order_id: int | None = None,
    booking_id: int | None = None,
    version: int | None = None,
) -> ChangeResult:
    """
    Have exactly so many of an add-on's value, whether or not there were any; 0 takes it off.

    :raises Invalid: the choice breaks a rule of the add-on
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=states_of(by)) as change:
        target = AddonChange(change, trip_order_id=trip_order_id, booking_id=booking_id)
        if choice.qty:
            target.put(choice)
        elif target.has(choice.addon_id):
            target.drop(choice.addon_id, value_id=choice.value_id)
        else:
            target.addon(choice.addon_id)
        target.finish()
    return change.result


def remove(
    *,
    trip_id: int,
    addon_id: int,
    value_id: int | None,
    by: TripActor,
    at: datetime,
    trip_order_id: int | None = None,
    booking_id: int | None = None,
    version: int | None = None,
) -> ChangeResult:
    """
    Take an add-on off a guest or an order, or one value of it.

    :raises AddonNotChosen: it was not chosen
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        target = AddonChange(change, trip_order_id=trip_order_id, booking_id=booking_id)
        target.drop(addon_id, value_id=value_id)
        target.finish()
    return change.result


def save_all(
    *,
    trip_id: int,
    trip_order_id: int,
    choices: Sequence[AddonChoice],
    by: TripActor,
    at: datetime,
    of_guests: Mapping[int, Sequence[AddonChoice]] | None = None,
    version: int | None = None,
) -> ChangeResult:
    """
    Make the add-ons of an order as such exactly these, and those of the guests that are named.

    Visitors choose for their own cart, and for guests of this order only.

    :raises Invalid: a choice breaks a rule of its add-on, or is there twice
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=states_of(by)) as change:
        own = AddonChange(change, trip_order_id=trip_order_id, booking_id=None)
        plan: list[tuple[AddonChange, Sequence[AddonChoice]]] = [(own, choices)]
        for booking_id, wanted in (of_guests or {}).items():
            target = AddonChange(change, trip_order_id=None, booking_id=booking_id)
            if target.order.pk != trip_order_id:
                raise AddonNotChosen("This guest is on another order.")
            plan.append((target, wanted))
        for target, wanted in plan:
            target.make(wanted)
        _tell_of_all(change, trip_order_id, [target for target, _wanted in plan])
    return change.result


def _tell_of_all(change: Change, trip_order_id: int, targets: Sequence[AddonChange]) -> None:
    """Tell the log of an order and its guests in one row, guests by their ids."""
    before = {_place(one): one.before for one in targets}
    after = {_place(one): one.facts() for one in targets}
    if before == after:
        return
    change.log(
        "trip_order.addon_changed",
        entity_type="trip_order",
        entity_id=trip_order_id,
        before={key: rows for key, rows in before.items() if rows != after[key]},
        after={key: rows for key, rows in after.items() if rows != before[key]},
    )
    for target in targets:
        target.warn_of_lacking()


def _place(target: AddonChange) -> str:
    return "addons" if target.booking is None else f"addons_of_booking_{target.booking.pk}"


def enable(
    *,
    trip_id: int,
    booking_id: int,
    addon_ids: Sequence[int],
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Say which optional add-ons a guest is offered; none named: all that fit the ticket.

    :raises Invalid: one is not of the experience, or not for single guests
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        booking = change.booking(booking_id)
        sold = catalog.list_addons(experience_id=booking.trip_order.experience_id)
        mine = {addon.id for addon in sold if addon.scope == "booking"}
        if set(addon_ids) - mine:
            raise Invalid({"addon_ids": ["One of these is not for guests of this experience."]})
        before, after = booking.enabled_addon_ids, sorted(set(addon_ids))
        if before != after:
            rows.enable_addons(booking=booking, addon_ids=after)
            change.log(
                "booking.addons_enabled",
                entity_type="booking",
                entity_id=booking.pk,
                before={"addon_ids": before},
                after={"addon_ids": after},
            )
    return change.result
