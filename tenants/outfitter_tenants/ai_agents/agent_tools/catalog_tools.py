"""Finding: what there is, when, and what it costs. Nothing is held by asking."""

import datetime as dt
from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints

from outfitter.api.schemas import Id, In, Out
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid
from outfitter.plugins import contexts
from outfitter_tenants.ai_agents import seat_holds
from outfitter_tenants.ai_agents.agent_tools.tool import Tool, ToolCaller
from outfitter_tenants.ai_agents.route_call import call_route
from outfitter_tenants.ai_agents.seat_holds import HoldWish
from outfitter_tenants.calendar import queries as calendar
from outfitter_tenants.calendar.queries import ExperienceDetails
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest
from outfitter_tenants.checkout.trip_changes.change import preview_with_rollback
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.rules.bill import as_json, bill_of
from outfitter_tenants.scheduling.operations import NotBookable, SoldOut
from outfitter_tenants.trips import queries as trips

Tongue = Annotated[
    str,
    StringConstraints(max_length=20, pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$"),
    Field(description="the reader's language, BCP 47"),
]
_MOST_DAYS: Final = 31
_MOST_FOUND: Final = 50


class SearchIn(In):
    """Words to look for in names and descriptions; none: everything on sale."""

    query: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    language: Tongue | None = None


class TicketTypeOut(Out):
    """A ticket; `price` in minor units, as it is shown to guests."""

    ticket_id: int
    name: str
    price: int
    min_age: int | None
    max_age: int | None


class FoundExperienceOut(Out):
    """An experience on sale; `min_price` in minor units, `next_date` the next day with seats."""

    experience_id: int
    name: str
    description: str
    duration_minutes: int
    meeting_point: str
    min_price: int | None
    next_date: dt.date | None
    url: str
    tickets: list[TicketTypeOut]


class FoundExperiencesOut(Out):
    """What was found, in the operator's order."""

    operator: str
    currency: str
    time_zone: str
    experiences: list[FoundExperienceOut]


def search_experiences(asked: SearchIn, caller: ToolCaller) -> dict[str, Any]:
    """Return the experiences on sale that hold all the words."""
    words = asked.query.casefold().split()
    own = people.get_properties()
    ctx = contexts.context_for(schema_name=current_schema())
    languages = [asked.language] if asked.language else []
    found = calendar.details_of(catalog.list_live(), at=caller.at, languages=languages)
    hits = [one for one in found if all(word in _text(one) for word in words)]
    return {
        "operator": ctx.name,
        "currency": own.currency,
        "time_zone": own.time_zone,
        "experiences": [_experience(one, ctx.base_url) for one in hits[:_MOST_FOUND]],
    }


def _text(one: ExperienceDetails) -> str:
    row = one.row
    return " ".join([row.name, row.short_description, row.description_html, *row.tags]).casefold()


def _experience(one: ExperienceDetails, base_url: str) -> dict[str, Any]:
    row = one.row
    return {
        "experience_id": row.id,
        "name": row.name,
        "description": row.short_description,
        "duration_minutes": row.duration_minutes,
        "meeting_point": row.meeting_point,
        "min_price": one.min_price,
        "next_date": one.next_date,
        "url": f"{base_url}/experiences/{row.slug}",
        "tickets": [
            {
                "ticket_id": price.ticket.id,
                "name": price.ticket.name,
                "price": price.amount,
                "min_age": price.ticket.min_age,
                "max_age": price.ticket.max_age,
            }
            for price in one.prices
        ],
    }


class AvailabilityIn(In):
    """An experience, and the operator's days: at most 31; the last is the first where it is left out."""

    experience_id: Id
    first_day: dt.date
    last_day: dt.date | None = None


class DepartureOut(Out):
    """A departure; `seats` null: no limit. `reason` says why it can't be booked."""

    timeslot_id: int
    date: dt.date
    start_time: str
    start_at: str
    end_at: str
    seats: int | None
    is_bookable: bool
    reason: str | None
    min_price: int | None


class AvailabilityOut(Out):
    """Departures by start."""

    experience_id: int
    departures: list[DepartureOut]


def get_availability(asked: AvailabilityIn, caller: ToolCaller) -> dict[str, Any]:
    """Return the departures of an experience, as a visitor's calendar has them."""
    last = asked.last_day or asked.first_day
    if not 0 <= (last - asked.first_day).days < _MOST_DAYS:
        raise Invalid({"last_day": [f"Ask for 1 to {_MOST_DAYS} days."]})
    path = f"/api/experience/{asked.experience_id}/getTimeslotsForDateRange/{asked.first_day}/{last}"
    rows = call_route(caller.request, "GET", path, principal=caller.principal)
    return {"experience_id": asked.experience_id, "departures": [_departure(row) for row in rows]}


def _departure(row: dict[str, Any]) -> dict[str, Any]:
    names = ("date", "start_time", "start_at", "end_at", "is_bookable", "reason", "min_price")
    return {
        "timeslot_id": row["id"],
        **{name: row[name] for name in names},
        "seats": None if row["is_unlimited"] else row["online_availability_cnt"],
    }


class TicketsIn(In):
    """So many of a ticket."""

    ticket_id: Id
    qty: Annotated[int, Field(ge=1, le=500)]


class PartyIn(In):
    """Tickets for a departure of an experience."""

    experience_id: Id
    timeslot_id: Id
    tickets: Annotated[list[TicketsIn], Field(min_length=1, max_length=30)]


class QuoteLineOut(Out):
    """One line of the bill, in minor units."""

    label: str
    kind: str
    qty: int
    amount: int


class QuoteOut(Out):
    """What it comes to, in minor units; `due_now` confirms it. Nothing is held."""

    currency: str
    total: int
    due_now: int
    lines: list[QuoteLineOut]


def wish_of(asked: PartyIn, *, call_id: str = "", locale: str | None = None) -> HoldWish:
    """Return what is wanted, as holds are asked for."""
    return HoldWish(
        call_id=call_id,
        phone="",
        experience_id=asked.experience_id,
        timeslot_id=asked.timeslot_id,
        quantities=seat_holds.sum_of([(one.ticket_id, one.qty) for one in asked.tickets]),
        contact=None,
        locale=locale or "en",
        is_by_experience_type=True,
    )


def get_quote(asked: PartyIn, caller: ToolCaller) -> dict[str, Any]:
    """Return what a party comes to with taxes and fees, by making its cart and undoing it."""
    order = seat_holds.resolve_order(wish_of(asked), limits=caller.limits, at=caller.at)
    cart = CartRequest(
        trip_id=None, version=None, locale="en", contact=None, orders=[order], utm={}, referrer=None
    )
    actor = CartActor("online", seat_holds.METHOD, None, caller.ip)

    def work() -> dict[str, Any]:
        done = carts.save_trip(cart=cart, caller=actor, at=caller.at)
        trip = trips.get_trip(trip_id=done.trip_id)
        bill = as_json(bill_of(trip.live_lines))  # type: ignore[attr-defined]
        return {
            "currency": trip.currency,
            "total": trip.total_amount,
            "due_now": trips.due_now(trip),
            "lines": [
                {"label": one["label"], "kind": one["kind"], "qty": one["qty"], "amount": one["amount"]}
                for one in bill
            ],
        }

    try:
        return preview_with_rollback(work)
    except (SoldOut, NotBookable) as problem:
        problem.detail["alternatives"] = seat_holds.near_departures(order, at=caller.at)
        raise


TOOLS: Final = (
    Tool(
        "search_experiences",
        "Search experiences",
        "Find what this operator offers, with ticket prices and the next day that has seats.",
        "visitor",
        SearchIn,
        FoundExperiencesOut,
        search_experiences,
    ),
    Tool(
        "get_availability",
        "Get availability",
        "List the departures of an experience on some days, with seats and the lowest price.",
        "visitor",
        AvailabilityIn,
        AvailabilityOut,
        get_availability,
        is_shaped=True,
    ),
    Tool(
        "get_quote",
        "Get a quote",
        "Work out what tickets for a departure cost, taxes and fees included. Holds nothing.",
        "visitor",
        PartyIn,
        QuoteOut,
        get_quote,
    ),
)
