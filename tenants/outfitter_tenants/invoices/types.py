"""The fixed values around invoices (domain.md 3.5, 4.19)."""

from typing import Final, Literal

Direction = Literal["receivable", "payable"]
InvoiceStatus = Literal["unsent", "sent", "partially_paid", "paid", "void"]
ReminderKind = Literal["before", "after"]
DateType = Literal["created", "activity"]
InvoiceMethod = Literal["check", "wire_ach", "card", "cash", "other"]
# Receivable: a partner owes the operator. Payable: the operator owes a partner.
DIRECTIONS: Final = ("receivable", "payable")
STATUSES: Final = ("unsent", "sent", "partially_paid", "paid", "void")
DATE_TYPES: Final = ("created", "activity")
METHODS: Final = ("check", "wire_ach", "card", "cash", "other")
# Something of these is still to be paid.
UNPAID: Final = frozenset({"sent", "partially_paid"})
# These count: they were sent and not taken back.
SENT: Final = UNPAID | {"paid"}
# What numbers begin with, by direction, until the operator's accountant wants it another way.
PREFIXES: Final = {"receivable": "INV-", "payable": "COM-"}
