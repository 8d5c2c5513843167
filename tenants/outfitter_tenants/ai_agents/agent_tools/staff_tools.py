"""What programs do for somebody of the staff: our own routes, with that person's permissions."""

import datetime as dt
from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints

from outfitter.api.schemas import Id, In
from outfitter.kit.person_names import full_name
from outfitter_tenants.ai_agents.agent_tools.tool import Tool, ToolCaller, said
from outfitter_tenants.ai_agents.route_call import call_route


class TripsIn(In):
    """Words: a name, a confirmation code, an email address, a phone number."""

    query: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    limit: Annotated[int, Field(ge=1, le=50)] = 20


def search_trips(asked: TripsIn, caller: ToolCaller) -> dict[str, Any]:
    """Return the trips that the person's own search finds."""
    query = {"search": asked.query, "limit": str(asked.limit)}
    found = call_route(caller.request, "GET", "/api/trips/get", principal=caller.principal, query=query)
    return {"trips": [_trip(row) for row in found["data"]], "total": found["meta"]["total"]}


def _trip(row: dict[str, Any]) -> dict[str, Any]:
    names = (
        *("confirmation_code", "currency", "first_start_at", "experience_names", "pax_cnt"),
        *("total_amount", "paid_amount", "balance_amount", "paid_state", "is_flagged"),
    )
    return {
        "trip_id": row["id"],
        "status": row["status"]["slug"],
        "contact_name": said(_name(row["contact"])),
        **{name: row[name] for name in names},
    }


def _name(contact: dict[str, Any]) -> str:
    return full_name(contact.get("first_name") or "", contact.get("last_name") or "")


class DayIn(In):
    """The operator's day."""

    date: dt.date


def get_manifest(asked: DayIn, caller: ToolCaller) -> dict[str, Any]:
    """Return who comes on a day, as the person's own manifest has it."""
    path = f"/api/manifest/getManifestOnDay/{asked.date}"
    day = call_route(caller.request, "GET", path, principal=caller.principal)
    return {
        "date": day["date"],
        "currency": day["currency"],
        "totals": day["totals"],
        "departures": [
            _departure(slot, experience["name"])
            for experience in day["experiences"]
            for slot in experience["timeslots"]
        ],
    }


def _departure(slot: dict[str, Any], experience: str) -> dict[str, Any]:
    names = ("start_time", "status", "capacity", "booked_pax_cnt", "checked_in_cnt")
    return {
        "timeslot_id": slot["id"],
        "experience": experience,
        **{name: slot[name] for name in names},
        "note": said(slot["note"], "staff"),
        "parties": [_party(order) for order in slot["tripOrders"]],
    }


def _party(order: dict[str, Any]) -> dict[str, Any]:
    trip = order["trip"]
    return {
        "order_id": order["id"],
        "trip_id": trip["id"],
        "confirmation_code": trip["confirmation_code"],
        "contact_name": said(_name(trip["contact"])),
        "balance_amount": trip["balance_amount"],
        "paid_state": trip["paid_state"],
        "notes": [said(one["body"], "staff") for one in trip["notes"]],
        "guests": [
            {
                "booking_id": guest["id"],
                "name": said(_name(guest["guest"])),
                "type": guest["customerType"]["name"],
                "status": guest["bookingStatus"]["slug"],
                "waiver": guest["waiver"]["state"],
            }
            for guest in order["bookings"]
        ],
    }


class CheckInIn(In):
    """An order of the manifest; its guests who arrived, all of them where none are named."""

    order_id: Id
    booking_ids: Annotated[list[Id], Field(min_length=1, max_length=500)] | None = None


def check_in(asked: CheckInIn, caller: ToolCaller) -> dict[str, Any]:
    """Check guests in, as the person would."""
    path = f"/api/tripOrder/{asked.order_id}/checkin"
    body = {"booking_ids": asked.booking_ids} if asked.booking_ids is not None else {}
    done = call_route(caller.request, "POST", path, principal=caller.principal, body=body)
    trip = done["trip"]
    caller.trip_id = trip["id"]
    orders = [one for one in trip["tripOrders"] if one["id"] == asked.order_id]
    return {
        "confirmation_code": trip["confirmation_code"],
        "guests": [
            {"booking_id": guest["id"], "status": guest["bookingStatus"]["slug"]}
            for order in orders
            for guest in order["bookings"]
        ],
        "warnings": done["warnings"],
    }


TOOLS: Final = (
    Tool(
        "search_trips",
        "Search trips",
        "Find trips by name, confirmation code, email or phone.",
        "staff",
        TripsIn,
        None,
        search_trips,
        "trips.read",
    ),
    Tool(
        "get_manifest",
        "Get the manifest of a day",
        "List the departures of a day with their parties and guests.",
        "staff",
        DayIn,
        None,
        get_manifest,
        "manifest.read",
    ),
    Tool(
        "check_in",
        "Check guests in",
        "Check in the guests of an order, or some of them.",
        "staff",
        CheckInIn,
        None,
        check_in,
        "check_in",
        is_read_only=False,
    ),
)
