"""Partners of the demonstration operator: what they sold, what they were billed, what they paid."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from outfitter_demo.guest_names import Person
from outfitter_demo.parties import Calendar, take_party
from outfitter_demo.trip_scenarios import TripScenario
from outfitter_tenants.checkout.invoices import operations, payments
from outfitter_tenants.checkout.invoices.operations import InvoiceRequest
from outfitter_tenants.checkout.invoices.payments import InvoiceMoney
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import trip_reseller
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.operations import NothingToInvoice
from outfitter_tenants.resellers import operations as resellers
from outfitter_tenants.trips.models import Trip

SEED: Final = "bluebird-inn"
_DAY: Final = timedelta(days=1)
# A month of departures, as far as they are over: nothing is billed that is still to come.
_SPAN: Final = 33
_SALES: Final = 30


@dataclass(frozen=True, slots=True)
class _Partner:
    """
    A partner: who collects, what they keep, and when they pay.

    `billed` are the invoices made of their trips: so many days ago, after which nothing is billed
    unless another follows; whether it was sent, and how much of it was paid in percent.
    """

    name: str
    kind: str
    collects: str
    ppm: int
    terms_days: int
    email: str = ""
    billed: tuple[tuple[int, bool, int], ...] = ()


_PARTNERS: Final = (
    _Partner(
        "Bluebird Inn",
        "concierge",
        "reseller_collects",
        150_000,
        7,
        "books@bluebirdinn.example",
        ((20, True, 40),),
    ),
    _Partner(
        "Downeast Travel",
        "travel_agent",
        "reseller_collects",
        200_000,
        14,
        "accounts@downeasttravel.example",
        ((21, True, 100), (4, True, 0)),
    ),
    _Partner("Frenchman Bay Cruises", "travel_agent", "reseller_collects", 180_000, 14, "", ((3, False, 0),)),
    _Partner(
        "Harborview Hotel", "concierge", "reseller_collects", 120_000, 30, "office@harborviewhotel.example"
    ),
    _Partner(
        "Acadia Concierge Desk",
        "concierge",
        "operator_collects",
        100_000,
        14,
        "pay@acadiaconcierge.example",
        ((9, True, 0),),
    ),
)
_MAY: Final = frozenset({"trip.edit", "reseller.manage", "invoice.manage"})


def tell_sales(calendar: Calendar, people: Sequence[Person], *, at: datetime) -> list[TripScenario]:
    """Return trips of the past month that guests paid to a partner, on seats that were left."""
    rng = random.Random(SEED)  # noqa: S311  (a demonstration, not a secret)
    found: list[TripScenario] = []
    for number in range(_SALES):
        day = calendar.today - (1 + number * _SPAN // _SALES) * _DAY
        party = take_party(rng, calendar, day)
        if party is None:
            continue
        made_at = party.slot.start_at - timedelta(hours=rng.randint(20, 90))
        found.append(
            TripScenario(
                rng.choice(people), [party], min(made_at, at), method="staff", paid=0, arrivals={0: "arrived"}
            )
        )
    return found


def create_partners(sold: Sequence[Trip], paid: Sequence[Trip], *, at: datetime) -> int:
    """
    Add the partners with their trips and invoices; returns how many invoices there are.

    `sold` are the trips of `tell_sales`; of `paid`, which guests paid to the operator, some were
    sent by a partner who earns a commission on them.
    """
    by = TripActor(permissions=_MAY)
    collecting = [one for one in _PARTNERS if one.collects == "reseller_collects"]
    made = {one.name: _add(one, at=at) for one in _PARTNERS}
    for number, trip in enumerate(sold):
        _give(trip, made[collecting[number % len(collecting)].name], by)
    sender = next(one for one in _PARTNERS if one.collects == "operator_collects")
    for trip in paid[:9]:
        _give(trip, made[sender.name], by)
    return sum(_bill(one, made[one.name], by, at=at) for one in _PARTNERS)


def _add(one: _Partner, *, at: datetime) -> int:
    values = {
        "name": one.name,
        "reseller_type": one.kind,
        "collect_type": one.collects,
        "payment_method": "invoice_manual",
        "commission_ppm": one.ppm,
    }
    joined_at = at - 60 * _DAY
    key = resellers.create_reseller(values=values, currency="USD", at=joined_at)
    more: dict[str, Any] = {"invoice_terms_days": one.terms_days}
    if one.email:
        contact = {"name": "Accounting", "email": one.email, "phone": None, "is_accounting": True}
        more["contacts"] = [contact]
    resellers.change_reseller(reseller_id=key, values=more, at=joined_at)
    return key


def _give(trip: Trip, reseller_id: int, by: TripActor) -> None:
    at = trip.reserved_at or trip.created_at
    trip_reseller.set_reseller(trip_id=trip.pk, reseller_id=reseller_id, reprice="keep", by=by, at=at)


def _bill(one: _Partner, reseller_id: int, by: TripActor, *, at: datetime) -> int:
    cnt = 0
    for days_ago, is_sent, percent in one.billed:
        then = at - days_ago * _DAY
        try:
            [invoice_id] = operations.create(
                wanted=InvoiceRequest(
                    (reseller_id,),
                    "payable" if one.collects == "operator_collects" else "receivable",
                    "activity",
                    (then - 60 * _DAY).date(),
                    then.date(),
                ),
                at=then,
            )
        except NothingToInvoice:
            continue
        cnt += 1
        if is_sent:
            operations.set_status(
                invoice_id=invoice_id, status="sent", reason="", version=None, by=by, at=then
            )
        if percent:
            _pay(invoice_id, percent, by, at=then + 2 * _DAY)
    return cnt


def _pay(invoice_id: int, percent: int, by: TripActor, *, at: datetime) -> None:
    invoice = invoices.get_invoice(invoice_id=invoice_id)
    money = InvoiceMoney("wire_ach", invoice.total_amount * percent // 100, note="Monthly transfer")
    payments.add_payment(invoice_id=invoice_id, money=money, version=None, by=by, at=at)
