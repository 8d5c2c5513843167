"""Booking: seats are held, and the guest pays on the operator's own page. No card is ever named here."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final
from urllib.parse import quote

from django.conf import settings
from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, In, Name, Out, Visible
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.plugins import contexts
from outfitter_tenants.ai_agents import seat_holds
from outfitter_tenants.ai_agents.agent_tools.catalog_tools import PartyIn, Tongue, wish_of
from outfitter_tenants.ai_agents.agent_tools.tool import Tool, ToolCaller
from outfitter_tenants.ai_agents.phone_agent import trip_summary
from outfitter_tenants.checkout.payment_links import customer_links
from outfitter_tenants.checkout.payment_links.serializers import url_of
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.drafts import Contact

BookingKey = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9A-Za-z]{8,24}$"),
    Field(description="what hold_seats or get_booking answered; it is the guest's secret"),
]


class GuestIn(In):
    """Whose booking it is."""

    first_name: Annotated[Name, StringConstraints(min_length=1)]
    last_name: Name = ""
    email: EmailStr | None = None
    phone: Annotated[str, StringConstraints(max_length=30, pattern=SINGLE_LINE)] | None = None


class HoldIn(PartyIn):
    """Tickets to hold; the same `request_id` never holds twice."""

    request_id: Annotated[
        str,
        StringConstraints(min_length=16, max_length=80, pattern=r"^[\w.~-]+$"),
        Field(description="a random id of your own, new for each booking and the same for each retry"),
    ]
    guest: GuestIn | None = None
    note: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=1000, pattern=PRINTABLE), Visible
    ] = ""
    language: Tongue | None = None


class HeldOut(Out):
    """Held seats: until when, what they cost (minor units), and where the guest pays."""

    booking_key: str
    confirmation_code: str
    held_until: datetime | None
    currency: str
    total: int
    due_now: int
    checkout_url: str


def hold_seats(asked: HoldIn, caller: ToolCaller) -> dict[str, Any]:
    """Hold seats for a party, once for each request id."""
    guest = asked.guest
    contact = Contact(guest.first_name, guest.last_name, guest.email, guest.phone, None) if guest else None
    base = wish_of(asked, call_id=f"mcp:{_key_of(asked, caller)}", locale=asked.language)
    wish = replace(base, contact=contact, note=asked.note)
    trip_id, _ = seat_holds.hold_seats(
        wish=wish, limits=caller.limits, agent=caller.agent, ip=caller.ip, at=caller.at
    )
    caller.trip_id = trip_id
    trip = trips.get_trip(trip_id=trip_id)
    return {
        "booking_key": trip.hash,
        "confirmation_code": trip.confirmation_code,
        "held_until": trip_summary.held_until(trip_id=trip_id, at=caller.at),
        "currency": trip.currency,
        "total": trip.total_amount,
        "due_now": trips.due_now(trip),
        "checkout_url": cart_url(trip.hash),
    }


def _key_of(asked: HoldIn, caller: ToolCaller) -> str:
    """Return what makes a request the same: an id that two assistants thought of is not enough."""
    return keyed_hash(settings.SECRET_KEY, "hold", asked.model_dump_json(), caller.ip or "")


def cart_url(key: str) -> str:
    """Return where a guest completes a cart by themselves."""
    return f"{contexts.context_for(schema_name=current_schema()).base_url}/cart/{quote(key)}"


class KeyIn(In):
    """Which booking."""

    booking_key: BookingKey


class CheckoutOut(Out):
    """Where the guest pays; null: nothing is due, or it is not paid online."""

    url: str | None
    currency: str
    amount: int


def get_checkout_link(asked: KeyIn, caller: ToolCaller) -> dict[str, Any]:
    """Return where the guest completes a cart, or pays what is left of a booking."""
    trip_id = trips.find_trip_id(key=asked.booking_key, by_id=False)
    trip = trips.get_trip(trip_id=trip_id)
    caller.trip_id = trip_id
    amount = trips.due_now(trip) if trip.status == "draft" else trip_summary.balance_of(trip)
    url = None
    if trip.status == "draft":
        url = cart_url(trip.hash)
    elif amount and customer_links.is_money_taken():
        url = url_of(customer_links.open_for_balance(trip_id=trip_id, at=caller.at))
    return {"url": url, "currency": trip.currency, "amount": amount}


TOOLS: Final = (
    Tool(
        "hold_seats",
        "Hold seats",
        "Hold seats for a few minutes and get the address where the guest pays. Takes no card data.",
        "visitor",
        HoldIn,
        HeldOut,
        hold_seats,
        is_read_only=False,
    ),
    Tool(
        "get_checkout_link",
        "Get the checkout link",
        "Get the address where the guest completes a held booking, or pays what is left of it.",
        "visitor",
        KeyIn,
        CheckoutOut,
        get_checkout_link,
        is_read_only=False,
    ),
)
