"""An operator of the tests, and departures of its own for every test that needs some."""

import re
import secrets
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tests.e2e.support.client import Client
from tests.e2e.support.stack import Stack
from tests.e2e.support.wait_conditions import wait_for

PASSWORD = "paddles and lanterns"
PHONE = "+351912000111"
ADULT, CHILD = 8_900, 4_500


@dataclass(frozen=True)
class Tour:
    """An experience with departures at two times of one day."""

    id: int
    name: str
    day: date
    timeslot_ids: list[int]
    adult_id: int
    child_id: int


class Shop:
    """An operator, signed in as its owner."""

    def __init__(self, stack: Stack, slug: str, client: Client) -> None:
        self.stack = stack
        self.slug = slug
        self.client = client
        self.url = stack.tenant_url(slug)
        self.schema = stack.schema_of(slug)

    def add_tour(self, *, seats: int, days_ahead: int = 3) -> Tour:
        """Create an experience with two departures of that many seats on one day."""
        name = f"Sea caves x{secrets.token_hex(3)}"
        types = {row["kind"]: row["id"] for row in self.client.get("/api/customerTypes/get")}
        saved = self.client.post("/api/experience/save", _experience(name, seats, types))
        experience = saved["experience"]
        day = date.today() + timedelta(days=days_ahead)
        rule = {"date_from": str(day), "date_to": str(day), "weekdays": [0, 1, 2, 3, 4, 5, 6]}
        made = self.client.post(
            f"/api/experience/{experience['id']}/availabilities/create",
            {**rule, "times": ["09:00", "14:30"], "dry_run": False},
        )
        assert made["created_cnt"] == 2, made
        rows = {row["customer_type"]["kind"]: row["id"] for row in experience["customerTypes"]}
        found = self.client.get(f"/api/experience/{experience['id']}/getTimeslotsForDateRange/{day}/{day}")
        ids = [row["id"] for row in sorted(found, key=lambda row: str(row["start_time"]))]
        return Tour(experience["id"], name, day, ids, rows["adult"], rows["child"])

    def seats(self, timeslot_id: int) -> tuple[int, int]:
        """Return (booked, held) of a departure, as the database counts them."""
        row = self.rows("SELECT * FROM scheduling_timeslot WHERE id = %s", timeslot_id)[0]
        assert row["booked_pax_cnt"] + row["held_pax_cnt"] <= row["capacity"], row
        return row["booked_pax_cnt"], row["held_pax_cnt"]

    def rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        """Return the rows of a query in this operator's schema."""
        return self.stack.sql(query, *values, schema=self.schema)

    def trip_of(self, email: str) -> dict[str, Any]:
        """Return the trip that an e-mail address books."""
        return self.rows("SELECT * FROM trips_trip WHERE contact_email = %s", email)[0]

    def payments_of(self, email: str) -> list[tuple[str, str, int]]:
        """Return (kind, status, amount) of every payment and refund of a trip."""
        query = (
            "SELECT p.kind, p.status, p.amount FROM ledger_payment p"
            " JOIN trips_trip t ON t.id = p.trip_id WHERE t.contact_email = %s ORDER BY p.id"
        )
        return [(row["kind"], row["status"], row["amount"]) for row in self.rows(query, email)]

    def expire_hold(self, email: str | None, timeslot_id: int) -> None:
        """Let the time of live holds on a departure run out: of one trip, or of all."""
        query = (
            "UPDATE scheduling_hold SET expires_at = now() - interval '1 second'"
            " WHERE status = 'active' AND timeslot_id = %s AND (%s::text IS NULL OR trip_id IN"
            " (SELECT id FROM trips_trip WHERE contact_email = %s))"
        )
        self.rows(query, timeslot_id, email, email)

    def charges_of(self, email: str) -> list[dict[str, Any]]:
        """Return the succeeded charges of a trip, as the payment service counts them."""
        query = (
            "SELECT i.gateway_id FROM ledger_intent i JOIN trips_trip t ON t.id = i.trip_id"
            " WHERE t.contact_email = %s"
        )
        intents = {row["gateway_id"] for row in self.rows(query, email)}
        charges = self.stripe_objects("charge")
        return [
            charge
            for charge in charges
            if charge["payment_intent"] in intents and charge["status"] == "succeeded"
        ]

    def stripe_objects(self, kind: str) -> list[dict[str, Any]]:
        """Return all objects of a kind that the Stripe stand-in holds."""
        found: list[dict[str, Any]] = self.stack.stripe.get("/_control/state")["objects"].get(kind, [])
        return found

    def buy(self, tour: Tour, timeslot_id: int, *, adults: int, email: str) -> None:
        """Buy seats as another visitor, from the first call to the paid trip, without a browser."""
        visitor = self.stack.client(self.slug)
        quantities = [{"experience_customer_type_id": tour.adult_id, "qty": adults}]
        order = {"experience_id": tour.id, "timeslot_id": timeslot_id, "quantities": quantities}
        contact = {"first_name": "Ines", "last_name": "Vaz", "email": email, "phone": "+351912000111"}
        trip = visitor.post("/api/trip/save", {"contact": contact, "orders": [order]})["trip"]
        wanted = {"amount_mode": "due", "channel": "web"}
        intent = visitor.post(f"/api/payment/trip/{trip['hash']}/createIntent", wanted)
        self.stack.pay_at_gateway(intent["client_secret"])
        answer = visitor.post(
            f"/api/payments/trip/{trip['hash']}/confirm", {"intent_id": intent["intent_id"]}
        )
        assert answer["status"] == "succeeded", answer


def _experience(name: str, seats: int, types: dict[str, int]) -> dict[str, Any]:
    return {
        "name": name,
        "status": "live",
        "capacity_type": "timeslot",
        "default_capacity": seats,
        "duration_minutes": 120,
        "short_description": "Along the cliffs at low tide.",
        "meeting_point": "Old pier, gate 3",
        "customerTypes": [
            {"customer_type_id": types["adult"], "base_price": ADULT},
            {"customer_type_id": types["child"], "base_price": CHILD},
        ],
    }


def code_from_mail(stack: Stack, email: str) -> str:
    """Return the six digits that were sent to an address."""

    def found() -> str | None:
        codes = [re.search(r"\b(\d{6})\b", mail["text"]) for mail in stack.mailbox(email)]
        return next((code[1] for code in reversed(codes) if code), None)

    return wait_for(found, f"the code for {email}")


def open_shop(stack: Stack) -> Shop:
    """
    Make a new operator and sign its owner in.

    Not by signing up: an address may do that some twenty times an hour, and every test asks from
    the same one. The journeys go through the front door.
    """
    # Never six digits in a row alone: that is what codes in mails are found by.
    slug = f"caves-x{secrets.token_hex(3)}"
    email = f"{slug}@caves.example"
    stack.commands.run(
        "create_account",
        slug,
        slug,
        email,
        f"--password={PASSWORD}",
        "--first-name=Nuno",
        "--last-name=Reis",
        "--country=PT",
        "--currency=EUR",
        "--time-zone=Europe/Lisbon",
        "--locale=en-PT",
    )
    client = stack.client(slug)
    client.post("/api/login", {"email": email, "password": PASSWORD})
    terms = client.get("/api/tos/get")["tos"]
    client.post(f"/api/tos/{terms['id']}/agree", {"sha256": terms["sha256"]})
    return Shop(stack, slug, client)
