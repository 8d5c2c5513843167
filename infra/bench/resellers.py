"""
How fast partners are billed: 200 partners who sold 100,000 trips.

What can be billed is counted for all of them, before and after everything was; invoices are made,
one of 500 trips is sent and paid, lists are read, and a sale is counted with and without a limit.
"""

import json
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final

from bench._bench_database import analyze, best, make_experiences, make_times, middle, stage, vacuum
from bench._customers import crowd
from bench._report import Row, at_most, main, sized
from bench._site import make_owner

PARTNERS: Final = sized(200, quick=40)
TRIPS: Final = sized(100_000, quick=20_000)
# The trips are spread evenly over so many days; the last fifth of them is billed first.
DAYS: Final = 1800
TIMES: Final = sized(7, quick=3)
SHARE: Final = 200_000

_SOLD: Final = """
UPDATE trips_trip SET reseller_id = 1 + id %% %(partners)s, collect_type = 'reseller_collects',
  commission_amount = 2000, net_due_amount = 8000, commission = %(commission)s::jsonb
"""
# What invoices that were sent and paid leave: whatever is billed, and that it is settled.
_PAID: Final = """
UPDATE invoices_invoice SET status = 'paid', number = 'OLD-' || id, issued_at = now(),
  due_date = current_date, paid_amount = total_amount WHERE status = 'unsent';
UPDATE invoices_invoicetrip AS l SET settled_amount = net_amount FROM invoices_invoice AS i
  WHERE i.id = l.invoice_id AND i.status = 'paid';
UPDATE trips_trip AS t SET paid_amount = 8000, locked_reason = 'invoiced',
  commission = jsonb_set(commission, '{settle_status}', '"settled"')
  FROM invoices_invoicetrip AS l JOIN invoices_invoice AS i ON i.id = l.invoice_id
  WHERE t.id = l.trip_id AND i.status = 'paid';
"""


def run() -> list[Row]:
    """Fill an operator's trips, then count, bill, send, pay and list."""
    with stage():
        slots = _make_slots()
        _fill()
        rows = _counting("nothing billed before")
        rows += _creating()
        rows += _one_of_500()
        rows += _lists()
        _bill_and_pay_everything()
        rows += _counting("everything billed before")
        return [*rows, *_sales(slots)]


def _make_slots() -> int:
    [experience_id] = make_experiences(1)
    make_times(experience_id, days=10)
    make_owner()
    return experience_id


def _sql(statement: str, values: dict[str, Any] | None = None) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _fill() -> None:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.resellers import operations, queries

    for number in range(PARTNERS):
        values = {
            "name": f"Partner {number:03d}",
            "reseller_type": "concierge",
            "payment_method": "invoice_manual",
            "collect_type": "reseller_collects",
            "commission_ppm": SHARE,
        }
        operations.create_reseller(values=values, currency="USD", at=utc_now())
    terms = queries.get_partner(reseller_id=1).terms.kept()
    kept = {
        "basis_amount": 10_000,
        "ppm": SHARE,
        "commission_amount": 2000,
        "net_due_amount": 8000,
        "agent_amount": None,
        "owed_by": "reseller",
        "settle_status": "open",
        "terms": terms,
        "is_edited": False,
        "edit_reason": None,
    }
    _sql("SET session_replication_role = replica")
    _sql(crowd(people=5_000, trips=TRIPS))
    _sql(_SOLD, {"partners": PARTNERS, "commission": json.dumps(kept)})
    _sql("SET session_replication_role = DEFAULT")
    analyze()


def _wanted(*reseller_ids: int, days: int = 2 * DAYS) -> Any:
    from outfitter_tenants.checkout.invoices.operations import InvoiceRequest

    today = date.today()
    ids = reseller_ids or tuple(range(1, PARTNERS + 1))
    return InvoiceRequest(ids, "receivable", "created", today - timedelta(days=days), today)


def _took(work: Callable[[], Any]) -> float:
    """Return how long some work takes, in seconds."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _counting(when: str) -> list[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.checkout.invoices import operations

    span = _wanted(days=DAYS // 5 + 20)
    one = best(lambda: operations.count_eligible(wanted=span, at=utc_now()), times=TIMES)
    every = best(lambda: operations.count_eligible(wanted=_wanted(), at=utc_now()), times=TIMES)
    named = best(lambda: operations.list_invoiceable(direction="receivable", at=utc_now()), times=TIMES)
    return [
        Row(f"countEligible of all, a fifth of the trips, {when}", one, "ms", at_most(300)),
        Row(f"countEligible of all, every trip, {when}", every, "ms", at_most(300)),
        Row(f"partners that can be billed, {when}", named, "ms", at_most(300)),
    ]


def _creating() -> list[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.checkout.invoices import operations
    from outfitter_tenants.invoices.models import InvoiceTrip

    wanted = _wanted(*range(2, PARTNERS + 1), days=DAYS // 5 + 20)
    took = _took(lambda: operations.create(wanted=wanted, at=utc_now()))
    cnt = InvoiceTrip.objects.count()
    return [Row(f"{PARTNERS - 1} invoices of {cnt:,} trips, made", took, "s", at_most(20))]


def _one_of_500() -> list[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.checkout.invoices import operations, payments
    from outfitter_tenants.checkout.invoices.payments import InvoiceMoney
    from outfitter_tenants.checkout.trip_changes.change import TripActor
    from outfitter_tenants.invoices import queries
    from outfitter_tenants.people.models import UserAvatar

    by = TripActor(UserAvatar.objects.values_list("pk", flat=True)[0], "Bench")
    [made] = operations.create(wanted=_wanted(1), at=utc_now())
    cnt = len(queries.lines_of(invoice_id=made))
    how = {"invoice_id": made, "version": None, "by": by}
    sent = _took(lambda: operations.set_status(**how, status="sent", reason="", at=utc_now()))
    half = InvoiceMoney("check", queries.get_invoice(invoice_id=made).balance)
    paid = _took(lambda: payments.add_payment(**how, money=half, at=utc_now()))
    payment = queries.get_invoice(invoice_id=made).all_payments[0].pk
    back = _took(lambda: payments.remove_payment(**how, payment_id=payment, reason="Bounced", at=utc_now()))
    return [
        Row(f"an invoice of {cnt} trips is sent", sent, "s", at_most(2)),
        Row(f"an invoice of {cnt} trips is paid", paid, "s", at_most(2)),
        Row(f"an invoice of {cnt} trips: its payment is removed", back, "s"),
    ]


def _lists() -> list[Row]:
    client = _client()
    path = "/api/invoices/get"
    page = best(lambda: client(f"{path}?ageing=false"), times=TIMES)
    both = best(lambda: client(path), times=TIMES)
    return [
        Row("list of invoices, over HTTP", page, "ms", at_most(100)),
        Row("list of invoices with the ageing, over HTTP", both, "ms", at_most(100)),
    ]


def _bill_and_pay_everything() -> None:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.checkout.invoices import operations

    operations.create(wanted=_wanted(), at=utc_now())
    _sql(_PAID)
    vacuum("trips_trip", "invoices_invoicetrip")


def _client() -> Callable[..., Any]:
    from django.conf import settings
    from django.test import Client

    from bench._site import EMAIL, PASSWORD

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(HTTP_HOST="bench.localhost", headers={"X-Requested-With": "XMLHttpRequest"})

    def call(path: str, body: dict[str, Any] | None = None) -> Any:
        if body is None:
            answer = client.get(path)
        else:
            answer = client.post(path, json.dumps(body), content_type="application/json")
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.content[:300]!r}")
        return answer.json()

    call("/api/login", {"email": EMAIL, "password": PASSWORD})
    return call


def _sales(experience_id: int) -> list[Row]:
    """Count the statements of a sale to a partner without a limit, and to one with."""
    from outfitter_tenants.resellers.models import Reseller

    call = _client()
    cart = _cart(experience_id)
    found: list[list[float]] = []
    for limit in (None, 10_000_000):
        Reseller.objects.filter(pk=3).update(credit_limit_amount=limit)
        counts, times = [], []
        for _ in range(TIMES):
            cnt, took = _sold(call, cart)
            counts.append(cnt)
            times.append(took)
        found.append([middle(counts), middle(times)])
    (free, free_ms), (limited, limited_ms) = found
    return [
        Row("statements of reserving, partner without a limit", free, ""),
        Row("statements that a limit adds to it", limited - free, "", at_most(2)),
        Row("reserving takes with a limit, beside one without", limited_ms / free_ms, "x", at_most(1.25)),
    ]


def _cart(experience_id: int) -> dict[str, Any]:
    from outfitter_tenants.catalog import queries as catalog
    from outfitter_tenants.scheduling.models import Timeslot

    slot = Timeslot.objects.filter(experience_id=experience_id).order_by("id").values_list("pk", flat=True)[0]
    Timeslot.objects.filter(pk=slot).update(capacity=100_000)
    kind = next(row for row in catalog.list_live() if row.id == experience_id).online_types[0].id
    guests = [{"experience_customer_type_id": kind, "qty": 2}]
    order = {"experience_id": experience_id, "timeslot_id": slot, "quantities": guests}
    contact = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}
    return {"method": "phone", "contact": contact, "orders": [order]}


def _sold(call: Callable[..., Any], cart: dict[str, Any]) -> tuple[int, float]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    trip_id = call("/api/trip/save", cart)["trip"]["id"]
    call(f"/api/trip/{trip_id}/reseller/edit", {"reseller_id": 3, "reprice": "keep"})
    with CaptureQueriesContext(connection) as asked:
        took = _took(lambda: call(f"/api/trip/{trip_id}/reserve", {"notify": False}))
    return len(asked), took


if __name__ == "__main__":
    main(run)
