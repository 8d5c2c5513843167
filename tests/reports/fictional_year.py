"""
A year at an operator in Auckland: everything that sells, pays, goes back and is owed, by real operations.

The clock is moved by hand to each deed, by the operator's own time: some are minutes around the end of a
month, where the day in London is another, some on the days on which the clocks change. Every deed says
what it comes to, so that figures can be added up by hand (tests/reports/test_fictional_taxes.py).
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import Any, Final
from unittest.mock import patch

from outfitter.kit.clock import utc_now
from outfitter.kit.zones import zone
from outfitter.plugins import contexts
from outfitter.testing.frozen_clock import Clock, stop_clock
from outfitter_tenants.checkout.addons import operations as addons
from outfitter_tenants.checkout.addons.operations import AddonChoice
from outfitter_tenants.checkout.bookings import order_guests
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway_reconciliation import daily_jobs, payout_import
from outfitter_tenants.checkout.gift_cards import daily_jobs as card_jobs
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.products import operations as products
from outfitter_tenants.checkout.products.operations import ProductRequest
from outfitter_tenants.checkout.refunds import cancellations, gateway_refunds
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.checkout.trip_prices import adjustments, offer_codes, order_prices
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, BookingStatus, TripOrder
from tests.checkout.test_golden_trip import charge
from tests.giftcards import card_calls
from tests.invoices import invoice_calls
from tests.support.add_ons import make_addon, make_product
from tests.support.balance_gateway import BalanceGateway
from tests.support.offer_codes import make_code
from tests.support.resellers import make_reseller
from tests.support.sales import ONLINE, CartActor, Contact, Offer, fill_cart, make_offer
from tests.support.sold_trips import STAFF, guests_of, make_policy, order_of, pay
from tests.support.trip_states import reserve

ZONE: Final = "Pacific/Auckland"
FIRST, LAST = date(2025, 1, 1), date(2025, 12, 31)
DESK: Final = CartActor("direct", "walk_up", None, None, avatar_id=1)


def local(month: int, day: int, hour: int = 12, minute: int = 0) -> datetime:
    """Return a moment of the year by the operator's clock."""
    return datetime(2025, month, day, hour, minute, tzinfo=zone(ZONE))


@dataclass
class FictionalYear:
    """What was done, by name: trips, gift cards, invoices."""

    clock: Clock
    gateway: BalanceGateway
    offer: Offer
    trips: dict[str, int] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)
    invoices: dict[str, int] = field(default_factory=dict)
    taxes: Mapping[str, int] = field(default_factory=dict)
    slots: dict[date, int] = field(default_factory=dict)

    def slot(self, day: date) -> Offer:
        """Return the offer with a departure at nine on a day."""
        if day not in self.slots:
            self.slots[day] = scheduling.add_timeslot(
                experience_id=self.offer.experience_id, day=day, start_time=time(9), at=utc_now()
            ).id
        return replace(self.offer, timeslot_id=self.slots[day])

    def sell(
        self, name: str, at: datetime, day: date, *, caller: CartActor = DESK, who: str = "", **party: int
    ) -> int:
        """Sell guests a departure on a day, unpaid; an adult is 49.00, a child 29.00."""
        self.clock.move_to(at)
        party = {"adults": 1, "children": 0, **party}
        contact = Contact(who or name, "Smith", f"{who or name}@example.com", None, None)
        trip_id = fill_cart(self.slot(day), contact=contact, caller=caller, **party)
        self.trips[name] = trip_id
        return reserve(trip_id)

    def pay(self, name: str, amount: int, at: datetime, **more: Any) -> int:
        """Take money for a trip, tip and all; in cash unless told otherwise."""
        self.clock.move_to(at)
        return pay(self.trips[name], amount, at=at, **{"method": "cash", **more}).pk

    def settle(self, name: str, at: datetime) -> int:
        """Take all that is still owed, in cash."""
        self.clock.move_to(at)
        return self.pay(name, trips.balance(trips.get_trip(trip_id=self.trips[name])), at)

    def cancel(self, name: str, at: datetime, refund: Any = "policy") -> None:
        """Cancel a trip's order; what comes back is handed over at once."""
        self.clock.move_to(at)
        wish = CancellationOptions(reason="customer", refund=refund, is_handed_back=True)
        order_id = order_of(self.trips[name]).pk
        cancellations.cancel(
            trip_id=self.trips[name], trip_order_id=order_id, wish=wish, by=STAFF, at=utc_now()
        )

    def give_back(self, name: str, payment_id: int, amount: int, at: datetime) -> None:
        """Hand back a part of what was paid in cash."""
        self.clock.move_to(at)
        part = refunds.RefundPart(payment_id, amount)
        request = refunds.RefundRequest("customer", (part,))
        refunds.refund_payments(trip_id=self.trips[name], refund=request, by=STAFF, at=utc_now())

    def pay_by_card(self, name: str, at: datetime, day: date, **party: int) -> str:
        """Sell online, paid by card at the gateway; returns the gateway's name of it."""
        self.clock.move_to(at)
        party = {"adults": 2, "children": 0, **party}
        contact = Contact(name, "Jones", f"{name}@example.com", None, None)
        trip_id = fill_cart(self.slot(day), contact=contact, caller=ONLINE, **party)
        self.trips[name] = trip_id
        begun = intents.begin(trip_id=trip_id, channel="web", amount_mode="due", at=at)
        self.gateway.pay(begun.answer.gateway_id, at=at)
        intents.confirm(trip_id=trip_id, intent_id=begun.intent_id, at=at)
        return begun.answer.gateway_id

    def pay_out(self, at: datetime) -> None:
        """Let the gateway pay out, and read its books."""
        self.clock.move_to(at)
        self.gateway.pay_out(at=at)
        daily_jobs.keep_books(at=at)


@contextmanager
def fictional_year() -> Iterator[FictionalYear]:
    """Build the year; the clock stands at its end, and the gateway stays, as long as it is looked at."""
    gateway = BalanceGateway()

    def provider(*, schema_name: str) -> Any:
        return contexts.context_for(schema_name=schema_name), gateway

    with stop_clock(local(1, 2, 8)) as clock, ExitStack() as stack:
        for module in (intent_calls, intents, gateway_refunds, daily_jobs, payout_import):
            stack.enter_context(patch.object(module, "payment_provider", provider))
        Properties.objects.filter(pk=1).update(time_zone=ZONE, booking_fee={"rate_ppm": 30_000})
        taxes = {
            # 15 of 115 parts of every price, and a fortieth of tickets on top of what is left of it.
            "GST": charge(
                "tax", name="GST", calc="percent", rate_ppm=150_000, mode="inclusive", tax_code="GST15"
            ),
            "City": charge(
                "tax",
                name="City tax",
                calc="percent",
                rate_ppm=25_000,
                applies_to=["tickets"],
                tax_code="CITY",
            ),
        }
        charge("fee", name="Park fee", calc="fixed", amount=300, applies_to=["tickets"])
        make_policy(Tier(24, 500_000, 0))
        year = FictionalYear(clock, gateway, make_offer(capacity=None), taxes=taxes)
        for part in (_sales, _extras, _changes, _partners, _gift_cards, _gateway):
            part(year)
        clock.move_to(local(12, 31, 23, 59))
        yield year


def _sales(year: FictionalYear) -> None:
    """Sales around the ends of months and the days on which clocks change."""
    # In London it is still January 31, 10:30.
    year.sell("january", local(1, 31, 23, 30), date(2025, 2, 3), adults=2, children=1)
    year.settle("january", local(1, 31, 23, 45))
    year.sell("february", local(2, 1, 0, 15), date(2025, 2, 28), who="january")
    year.pay("february", 2000, local(2, 1, 0, 20))
    year.settle("february", local(3, 1, 0, 5))
    # On April 6 the hour from two to three comes twice; on September 28 it is left out.
    year.sell("autumn", local(4, 6, 2, 30), date(2025, 4, 6))
    year.settle("autumn", local(4, 6, 8))
    year.sell("spring", local(9, 28, 3, 10), date(2025, 9, 28))
    year.settle("spring", local(9, 28, 8))
    year.sell("unpaid", local(5, 5), date(2025, 5, 9))
    year.sell("deposit", local(11, 20), date(2026, 2, 1), adults=3)
    year.pay("deposit", 5000, local(11, 20), method="check")
    year.sell("tipped", local(6, 1), date(2025, 6, 2))
    whole = trips.balance(trips.get_trip(trip_id=year.trips["tipped"]))
    year.pay("tipped", whole + 1000, local(6, 2, 17), tip=1000)


def _extras(year: FictionalYear) -> None:
    """Add-ons, things from the shelf, a code, a free guest, an exempt school, somebody who did not come."""
    lunch, shirt = make_addon(year.offer), make_product(stock=20)
    make_code("TENTH", frequency="per_booking")
    trip_id = year.sell("lunch", local(3, 10), date(2025, 3, 12), adults=2)
    guest = guests_of(trip_id)[0]
    addons.add(trip_id=trip_id, choice=AddonChoice(lunch), booking_id=guest.pk, by=STAFF, at=utc_now())
    wanted = ProductRequest(shirt, 2)
    products.sell(trip_id=trip_id, booking_id=None, wanted=wanted, by=STAFF, at=utc_now())
    year.settle("lunch", local(3, 10))
    year.clock.move_to(local(3, 15))
    trip_id = fill_cart(year.slot(date(2025, 3, 20)), adults=2, children=0, caller=DESK)
    year.trips["code"] = trip_id
    offer_codes.add(trip_id=trip_id, code="tenth", is_replacing=False, by=STAFF, at=utc_now())
    reserve(trip_id)
    year.settle("code", local(3, 15))
    trip_id = year.sell("free", local(3, 17), date(2025, 3, 20), adults=2)
    order_prices.comp_guest(
        trip_id=trip_id,
        booking_id=guests_of(trip_id)[0].pk,
        is_comped=True,
        reason="The guide's sister",
        by=STAFF,
        at=utc_now(),
    )
    year.settle("free", local(3, 17))
    trip_id = year.sell("school", local(5, 12), date(2025, 5, 14), adults=2)
    adjustments.set_tax_exempt(
        trip_id=trip_id, is_tax_exempt=True, certificate="EX-1", reason="A school", by=STAFF, at=utc_now()
    )
    year.settle("school", local(5, 12))
    trip_id = year.sell("missed", local(5, 20), date(2025, 5, 22))
    year.settle("missed", local(5, 20))
    absent = BookingStatus.objects.filter(kind="no_show").order_by("id")[0]
    Booking.objects.filter(trip_order__trip_id=trip_id).update(booking_status=absent)
    TripOrder.objects.filter(trip_id=trip_id).update(is_noshow=True)


def _changes(year: FictionalYear) -> None:
    """What is changed after it was paid: refunds over the end of a month, cancellations, a deleted trip."""
    year.sell("refunded", local(6, 29), date(2025, 7, 20), adults=2)
    paid = year.settle("refunded", local(6, 30, 23, 50))
    year.give_back("refunded", paid, 3000, local(7, 1, 0, 10))
    year.sell("cancelled", local(7, 28), date(2025, 9, 1), adults=2)
    year.settle("cancelled", local(7, 31, 23, 58))
    year.cancel("cancelled", local(8, 1, 0, 2))
    year.sell("late", local(8, 29, 9), date(2025, 8, 30))
    year.settle("late", local(8, 29, 9))
    # Within a day of the start all of it is kept.
    year.cancel("late", local(8, 29, 20))
    year.sell("returned", local(9, 29), date(2025, 10, 20))
    year.settle("returned", local(9, 30, 23, 59))
    year.cancel("returned", local(10, 1, 0, 1), refund="full")
    trip_id = year.sell("grown", local(10, 10), date(2025, 11, 20))
    year.settle("grown", local(10, 10))
    year.clock.move_to(local(11, 1, 0, 1))
    order_guests.add_guests(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        quantities={year.offer.child: 1},
        names=(),
        by=STAFF,
        at=utc_now(),
    )
    year.settle("grown", local(11, 1, 0, 2))
    trip_id = year.sell("deleted", local(10, 12), date(2025, 10, 31))
    deletion.delete_trip(trip_id=trip_id, reason="A duplicate", by=STAFF, at=utc_now())


def _partners(year: FictionalYear) -> None:
    """Partners who collect and are billed, and one for whom we collect."""
    hotel = make_reseller("Harbor Hotel")
    agency = make_reseller("Agency", collect_type="operator_collects")
    for name, at in (("hotel", local(4, 10)), ("motel", local(4, 12))):
        year.clock.move_to(at)
        offer = year.slot(date(2025, 4, 30))
        year.trips[name] = invoice_calls.sell(offer, hotel, adults=2)
    year.clock.move_to(local(4, 13))
    year.trips["agency"] = invoice_calls.sell(year.slot(date(2025, 5, 1)), agency)
    year.settle("agency", local(4, 13))
    year.clock.move_to(local(5, 1))
    [made] = invoice_calls.create(hotel, date_from=date(2025, 4, 1), date_to=date(2025, 4, 30))
    invoice_calls.set_status(made, "sent")
    year.invoices["hotel"] = made
    year.clock.move_to(local(6, 3))
    invoice_calls.pay(made, 10_000)


def _gift_cards(year: FictionalYear) -> None:
    """Cards that are sold, spent, given away, run out, and void."""
    year.clock.move_to(local(2, 10))
    year.cards["sold"] = card_calls.make_card(10_000, 1_000)
    year.cards["unspent"] = card_calls.make_card(7_500)
    year.cards["given"] = card_calls.give_card(2_500)
    trip_id = year.sell("by_card", local(4, 20), date(2025, 4, 25))
    card_calls.apply(trip_id, year.cards["sold"])
    trip_id = year.sell("by_prize", local(4, 21), date(2025, 4, 25))
    card_calls.apply(trip_id, year.cards["given"], 1_500)
    year.settle("by_prize", local(4, 21))
    year.clock.move_to(local(8, 15))
    GiftCard.objects.filter(pk=year.cards["given"]).update(promo_expires_at=utc_now())
    card_jobs.expire({}, utc_now())


def _gateway(year: FictionalYear) -> None:
    """Cards at the gateway, paid out in two payouts."""
    year.pay_by_card("visa", local(9, 1), date(2025, 9, 5))
    year.pay_out(local(9, 3))
    year.pay_by_card("master", local(9, 29, 23, 55), date(2025, 10, 5), children=1)
    year.pay_by_card("amex", local(10, 1, 0, 5), date(2025, 10, 6))
    year.pay_out(local(10, 3))
