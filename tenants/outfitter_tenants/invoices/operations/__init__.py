"""Writes of invoices on tables of their own; what becomes of trips is up to `checkout.invoices`."""

from outfitter_tenants.invoices.operations.allocations import (
    allocate,
    allocate_all,
    close_payment,
    drop_line,
    end_lines,
    mark_changed,
    open_payment,
    set_discounts,
    withdraw,
    withdraw_all,
)
from outfitter_tenants.invoices.operations.creation import (
    billed_now,
    create_invoices,
    objection_to,
    refresh_lines,
)
from outfitter_tenants.invoices.operations.invoice_changes import (
    CreditsExceedInvoice,
    InvoiceState,
    NothingToInvoice,
    delete_invoice,
    edit_note,
    require_state,
    require_version,
    save,
)
from outfitter_tenants.invoices.operations.number_series import take_number
from outfitter_tenants.invoices.operations.reminder_log import note_reminder

__all__ = [
    "CreditsExceedInvoice",
    "InvoiceState",
    "NothingToInvoice",
    "allocate",
    "allocate_all",
    "billed_now",
    "close_payment",
    "create_invoices",
    "delete_invoice",
    "drop_line",
    "edit_note",
    "end_lines",
    "mark_changed",
    "note_reminder",
    "objection_to",
    "open_payment",
    "refresh_lines",
    "require_state",
    "require_version",
    "save",
    "set_discounts",
    "take_number",
    "withdraw",
    "withdraw_all",
]
