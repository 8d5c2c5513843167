"""Invoices through HTTP: every call with its success and its refusals."""

import io
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from outfitter.kit.clock import utc_now
from outfitter_tenants.invoices import printout
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.ledger.models import Intent
from outfitter_tenants.messaging import operations as messaging
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Role
from tests.invoices import invoice_calls as b
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, make_offer

NET = b.NET


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def sold(staff):
    """Return a partner and two trips of theirs."""
    reseller, offer = make_reseller(), make_offer()
    return reseller, b.sell(offer, reseller), b.sell(offer, reseller)


def post(client: Any, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def done(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200, answer.content[:800]
    return dict(answer.json())


def wanted(*ids: int, **more: Any) -> dict[str, Any]:
    today = b.today()
    days = {"date_from": str(today - timedelta(days=2)), "date_to": str(today + timedelta(days=2))}
    return {"reseller_ids": list(ids), **days, **more}


def make(client: Any, reseller: int) -> dict[str, Any]:
    answer = post(client, "/api/invoices/create", **wanted(reseller))
    assert answer.status_code == 200, answer.content[:800]
    [made] = answer.json()
    return dict(made)


def test_from_trips_to_paid(staff, sold):
    reseller, first, second = sold
    counted = post(staff, "/api/invoices/countEligible", **wanted(reseller)).json()
    expected = {
        "reseller": {"id": reseller, "name": "Harbor Hotel"},
        "trips_cnt": 2,
        "net_amount": 2 * NET,
        "currency": "USD",
        "billing_emails": [],
    }
    assert counted == [expected]
    assert staff.get("/api/resellers/invoiceable/get").json() == [expected]

    made = make(staff, reseller)
    path = f"/api/invoice/{made['id']}"
    assert (made["number"], made["status"], made["total_due"]) == (None, "unsent", 2 * NET)
    assert [line["trip"]["id"] for line in made["trips"]] == [first, second]
    noted = done(post(staff, f"{path}/note/edit", note="Thank you", version=made["version"]))
    cut = done(post(staff, f"{path}/discount/edit", amount=500, reason="Agreed", version=noted["version"]))
    assert (cut["total_due"], cut["discount"]) == (2 * NET - 500, {"amount": 500, "reason": "Agreed"})

    sent = done(
        post(staff, f"{path}/send", to=["a@hotel.example"], cc=["b@hotel.example"], version=cut["version"])
    )
    assert (sent["number"], sent["status"]) == ("INV-00001", "sent")
    assert sent["sent_to"] == ["a@hotel.example", "b@hotel.example"]
    part = done(post(staff, f"{path}/payment/add", method="check", amount=1000, version=sent["version"]))
    assert (part["status"], part["balance"]) == ("partially_paid", 2 * NET - 1500)
    assert part["payments"][0]["allocations"] == [{"trip_id": first, "amount": 1000}]
    payment = part["payments"][0]["id"]
    back = done(post(staff, f"{path}/payment/{payment}/remove", reason="Bounced", version=part["version"]))
    assert (back["status"], back["payments"][0]["allocations"]) == ("sent", [])
    paid = done(post(staff, f"{path}/payment/add", method="wire_ach", amount=2 * NET - 500))
    assert (paid["status"], paid["balance"]) == ("paid", 0)
    assert [one["action"] for one in paid["events"]][:2] == [
        "invoice.payment_added",
        "invoice.payment_removed",
    ]
    b.check_books()


def test_refusals(staff, sold):
    reseller, first, _ = sold
    assert_error(post(staff, "/api/invoices/create", **wanted(999_999)), 422, "validation_failed")
    assert_error(post(staff, "/api/invoices/countEligible", **wanted(999_999)), 422, "validation_failed")
    late = {"date_from": "2020-01-02", "date_to": "2020-01-01"}
    assert_error(post(staff, "/api/invoices/create", **{**wanted(reseller), **late}), 422)
    past = {"date_from": "2020-01-01", "date_to": "2020-01-02"}
    assert_error(
        post(staff, "/api/invoices/create", **{**wanted(reseller), **past}), 422, "nothing_to_invoice"
    )
    made = make(staff, reseller)
    assert_error(post(staff, "/api/invoices/create", **wanted(reseller)), 422, "nothing_to_invoice")
    path = f"/api/invoice/{made['id']}"
    assert_error(post(staff, f"{path}/send", to=[]), 422, "validation_failed")
    assert_error(post(staff, f"{path}/send", to=["nobody"]), 422, "validation_failed")
    assert_error(post(staff, f"{path}/payment/add", method="cash", amount=1), 409, "invoice_state")
    assert_error(post(staff, f"{path}/discount/edit", amount=2 * NET + 1), 422, "validation_failed")
    assert_error(post(staff, f"{path}/discount/edit", amount=1, ppm=1), 422, "validation_failed")
    assert_error(post(staff, f"{path}/tripRemove", trip_id=999_999), 422, "validation_failed")
    assert_error(post(staff, f"{path}/status/edit", status="paid"), 422, "validation_failed")
    assert_error(post(staff, f"{path}/status/edit", status="void"), 409, "invoice_state")
    assert_error(post(staff, f"{path}/note/edit", note="A", version=99), 409, "stale_version")
    sent = done(post(staff, f"{path}/status/edit", status="sent", version=made["version"]))
    assert_error(post(staff, f"{path}/delete"), 409, "invoice_state")
    assert_error(post(staff, f"{path}/payment/add", method="cash", amount=2 * NET + 1), 422, "overpayment")
    future = (utc_now() + timedelta(days=2)).isoformat()
    assert_error(post(staff, f"{path}/payment/add", method="cash", amount=1, paid_at=future), 422)
    assert_error(post(staff, f"{path}/payment/999999/remove", reason="A"), 404)
    assert_error(post(staff, f"{path}/payment/add", method="cash", amount=1, version=1), 409, "stale_version")
    done(post(staff, f"{path}/tripRemove", trip_id=first, version=sent["version"]))
    assert done(post(staff, f"{path}/status/edit", status="void", reason="Wrong"))["status"] == "void"
    assert_error(post(staff, f"{path}/send", to=["a@hotel.example"]), 409, "invoice_state")
    assert_error(post(staff, f"{path}/discount/edit", amount=0), 409, "invoice_state")
    assert_error(post(staff, f"{path}/note/edit", note="A"), 409, "invoice_state")
    assert_error(staff.get("/api/invoice/999999/get"), 404)
    assert_error(post(staff, "/api/invoice/999999/download"), 404)
    assert_error(staff.get("/api/reseller/999999/invoices/get"), 404)
    assert_error(staff.get("/api/resellers/invoiceable/get", {"direction": "both"}), 422)


class TestCreditsThatOutgrowAnInvoice:
    """A trip of an invoice that was sent got cheaper by more than what the next one bills."""

    @pytest.fixture
    def stuck(self, staff, sold):
        reseller, first, second = sold
        b.make_sent(reseller)
        b.earn(first, ADULT - NET + 500)
        b.sell(make_offer(name="Other"), reseller)
        made = make(staff, reseller)
        assert (made["send_problem"], made["total_due"]) == (None, NET - 500)
        # Now the partner owes nothing for another of them.
        b.earn(second, ADULT)
        b.earn(first, ADULT)
        return made

    def test_it_says_so(self, staff, stuck):
        path = f"/api/invoice/{stuck['id']}"

        problem = staff.get(f"{path}/get").json()["send_problem"]

        amounts = {"bought_amount": NET, "credit_amount": NET}
        assert problem == {"code": "credits_exceed_invoice", **amounts}
        for send in (("status/edit", {"status": "sent"}), ("send", {"to": ["a@hotel.example"]})):
            refused = assert_error(post(staff, f"{path}/{send[0]}", **send[1]), 409, "credits_exceed_invoice")
            assert refused["detail"] == amounts
        assert Invoice.objects.get(pk=stuck["id"]).version == stuck["version"]

    def test_they_wait_for_the_next(self, staff, sold, stuck):
        path = f"/api/invoice/{stuck['id']}"
        assert_error(post(staff, f"{path}/credits/defer", version=99), 409, "stale_version")

        left = done(post(staff, f"{path}/credits/defer", version=stuck["version"]))

        assert (left["send_problem"], left["total_due"], left["trips_cnt"]) == (None, NET, 1)
        assert left["events"][0]["action"] == "invoice.credits_deferred"
        assert done(post(staff, f"{path}/status/edit", status="sent"))["status"] == "sent"
        assert_error(post(staff, f"{path}/credits/defer"), 409, "invoice_state")
        b.check_books()
        b.sell(make_offer(name="Third"), sold[0], adults=3)
        later = make(staff, sold[0])
        assert [line["is_adjustment"] for line in later["trips"]] == [True, True, False]
        assert later["send_problem"] is None

    def test_nothing_but_credits_is_deleted(self, staff, sold, stuck):
        path = f"/api/invoice/{stuck['id']}"
        bought = next(line["trip"]["id"] for line in stuck["trips"] if not line["is_adjustment"])
        b.cancel(bought)

        assert staff.get(f"{path}/get").json()["send_problem"]["code"] == "nothing_to_invoice"
        assert_error(post(staff, f"{path}/credits/defer"), 422, "nothing_to_invoice")
        done(post(staff, f"{path}/delete"))


def test_an_unsent_one_is_deleted(staff, sold):
    made = make(staff, sold[0])

    assert done(post(staff, f"/api/invoice/{made['id']}/delete", version=made["version"])) == {
        "id": made["id"]
    }
    assert_error(staff.get(f"/api/invoice/{made['id']}/get"), 404)
    assert not Invoice.objects.exists()


def test_the_list(staff, sold):
    reseller, _, _ = sold
    made = make(staff, reseller)
    done(post(staff, f"/api/invoice/{made['id']}/status/edit", status="sent"))

    found = staff.get(
        "/api/invoices/get", {"search": "harbor", "filters": '[{"field":"status","op":"eq","value":"sent"}]'}
    ).json()
    [row] = found["data"]
    assert (row["id"], row["balance"], row["is_overdue"], row["trips_cnt"]) == (made["id"], 2 * NET, False, 2)
    assert found["ageing"] == [
        {
            "direction": "receivable",
            "currency": "USD",
            "not_due": 2 * NET,
            "days_0": 0,
            "days_30": 0,
            "days_60": 0,
            "days_90": 0,
            "total": 2 * NET,
        }
    ]
    Invoice.objects.update(due_date=b.today() - timedelta(days=45))
    late = '[{"field":"overdue","op":"eq","value":true}]'
    found = staff.get("/api/invoices/get", {"filters": late}).json()
    assert [row["is_overdue"] for row in found["data"]] == [True]
    assert (found["ageing"][0]["not_due"], found["ageing"][0]["days_30"]) == (0, 2 * NET)
    assert [row["id"] for row in staff.get(f"/api/reseller/{reseller}/invoices/get").json()] == [made["id"]]
    assert_error(staff.get("/api/invoices/get", {"sort": "nothing"}), 422)
    assert staff.get(f"/api/invoice/{made['id']}/get").json()["id"] == made["id"]


def test_the_mail_carries_the_invoice(staff, sold):
    made = make(staff, sold[0])
    path = f"/api/invoice/{made['id']}"
    preview = staff.get("/public/emails/invoice", {"invoice": made["id"], "message": "<b>Hi</b>"})
    assert preview.status_code == 200
    assert "&lt;b&gt;Hi&lt;/b&gt;" in preview.content.decode()
    assert_error(staff.get("/public/emails/invoice", {"invoice": 999_999}), 404)
    done(post(staff, f"{path}/send", to=["Books@hotel.example"], message="See you"))
    [message] = Message.objects.filter(category="invoice")
    mail.outbox = []

    messaging.deliver(message_id=message.pk, at=utc_now())

    [letter] = mail.outbox
    assert letter.to == ["Books@hotel.example"]
    assert letter.subject.startswith("Invoice INV-00001 from ")
    assert "See you" in letter.body
    [(name, content, kind)] = letter.attachments
    assert (name, kind, content[:5]) == ("INV-00001.pdf", printout.PDF, b"%PDF-")
    again = done(post(staff, f"{path}/send", to=["Books@hotel.example"]))
    assert again["number"] == "INV-00001"
    assert Message.objects.filter(category="invoice").count() == 2


def test_sent_again_under_one_key_it_is_paid_once(staff, sold):
    made = make(staff, sold[0])
    path = f"/api/invoice/{made['id']}"
    done(post(staff, f"{path}/status/edit", status="sent"))
    for _ in range(2):
        answer = staff.post(
            f"{path}/payment/add",
            {"method": "cash", "amount": 100},
            content_type="application/json",
            HTTP_IDEMPOTENCY_KEY="once",
        )
        assert done(answer)["amount_paid"] == 100


def test_on_paper_and_as_a_spreadsheet(staff, sold):
    made = make(staff, sold[0])
    path = f"/api/invoice/{made['id']}/download"

    paper = post(staff, path, format="pdf")

    assert paper.content[:5] == b"%PDF-"
    assert f'filename="invoice-{made["id"]}.pdf"' in paper["Content-Disposition"]
    sheet = post(staff, path, format="xlsx")
    with zipfile.ZipFile(io.BytesIO(sheet.content)) as parts:
        assert b"39.2" in parts.read("xl/worksheets/sheet1.xml")
    assert_error(post(staff, path, format="docx"), 422)


def test_only_an_unsent_one_says_draft(staff, sold):
    made = make(staff, sold[0])

    def stamp():
        invoice = b.get(made["id"])
        return printout.sheet(invoice, printout._reader(invoice))["stamp"]

    assert stamp() == "Draft"
    b.set_status(made["id"], "sent")
    assert stamp() is None
    b.set_status(made["id"], "void")
    assert stamp() == "Void"


def test_the_statement_adds_up(staff, sold):
    reseller, _, _ = sold
    invoice = b.make_sent(reseller)
    b.pay(invoice, 1000)
    days = {"date_from": str(b.today()), "date_to": str(b.today() + timedelta(days=1))}

    found = staff.get(f"/api/reseller/{reseller}/statement/get", days).json()

    assert found["opening_balance"] == 0
    assert [(row["kind"], row["amount"], row["balance"]) for row in found["rows"]] == [
        ("invoice", 2 * NET, 2 * NET),
        ("payment", -1000, 2 * NET - 1000),
    ]
    assert found["closing_balance"] == found["ageing"][0]["total"] == 2 * NET - 1000
    turned = {"date_from": days["date_to"], "date_to": days["date_from"]}
    assert_error(staff.get(f"/api/reseller/{reseller}/statement/get", turned), 422)
    assert_error(staff.get("/api/reseller/999999/statement/get", days), 404)


def test_without_the_permission_nothing_is_billed(staff, sold):
    made = make(staff, sold[0])
    for role in Role.objects.all():
        role.permissions = [code for code in role.permissions if code != "invoice.manage"]
        role.save()

    assert_error(post(staff, "/api/invoices/create", **wanted(sold[0])), 403)
    assert_error(post(staff, f"/api/invoice/{made['id']}/payment/add", method="cash", amount=1), 403)
    assert staff.get(f"/api/invoice/{made['id']}/get").status_code == 200


class TestPaidByLink:
    """The address of an invoice through HTTP: shown, paid, given back, replaced, refused."""

    @pytest.fixture
    def sent(self, staff, sold, gateway):
        made = make(staff, sold[0])
        path = f"/api/invoice/{made['id']}"
        return done(post(staff, f"{path}/send", to=["a@hotel.example"], version=made["version"]))

    def secret(self, invoice):
        return invoice["payment_url"].rpartition("/pay/")[2]

    def test_from_the_mail_to_paid_and_back(self, staff, sent, gateway, client_for):
        stranger, secret = client_for("reef"), self.secret(sent)
        message = Message.objects.get(category="invoice")
        assert sent["payment_url"] in message.body_text
        assert sent["payment_url"] in message.body_html
        assert sent["payment_url"].encode() in printout.print_invoice(invoice_id=sent["id"])
        path = f"/api/invoiceLink/{secret}"
        page = done(stranger.get(f"{path}/get"))
        assert (page["state"], page["number"], page["amount"]) == ("open", "INV-00001", 2 * NET)
        assert (page["reseller_name"], page["trips_cnt"]) == ("Harbor Hotel", 2)
        assert page["payment"]["provider"] == "stripe"

        started = done(post(stranger, f"{path}/createIntent", amount=NET, balance=2 * NET))
        assert started["amount"] == NET
        intent = Intent.objects.get(pk=started["intent_id"])
        gateway.pay(intent.gateway_id)
        told = done(post(stranger, f"{path}/confirm", intent_id=intent.pk))
        assert (told["status"], told["link"]["balance"]) == ("succeeded", NET)
        assert told["link"]["receipts"][0]["card"] == {"brand": "visa", "last4": "4242"}

        now = done(staff.get(f"/api/invoice/{sent['id']}/get"))
        [paid] = now["payments"]
        assert (now["status"], paid["method"], paid["is_by_link"]) == ("partially_paid", "card", True)
        gone = f"/api/invoice/{sent['id']}/payment/{paid['id']}/remove"
        back = done(post(staff, gone, reason="Paid twice", version=now["version"]))
        assert (back["status"], back["charges"][0]["left_amount"]) == ("sent", 0)
        assert [one.amount for one in gateway.given.values()] == [NET]
        b.check_books()

    def test_replaced_the_old_address_opens_nothing(self, staff, sent, client_for):
        path = f"/api/invoice/{sent['id']}/paymentLink/replace"
        assert_error(post(staff, path, version=99), 409, "stale_version")
        now = done(post(staff, path, version=sent["version"]))

        assert now["payment_url"] != sent["payment_url"]
        stranger = client_for("reef")
        assert_error(stranger.get(f"/api/invoiceLink/{self.secret(sent)}/get"), 404)
        assert done(stranger.get(f"/api/invoiceLink/{self.secret(now)}/get"))["state"] == "open"

    def test_refusals(self, staff, sent, client_for):
        stranger, path = client_for("reef"), f"/api/invoiceLink/{self.secret(sent)}"
        begin = f"{path}/createIntent"
        assert_error(post(stranger, begin, amount=NET, balance=NET), 409, "amount_changed")
        assert_error(post(stranger, begin, amount=2 * NET + 1, balance=2 * NET), 422, "overpayment")
        assert_error(post(stranger, begin, amount=0, balance=2 * NET), 422, "validation_failed")
        assert_error(post(stranger, f"{path}/confirm", intent_id=999_999), 404)
        status = f"/api/invoice/{sent['id']}/status/edit"
        done(post(staff, status, status="void", reason="Wrong", version=sent["version"]))
        assert_error(post(stranger, begin, amount=NET, balance=2 * NET), 409, "link_void")
        assert done(stranger.get(f"{path}/get"))["state"] == "void"
        gone = done(staff.get(f"/api/invoice/{sent['id']}/get"))
        assert gone["payment_url"] is None
