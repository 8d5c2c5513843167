"""What somebody owes, the address to pay it at, and the payment service's fields."""

import secrets
from typing import Any

from playwright.sync_api import Page

from tests.e2e.support.shop import Shop


def booked(shop: Shop, *, adults: int = 2) -> dict[str, Any]:
    """Book a trip by telephone that nobody has paid."""
    tour = shop.add_tour(seats=8)
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": adults}]
    order = {"experience_id": tour.id, "timeslot_id": tour.timeslot_ids[0], "quantities": quantities}
    contact = {"first_name": "Mara", "last_name": "Lund", "email": f"{secrets.token_hex(4)}@guests.example"}
    made = shop.client.post("/api/trip/save", {"method": "phone", "contact": contact, "orders": [order]})[
        "trip"
    ]
    trip: dict[str, Any] = shop.client.post(f"/api/trip/{made['id']}/reserve", {})["trip"]
    return trip


def take_cash(shop: Shop, trip: dict[str, Any], amount: int) -> None:
    """Take cash for a booked trip at the counter, in minor units."""
    shop.client.post(f"/api/trip/{trip['id']}/payment/add", {"method": "cash", "amount": amount})


def link_to(shop: Shop, trip: dict[str, Any], **asked: Any) -> str:
    """Make a payment link of a trip and return its address."""
    made = shop.client.post(f"/api/trip/{trip['id']}/paymentLink/create", asked)
    found: str = made["url"]
    return found


def give_card(page: Page, number: str) -> None:
    """Type a card into the payment service's own fields."""
    page.get_by_label("Card number").fill(number)
    page.get_by_label("Expiry").fill("12 / 34")
    page.get_by_label("CVC").fill("123")
    page.get_by_label("Postal code").fill("1100-148")
