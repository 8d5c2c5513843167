"""Redeam's error as its schema has it, and every operation with a request that would be right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from tests.plugins.redeam.world import PRODUCT, Answer, Redeam, start_of
from tests.support.sales import Offer

# Every code there is, and the statuses that it may come with; HTTP has some that Redeam has no
# code for.
STATUSES: Final[Mapping[str, frozenset[int]]] = {
    "BAD_REQUEST": frozenset({400, 405, 415}),
    "CONFLICT": frozenset({409}),
    "ENTITY_TOO_LARGE": frozenset({413}),
    "FAILED_DEPENDENCY": frozenset({424}),
    "FORBIDDEN": frozenset({401, 403, 429}),
    "GONE": frozenset({410}),
    "INTERNAL_SERVER": frozenset({500, 503, 504}),
    "NOT_FOUND": frozenset({404}),
}


def said(answer: Answer, request: str | None = None) -> tuple[int, str]:
    """
    Check an answer against the schema of errors; return its status and its code.

    :param request: the id that has to come back; None where none was sent
    """
    assert set(answer.body) == {"error", "meta"}, answer.body
    error, meta = answer.body["error"], answer.body["meta"]
    assert set(error) == {"code", "data", "message"}
    assert answer.status in STATUSES[error["code"]], answer
    assert isinstance(error["message"], str)
    assert error["message"]
    assert all(isinstance(text, str) for pair in error["data"].items() for text in pair)
    assert set(meta) == {"reqId"}
    assert meta["reqId"] == request if request else len(meta["reqId"]) == 36
    return answer.status, error["code"]


@dataclass(frozen=True)
class Target:
    """What operations are asked about."""

    offer: Offer
    hold: str
    booking: str


@dataclass(frozen=True)
class Operation:
    """
    One operation of Redeam's; `path` has names in braces.

    `query` and `body` make a request that nothing is wrong with.
    """

    method: str
    path: str
    query: Callable[[Redeam, Target], dict[str, Any]] | None = None
    body: Callable[[Redeam, Target], dict[str, Any]] | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def ask(
        self,
        redeam: Redeam,
        target: Target,
        *,
        raw: bytes | None = None,
        kind: str = "application/json",
        query: Mapping[str, Any] | None = None,
        item: Mapping[str, Any] | None = None,
        whole: Mapping[str, Any] | None = None,
        **parts: str,
    ) -> Answer:
        """
        Send it, and check that the id of its body comes back.

        `item` alters the first item of its body, `whole` the hold or booking, `query` its query
        (None leaves out), others the names in its path.
        """
        names = {
            "supplier": redeam.supplier,
            "product": PRODUCT,
            "hold": target.hold,
            "booking": target.booking,
            **parts,
        }
        body = self.body(redeam, target) if self.body and raw is None else None
        if body is not None:
            thing = body["hold"] if "hold" in body else body["booking"]
            thing.update(whole or {})
            thing["items"][0].update(item or {})
        asked = {**(self.query(redeam, target) if self.query else {}), **(query or {})}
        asked = {name: text for name, text in asked.items() if text is not None}
        path = self.path.format(**names)
        answer = redeam.ask(self.method, path, body, raw=raw, kind=kind, **asked)
        assert body is None or answer.body["meta"] == body["meta"]
        return answer


def _window(redeam: Redeam, target: Target) -> dict[str, Any]:
    start = start_of(target.offer.timeslot_id)
    return {"start": start, "end": start}


def _wide(redeam: Redeam, target: Target) -> dict[str, Any]:
    named = {"supplier_id": redeam.supplier, "product_id": PRODUCT}
    return {**_window(redeam, target), **named}


def _moment(redeam: Redeam, target: Target) -> dict[str, Any]:
    return {"at": start_of(target.offer.timeslot_id), "qty": 1}


def _placed(redeam: Redeam, target: Target) -> dict[str, Any]:
    item = redeam.seat(target.offer, 1, productId=PRODUCT)
    return {"hold": {"items": [item]}, "meta": {"reqId": str(uuid4())}}


def _sold(redeam: Redeam, target: Target) -> dict[str, Any]:
    booking = {
        "customer": {"firstName": "Ada", "lastName": "Lovelace"},
        "items": [redeam.sale(target.offer, 1)],
        "resellerBookingRef": uuid4().hex,
    }
    return {"booking": booking, "meta": {"reqId": str(uuid4())}}


OF_PRODUCT = "suppliers/{supplier}/products/{product}"
LISTED = Operation("GET", f"{OF_PRODUCT}/availabilities", _window)
ANYWHERE = Operation("GET", "availabilities", _wide)
ONE = Operation("GET", f"{OF_PRODUCT}/availability", _moment)
PLACE, SELL = Operation("POST", "holds", body=_placed), Operation("POST", "bookings", body=_sold)
HELD, RELEASE = Operation("GET", "holds/{hold}"), Operation("DELETE", "holds/{hold}")
BOOKED = Operation("GET", "bookings/{booking}")
CANCEL = Operation("PUT", "bookings/cancel/{booking}")
CLEAR = Operation("POST", "cache/clear")
OPERATIONS = (LISTED, ANYWHERE, ONE, PLACE, HELD, RELEASE, SELL, BOOKED, CANCEL, CLEAR)
WITH_BODY = (PLACE, SELL)
