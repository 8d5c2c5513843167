"""Something to sell and somebody who buys it, made by the product's own operations."""

from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from threading import RLock
from uuid import uuid4

from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.types import CheckoutClient, GatewayIntent, GatewayRefund, GatewayUnavailable
from outfitter.plugins.types import TenantContext
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import CustomerTypeDraft
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.trips.operations.drafts import Contact

ADULT, CHILD = 4900, 2900


@dataclass(frozen=True)
class Offer:
    """One experience with one departure the day after tomorrow at nine."""

    experience_id: int
    timeslot_id: int
    adult: int
    child: int


def make_offer(*, capacity: int | None = 10, name: str = "Kayak", at: datetime | None = None) -> Offer:
    """Make an experience that sells adults and children, with one departure."""
    at = at or utc_now()
    kinds = {kind.slug: kind.id for kind in catalog.list_customer_types()}
    experience_id = scheduling.save_experience(
        values={
            "name": name,
            "status": "live",
            "duration_minutes": 120,
            "capacity_type": "timeslot" if capacity is not None else "unlimited",
            "default_capacity": capacity,
            "meeting_point": "The old boathouse",
        },
        customer_types=[CustomerTypeDraft(kinds["adult"], ADULT), CustomerTypeDraft(kinds["child"], CHILD)],
        at=at,
    )
    slot = scheduling.add_timeslot(
        experience_id=experience_id, day=at.date() + timedelta(days=2), start_time=time(9), at=at
    )
    sold = catalog.experience_customer_types(experience_id=experience_id, audience="online")
    by_price = {kind.base_price: kind.id for kind in sold}
    return Offer(experience_id, slot.id, by_price[ADULT], by_price[CHILD])


ONLINE = CartActor("online", "ecommerce", None, None)
ANA = Contact("Ana", "Ruiz", "ana@example.com", None, None)


def fill_cart(
    offer: Offer,
    *,
    adults: int = 2,
    children: int = 1,
    trip_id: int | None = None,
    contact: Contact | None = ANA,
    caller: CartActor = ONLINE,
    at: datetime | None = None,
) -> int:
    """Put guests for an offer into a new or existing cart; returns the trip's id."""
    quantities = {offer.adult: adults, offer.child: children}
    order = OrderRequest(None, offer.experience_id, offer.timeslot_id, quantities)
    cart = CartRequest(
        trip_id=trip_id, version=None, locale="en", contact=contact, orders=[order], utm={}, referrer=None
    )
    return carts.save_trip(cart=cart, caller=caller, at=at or utc_now()).trip_id


@dataclass
class FakeGateway:
    """
    A gateway whose state a test sets; it remembers every call it got.

    Calls that come at once are made one after another, so that one key makes one intent.
    """

    slug: str = "stripe"
    capabilities: frozenset[str] = frozenset()
    intents: dict[str, GatewayIntent] = field(default_factory=dict)
    by_key: dict[str, str] = field(default_factory=dict)
    refunds: list[tuple[str, int, str]] = field(default_factory=list)
    is_away: bool = False
    one_at_a_time: RLock = field(default_factory=RLock, repr=False, compare=False)

    def checkout_client(self, ctx: TenantContext) -> CheckoutClient:
        return CheckoutClient("pk_test_fake", "https://js.example/v3", None, True)

    def create_intent(self, ctx, *, amount, currency, key, metadata, terms=None, **_more) -> GatewayIntent:
        self._answer()
        with self.one_at_a_time:
            if key not in self.by_key:
                gateway_id = f"pi_{uuid4().hex[:12]}"
                self.by_key[key] = gateway_id
                self.intents[gateway_id] = GatewayIntent(
                    gateway_id,
                    "requires_method",
                    amount,
                    currency,
                    f"{gateway_id}_secret",
                    metadata=dict(metadata),
                    tip_amount=terms.tip_amount if terms else 0,
                    platform_fee_amount=(terms.platform_fee_amount or 0) if terms else 0,
                    customer_id=terms.customer_id if terms else None,
                )
            return self.intents[self.by_key[key]]

    def update_intent(self, ctx, *, gateway_id, amount, currency, key, terms=None) -> GatewayIntent:
        old = self.intents[gateway_id]
        tip = terms.tip_amount if terms else old.tip_amount
        who = terms.customer_id if terms and terms.customer_id else old.customer_id
        return self._set(gateway_id, amount=amount, tip_amount=tip, customer_id=who)

    def get_intent(self, ctx, *, gateway_id) -> GatewayIntent:
        self._answer()
        return self.intents[gateway_id]

    def cancel_intent(self, ctx, *, gateway_id, key) -> GatewayIntent:
        return self._set(gateway_id, status="canceled")

    def refund(self, ctx, *, gateway_id, amount, currency, key, **_more) -> GatewayRefund:
        self._answer()
        if (gateway_id, amount, key) not in self.refunds:
            self.refunds.append((gateway_id, amount, key))
        return GatewayRefund(f"re_{key}", "succeeded", amount)

    def list_refunds(self, ctx, *, gateway_id) -> list[GatewayRefund]:
        self._answer()
        return [
            GatewayRefund(f"re_{key}", "succeeded", amount)
            for intent, amount, key in self.refunds
            if intent == gateway_id
        ]

    def pay(self, gateway_id: str) -> GatewayIntent:
        """The customer paid: what the next answer and the webhook will say."""
        found = self.intents[gateway_id]
        return self._set(
            gateway_id,
            status="succeeded",
            amount_received=found.amount,
            charge_id="ch_1",
            card_brand="visa",
            card_last4="4242",
        )

    def decline(self, gateway_id: str) -> GatewayIntent:
        """The issuer refused the card."""
        return self._set(
            gateway_id,
            status="requires_method",
            error_code="card_declined",
            decline_code="generic_decline",
            error_message="Your card was declined.",
        )

    def _set(self, gateway_id: str, **changes) -> GatewayIntent:
        self._answer()
        old = self.intents[gateway_id]
        kept = {name: getattr(old, name) for name in GatewayIntent.__slots__}
        self.intents[gateway_id] = GatewayIntent(**{**kept, **changes})
        return self.intents[gateway_id]

    def _answer(self) -> None:
        if self.is_away:
            raise GatewayUnavailable("no answer")
