"""What a currency was worth in a month."""

from django.db import models
from django.db.models import Q

from outfitter.db.column_types import slug_choices


class FxRate(models.Model):
    """
    How many units of `currency` one euro bought in a month: on average, and at its end.

    Quoted as the European Central Bank quotes. `is_final` says that the month was over; until
    then both follow the last known day.
    """

    currency = models.CharField(max_length=3)
    month = models.DateField()
    average = models.DecimalField(max_digits=20, decimal_places=10)
    month_end = models.DecimalField(max_digits=20, decimal_places=10)
    source = models.CharField(max_length=7, choices=slug_choices("entered", "ecb"))
    is_final = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["currency", "month"], name="one_rate_a_month"),
            models.CheckConstraint(condition=Q(average__gt=0, month_end__gt=0), name="rates_are_positive"),
            models.CheckConstraint(condition=Q(month__day=1), name="rate_month_is_a_first"),
        ]

    def __str__(self) -> str:
        return f"{self.currency} {self.month:%Y-%m}"
