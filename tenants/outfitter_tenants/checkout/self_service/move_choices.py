"""Where an order can move to: departures of its experience, who fits in, and what they cost more or less."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.checkout.paid_moves import terms
from outfitter_tenants.checkout.sale_terms import order_terms, reseller_terms
from outfitter_tenants.checkout.self_service import destinations, rebook
from outfitter_tenants.checkout.self_service.customer_trip import CustomerTrip, guests_of
from outfitter_tenants.checkout.self_service.move_prices import MovePrices
from outfitter_tenants.checkout.self_service.refusal import demand
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.operations.drafts import Ticket

if TYPE_CHECKING:
    from outfitter_tenants.scheduling.queries import TimeslotRow
    from outfitter_tenants.scheduling.rules.availability import Audience
    from outfitter_tenants.trips.models import TripOrder

MOST_DAYS: Final = 62
# Strangers are told of so many seats at the most.
MOST_SEATS: Final = 20
# Departures of so many different prices are reckoned to the cent; others say theirs when they are chosen.
_MOST_PRICES: Final = 6
# What a party pays a head on a departure, ticket by ticket.
_Prices: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """
    A departure, what is left of it, and what the trip costs more (less: negative) there.

    `reason` says why the party cannot have it; None: it can. Amounts in minor units.
    """

    slot: "TimeslotRow"
    seats: int | None
    reason: str | None
    is_current: bool
    difference: int | None


@dataclass(frozen=True, slots=True)
class MoveChoices:
    """Where an order can move to: the experiences it may be of, and the departures of one of them."""

    experiences: Sequence[ExperienceRow]
    experience_id: int
    departures: Sequence[MoveChoice]


def list_choices(
    *,
    trip_id: int,
    trip_order_id: int,
    first: date,
    last: date,
    at: datetime,
    experience_id: int | None = None,
    languages: Sequence[str] = (),
) -> MoveChoices:
    """
    Return the departures of an experience (None: the order's) on some local days, both included, by start.

    Experiences are named in the first of the reader's `languages` that they have.

    :raises NotOffered: the customer may not move the order, or not any more
    :raises OrderNotFound: it is of another trip
    :raises ExperienceNotFound: the order can't be moved to that experience
    :raises Invalid: no span, or one of more than sixty-two days
    """
    if last < first:
        raise Invalid({"date_to": ["The last day is before the first."]})
    if (last - first).days >= MOST_DAYS:
        raise Invalid({"date_to": [f"At most {MOST_DAYS} days."]})
    with read_cache():
        mine = CustomerTrip.read(trip_id, at=at, is_locked=False)
        order = mine.order(trip_order_id)
        verdicts = mine.verdicts(order)
        demand(verdicts.rebook)
        open_to = destinations.experiences(order, verdicts)
        wanted = order.experience_id if experience_id is None else experience_id
        if wanted not in {one.id for one in open_to}:
            raise catalog.ExperienceNotFound("Experience not found.")
        rows = scheduling.list_timeslots(experience_id=wanted, first=first, last=last, at=at)
        rows = [row for row in rows if row.status != "cancelled" and row.start_at > at]
        party = terms.party_there(order, guests_of(order), experience_id=wanted) or {}
        reasons = _reasons(mine, order, party, rows)
        differences = _differences(mine, order, party, [row for row in rows if reasons[row.id] is None])
    found = [
        MoveChoice(
            row, _seats(row, mine), reasons[row.id], reasons[row.id] == "current", differences.get(row.id)
        )
        for row in rows
    ]
    return MoveChoices(catalog.localized(open_to, languages=languages), wanted, found)


def _reasons(
    mine: CustomerTrip, order: "TripOrder", party: Mapping[int, int], rows: "Sequence[TimeslotRow]"
) -> Mapping[int, str | None]:
    method, current = mine.trip.trip_method, None if terms.is_return(order) else order.timeslot_id
    buyer = seats.Buyer(
        "online",
        method.slug,
        counted_as=cast("Audience", method.audience),
        partner=reseller_terms.restriction_on(mine.trip),
    )
    kinds = {
        row.experience_id: catalog.experience_customer_types(experience_id=row.experience_id) for row in rows
    }
    return {
        row.id: "current"
        if row.id == current
        else seats.refusal_of(
            slot=row, kinds=kinds[row.experience_id], quantities=party, buyer=buyer, at=mine.at
        )
        for row in rows
    }


def _seats(row: "TimeslotRow", mine: CustomerTrip) -> int | None:
    method = mine.trip.trip_method
    left = row.remaining.of(cast("Audience", method.audience), method.slug)
    return None if left is None else max(0, min(left, MOST_SEATS))


def _tickets(
    mine: CustomerTrip, party: Mapping[int, int], rows: "Sequence[TimeslotRow]"
) -> dict[int, list[Ticket]]:
    """Return what the party's tickets cost on departures of one experience, by departure."""
    reseller_id = reseller_terms.prices_of(mine.trip)
    listed = {
        experience_id: order_terms.TicketTerms.read(
            experience_id=experience_id, audience="online", reseller_id=reseller_id, at=mine.at
        )
        for experience_id in {row.experience_id for row in rows}
    }
    return {
        row.id: order_terms.tickets_on(
            slot=row,
            quantities=party,
            method=mine.trip.trip_method.slug,
            reseller_id=reseller_id,
            audience="online",
            at=mine.at,
            terms=listed[row.experience_id],
        )
        for row in rows
    }


def _differences(
    mine: CustomerTrip, order: "TripOrder", party: Mapping[int, int], open_rows: "Sequence[TimeslotRow]"
) -> dict[int, int]:
    """Return what the trip costs more by departure: reckoned once for all that have the same prices."""
    tickets = _tickets(mine, party, open_rows)
    is_simple = not terms.is_return(order) and all(
        row.experience_id == order.experience_id for row in open_rows
    )
    reckon = _reckoned(mine, order, tickets) if is_simple and open_rows else _previewed(mine, order)
    found: dict[_Prices, int | None] = {}
    prices = {
        row.id: ()
        if terms.is_price_kept(order, experience_id=row.experience_id)
        else tuple(sorted({(one.experience_customer_type_id, one.unit_amount) for one in tickets[row.id]}))
        for row in open_rows
    }
    for row in open_rows:
        price = prices[row.id]
        if found.get(price) is None and (price in found or len(found) < _MOST_PRICES):
            found[price] = reckon(row)
    known = {price: amount for price, amount in found.items() if amount is not None}
    return {timeslot_id: known[price] for timeslot_id, price in prices.items() if price in known}


def _reckoned(
    mine: CustomerTrip, order: "TripOrder", tickets: Mapping[int, "Sequence[Ticket]"]
) -> "Callable[[TimeslotRow], int | None]":
    """Return how another time is priced: from the trip's rows in memory."""
    prices = MovePrices(mine, order.pk)
    return lambda row: prices.difference(row, tickets[row.id])


def _previewed(mine: CustomerTrip, order: "TripOrder") -> "Callable[[TimeslotRow], int | None]":
    """Return how what changes more than its time is priced: by the move itself, undone."""

    def extra(row: "TimeslotRow") -> int | None:
        try:
            quote, _ = rebook.preview(
                trip_id=mine.trip.pk, trip_order_id=order.pk, timeslot_id=row.id, at=mine.at
            )
        except DomainError:
            return None
        return quote.extra

    return extra
