"""Statements with their lines, and the fees of trips that go onto them."""

from django.db import models
from django.db.models import F, Q

from outfitter.billing.models.plan_versions import PlanVersion
from outfitter.db.column_types import money, slug_choices


class BillingStatement(models.Model):
    """
    What an operator owes at an instant: opening plus lines is closing. It is the invoice.

    Names, addresses and the tax are kept as they were: a statement reads the same in ten years.
    """

    account = models.ForeignKey("accounts.Account", on_delete=models.PROTECT, related_name="statements")
    number = models.CharField(max_length=24, unique=True)
    kind = models.CharField(
        max_length=7, choices=slug_choices("start", "period", "change", "credit", "final")
    )
    currency = models.CharField(max_length=3)
    period_from = models.DateField()
    # The day after the last one.
    period_to = models.DateField()
    opening = money()
    net = money()
    tax = money()
    closing = money()
    issued_at = models.DateTimeField()
    issued_on = models.DateField()
    due_on = models.DateField()
    seller = models.JSONField(default=dict)
    buyer = models.JSONField(default=dict)
    is_reverse_charge = models.BooleanField(default=False)
    # What of it is fees of trips less what gateways took, and when nothing was owed any more.
    fees = money(default=0)
    settled_on = models.DateField(null=True)
    # When a card was first refused for it.
    refused_on = models.DateField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(period_to__gte=F("period_from")), name="statement_has_days")
        ]
        indexes = [models.Index(F("account"), F("id").desc(), name="statement_by_account")]

    def __str__(self) -> str:
        return self.number


class StatementLine(models.Model):
    """One line of a statement; `facts` are what its words need."""

    statement = models.ForeignKey(BillingStatement, on_delete=models.CASCADE, related_name="lines")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    amount = money()
    facts = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["statement", "position"], name="one_statement_line")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"


class TripFee(models.Model):
    """
    What a trip owes the platform, by the terms it was reserved under.

    `trip_id` is the trip in the operator's own schema. What it was, is and was paid is the sum of
    its movements; the columns are those sums, so that a charge asks one row.
    """

    account = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="trip_fees")
    trip_id = models.BigIntegerField()
    confirmation_code = models.CharField(max_length=9)
    plan_version = models.ForeignKey(PlanVersion, on_delete=models.PROTECT, related_name="+")
    reserved_at = models.DateTimeField()
    expected = money(default=0)
    waived_by_staff = money(default=0)
    waived_by_host = money(default=0)
    exempt = money(default=0)
    collected_at_gateway = money(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "trip_id"], name="one_fee_per_trip")]
        indexes = [models.Index(F("account"), F("id").desc(), name="trip_fee_by_account")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.confirmation_code}"


class FeeMovement(models.Model):
    """
    One change of a trip's fee. `amount` is what it adds to the sum of its kind.

    What the operator is charged is `expected` less everything else. `statement` is the one that
    holds it; null: the next one will.
    """

    fee = models.ForeignKey(TripFee, on_delete=models.CASCADE, related_name="movements")
    account = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(
        max_length=20,
        choices=slug_choices(
            "expected", "waived_by_staff", "waived_by_host", "exempt", "collected_at_gateway"
        ),
    )
    amount = money()
    reason = models.CharField(max_length=300, blank=True, default="")
    at = models.DateTimeField()
    statement = models.ForeignKey(
        BillingStatement, null=True, on_delete=models.PROTECT, related_name="fee_movements"
    )

    class Meta:
        indexes = [
            models.Index(
                F("account"), F("at"), name="fee_movement_open", condition=Q(statement__isnull=True)
            ),
            models.Index(F("account"), F("at"), name="fee_movement_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"
