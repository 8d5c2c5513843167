"""Templates of what is paid, given back, given away and billed."""

from typing import Final

from outfitter_tenants.messaging.system_templates.shipped_blocks import button, data, paragraph, title
from outfitter_tenants.messaging.system_templates.system_template import SystemTemplate

_RECEIPT: Final = (
    data("receiptDetails"),
    data("confirmationCode"),
    data("tripDetails"),
    data("bill"),
    data("portalButton"),
    data("contact"),
)
_BILLED: Final = {"amount": "invoice.amount", "date": "invoice.due_date", "number": "invoice.number"}


def _request(slug: str, name: str, intro: str, *, is_replaceable: bool) -> SystemTemplate:
    return SystemTemplate(
        slug=slug,
        name=name,
        category="payment_request",
        subjects={"": "pay_subject"},
        preheader=intro,
        blocks=(
            title("pay_heading"),
            paragraph(intro),
            data("note"),
            data("confirmationCode"),
            data("tripSummary"),
            data("bill"),
            paragraph("pay_until"),
            data("paymentButton"),
            data("contact"),
        ),
        is_replaceable=is_replaceable,
    )


def _receipt(slug: str, name: str, words: str) -> SystemTemplate:
    fields = {"date": "payment.date"}
    return SystemTemplate(
        slug=slug,
        name=name,
        category=slug,
        subjects={"": f"{words}_subject"},
        preheader=f"{words}_intro",
        blocks=(title(f"{words}_heading"), paragraph(f"{words}_intro", **fields), *_RECEIPT),
        fields=fields,
    )


def _gift(slug: str, name: str, subject: str, *, is_replaceable: bool) -> SystemTemplate:
    return SystemTemplate(
        slug=slug,
        name=name,
        category="gift_card",
        subjects={"": subject},
        preheader="gift_how",
        blocks=(
            title(subject),
            data("giftIntro"),
            data("giftCard"),
            data("giftMessage"),
            paragraph("gift_how"),
            data("giftDates"),
            button("gift_button", "gift_card.link"),
            data("contact"),
        ),
        is_replaceable=is_replaceable,
    )


def _invoice(slug: str, name: str, words: str, heading: str, *, is_replaceable: bool) -> SystemTemplate:
    return SystemTemplate(
        slug=slug,
        name=name,
        category="invoice",
        subjects={"": f"{words}_subject"},
        preheader=f"{words}_intro",
        blocks=(
            title(heading),
            paragraph(f"{words}_intro", **_BILLED),
            data("invoiceAmount"),
            data("overdueTotal"),
            data("note"),
            paragraph("invoice_attached"),
            data("paymentButton"),
            data("contact"),
        ),
        fields=_BILLED,
        is_replaceable=is_replaceable,
    )


TEMPLATES: Final = (
    _request("payment_request", "Payment request", "pay_intro", is_replaceable=True),
    _request("payment_confirm", "Payment to be confirmed", "pay_confirm", is_replaceable=False),
    _receipt("receipt", "Receipt", "receipt"),
    _receipt("refund", "Refund", "receipt_back"),
    _gift("gift_card", "Gift card", "gift_subject", is_replaceable=True),
    _gift("store_credit", "Store credit", "gift_credit_subject", is_replaceable=False),
    _invoice("invoice", "Invoice", "invoice", "invoice_heading", is_replaceable=True),
    _invoice(
        "invoice_reminder", "Invoice: reminder", "invoice_reminder", "invoice_heading", is_replaceable=False
    ),
    _invoice(
        "invoice_overdue", "Invoice: overdue", "invoice_overdue", "invoice_heading", is_replaceable=False
    ),
    _invoice(
        "invoice_payable",
        "Commission statement",
        "invoice_payable",
        "invoice_payable_heading",
        is_replaceable=False,
    ),
)
