"""
A gateway's books as we copied them: what it paid out, what each payout is made of, what it moved.

Copies, never the cause of anything: amounts are the gateway's word, in the currency it settles in.
"""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter_tenants.ledger.models.invoice_charges import InvoiceCharge
from outfitter_tenants.ledger.models.payments import Payment

TRANSACTION_KINDS = ("payment", "refund", "dispute", "transfer", "fee", "payout", "adjustment", "other")
DIFFERENCE_KINDS = (
    "unknown_payment",  # the gateway took money that no payment of ours stands for
    "unknown_refund",  # the gateway gave money back of a payment that we do not know
    "amount_differs",  # both know it, with different amounts
    "missing_at_gateway",  # we know a payment that the gateway's books do not show
    "payout_differs",  # a payout is not the sum of its transactions
)


class Payout(models.Model):
    """Money on its way from the gateway to the operator's bank account (domain.md 3.5)."""

    gateway = models.CharField(max_length=20)
    gateway_id = models.CharField(max_length=80)
    amount = money()
    currency = models.CharField(max_length=3)
    status = models.CharField(
        max_length=10, choices=slug_choices("pending", "in_transit", "paid", "canceled", "failed")
    )
    arrival_date = models.DateField()
    is_automatic = models.BooleanField(default=True)
    bank_name = models.CharField(max_length=120, null=True)
    bank_last4 = models.CharField(max_length=4, null=True)
    failure_code = models.CharField(max_length=60, null=True)
    failure_message = models.TextField(null=True)
    created_at = models.DateTimeField()
    # When the gateway was asked: an older answer never replaces a newer one.
    told_at = models.DateTimeField()
    # When all of its transactions were copied.
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(F("gateway"), F("gateway_id"), name="one_row_per_payout")]
        indexes = [
            models.Index(F("arrival_date"), F("id"), name="payout_by_arrival"),
            models.Index(F("id"), name="payout_unread", condition=Q(read_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.gateway_id} {self.amount}"


class PayoutTransaction(models.Model):
    """
    One line of the gateway's books: `gross` less `fee` is `net`; what goes out is negative.

    It is in a payout once the gateway says in which. `fee` is all that was kept back,
    `platform_amount` the part of it that is the platform's.
    """

    gateway = models.CharField(max_length=20)
    gateway_id = models.CharField(max_length=80)
    payout = models.ForeignKey(
        Payout, null=True, on_delete=models.PROTECT, related_name="transactions", db_index=False
    )
    kind = models.CharField(max_length=10, choices=slug_choices(*TRANSACTION_KINDS))
    gross = money()
    fee = money()
    platform_amount = money(default=0)
    net = money()
    currency = models.CharField(max_length=3)
    source_id = models.CharField(max_length=80, null=True)
    charge_id = models.CharField(max_length=80, null=True)
    intent_id = models.CharField(max_length=80, null=True)
    # Our row of the same money: the payment, or the refund.
    payment = models.ForeignKey(
        Payment, null=True, on_delete=models.PROTECT, related_name="transactions", db_index=False
    )
    # Or the card that paid an invoice, whose money, refund or dispute this is.
    invoice_charge = models.ForeignKey(
        InvoiceCharge, null=True, on_delete=models.PROTECT, related_name="transactions", db_index=False
    )
    description = models.TextField(default="", blank=True)
    available_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(F("gateway"), F("gateway_id"), name="one_row_per_transaction"),
            models.CheckConstraint(
                condition=Q(net=F("gross") - F("fee")), name="transaction_net_is_gross_less_fee"
            ),
        ]
        indexes = [
            models.Index(F("created_at"), F("id"), name="transaction_by_created"),
            models.Index(F("payout"), F("id"), name="transaction_by_payout"),
            models.Index(F("payment"), name="transaction_by_payment"),
            models.Index(F("invoice_charge"), name="transaction_by_invoice_charge"),
            models.Index(F("source_id"), name="transaction_by_source"),
            models.Index(
                F("id"),
                name="transaction_unmatched",
                condition=Q(
                    payment__isnull=True,
                    invoice_charge__isnull=True,
                    kind__in=["payment", "refund", "dispute"],
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gateway_id} {self.kind} {self.net}"


class Transfer(models.Model):
    """Money moved from the platform's account to the operator's own (domain.md 3.5)."""

    gateway = models.CharField(max_length=20)
    gateway_id = models.CharField(max_length=80)
    amount = money()
    amount_reversed = money(default=0)
    currency = models.CharField(max_length=3)
    account_id = models.CharField(max_length=80, null=True)
    charge_id = models.CharField(max_length=80, null=True)
    payment = models.ForeignKey(
        Payment, null=True, on_delete=models.PROTECT, related_name="transfers", db_index=False
    )
    description = models.TextField(default="", blank=True)
    created_at = models.DateTimeField()
    told_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(F("gateway"), F("gateway_id"), name="one_row_per_transfer"),
            models.CheckConstraint(
                condition=Q(amount_reversed__gte=0, amount_reversed__lte=F("amount")),
                name="transfer_reversed_within_amount",
            ),
        ]
        indexes = [models.Index(F("created_at"), F("id"), name="transfer_by_created")]

    def __str__(self) -> str:
        return f"{self.gateway_id} {self.amount}"


class BooksCursor(models.Model):
    """How far one of a gateway's lists was read; reading goes on from there after any crash."""

    gateway = models.CharField(max_length=20)
    name = models.CharField(max_length=20)
    # All that was made before this instant was read.
    read_to = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(F("gateway"), F("name"), name="one_cursor_per_list")]

    def __str__(self) -> str:
        return f"{self.gateway} {self.name}"


class Difference(models.Model):
    """Something in which the gateway's books and ours differ, until somebody or time settles it."""

    gateway = models.CharField(max_length=20)
    kind = models.CharField(max_length=20, choices=slug_choices(*DIFFERENCE_KINDS))
    gateway_id = models.CharField(max_length=80)
    payment_id = models.BigIntegerField(null=True)
    trip_id = models.BigIntegerField(null=True)
    invoice_id = models.BigIntegerField(null=True)
    # What each side says, in minor units; none where it knows nothing of it.
    our_amount = money(null=True)
    their_amount = money(null=True)
    currency = models.CharField(max_length=3)
    found_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(F("gateway"), F("kind"), F("gateway_id"), name="one_row_per_difference")
        ]
        indexes = [models.Index(F("id"), name="difference_open", condition=Q(settled_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.kind} {self.gateway_id}"
