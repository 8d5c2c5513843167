"""Operators as customers of the host: who pays, for which plan, what came in."""

from django.db import models
from django.db.models import F, Q

from outfitter.billing.models.plan_versions import PlanVersion
from outfitter.db.column_types import money, slug_choices


class BillingAccount(models.Model):
    """
    An operator as a customer. Its row is the lock of all that is billed to it.

    `overdue_since` is day 0 of an unpaid statement (the operator's day); the steps of reminding
    stand beside it and are empty again once everything is paid.
    """

    account = models.OneToOneField("accounts.Account", on_delete=models.CASCADE, related_name="billing")
    legal_name = models.CharField(max_length=160, blank=True, default="")
    address = models.TextField(blank=True, default="")
    country = models.CharField(max_length=2, blank=True, default="")
    vat_id = models.CharField(max_length=24, blank=True, default="")
    email = models.EmailField(blank=True, default="")
    pays_by = models.CharField(max_length=8, choices=slug_choices("card", "transfer"), default="card")
    gateway_customer = models.CharField(max_length=120, blank=True, default="")
    card_id = models.CharField(max_length=120, blank=True, default="")
    card_brand = models.CharField(max_length=20, blank=True, default="")
    card_last4 = models.CharField(max_length=4, blank=True, default="")
    card_exp = models.CharField(max_length=7, blank=True, default="")
    overdue_since = models.DateField(null=True)
    dunning_step = models.SmallIntegerField(default=-1)
    notice_on = models.DateField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [
            models.Index(F("overdue_since"), name="billing_overdue", condition=Q(overdue_since__isnull=False))
        ]

    def __str__(self) -> str:
        return f"billing of {self.account_id}"


class Subscription(models.Model):
    """
    That an operator has a plan.

    Months are counted from `anchor_on`: `month_no` is the one that runs, `price_from_no` the one in
    which the present price was first due. During a trial the months have not begun: `anchor_on` is
    the day after it.
    """

    account = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="subscriptions")
    plan_version = models.ForeignKey(PlanVersion, on_delete=models.PROTECT, related_name="subscriptions")
    # What begins with the next period: a cheaper plan.
    next_version = models.ForeignKey(
        PlanVersion, null=True, on_delete=models.PROTECT, related_name="upcoming_subscriptions"
    )
    started_on = models.DateField()
    anchor_on = models.DateField()
    month_no = models.PositiveIntegerField(default=0)
    price_from_no = models.PositiveIntegerField(default=0)
    # Until when statements have been made: the next one begins here.
    billed_until = models.DateField()
    is_trial = models.BooleanField(default=False)
    is_canceled = models.BooleanField(default=False)
    paused_on = models.DateField(null=True)
    discount_ppm = models.PositiveIntegerField(default=0)
    discount_reason = models.CharField(max_length=300, blank=True, default="")
    discount_until = models.DateField(null=True)
    ended_on = models.DateField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=Q(ended_on__isnull=True), name="one_running_subscription"
            ),
            models.CheckConstraint(condition=Q(discount_ppm__lte=1_000_000), name="discount_up_to_all"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} on {self.plan_version_id}"


class BillingPayment(models.Model):
    """
    Money of an operator for the host: charged to its card, or noted by an admin.

    `amount` is negative when the host paid back a credit balance, `refunded` then the card payment
    it went back to. `statement` is the one that counted it; null: the next one will.
    """

    account = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="billing_payments")
    kind = models.CharField(max_length=8, choices=slug_choices("card", "transfer", "payout"))
    status = models.CharField(max_length=9, choices=slug_choices("pending", "succeeded", "failed"))
    amount = money()
    currency = models.CharField(max_length=3)
    gateway_id = models.CharField(max_length=120, blank=True, default="")
    error_code = models.CharField(max_length=60, blank=True, default="")
    reference = models.CharField(max_length=120, blank=True, default="")
    statement = models.ForeignKey(
        "billing.BillingStatement", null=True, on_delete=models.PROTECT, related_name="payments"
    )
    refunded = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="payouts")
    created_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "kind"], condition=Q(status="pending"), name="one_pending_billing_move"
            )
        ]
        indexes = [models.Index(F("account"), F("id"), name="billing_payment_by_account")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount} of {self.account_id}"
