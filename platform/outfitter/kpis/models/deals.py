"""Businesses that may become operators."""

from django.db import models
from django.db.models import F, Q

from outfitter.accounts.models import Account
from outfitter.db.column_types import money, slug_choices

STAGES = ("lead", "qualified", "demo", "proposal", "contract", "won", "lost")


class Deal(models.Model):
    """One business in the sales pipeline; `amount_mrr` is a month's revenue in the reporting currency."""

    name = models.CharField(max_length=160)
    stage = models.CharField(max_length=9, choices=slug_choices(*STAGES), default="lead")
    amount_mrr = money(default=0)
    probability_ppm = models.PositiveIntegerField(default=0)
    owner = models.CharField(max_length=160, blank=True, default="")
    source = models.CharField(max_length=80, blank=True, default="")
    expected_close = models.DateField(null=True)
    account = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    stage_entered_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    # The stage it was in when it was won or lost.
    closed_from = models.CharField(max_length=9, blank=True, default="")
    lost_reason = models.CharField(max_length=300, blank=True, default="")
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(probability_ppm__lte=1_000_000), name="deal_probability"),
            models.CheckConstraint(condition=Q(amount_mrr__gte=0), name="deal_amount"),
            models.CheckConstraint(
                condition=Q(stage__in=("won", "lost"), closed_at__isnull=False)
                | (~Q(stage__in=("won", "lost")) & Q(closed_at__isnull=True)),
                name="deal_closed_when_decided",
            ),
        ]
        indexes = [models.Index(F("stage"), F("closed_at"), name="deal_by_stage")]

    def __str__(self) -> str:
        return f"{self.name} ({self.stage})"
