"""OCTO's errors as its schema has them, and every operation with a request that would be right."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from tests.plugins.channel_partner import Reply
from tests.plugins.octo.world import CONTACT, World

# What stands beside a code, and nothing else does: `BaseError` and its kinds in the standard's
# OpenAPI document.
FIELDS: Final[Mapping[str, str]] = {
    "INVALID_PRODUCT_ID": "productId",
    "INVALID_OPTION_ID": "optionId",
    "INVALID_UNIT_ID": "unitId",
    "INVALID_AVAILABILITY_ID": "availabilityId",
    "INVALID_BOOKING_UUID": "uuid",
}
PLAIN: Final = frozenset(
    {"BAD_REQUEST", "UNPROCESSABLE_ENTITY", "UNAUTHORIZED", "FORBIDDEN", "INTERNAL_SERVER_ERROR"}
)
# Everything else is 400: the body says what it is.
STATUS: Final[Mapping[str, int]] = {"UNAUTHORIZED": 401, "FORBIDDEN": 403}


def said(reply: Reply, status: int | None = None) -> tuple[str, str]:
    """
    Check an answer against the schema of errors; return its code and the wrong id.

    :param status: where HTTP has a better one than the code's own
    """
    assert reply.headers["Content-Type"] == "application/json"
    body = json.loads(reply.text)
    code = body["error"]
    assert code in PLAIN | FIELDS.keys(), body
    assert reply.status == (status or STATUS.get(code, 400)), reply.text
    beside = {FIELDS[code]} if code in FIELDS else set()
    assert set(body) == {"error", "errorMessage"} | beside, body
    assert all(isinstance(text, str) for text in body.values()), body
    assert body["errorMessage"]
    return code, body[FIELDS[code]] if beside else ""


@dataclass(frozen=True)
class Target:
    """What an operation is asked about."""

    uuid: str
    order: str


@dataclass(frozen=True)
class Operation:
    """One operation; `body` makes the body of a request that nothing is wrong with."""

    method: str
    path: str
    body: Callable[[World], Mapping[str, Any]] | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def ask(self, world: World, target: Target, **given: Any) -> Reply:
        """Send it, with something changed."""
        path = self.path.format(uuid=target.uuid, order=target.order, id=world.timed.id)
        if "raw" not in given and self.body is not None:
            given["body"] = {**self.body(world), **given.pop("change", {})}
        return world.ask(self.method, path, **given)


def _days(world: World) -> Mapping[str, Any]:
    return {
        "productId": world.timed.id,
        "optionId": world.timed.option,
        "localDateStart": world.day,
        "localDateEnd": world.day,
        "units": [{"id": world.timed.adult, "quantity": 2}],
    }


def _ids(world: World) -> Mapping[str, Any]:
    rest = {name: value for name, value in _days(world).items() if not name.startswith("local")}
    return {**rest, "availabilityIds": [world.timed.first]}


def _hold(world: World) -> Mapping[str, Any]:
    return world.reservation(cnt=2, uuid=str(uuid4()))


def _update(world: World) -> Mapping[str, Any]:
    return world.reservation(cnt=2)


def _confirmation(world: World) -> Mapping[str, Any]:
    return {"contact": CONTACT, "unitItems": world.reservation(cnt=2)["unitItems"]}


def _minutes(world: World) -> Mapping[str, Any]:
    return {"expirationMinutes": 31}


def _contact(world: World) -> Mapping[str, Any]:
    return {"contact": CONTACT}


def _reason(world: World) -> Mapping[str, Any]:
    return {"reason": "rain"}


CAPABILITIES = Operation("GET", "/capabilities")
DEPARTURES = (
    Operation("POST", "/availability", _days),
    Operation("POST", "/availability", _ids),
    Operation("POST", "/availability/calendar", _days),
)
HOLD = Operation("POST", "/bookings", _hold)
UPDATE = Operation("PATCH", "/bookings/{uuid}", _update)
CONFIRM = Operation("POST", "/bookings/{uuid}/confirm", _confirmation)
EXTEND = Operation("POST", "/bookings/{uuid}/extend", _minutes)
CANCEL = Operation("POST", "/bookings/{uuid}/cancel", _reason)
END = Operation("DELETE", "/bookings/{uuid}", _reason)
PRODUCT, LOOK = Operation("GET", "/products/{id}"), Operation("GET", "/bookings/{uuid}")
OF_BOOKINGS = (LOOK, UPDATE, CONFIRM, EXTEND, CANCEL, END)
ORDER = Operation("POST", "/orders", _contact)
ORDER_UPDATE = Operation("PATCH", "/orders/{order}", _contact)
ORDER_EXTEND = Operation("POST", "/orders/{order}/extend", _minutes)
ORDER_CONFIRM = Operation("POST", "/orders/{order}/confirm", _contact)
ORDER_CANCEL = Operation("POST", "/orders/{order}/cancel", _reason)
ORDER_END = Operation("DELETE", "/orders/{order}", _reason)
OF_ORDERS = (
    Operation("GET", "/orders/{order}"),
    ORDER_UPDATE,
    ORDER_EXTEND,
    ORDER_CONFIRM,
    ORDER_CANCEL,
    ORDER_END,
)
# Their bodies are walked in test_webhooks.py, which registers addresses that answer.
OF_SUBSCRIBERS = (
    Operation("GET", "/mappings"),
    Operation("GET", "/webhooks"),
    Operation("POST", "/webhooks"),
    Operation("PATCH", "/webhooks/{uuid}"),
    Operation("DELETE", "/webhooks/{uuid}"),
)
KEYED = (
    Operation("GET", "/supplier"),
    Operation("GET", "/products"),
    PRODUCT,
    *DEPARTURES,
    HOLD,
    Operation("GET", "/bookings"),
    *OF_BOOKINGS,
    ORDER,
    *OF_ORDERS,
    *OF_SUBSCRIBERS,
)
WITH_BODY = tuple(one for one in KEYED if one.body is not None)
