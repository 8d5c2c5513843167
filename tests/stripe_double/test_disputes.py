"""Disputes: money goes, evidence is handed in, a bank decides."""

import io
from typing import Any

import pytest
import stripe

from tests.stripe_double.inside import Inside
from tests.stripe_double.test_payouts import pay

pytestmark = pytest.mark.rules
DAY = 86400


def _disputed(inside: Inside, card: str = "pm_card_createDispute", after: int = 2) -> Any:
    pay(inside, card=card)
    inside.control("clock", advance=after)
    return inside.library().v1.disputes.list().data[0]


def upload(inside: Inside, content: bytes = b"%PDF-1.7 receipt", **more: Any) -> Any:
    """Return a file that was uploaded."""
    file = io.BytesIO(content)
    file.name = "receipt.pdf"
    form: Any = {"purpose": "dispute_evidence", "file": file, **more}
    return inside.library().v1.files.create(form)


def _net(inside: Inside) -> int:
    return sum(row.net for row in inside.library().v1.balance_transactions.list().data)


def test_a_dispute_takes_the_amount_and_a_fee(inside: Inside) -> None:
    dispute = _disputed(inside)
    v1 = inside.library().v1
    assert (dispute.status, dispute.reason, dispute.amount) == ("needs_response", "fraudulent", 1000)
    entry = dispute.balance_transactions[0]
    assert (entry.amount, entry.fee, entry.net) == (-1000, 1500, -2500)
    assert (entry.type, entry.reporting_category, entry.source) == ("adjustment", "dispute", dispute.id)
    assert v1.charges.retrieve(dispute.charge).disputed
    assert inside.kinds()[-3:] == [
        "charge.updated",
        "charge.dispute.created",
        "charge.dispute.funds_withdrawn",
    ]
    with pytest.raises(stripe.InvalidRequestError) as refused:
        v1.refunds.create({"charge": dispute.charge})
    assert refused.value.code == "charge_disputed"


@pytest.mark.parametrize(("outcome", "net"), [("won", 941 - 1500), ("lost", -59 - 1500)])
def test_evidence_and_the_end(inside: Inside, outcome: str, net: int) -> None:
    v1, dispute = inside.library().v1, _disputed(inside)
    staged = v1.disputes.update(
        dispute.id, {"evidence": {"customer_name": "Ada", "service_date": "2026-11-01"}}
    )
    assert (staged.status, staged.evidence_details.has_evidence) == ("needs_response", True)
    file = upload(inside).id
    sent = v1.disputes.update(dispute.id, {"evidence": {"receipt": file}, "submit": True})
    assert (sent.status, sent.evidence_details.submission_count) == ("under_review", 1)
    assert sent.evidence.receipt == file
    assert sent.evidence.customer_name == "Ada"
    with pytest.raises(stripe.InvalidRequestError):
        v1.disputes.update(dispute.id, {"submit": True})
    inside.control(f"disputes/{dispute.id}/close", outcome=outcome)
    assert v1.disputes.retrieve(dispute.id).status == outcome
    assert inside.kinds()[-1] == (
        "charge.dispute.funds_reinstated" if outcome == "won" else "charge.dispute.closed"
    )
    assert _net(inside) == net
    assert inside.refused(f"disputes/{dispute.id}/close", outcome=outcome) == 400
    with pytest.raises(stripe.InvalidRequestError):
        v1.disputes.close(dispute.id)


@pytest.mark.parametrize(
    ("text", "status"), [("winning_evidence", "won"), ("losing_evidence", "lost"), ("truth", "under_review")]
)
def test_what_testers_write_decides(inside: Inside, text: str, status: str) -> None:
    v1, dispute = inside.library().v1, _disputed(inside)
    sent = v1.disputes.update(dispute.id, {"evidence": {"uncategorized_text": text}, "submit": True})
    assert sent.status == status


def test_a_dispute_nobody_answers_is_lost(inside: Inside) -> None:
    v1, dispute = inside.library().v1, _disputed(inside)
    inside.control("clock", advance=9 * DAY)
    gone = v1.disputes.retrieve(dispute.id)
    assert (gone.status, gone.evidence_details.past_due) == ("lost", True)


def test_a_dispute_is_accepted(inside: Inside) -> None:
    v1, dispute = inside.library().v1, _disputed(inside)
    assert v1.disputes.close(dispute.id).status == "lost"


def test_an_inquiry_takes_nothing_until_it_is_escalated(inside: Inside) -> None:
    v1, intent = inside.library().v1, pay(inside)
    charge = intent.latest_charge
    dispute = inside.control(f"charges/{charge}/dispute", reason="general", inquiry=True)
    assert (dispute["status"], dispute["is_charge_refundable"]) == ("warning_needs_response", True)
    assert _net(inside) == 941
    sent = v1.disputes.update(dispute["id"], {"submit": True})
    assert sent.status == "warning_under_review"
    inside.control(f"disputes/{dispute['id']}/escalate")
    assert v1.disputes.retrieve(dispute["id"]).status == "needs_response"
    assert _net(inside) == 941 - 2500
    assert inside.refused(f"disputes/{dispute['id']}/escalate") == 400
    other = inside.control(f"charges/{pay(inside).latest_charge}/dispute", inquiry=True)
    assert inside.control(f"disputes/{other['id']}/close")["status"] == "warning_closed"


def test_disputes_of_a_part_and_wrong_ones(inside: Inside) -> None:
    charge = pay(inside).latest_charge
    assert inside.refused(f"charges/{charge}/dispute", amount=1001) == 400
    assert inside.refused(f"charges/{charge}/dispute", reason="boredom") == 400
    assert inside.refused("charges/ch_none/dispute") == 404
    assert inside.control(f"charges/{charge}/dispute", amount=300)["amount"] == 300
    assert inside.refused(f"charges/{charge}/dispute") == 400
    found = inside.library().v1.disputes.list({"charge": str(charge)}).data
    assert [row.amount for row in found] == [300]
    with pytest.raises(stripe.InvalidRequestError):
        inside.library().v1.disputes.update(found[0].id, {"evidence": {"colour": "red"}})


def test_files(inside: Inside) -> None:
    v1 = inside.library().v1
    file = upload(inside, b"\xff\xd8\xff\x00\r\n--x\r\n\x00 picture")
    assert (file.type, file.size, file.filename) == ("jpg", 20, "receipt.pdf")
    assert v1.files.retrieve(file.id).purpose == "dispute_evidence"
    assert [row.id for row in v1.files.list({"purpose": "dispute_evidence"}).data] == [file.id]
    for content, purpose in (
        (b"plain words", "dispute_evidence"),
        (b"%PDF-" + b"x" * 5_000_000, "dispute_evidence"),
        (b"%PDF-", "fun"),
    ):
        with pytest.raises(stripe.InvalidRequestError):
            upload(inside, content, purpose=purpose)
    with pytest.raises(stripe.InvalidRequestError):
        v1.files.create({"purpose": "dispute_evidence", "file": "words"})


def test_evidence_that_is_refused(inside: Inside) -> None:
    v1, dispute = inside.library().v1, _disputed(inside)
    for evidence in ({"receipt": "file_none"}, {"uncategorized_text": "x" * 150_001}):
        with pytest.raises(stripe.InvalidRequestError):
            v1.disputes.update(dispute.id, {"evidence": evidence})
    assert not v1.disputes.retrieve(dispute.id).evidence_details.has_evidence
