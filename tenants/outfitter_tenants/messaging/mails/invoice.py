"""What comes with an invoice, or with a statement of commission, to a partner."""

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Literal

from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part
from outfitter_tenants.messaging.mjml.text_blocks import note_block
from outfitter_tenants.messaging.rendered_message import RenderedMessage


@dataclass(frozen=True, slots=True)
class InvoiceData:
    """
    An invoice as its partner reads of it; `amount` is what is still to be paid, in minor units.

    `message` is what somebody wrote by hand for this mail.
    """

    number: str
    amount: int
    currency: str
    due_date: date
    locale: str
    is_payable: bool = False
    message: str = ""
    # Set where it is not the invoice that comes, but a reminder of it; `overdue_amount` is what the partner
    # should have paid by now in all.
    reminder: Literal["before", "after"] | None = None
    overdue_amount: int = 0
    # Where it can be paid by card.
    url: str | None = None

    @property
    def kind(self) -> str:
        """Return what the sentences about it begin with."""
        if self.is_payable:
            return "invoice_payable"
        return {"before": "invoice_reminder", "after": "invoice_overdue"}.get(self.reminder or "", "invoice")


def values(data: InvoiceData) -> MergeValues:
    """Return what stands in the message."""
    return MergeValues(
        "invoice",
        {
            "invoice.number": data.number,
            "invoice.amount": data.amount,
            "invoice.due_date": data.due_date,
            "payment.link": data.url,
        },
        {
            "invoiceAmount": partial(_panel, data),
            "overdueTotal": partial(_overdue, data),
            "note": note_block("" if _is_overdue_told(data) else data.message),
        },
    )


def render(*, data: InvoiceData, operator: Operator) -> RenderedMessage:
    """Return the message in the words that ship; what people typed is escaped in the HTML."""
    return renderer.render_shipped(
        data.kind, values(data), locale=data.locale, currency=data.currency, operator=operator
    )


def _is_overdue_told(data: InvoiceData) -> bool:
    return data.reminder == "after" and data.overdue_amount > data.amount


def _overdue(data: InvoiceData, page: Page) -> Part | None:
    """Draw what the partner should have paid by now in all, where that is more."""
    if not _is_overdue_told(data):
        return None
    amount = page.style.money(data.overdue_amount)
    return parts.sentence(page.say("invoice_overdue_total", amount=amount), top=22)


def _panel(data: InvoiceData, page: Page) -> Part:
    amount = page.style.money(data.amount)
    inner = (
        f'<span class="soft" style="font-size:13px;line-height:18px;color:{parts.SOFT};">'
        f"{parts.html(data.number)}</span><br/>"
        f'<span class="text" dir="ltr" style="font-size:28px;line-height:36px;font-weight:700;'
        f'font-variant-numeric:tabular-nums;color:{parts.TEXT};">{parts.html(amount)}</span>'
    )
    # The amount stands in the sentence above: plain lines need it once.
    return Part(parts.panel(inner), "")
