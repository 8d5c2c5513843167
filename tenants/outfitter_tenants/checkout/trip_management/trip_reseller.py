"""Staff say which partner sells a trip, who of them, and what they earn (domain.md 5.24)."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal, cast

from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.sale_terms.order_terms import tickets_on
from outfitter_tenants.checkout.trip_changes.change import SOLD, Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import reservations

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder
    from outfitter_tenants.trips.operations.drafts import Ticket

Reprice = Literal["keep", "reprice"]


def set_method(
    *, trip_id: int, method_id: int, reprice: Reprice, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Sell a trip another way; its seats count there, its prices stay or are those of that way.

    :raises ForOperator: an agent asks
    :raises Invalid: there is no such way to sell
    :raises SoldOut: that way has seats of its own, and they are gone
    """
    by.demand_operator()
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        method = next((row for row in trips.list_methods() if row.id == method_id), None)
        if method is None:
            raise Invalid({"trip_method_id": ["Sales channel not found."]})
        before = change.trip.trip_method.slug
        if method.slug != before:
            use_method(change, method)
            if reprice == "reprice":
                ask_anew(change)
            change.log(
                "trip.method_changed",
                before={"method": before},
                after={"method": method.slug, "reprice": reprice},
            )
    return change.result


def use_method(change: Change, method: trips.MethodRow) -> None:
    """Let the seats of a trip count where `method` sells, and make it the trip's way to sell."""
    trip = change.trip
    old = trip.trip_method
    before = (cast("Audience", old.audience), old.slug)
    after = (cast("Audience", method.audience), method.slug)
    reservations.set_method(trip=trip, method_id=method.id)
    for order in _placed(change):
        had = trips.seats_of_order(trip_order_id=order.pk)
        if trip.status in SOLD:
            seats.change_channel(
                timeslot_id=cast("int", order.timeslot_id),
                pax_by_type=had.pax,
                before=before,
                after=after,
                at=change.at,
            )
        else:
            reseat(change, order, timeslot_id=order.timeslot_id, quantities=had.quantities)


def ask_anew(change: Change) -> None:
    """Give every guest the price of now, for the trip's way to sell and its partner."""
    trip = change.trip
    for order in _placed(change):
        had = trips.seats_of_order(trip_order_id=order.pk)
        slot = scheduling.get_timeslot(timeslot_id=cast("int", order.timeslot_id), at=change.at)
        tickets = tickets_on(
            slot=slot,
            quantities=had.quantities,
            method=trip.trip_method.slug,
            reseller_id=reseller_terms.prices_of(trip),
            audience=_shelf(change),
            at=change.at,
            own_pax_cnt=sum(had.pax.values()),
        )
        reservations.set_prices(order=order, tickets=_one_each(tickets))


def _shelf(change: Change) -> Audience:
    # Staff sell kinds of tickets that strangers are not shown, whatever the channel.
    return "direct" if change.by.avatar_id is not None else "online"


def _one_each(tickets: "list[Ticket]") -> "Mapping[int, Ticket]":
    return {ticket.experience_customer_type_id: ticket for ticket in tickets}


def _placed(change: Change) -> "list[TripOrder]":
    rows = change.trip.orders.filter(status="active", timeslot__isnull=False)
    return list(rows.order_by("timeslot_id", "id"))


class NoReseller(DomainError):
    """No partner sells this trip."""

    code = "no_reseller"
    status = 409


def set_reseller(
    *,
    trip_id: int,
    reseller_id: int,
    reprice: Reprice,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Let a partner sell a trip, at the prices guests have or at those of the partner.

    :raises ForOperator: an agent asks
    :raises ResellerNotFound: there is none
    :raises ResellerInactive: they do not sell at the moment
    :raises CreditLimit: a booked trip is more than they may owe
    """
    by.demand_operator()
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        partner = resellers.require_active(reseller_id=reseller_id)
        if change.trip.reseller_id != reseller_id:
            before = _facts(change.trip)
            _give(change, reseller_id, partner.terms.collect_type)
            reseller_terms.lock(trip=change.trip)
            _warn(change, partner)
            if reprice == "reprice":
                ask_anew(change)
            change.log("trip.reseller_set", before=before, after={**_facts(change.trip), "reprice": reprice})
    return change.result


def remove_reseller(
    *, trip_id: int, reprice: Reprice, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take the partner off a trip, with their agent, voucher and commission.

    :raises ForOperator: an agent asks
    """
    by.demand_operator()
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        if change.trip.reseller_id is not None:
            before = _facts(change.trip)
            _give(change, None, None)
            change.trip.reseller_voucher = None
            if reprice == "reprice":
                ask_anew(change)
            change.log("trip.reseller_removed", before=before, after={"reprice": reprice})
    return change.result


def set_agent(
    *, trip_id: int, agent_id: int | None, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Say who of the partner sold a trip; None takes it back.

    :raises NoReseller: no partner sells it
    :raises Invalid: nobody who sells for this partner is meant
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        trip = change.trip
        if agent_id is not None:
            _require_reseller(trip)
            agent = people.get_avatar(avatar_id=agent_id)
            if agent is None or agent.status == "disabled" or agent.reseller_id != trip.reseller_id:
                raise Invalid({"agent_id": ["This isn't an agent of this reseller."]})
        before, trip.reseller_agent_id = trip.reseller_agent_id, agent_id
        if before != agent_id:
            change.log(
                "trip.agent_set" if agent_id else "trip.agent_removed",
                before={"agent_id": before},
                after={"agent_id": agent_id},
            )
    return change.result


def edit_commission(
    *,
    trip_id: int,
    ppm: int | None,
    amount: int | None,
    agent_amount: int | None,
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Set what a partner earns on a trip by hand: a share of its base, or minor units.

    :raises ForOperator: an agent asks
    :raises NoReseller: no partner sells it
    :raises Invalid: more than the trip comes to
    """
    by.demand_operator()
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        trip = change.trip
        _require_reseller(trip)
        if amount is not None and amount > trip.total_amount:
            raise Invalid({"amount": ["This is more than the trip's total."]})
        before = trip.commission_amount
        reseller_terms.edit(
            trip=trip,
            ppm=ppm,
            amount=amount,
            agent_amount=agent_amount,
            reason=reason,
            by=by.avatar_id,
            at=at,
        )
        change.log(
            "trip.commission_edited",
            before={"commission_amount": before},
            after={"ppm": ppm, "amount": amount, "agent_amount": agent_amount},
            reason=reason,
        )
    return change.result


def _give(change: Change, reseller_id: int | None, collect_type: str | None) -> None:
    trip = change.trip
    trip.reseller_id, trip.collect_type = reseller_id, collect_type
    trip.reseller_agent_id = trip.commission = None
    trip.net_due_amount = trip.partner_deposit_amount = 0


def _warn(change: Change, partner: resellers.Partner) -> None:
    rows = change.trip.orders.filter(status="active").select_related("experience")
    for order in rows:
        if order.experience_id in partner.hidden_experience_ids:
            change.warn("reseller_blocked", f"{partner.name} may not sell {order.experience.name}.")
    for objection in reseller_terms.objections(trip=change.trip):
        change.warn(objection.code, objection.message)


def _facts(trip: "Trip") -> dict[str, object]:
    return {
        "reseller_id": trip.reseller_id,
        "agent_id": trip.reseller_agent_id,
        "collect_type": trip.collect_type,
    }


def _require_reseller(trip: "Trip") -> None:
    if trip.reseller_id is None:
        raise NoReseller("No reseller sells this trip.")
