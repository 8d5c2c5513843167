"""Redeam as it calls an operator: over HTTP, with its two headers."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.channels.models import ChannelConnection, ExternalBooking
from outfitter_tenants.channels.operations import connections, mappings
from outfitter_tenants.scheduling.models import Hold, Timeslot
from tests.support.resellers import make_reseller
from tests.support.sales import Offer

BASE = "/redeam/partner/api/"
# The same in every process: tests are named after them.
PRODUCT, RATE, ADULT, CHILD = (str(UUID(int=n, version=4)) for n in range(1, 5))


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    body: dict[str, Any]

    @property
    def code(self) -> str:
        """Return the code of an error."""
        return str(self.body["error"]["code"])


@dataclass
class Redeam:
    """One connection, and Redeam at its other end."""

    client: Client
    row: ChannelConnection
    secret: str
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def supplier(self) -> str:
        """Return what Redeam calls the operator."""
        return str(self.row.uuid)

    def agree(self, **settings: Any) -> None:
        """Have other settings from now on."""
        ChannelConnection.objects.filter(pk=self.row.pk).update(settings=settings)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        kind: str = "application/json",
        **query: Any,
    ) -> Answer:
        """Send a request with the connection's credentials."""
        import json

        content = raw if raw is not None else (b"" if body is None else json.dumps(body).encode())
        address = f"{BASE}{path}?{urlencode(query)}" if query else f"{BASE}{path}"
        sent = {"X-API-Key": self.supplier, "X-API-Secret": self.secret, **self.headers}
        reply = self.client.generic(
            method,
            address,
            content,
            kind if content else "",
            headers={name: text for name, text in sent.items() if text},
        )
        return Answer(reply.status_code, json.loads(reply.content))

    def get(self, path: str, **query: Any) -> Answer:
        """Send a GET."""
        return self.ask("GET", path, **query)

    def window(self, name: str = "availabilities", **query: Any) -> Answer:
        """Ask for the product's availabilities of the coming week."""
        now = utc_now()
        near = {"start": _stamp(now), "end": _stamp(now + timedelta(days=7))}
        path = f"suppliers/{self.supplier}/products/{PRODUCT}/{name}"
        return self.get(path, **(near if name == "availabilities" else {}), **query)

    def capacity(self) -> list[int]:
        """Return the seats that are left, start by start."""
        rows = self.window().body["availabilities"]["byProduct"]["availability"]
        return [row["capacity"] for row in rows]

    def hold(self, *items: dict[str, Any], request: str | None = None, **given: Any) -> Answer:
        """Set seats aside."""
        body = {"hold": {"items": list(items), **given}, "meta": {"reqId": request or str(uuid4())}}
        return self.ask("POST", "holds", body)

    def book(self, *items: dict[str, Any], request: str | None = None, **given: Any) -> Answer:
        """Book."""
        booking = {
            "customer": {
                "firstName": "Ada",
                "lastName": "Lovelace",
                "email": "ada@guest.example",
                "phone": "+12025550123",
            },
            "items": list(items),
            "resellerBookingRef": "R-1",
            **given,
        }
        kept = {name: value for name, value in booking.items() if value is not ...}
        body = {"booking": kept, "meta": {"reqId": request or str(uuid4())}}
        return self.ask("POST", "bookings", body)

    def held(self, offer: Offer, quantity: int = 2, **given: Any) -> str:
        """Return the id of a hold of adults."""
        return str(self.hold(self.seat(offer, quantity, **given)).body["hold"]["id"])

    def seat(self, offer: Offer, quantity: int = 2, price: str = ADULT, **given: Any) -> Any:
        """Return an item of a hold."""
        item = {
            "at": start_of(offer.timeslot_id),
            "priceId": price,
            "quantity": quantity,
            "rateId": RATE,
            "supplierId": self.supplier,
            **given,
        }
        return {name: value for name, value in item.items() if value is not ...}

    def sale(self, offer: Offer, quantity: int = 2, price: str = ADULT, **given: Any) -> Any:
        """Return an item of a booking."""
        item = self.seat(offer, quantity, price, at=..., startTime=start_of(offer.timeslot_id))
        given = {"productId": PRODUCT, **given}
        merged = {**item, **given}
        return {name: value for name, value in merged.items() if value is not ...}


def _stamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def start_of(timeslot_id: int) -> str:
    """Return when a departure starts."""
    return _stamp(Timeslot.objects.get(pk=timeslot_id).start_at.astimezone(UTC))


def connect(client: Client, *, state: str = "live", **settings: Any) -> Redeam:
    """Return a connection to Redeam that sells nothing yet."""
    name = f"Redeam {ChannelConnection.objects.count()}"
    made = connections.create(
        channel="redeam",
        draft=connections.Draft(
            values={"title": name, "reseller_id": make_reseller(name, reseller_type="ota")},
            settings=settings,
            credentials={"api_key": "ours-at-redeam", "api_secret": "our-secret-at-redeam"},
        ),
        at=utc_now(),
    )
    assert made.key is not None
    if state != "draft":
        connections.set_state(connection_id=made.row.pk, state="testing", at=utc_now())
    return Redeam(client, made.row, made.key)


def sell(
    redeam: Redeam,
    offer: Offer,
    *,
    state: str = "live",
    rate: str = RATE,
    names: tuple[str, str] = (ADULT, CHILD),
    product: str = PRODUCT,
    **given: Any,
) -> None:
    """Map an offer to a rate of the product, and open the connection."""
    draft = mappings.Draft(
        offer.experience_id,
        product_ref=product,
        option_ref=rate,
        state="live",
        units={names[0]: offer.adult, names[1]: offer.child},
        **given,
    )
    mappings.save(connection_id=redeam.row.pk, mapping_id=None, draft=draft, at=utc_now())
    connections.set_state(connection_id=redeam.row.pk, state=state, at=utc_now())


def run_out() -> None:
    """Have every hold run out now."""
    gone = utc_now() - timedelta(seconds=1)
    ExternalBooking.objects.filter(state="on_hold").update(expires_at=gone)
    Hold.objects.update(expires_at=gone)


def seats_of(offer: Offer) -> tuple[int, int]:
    """Return the seats of the departure that are sold, and held."""
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    return slot.booked_pax_cnt, slot.held_pax_cnt
