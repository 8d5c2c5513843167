"""Which features are switched for whom; tables of the public schema. What there is to switch is code."""

from django.db import models

from outfitter.db.column_types import slug_choices


class FeatureSwitch(models.Model):
    """For how many operators a feature is on; without a row it is as the code declares."""

    feature = models.CharField(max_length=40, primary_key=True)
    share_percent = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(share_percent__lte=100), name="feature_share_in_range")
        ]

    def __str__(self) -> str:
        return f"{self.feature} {self.share_percent}%"


class FeatureOverride(models.Model):
    """That one operator has a feature, or has it not, whatever holds for the others."""

    account = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="+")
    feature = models.CharField(max_length=40)
    is_on = models.BooleanField()
    reason = models.CharField(max_length=500)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "feature"], name="one_override_of_a_feature")
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.feature} {self.is_on}"


class FeatureEvent(models.Model):
    """That somebody switched a feature: the platform's own record, which nothing changes."""

    feature = models.CharField(max_length=40)
    # Null: for everyone.
    account = models.ForeignKey("accounts.Account", null=True, on_delete=models.CASCADE, related_name="+")
    change = models.CharField(max_length=10, choices=slug_choices("share", "on", "off", "default"))
    share_percent = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    actor = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.feature} {self.change}"
