"""Partners' sold trips and what invoices make of them, as tests need it."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from outfitter.kit.clock import utc_now
from outfitter.kit.zones import local_day
from outfitter_tenants.checkout.invoices import operations, payments
from outfitter_tenants.checkout.invoices.operations import InvoiceRequest
from outfitter_tenants.checkout.invoices.payments import InvoiceMoney
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import labels, trip_reseller
from outfitter_tenants.invoices import queries
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.invoices.invoice_books import check_books
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, Offer, fill_cart
from tests.support.sold_trips import order_of
from tests.support.trip_states import MANAGER, reserve

__all__ = ["check_books"]

# What a partner who keeps a fifth owes for one adult.
NET = ADULT - ADULT // 5
EVERYBODY = replace(MANAGER, permissions=MANAGER.permissions | {"reseller.manage", "invoice.manage"})


def sell(offer: Offer, reseller_id: int, *, adults: int = 1) -> int:
    """Sell adults of an offer through a partner; returns the trip's id."""
    trip_id = fill_cart(offer, adults=adults, children=0)
    trip_reseller.set_reseller(
        trip_id=trip_id, reseller_id=reseller_id, reprice="keep", by=EVERYBODY, at=utc_now()
    )
    reserve(trip_id)
    return trip_id


def sell_as(by: TripActor, offer: Offer, reseller_id: int) -> int:
    """Have somebody sell an adult of an offer through a partner; returns the trip's id."""
    trip_id = fill_cart(offer, adults=1, children=0)
    trip_reseller.set_reseller(trip_id=trip_id, reseller_id=reseller_id, reprice="keep", by=by, at=utc_now())
    return reserve(trip_id, by=by)


def wanted(*reseller_ids: int, **more: Any) -> InvoiceRequest:
    """Ask for everything these partners bought around today."""
    today = utc_now().date()
    values = {
        "direction": "receivable",
        "date_type": "created",
        "date_from": today - timedelta(days=2),
        "date_to": today + timedelta(days=2),
        **more,
    }
    return InvoiceRequest(reseller_ids, **values)


def create(*reseller_ids: int, **more: Any) -> list[int]:
    """Make invoices; returns their ids."""
    return operations.create(wanted=wanted(*reseller_ids, **more), at=utc_now())


def make_invoice() -> int:
    """Return the id of an invoice that nobody has got, about nothing."""
    today = utc_now().date()
    return Invoice.objects.create(
        direction="receivable",
        reseller_id=make_reseller("Billed"),
        date_type="created",
        date_from=today,
        date_to=today,
        currency="USD",
        created_at=utc_now(),
    ).pk


def get(invoice_id: int) -> Invoice:
    """Return an invoice as it is now, with its lines and payments."""
    return queries.get_invoice(invoice_id=invoice_id)


def set_status(
    invoice_id: int, status: Any, reason: str = "", *, by: TripActor = EVERYBODY, version: int | None = None
) -> Invoice:
    """Change what an invoice is; returns it."""
    operations.set_status(
        invoice_id=invoice_id,
        status=status,
        reason=reason,
        version=get(invoice_id).version if version is None else version,
        by=by,
        at=utc_now(),
    )
    return get(invoice_id)


def make_sent(*reseller_ids: int, **more: Any) -> int:
    """Make one invoice and send it without a mail; returns it."""
    [made] = create(*reseller_ids, **more)
    set_status(made, "sent")
    return made


def pay(
    invoice_id: int,
    amount: int,
    method: str = "check",
    *,
    by: TripActor = EVERYBODY,
    version: int | None = None,
) -> Invoice:
    """Record that so much was paid of an invoice; returns it."""
    payments.add_payment(
        invoice_id=invoice_id,
        money=InvoiceMoney(method, amount),
        version=get(invoice_id).version if version is None else version,
        by=by,
        at=utc_now(),
    )
    return get(invoice_id)


def take_back(
    invoice_id: int, payment_id: int, *, by: TripActor = EVERYBODY, version: int | None = None
) -> Invoice:
    """Remove a payment of an invoice; returns it."""
    payments.remove_payment(
        invoice_id=invoice_id,
        payment_id=payment_id,
        reason="Bounced",
        version=get(invoice_id).version if version is None else version,
        by=by,
        at=utc_now(),
    )
    return get(invoice_id)


def discount(
    invoice_id: int, *, amount: int | None = None, ppm: int | None = None, version: int | None = None
) -> Invoice:
    """Take so much off an invoice; returns it."""
    operations.edit_discount(
        invoice_id=invoice_id,
        amount=amount,
        ppm=ppm,
        reason="Agreed",
        version=get(invoice_id).version if version is None else version,
        at=utc_now(),
    )
    return get(invoice_id)


def remove_trip(invoice_id: int, trip_id: int, *, version: int | None = None) -> Invoice:
    """Take a trip off an invoice; returns it."""
    operations.remove_trip(
        invoice_id=invoice_id,
        trip_id=trip_id,
        version=get(invoice_id).version if version is None else version,
        at=utc_now(),
    )
    return get(invoice_id)


def unlock(trip_id: int, *, by: TripActor = EVERYBODY) -> None:
    """Let the price of a trip on a sent invoice be changed after all."""
    labels.unlock(trip_id=trip_id, reason="The guest stayed home", by=by, at=utc_now())


def cancel(trip_id: int, *, by: TripActor = EVERYBODY) -> None:
    """Cancel what a trip is about; everything that was to be paid for it goes back."""
    unlock(trip_id, by=by)
    cancellations.cancel(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        wish=CancellationOptions(reason="customer", refund="full"),
        by=by,
        at=utc_now(),
    )


def earn(trip_id: int, amount: int, *, by: TripActor = EVERYBODY) -> None:
    """Set what the partner earns on a trip, whatever locks it."""
    unlock(trip_id, by=by)
    trip_reseller.edit_commission(
        trip_id=trip_id, ppm=None, amount=amount, agent_amount=None, reason="Agreed", by=by, at=utc_now()
    )


def trip(trip_id: int) -> Trip:
    """Return a trip as it is now."""
    return trips.get_trip(trip_id=trip_id)


def owed(trip_id: int) -> int:
    """Return what its partner owes for a trip."""
    return trips.partner_owes(trip(trip_id))


def today() -> date:
    """Return the day it is at the operator."""
    return day_of(utc_now())


def day_of(at: datetime) -> date:
    """Return the operator's day of a moment."""
    return local_day(at, people.get_properties().time_zone)
