"""What each subscription costs, from when on."""

from django.db import models

from outfitter.accounts.models import Account
from outfitter.db.column_types import money, slug_choices

SUBSCRIPTION_STATES = ("trial", "active", "past_due", "paused", "ended")


class KpiSubscriptionChange(models.Model):
    """
    That from `at` on a subscription is in this state at this price, until its next change.

    Billing writes it; rows are only ever added or said again, so that any instant of the past
    can be worked out anew.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    subscription_id = models.BigIntegerField()
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=slug_choices(*SUBSCRIPTION_STATES))
    plan = models.CharField(max_length=60)
    currency = models.CharField(max_length=3)
    list_price = money()
    recurring_discount = money(default=0)
    interval_months = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "subscription_id", "at"], name="one_change_at_a_time"),
            models.CheckConstraint(
                condition=models.Q(
                    interval_months__gte=1,
                    recurring_discount__gte=0,
                    recurring_discount__lte=models.F("list_price"),
                ),
                name="subscription_price_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} #{self.subscription_id} {self.state}"
