"""The guest's own booking: shown to who proves that it is theirs."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import EmailStr, StringConstraints, model_validator

from outfitter.api.rate_limits import limit
from outfitter.api.schemas import In, Name, Out
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import NotFound
from outfitter.kit.person_names import full_name
from outfitter_tenants.ai_agents.agent_tools.sale_tools import BookingKey, cart_url
from outfitter_tenants.ai_agents.agent_tools.tool import SaidOut, Tool, ToolCaller, said
from outfitter_tenants.ai_agents.phone_agent import trip_summary
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal import email_access
from outfitter_tenants.portal.trip_page import TripPage
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.queries import confirmation_codes

if TYPE_CHECKING:
    from outfitter_tenants.checkout.self_service.facts import OrderVerdicts
    from outfitter_tenants.trips.models import Trip, TripOrder

# Tries about one booking or one address, and of one caller, in an hour.
_A_BOOKING: Final = 8
_A_CALLER: Final = 30


class BookingNotFound(NotFound):
    """No such booking, or what was said is not what stands on it: nobody learns which."""

    code = "booking_not_found"


class BookingIn(In):
    """One of: its key; its code with the last name; an email address with the code that was sent there."""

    booking_key: BookingKey | None = None
    confirmation_code: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20)] | None = None
    last_name: Name | None = None
    email: EmailStr | None = None
    email_code: Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9]{6}$")] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "BookingIn":
        ways = [
            self.booking_key is not None,
            bool(self.confirmation_code and self.last_name),
            bool(self.email and self.email_code),
        ]
        if sum(ways) != 1:
            raise ValueError(
                "send booking_key, or confirmation_code with last_name, or email with email_code"
            )
        return self


class BookedOrderOut(Out):
    """One experience of a booking, and whether the guest may change it; `reason` says why not."""

    order_id: int
    experience_id: int
    experience: str
    status: str
    start_at: datetime | None
    guests: int
    may_change: bool
    change_reason: str | None
    may_cancel: bool
    cancel_reason: str | None


class BookedOut(Out):
    """A booking; amounts in minor units."""

    booking_key: str
    confirmation_code: str
    status: str
    contact_name: SaidOut | None
    orders: list[BookedOrderOut]
    currency: str
    total: int
    paid: int
    balance: int
    page_url: str


class BookingsOut(Out):
    """The bookings that were found: one, or all of an email address."""

    bookings: list[BookedOut]


class SendCodeIn(In):
    """Where to send a code."""

    email: EmailStr


class CodeSentOut(Out):
    """That a code is on its way if somebody booked with this address; nobody learns whether."""

    is_sent_if_known: bool


def send_booking_code(asked: SendCodeIn, caller: ToolCaller) -> dict[str, Any]:
    """Mail a code to who booked by an address."""
    _slow(caller, "send", asked.email.lower(), most=3)
    email_access.send_code(email=asked.email, locale=people.get_properties().locale, at=caller.at)
    return {"is_sent_if_known": True}


def get_booking(asked: BookingIn, caller: ToolCaller) -> dict[str, Any]:
    """Return a guest's bookings."""
    ids = _find(asked, caller)
    if len(ids) == 1:
        caller.trip_id = ids[0]
    return {"bookings": [booked(trip_id, caller) for trip_id in ids]}


def _find(asked: BookingIn, caller: ToolCaller) -> list[int]:
    if asked.booking_key is not None:
        return [trips.find_trip_id(key=asked.booking_key, by_id=False)]
    if asked.email and asked.email_code:
        _slow(caller, "verify", asked.email.lower(), most=15)
        found = email_access.find_trips(email=asked.email, code=asked.email_code, at=caller.at)
        return [trips.find_trip_id(key=one.hash, by_id=False) for one in found]
    letters = "".join(one for one in asked.confirmation_code or "" if one.isalnum()).upper()
    code = f"{letters[:4]}-{letters[4:]}"
    _slow(caller, "code", code, most=_A_BOOKING)
    trip_id = confirmation_codes.find_trip_id(code=code, last_name=asked.last_name or "")
    if trip_id is None:
        raise BookingNotFound("We can't find this booking. Please check the code and the last name.")
    return [trip_id]


def _slow(caller: ToolCaller, what: str, about: str, *, most: int) -> None:
    """Let one caller, and all of them about one booking, try only so often."""
    schema = current_schema()
    limit(f"mcp-{what}:{schema}:{caller.ip}", times=_A_CALLER, seconds=3600)
    limit(f"mcp-{what}:{schema}:of:{about}", times=most, seconds=3600)


def booked(trip_id: int, caller: ToolCaller) -> dict[str, Any]:
    """Return BookedOut."""
    trip = trips.get_trip(trip_id=trip_id)
    page = TripPage.of(trip, at=caller.at)
    verdicts = {one.trip_order_id: one for one in page.orders}
    name = full_name(trip.contact_first_name, trip.contact_last_name)
    return {
        "booking_key": trip.hash,
        "confirmation_code": trip.confirmation_code,
        "status": trip.status,
        "contact_name": said(name),
        "orders": [_order(one, verdicts[one.pk]) for one in trip.all_orders],  # type: ignore[attr-defined]
        "currency": trip.currency,
        "total": trip.total_amount,
        "paid": trips.paid_towards(trip),
        "balance": trip_summary.balance_of(trip),
        "page_url": _page_url(trip),
    }


def _page_url(trip: "Trip") -> str:
    # Leads on to the trip's own page once it is booked.
    return cart_url(trip.hash)


def _order(order: "TripOrder", verdicts: "OrderVerdicts") -> dict[str, Any]:
    return {
        "order_id": order.pk,
        "experience_id": order.experience_id,
        "experience": order.experience.name,
        "status": order.status,
        "start_at": order.timeslot.start_at if order.timeslot else None,
        "guests": len(order.live_bookings),  # type: ignore[attr-defined]
        "may_change": verdicts.rebook.is_allowed,
        "change_reason": verdicts.rebook.reason,
        "may_cancel": verdicts.cancel.is_allowed,
        "cancel_reason": verdicts.cancel.reason,
    }


TOOLS: Final = (
    Tool(
        "send_booking_code",
        "Send a code",
        "Mail a six-digit code to a guest who doesn't have the confirmation code at hand.",
        "visitor",
        SendCodeIn,
        CodeSentOut,
        send_booking_code,
        is_read_only=False,
        is_idempotent=False,
    ),
    Tool(
        "get_booking",
        "Get a booking",
        "Show a guest's own booking. Needs the confirmation code and the last name, or a code sent by email.",
        "visitor",
        BookingIn,
        BookingsOut,
        get_booking,
    ),
)
