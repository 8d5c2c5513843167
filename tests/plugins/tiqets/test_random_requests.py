"""Generated requests against every address of Tiqets: never a failure, always its own shapes."""

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from outfitter_tiqets.availability import PriceShape, SlotShape
from outfitter_tiqets.products import ProductShape
from tests.plugins.protocol_document import HOSTILE, NOTHING, Operation, document, taken_back, wrong_answers
from tests.plugins.tiqets.world import World
from tests.support.example_count import patience

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(patience(240)),
    # Generated data may hold what a client library frowns upon.
    pytest.mark.filterwarnings("ignore"),
]


class Line(BaseModel):
    """What is ordered of one variant."""

    variant_id: str
    quantity: int
    required_visitor_data: list[dict[str, str]] | None = None


class Customer(BaseModel):
    """Who booked."""

    first_name: str
    last_name: str
    email: str
    phone: str
    country: str


class ReservationIn(BaseModel):
    """A reservation."""

    datetime: str
    tickets: list[Line]
    customer: Customer
    required_order_data: dict[str, str] | None = None


class BookingIn(BaseModel):
    """A booking."""

    reservation_id: str
    order_reference: str


class ErrorShape(TypedDict):
    """What went wrong."""

    error_code: int
    error: str
    message: str


class ReservationShape(TypedDict):
    """A reservation that was made."""

    reservation_id: str
    expires_at: str
    unit_price: dict[str, PriceShape]


class BookingShape(TypedDict):
    """A booking that was made."""

    booking_id: str
    barcode_format: str
    barcode_scope: str
    tickets: dict[str, list[str]]


BASE = "/partner/tiqets/v2"
DAY = {"type": "string", "format": "date"}
OPERATIONS = (
    Operation("GET", f"{BASE}/products", {200: list[ProductShape]}),
    Operation(
        "GET",
        f"{BASE}/products/{{product_id}}/availability",
        {200: dict[str, SlotShape], 400: ErrorShape},
        None,
        {"start": DAY, "end": DAY},
        ("start", "end"),
    ),
    Operation(
        "POST",
        f"{BASE}/products/{{product_id}}/reservation",
        {200: ReservationShape, 400: ErrorShape},
        ReservationIn,
    ),
    Operation("POST", f"{BASE}/booking", {200: BookingShape, 400: ErrorShape}, BookingIn),
    Operation("DELETE", f"{BASE}/booking/{{booking_id}}", {204: NOTHING, 400: ErrorShape}),
)


def test_every_answer_is_in_form(world: World) -> None:
    booked = world.booked()
    environ = {"HTTP_API_KEY": world.key}
    known = {"product_id": [world.timed, world.open], "booking_id": [booked["booking_id"]]}
    wrong = wrong_answers(document("Tiqets", OPERATIONS), environ, known)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("body", HOSTILE, ids=lambda body: repr(body[:12]))
def test_what_is_hardly_a_request(world: World, body: bytes) -> None:
    for path in (f"/products/{world.timed}/reservation", "/booking"):
        with taken_back():
            reply = world.ask("POST", path, raw=body)
        assert (reply.status, set(reply.body)) == (400, {"error_code", "error", "message"})
