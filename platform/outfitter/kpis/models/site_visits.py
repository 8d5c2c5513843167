"""Who opened an operator's calendar on a day: counted, not known."""

from django.db import models
from django.db.models import F

from outfitter.accounts.models import Account


class KpiVisit(models.Model):
    """One browser on one of the operator's days; `visitor` is a keyed hash that changes every day."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    date = models.DateField()
    visitor = models.CharField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "date", "visitor"], name="one_visit_a_day")]
        indexes = [models.Index(F("date"), name="visits_by_date")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.date}"
