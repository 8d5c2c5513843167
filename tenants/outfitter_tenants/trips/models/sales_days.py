"""What was sold on days that are over, added up once, and which of them changed since (ADR 125)."""

from django.db import models
from django.db.models import F

from outfitter.db.column_types import money


class SalesDay(models.Model):
    """
    The sales of one of the operator's days in one currency.

    Each day that was added up has a row without a currency and without sales: it says that the day is there.
    """

    day = models.DateField()
    # Where that day began and ended.
    zone = models.CharField(max_length=64)
    currency = models.CharField(max_length=3, blank=True)
    trip_cnt = models.PositiveIntegerField(default=0)
    pax_cnt = models.PositiveIntegerField(default=0)
    total_amount = money(default=0)
    # Without taxes and fees, before and after what was taken off; null: added up before they were.
    gross_amount = money(null=True)
    net_amount = money(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(F("day"), F("currency"), name="one_sum_per_sales_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.currency}"


class SalesDayMark(models.Model):
    """
    That a trip which was reserved at this instant of the past changed: its day is to be added up anew.

    Written by a trigger on trips in the transaction of the change, never updated: nobody waits for anybody.
    """

    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("at"), name="sales_day_mark_by_time")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.at}"
