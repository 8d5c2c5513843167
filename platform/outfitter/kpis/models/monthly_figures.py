"""What one operator's month comes to, in the reporting currency."""

from django.db import models
from django.db.models import F, Q

from outfitter.accounts.models import Account
from outfitter.db.column_types import money, slug_choices, text_list

MOVEMENTS = ("none", "new", "reactivation", "expansion", "contraction", "churn")


class KpiMonthlyAccount(models.Model):
    """
    One month of one operator: sums of its daily facts, and its recurring revenue at the month's end.

    Every amount is in minor units of `reporting_currency`. It holds nothing that the facts and the
    changes of subscriptions do not say: it is there so that a page of 5,000 operators adds up
    months, not days. `end_rates` are the month-end rates that were used, `missing` the currencies
    for which there was none.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    month = models.DateField()
    reporting_currency = models.CharField(max_length=3)
    plan = models.CharField(max_length=60, blank=True, default="")
    mrr_subscription = money(default=0)
    mrr_usage = money(default=0)
    # What it was at the end of the month before: mrr = previous + (what moved).
    previous_mrr = money(default=0)
    movement = models.CharField(max_length=12, choices=slug_choices(*MOVEMENTS), default="none")
    end_rates = models.JSONField(default=dict)
    is_rate_final = models.BooleanField(default=False)
    missing = text_list()
    gross_booked_amount = money(default=0)
    booked_online_amount = money(default=0)
    booked_staff_amount = money(default=0)
    booked_partner_amount = money(default=0)
    cancelled_amount = money(default=0)
    processed_amount = money(default=0)
    card_online = money(default=0)
    card_present = money(default=0)
    card_moto = money(default=0)
    non_card = money(default=0)
    fee_expected = money(default=0)
    fee_collected = money(default=0)
    fee_waived_by_staff = money(default=0)
    fee_paid_offline_uncollected = money(default=0)
    fee_exempt_method = money(default=0)
    fee_gateway_failed = money(default=0)
    fee_invoice_unpaid = money(default=0)
    trips_cnt = models.IntegerField(default=0)
    pax_cnt = models.IntegerField(default=0)
    is_active = models.BooleanField(default=False)
    # When it was worked out last; null before that was written down.
    refreshed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "month"], name="one_row_a_month")]
        indexes = [
            models.Index(F("month"), name="months_by_date"),
            models.Index(
                F("month"), name="months_with_fees", condition=~Q(fee_expected=0) | ~Q(fee_collected=0)
            ),
            models.Index(F("month"), name="months_without_rate", condition=~Q(missing=[])),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.month:%Y-%m}"
