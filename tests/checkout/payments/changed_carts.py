"""Carts of visitors who pay, change their mind, and pay what they were shown before."""

from typing import Any

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartRequest, OrderRequest
from outfitter_tenants.checkout.intents import intent_reconciliation, settlement
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Trip
from tests.support.sales import ONLINE, fill_cart, make_offer

KEEP, BACK = "needs_attention", "refund"


def cart_of(offer, guests: int = 1, **more: Any) -> tuple[int, str]:
    trip_id = fill_cart(offer, adults=guests, children=0, **more)
    return trip_id, Trip.objects.get(pk=trip_id).hash


def begin(phone, key: str, **body: Any) -> dict[str, Any]:
    return phone.done(f"/api/payment/trip/{key}/createIntent", **body)


def pay(gateway, intent_id: int) -> Any:
    return gateway.pay(Intent.objects.get(pk=intent_id).gateway_id)


def confirm(phone, key: str, intent_id: int) -> dict[str, Any]:
    return phone.done(f"/api/payments/trip/{key}/confirm", intent_id=intent_id)


def save(phone, key: str, offer, guests: int = 8) -> dict[str, Any]:
    """Save the same trip with other guests, as the browser does."""
    trip = phone.client.get(f"/api/trip/{key}/get").json()
    order = {
        "id": trip["tripOrders"][0]["id"],
        "experience_id": offer.experience_id,
        "timeslot_id": offer.timeslot_id,
        "quantities": [{"experience_customer_type_id": offer.adult, "qty": guests}],
    }
    return dict(phone.done("/api/trip/save", id=key, orders=[order])["trip"])


def pay_old(phone, key: str, offer, gateway) -> int:
    """Pay what was shown for one seat after the cart has grown to eight; returns the intent."""
    intent_id: int = begin(phone, key)["intent_id"]
    save(phone, key, offer)
    pay(gateway, intent_id)
    return intent_id


def tell(gateway, intent_id: int) -> None:
    """What the webhook's job does."""
    gateway_id = Intent.objects.get(pk=intent_id).gateway_id
    settlement.settle_by_gateway(
        schema_name=current_schema(), gateway="stripe", answer=gateway.intents[gateway_id], at=utc_now()
    )


def reconcile(intent_id: int) -> None:
    intent_reconciliation.reconcile({"intent_id": intent_id}, utc_now())


def withdraw(intent_id: int) -> None:
    """Do what was put off when an intent was superseded."""
    job = DueJob.objects.get(kind="payments.withdraw", key=str(intent_id), done_at=None)
    intent_reconciliation.withdraw(job.payload, utc_now())


def standing(trip_id: int) -> tuple[str, str | None, int]:
    trip = Trip.objects.get(pk=trip_id)
    return trip.status, trip.attention, trip.paid_amount


def promised() -> int:
    return sum(Payment.objects.filter(kind="refund").values_list("amount", flat=True))


def another_order(trip_id, offer):
    other = make_offer(name="Sail")
    mine = Trip.objects.get(pk=trip_id).orders.get()
    orders = [
        OrderRequest(mine.pk, offer.experience_id, offer.timeslot_id, {offer.adult: 2}),
        OrderRequest(None, other.experience_id, other.timeslot_id, {other.adult: 1}),
    ]
    cart = CartRequest(trip_id, None, "en", None, orders, {}, None)
    carts.save_trip(cart=cart, caller=ONLINE, at=utc_now())
