"""How the tests of saved cards keep and charge them."""

from typing import Any

from outfitter_tenants.customers.models import CustomerCard
from outfitter_tenants.trips.models import Trip
from tests.checkout.payments.payment_facts import TOTAL


def owner_of(trip_id: int) -> int:
    """Return the customer of a trip."""
    return Trip.objects.get(pk=trip_id).customer_id


def keep(desk, gateway, trip_id: int, card_id: str = "pm_1") -> int:
    """Keep a card of the trip's customer; returns our id of it."""
    customer = owner_of(trip_id)
    desk.done(f"/api/customer/{customer}/createCardIntent")
    gateway.keep(gateway.customers[f"customer:{customer}"], card_id)
    path = f"/api/customer/{customer}/trip/{trip_id}/creditCard/add"
    desk.done(path, payment_method_id=card_id)
    return CustomerCard.objects.get(gateway_method_id=card_id).pk


def charge(trip_id: int, card: int, amount: int = TOTAL, **more: Any) -> tuple[str, dict[str, Any]]:
    """Return where and with what a saved card is charged."""
    path = f"/api/trip/{trip_id}/payment/add"
    return path, {"saved_card_id": card, "amount": amount, **more}
