"""
Invoices between the operator and its partners (domain.md 3.5, 4.19).

A line bills one trip once; what changes on a trip after its invoice was sent is a line of its own
on the next one. A sent invoice is never rewritten.
"""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter_tenants.invoices.types import DATE_TYPES, DIRECTIONS, METHODS, STATUSES


class InvoiceSeries(models.Model):
    """What invoices of one direction are numbered by. Who takes a number holds the row until commit."""

    direction = models.CharField(max_length=10, choices=slug_choices(*DIRECTIONS), unique=True)
    prefix = models.CharField(max_length=12, default="", blank=True)
    next_number = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.prefix}{self.next_number}"


class Invoice(models.Model):
    """
    What one partner owes (receivable), or is owed (payable), for trips; amounts in minor units.

    `total_amount` is the sum of the lines less `discount_amount`. It gets its number when it is
    sent for the first time, and keeps it whatever becomes of it.
    """

    direction = models.CharField(max_length=10, choices=slug_choices(*DIRECTIONS))
    number = models.CharField(max_length=24, null=True, unique=True)
    status = models.CharField(max_length=14, choices=slug_choices(*STATUSES), default="unsent")
    # Without a constraint: sales lock a trip, then its partner, and would meet who writes an invoice.
    reseller = models.ForeignKey(
        "resellers.Reseller", on_delete=models.PROTECT, related_name="invoices", db_constraint=False
    )
    date_type = models.CharField(max_length=8, choices=slug_choices(*DATE_TYPES))
    date_from = models.DateField()
    date_to = models.DateField()
    currency = models.CharField(max_length=3)
    discount_amount = money(default=0)
    discount_reason = models.TextField(default="", blank=True)
    total_amount = money(default=0)
    paid_amount = money(default=0)
    note = models.TextField(default="", blank=True)
    # As agreed when it was made; null: so many days after it is sent as the partner has to pay.
    due_date = models.DateField(null=True)
    issued_at = models.DateTimeField(null=True)
    sent_to = models.JSONField(default=list)
    voided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    # Of the address under which it is paid by card: with another number, old addresses open nothing.
    link_version = models.PositiveIntegerField(default=1, db_default=1)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(discount_amount__gte=0, total_amount__gte=0, paid_amount__gte=0),
                name="invoice_amounts_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(paid_amount__lte=F("total_amount")), name="invoices_are_not_overpaid"
            ),
            models.CheckConstraint(
                condition=Q(status="unsent") | Q(number__isnull=False, issued_at__isnull=False),
                name="sent_invoices_have_a_number",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["unsent", "sent"]) | Q(paid_amount=0),
                name="unpaid_invoices_have_no_payments",
            ),
        ]
        indexes = [
            models.Index(F("reseller"), F("id"), name="invoice_by_reseller"),
            models.Index(F("created_at"), F("id"), name="invoice_by_creation"),
            models.Index(F("issued_at"), F("id"), name="invoice_by_issue"),
            models.Index(F("due_date"), F("id"), name="invoice_by_due_date"),
            models.Index(F("number"), F("id"), name="invoice_by_number"),
            models.Index(F("total_amount"), F("id"), name="invoice_by_total"),
            models.Index(F("total_amount") - F("paid_amount"), F("id"), name="invoice_by_balance"),
            # What is still to be paid, by partner: read whenever a partner buys on credit.
            models.Index(
                F("reseller"),
                F("due_date"),
                name="invoice_unpaid",
                condition=Q(status__in=["sent", "partially_paid"]),
            ),
        ]

    def __str__(self) -> str:
        return self.number or f"#{self.pk}"

    @property
    def balance(self) -> int:
        """Return what is still to be paid, in minor units."""
        return self.total_amount - self.paid_amount


# Nothing is left to pay, or to credit, of a line.
IS_SETTLED = Q(net_amount=F("discount_amount") + F("settled_amount"))


class InvoiceTrip(models.Model):
    """
    One line: what an invoice bills for a trip, in minor units as of when it was sent.

    `net_amount` is negative where a trip got cheaper after it was billed. `discount_amount` is the
    line's part of the invoice's discount, `settled_amount` the sum of its allocations.
    """

    invoice = models.ForeignKey(Invoice, on_delete=models.CASCADE, related_name="lines")
    trip = models.ForeignKey("trips.Trip", on_delete=models.PROTECT, related_name="invoice_lines")
    position = models.PositiveIntegerField()
    gross_amount = money()
    commission_amount = money()
    tax_amount = money()
    net_amount = money()
    discount_amount = money(default=0)
    settled_amount = money(default=0)
    # The trip was billed before: this line is the difference.
    is_adjustment = models.BooleanField(default=False)
    # Of an invoice that is not void.
    is_live = models.BooleanField(default=True)
    # The trip's price, or whose it is, was changed since it was billed: looked at when the next is made.
    is_changed = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["trip"], condition=Q(is_live=True, is_adjustment=False), name="one_invoice_per_trip"
            ),
            models.UniqueConstraint(fields=["invoice", "trip"], name="one_line_per_trip"),
            models.CheckConstraint(
                condition=Q(discount_amount__gte=0)
                & (Q(discount_amount=0) | Q(discount_amount__lte=F("net_amount"))),
                name="invoice_discount_within_line",
            ),
            # Nothing is settled beyond what is billed, in either direction.
            models.CheckConstraint(
                condition=Q(
                    net_amount__gte=0,
                    settled_amount__gte=0,
                    settled_amount__lte=F("net_amount") - F("discount_amount"),
                )
                | Q(net_amount__lt=0, settled_amount__lte=0, settled_amount__gte=F("net_amount")),
                name="invoice_line_settled_within",
            ),
        ]
        indexes = [
            models.Index(F("trip"), name="invoice_trip_live", condition=Q(is_live=True)),
            # What may have to be billed anew: what is neither settled nor as it was billed.
            models.Index(F("trip"), name="invoice_trip_open", condition=Q(is_live=True) & ~IS_SETTLED),
            models.Index(F("trip"), name="invoice_trip_changed", condition=Q(is_live=True, is_changed=True)),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.net_amount}"

    @property
    def billed_amount(self) -> int:
        """Return what the line bills once discounted, in minor units."""
        return self.net_amount - self.discount_amount

    @property
    def open_amount(self) -> int:
        """Return what is not settled of the line yet; negative: so much waits to be credited."""
        return self.billed_amount - self.settled_amount


class InvoicePayment(models.Model):
    """Money that a partner paid towards an invoice, or that it paid to them."""

    invoice = models.ForeignKey(Invoice, on_delete=models.PROTECT, related_name="payments")
    method = models.CharField(max_length=8, choices=slug_choices(*METHODS))
    amount = money()
    paid_at = models.DateTimeField()
    note = models.TextField(default="", blank=True)
    # The ledger's charge of the card that paid through the invoice's link.
    charge_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    remove_reason = models.TextField(default="", blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="invoice_payment_is_positive"),
            models.UniqueConstraint(
                F("charge_id"),
                condition=Q(removed_at__isnull=True, charge_id__isnull=False),
                name="one_invoice_payment_per_charge",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.amount}"


class InvoiceReminder(models.Model):
    """
    That a partner was reminded of an invoice: once before it was due on a date, and once after.

    Written before the message is, so that nobody gets two.
    """

    invoice = models.ForeignKey(Invoice, on_delete=models.CASCADE, related_name="reminders")
    kind = models.CharField(max_length=6, choices=slug_choices("before", "after"))
    due_date = models.DateField()
    sent_to = models.JSONField(default=list)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["invoice", "kind", "due_date"], name="reminded_once")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} {self.due_date}"


class InvoiceAllocation(models.Model):
    """
    What of a payment settles a line, in minor units; without a payment: what of a credit does.

    `ledger_payment_id` is the payment or refund of the trip that it made; commission that was paid
    stands in the journal alone.
    """

    invoice_payment = models.ForeignKey(
        InvoicePayment, null=True, on_delete=models.PROTECT, related_name="allocations"
    )
    invoice_trip = models.ForeignKey(InvoiceTrip, on_delete=models.CASCADE, related_name="allocations")
    amount = money()
    ledger_payment_id = models.BigIntegerField(null=True)
    # The credit that this is paid from: the allocation of the line that got cheaper.
    credit = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="credited")
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="invoice_allocation_settles_something")
        ]
        indexes = [models.Index(F("ledger_payment_id"), name="invoice_allocation_by_payment")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.amount}"
