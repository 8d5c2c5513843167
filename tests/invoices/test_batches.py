"""Billing a month and sending many: one partner a transaction, nothing twice, nobody lost."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.invoices import operations
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Role
from outfitter_tenants.resellers.models import Reseller
from tests.invoices import invoice_calls as b
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer

NET = b.NET


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def post(client: Any, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def reachable(name: str, email: str = "books@hotel.example") -> int:
    """Return the id of a partner who gets invoices at an address."""
    key = make_reseller(name)
    contact = {"name": "Ada", "email": email, "phone": None, "is_accounting": True}
    Reseller.objects.filter(pk=key).update(contacts=[contact])
    return key


def bill(client: Any, *ids: int, **more: Any) -> dict[str, Any]:
    """Begin to bill partners for what they bought around today; returns the job."""
    days = {"date_from": str(b.today() - timedelta(days=2)), "date_to": str(b.today() + timedelta(days=2))}
    answer = post(client, "/api/invoices/bulk/create", reseller_ids=list(ids), **{**days, **more})
    assert answer.status_code == 200, answer.content[:800]
    return dict(answer.json())


def work(job: dict[str, Any]) -> Job:
    """Let a worker do all of a job; returns it."""
    jobs.work_on({"job_id": job["id"]}, utc_now())
    return Job.objects.get(pk=job["id"])


def test_a_month_is_billed_for_everybody_and_sent(staff):
    one, two, offer = reachable("One"), reachable("Two", "two@hotel.example"), make_offer()
    b.sell(offer, one), b.sell(offer, two), b.sell(offer, two)

    job = bill(staff, one, two, is_sent=True, message="Thank you for October.")
    assert (job["status"], job["total_cnt"], job["kind"]) == ("queued", 2, "invoices.create")
    done = work(job)

    assert (done.status, done.done_cnt, done.failed_cnt) == ("done", 2, 0)
    assert done.result == {"created_cnt": 2, "sent_cnt": 2, "amounts": {"USD": 3 * NET}, "problems": []}
    rows = Invoice.objects.order_by("reseller_id")
    assert [(row.reseller_id, row.status, row.sent_to) for row in rows] == [
        (one, "sent", ["books@hotel.example"]),
        (two, "sent", ["two@hotel.example"]),
    ]
    assert [row.number for row in rows] == ["INV-00001", "INV-00002"]
    assert sorted(Message.objects.values_list("to", flat=True)) == [
        "books@hotel.example",
        "two@hotel.example",
    ]
    b.check_books()


def test_drafts_are_made_without_sending(staff):
    one = reachable("One")
    b.sell(make_offer(), one)

    due = b.today() + timedelta(days=10)
    done = work(bill(staff, one, due_date=str(due)))

    assert done.result["sent_cnt"] == 0
    made = Invoice.objects.get()
    assert (made.status, made.number, made.due_date) == ("unsent", None, due)
    assert not Message.objects.exists()


def test_a_partner_without_an_address_is_named_and_keeps_its_draft(staff):
    known, mute, offer = reachable("Known"), make_reseller("Mute"), make_offer()
    b.sell(offer, known), b.sell(offer, mute)

    done = work(bill(staff, mute, known, is_sent=True))

    assert (done.status, done.done_cnt, done.failed_cnt) == ("done_with_errors", 1, 1)
    [problem] = done.result["problems"]
    draft = Invoice.objects.get(reseller_id=mute)
    assert (problem["reseller"], problem["code"]) == ({"id": mute, "name": "Mute"}, "no_billing_email")
    assert (problem["invoice_id"], draft.status, draft.number) == (draft.pk, "unsent", None)
    assert done.errors == [{"ref": "Mute", "message": "There is no email address to send invoices to."}]
    assert Invoice.objects.get(reseller_id=known).status == "sent"


def test_who_asks_twice_bills_once(staff):
    one, two, offer = reachable("One"), reachable("Two"), make_offer()
    b.sell(offer, one), b.sell(offer, two)

    first, second = bill(staff, one, two), bill(staff, one, two)
    work(first)
    again = work(second)

    assert Invoice.objects.count() == 2
    assert [one["code"] for one in again.result["problems"]] == ["nothing_to_invoice"] * 2
    assert (again.result["created_cnt"], again.failed_cnt) == (0, 2)
    # A worker that comes back to a job that ended does nothing.
    assert work(first).done_cnt == 2
    assert Invoice.objects.count() == 2


def test_a_worker_that_died_leaves_the_rest_to_the_next(staff, monkeypatch):
    ids, offer = [reachable(name) for name in ("One", "Two", "Three")], make_offer()
    for key in ids:
        b.sell(offer, key)
    job = bill(staff, *ids)
    create, seen = operations.create, list[int]()

    def die_at_the_second(**values: Any) -> list[int]:
        seen.extend(values["wanted"].reseller_ids)
        if len(seen) == 2:
            raise ConnectionError("The power is out.")
        made: list[int] = create(**values)
        return made

    monkeypatch.setattr(operations, "create", die_at_the_second)
    work(job)
    assert list(Invoice.objects.values_list("reseller_id", flat=True)) == ids[:1]

    monkeypatch.setattr(operations, "create", create)
    done = work(job)
    assert (done.status, done.result["created_cnt"]) == ("done", 3)
    assert sorted(Invoice.objects.values_list("reseller_id", flat=True)) == ids


def test_many_are_sent_and_those_that_were_stay(staff):
    one, two, offer = reachable("One"), reachable("Two"), make_offer()
    b.sell(offer, one)
    sent = b.make_sent(one)
    b.sell(offer, one), b.sell(offer, two)
    first, second = b.create(one, two)

    answer = post(staff, "/api/invoices/bulk/send", ids=[sent, first, second], message="Hello")
    assert answer.status_code == 200, answer.content[:800]
    assert answer.json()["total_cnt"] == 2
    done = work(answer.json())

    assert (done.status, done.result["sent_cnt"]) == ("done", 2)
    assert {b.get(key).status for key in (sent, first, second)} == {"sent"}
    assert Message.objects.count() == 2
    # Sent meanwhile by somebody else: it is left alone.
    assert b.get(sent).sent_to == []


def test_all_that_match_are_sent(staff):
    one, two, offer = reachable("Harbor One"), reachable("Other"), make_offer()
    b.sell(offer, one), b.sell(offer, two)
    first, second = b.create(one, two)

    answer = post(staff, "/api/invoices/bulk/send", search="harbor")
    work(answer.json())

    assert (b.get(first).status, b.get(second).status) == ("sent", "unsent")


def test_refusals(staff):
    one = reachable("One")
    b.sell(make_offer(), one)
    days = {"date_from": "2026-02-01", "date_to": "2026-01-01"}
    path = "/api/invoices/bulk/create"
    fields = assert_error(post(staff, path, reseller_ids=[one], **days), 422, "validation_failed")
    assert "date_to" in fields["detail"]["fields"]
    days = {"date_from": "2026-01-01", "date_to": "2026-02-01"}
    assert_error(post(staff, path, reseller_ids=[999_999], **days), 422, "validation_failed")
    assert_error(post(staff, path, reseller_ids=[], **days), 422, "validation_failed")
    over = str(b.today() - timedelta(days=3))
    assert_error(post(staff, path, reseller_ids=[one], due_date=over, **days), 422, "validation_failed")
    sent = b.make_sent(one)
    assert_error(post(staff, "/api/invoices/bulk/send", ids=[sent]), 422, "validation_failed")
    assert Job.objects.count() == 0


def test_only_who_may_bill(staff):
    for role in Role.objects.all():
        role.permissions = [code for code in role.permissions if code != "invoice.manage"]
        role.save()
    days = {"date_from": "2026-01-01", "date_to": "2026-02-01"}
    assert_error(post(staff, "/api/invoices/bulk/create", reseller_ids=[1], **days), 403, "forbidden")
    assert_error(post(staff, "/api/invoices/bulk/send", ids=[1]), 403, "forbidden")


def test_everybody_is_counted_with_their_address(staff):
    one, two, offer = reachable("One"), make_reseller("Two"), make_offer()
    b.sell(offer, one), b.sell(offer, two)
    days = {"date_from": str(b.today() - timedelta(days=2)), "date_to": str(b.today() + timedelta(days=2))}
    found = post(staff, "/api/invoices/countEligible", **days).json()
    assert [(row["reseller"]["id"], row["billing_emails"]) for row in found] == [
        (one, ["books@hotel.example"]),
        (two, []),
    ]
