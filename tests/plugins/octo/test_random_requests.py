"""Generated requests against every address of OCTO: never a failure, always its own shapes."""

import pytest

from outfitter_octo import requests
from outfitter_octo.types import (
    AvailabilityShape,
    BookingShape,
    CalendarShape,
    CapabilityShape,
    ErrorShape,
    OrderShape,
    ProductShape,
    SupplierShape,
)
from tests.plugins.octo.world import World
from tests.plugins.protocol_document import HOSTILE, Operation, document, taken_back, wrong_answers
from tests.support.example_count import patience

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(patience(240)),
    # Generated data may hold what a client library frowns upon.
    pytest.mark.filterwarnings("ignore"),
]
TEXT = {"type": "string"}
DAY = {"type": "string", "format": "date"}
BASE = "/partner/octo"


def _one(method: str, path: str, answer: object, body: object = None, **query: object) -> Operation:
    answers = {200: answer, 400: ErrorShape}
    return Operation(method, f"{BASE}{path}", answers, body, query)  # type: ignore[arg-type]


OPERATIONS = (
    _one("GET", "/capabilities", list[CapabilityShape]),
    _one("GET", "/supplier", SupplierShape),
    _one("GET", "/products", list[ProductShape]),
    _one("GET", "/products/{id}", ProductShape),
    _one("POST", "/availability", list[AvailabilityShape], requests.AvailabilityBody),
    _one("POST", "/availability/calendar", list[CalendarShape], requests.DatesBody),
    _one("POST", "/bookings", BookingShape, requests.ReservationBody),
    _one(
        "GET",
        "/bookings",
        list[BookingShape],
        resellerReference=TEXT,
        supplierReference=TEXT,
        localDate=DAY,
        localDateStart=DAY,
        localDateEnd=DAY,
    ),
    _one("GET", "/bookings/{uuid}", BookingShape),
    _one("PATCH", "/bookings/{uuid}", BookingShape, requests.UpdateBody),
    _one("DELETE", "/bookings/{uuid}", BookingShape),
    _one("POST", "/bookings/{uuid}/confirm", BookingShape, requests.ConfirmationBody),
    _one("POST", "/bookings/{uuid}/extend", BookingShape, requests.ExtensionBody),
    _one("POST", "/bookings/{uuid}/cancel", BookingShape, requests.CancellationBody),
    _one("POST", "/orders", OrderShape, requests.OrderBody),
    _one("GET", "/orders/{id}", OrderShape),
    _one("PATCH", "/orders/{id}", OrderShape, requests.OrderBody),
    _one("POST", "/orders/{id}/extend", OrderShape, requests.ExtensionBody),
    _one("POST", "/orders/{id}/confirm", OrderShape, requests.OrderBody),
    _one("POST", "/orders/{id}/cancel", OrderShape, requests.CancellationBody),
)


@pytest.mark.parametrize("part", range(4))
def test_every_answer_is_in_form(full_world: World, part: int) -> None:
    held, sold = full_world.hold(), full_world.sold()
    environ = {
        "HTTP_AUTHORIZATION": f"Bearer {full_world.key}",
        "HTTP_OCTO_CAPABILITIES": "octo/pricing, octo/content, octo/cart",
    }
    known = {"uuid": [held["uuid"], sold["uuid"]], "id": [full_world.timed.id, held["orderId"]]}
    found = document("OCTO", OPERATIONS[part::4])
    assert not (wrong := wrong_answers(found, environ, known)), "\n".join(wrong)


@pytest.mark.parametrize("body", HOSTILE, ids=lambda body: repr(body[:12]))
def test_what_is_hardly_a_request(full_world: World, body: bytes) -> None:
    held = full_world.hold()
    for operation in OPERATIONS:
        path = operation.path.removeprefix(BASE)
        path = path.replace("{uuid}", held["uuid"]).replace("{id}", held["orderId"])
        if operation.method in {"POST", "PATCH"}:
            with taken_back():
                reply = full_world.ask(operation.method, path, raw=body)
            assert reply.status in {200, 400}, (path, reply.text)
            assert reply.status == 200 or reply.body["error"]
