"""What is remembered of an operator's first weeks; tables of the public schema."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices

REFERRAL_STATES = ("signed_up", "rewarded", "refused")


class SetupTaskDone(models.Model):
    """When a step of the checklist was found done for the first time (domain.md 6.3)."""

    account = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="+")
    slug = models.CharField(max_length=20)
    done_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "slug"], name="one_first_time_for_each_task")
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.slug}"


class SampleExperience(models.Model):
    """The experience that an operator had made as a sample; a row of theirs like any other."""

    account = models.OneToOneField("accounts.Account", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    # In the operator's schema: no constraint crosses schemas.
    experience_id = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.account_id} {self.kind}"


class OnboardingMail(models.Model):
    """A letter that helps an owner on: `days` without progress, about the step `slug`."""

    account = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    days = models.PositiveSmallIntegerField()
    slug = models.CharField(max_length=20)
    # Set by whoever sends it; what waits is sent again by the next day's look.
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "user", "days"], name="one_onboarding_mail_each")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} day {self.days}"


class OnboardingOptOut(models.Model):
    """That a person wants no such letters."""

    user = models.OneToOneField("accounts.User", on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.user_id}"


class ReferralCode(models.Model):
    """The word by which an operator recommends the platform to others."""

    account = models.OneToOneField("accounts.Account", on_delete=models.CASCADE, related_name="+")
    code = models.CharField(max_length=12, unique=True)

    def __str__(self) -> str:
        return self.code


class Referral(models.Model):
    """
    That one operator came by another's recommendation, and what it is rewarded with.

    `amount` is set when the new operator goes live; billing takes it once (`settled_at`), and once
    the new one paid for a plan it is credited as much (`welcomed_at`).
    """

    referrer = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="+")
    referred = models.OneToOneField("accounts.Account", on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=slug_choices(*REFERRAL_STATES), default="signed_up")
    refused_reason = models.CharField(max_length=20, blank=True, default="")
    amount = money(default=0)
    currency = models.CharField(max_length=3, blank=True, default="")
    created_at = models.DateTimeField()
    rewarded_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    welcomed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(F("referrer"), F("id"), name="referral_by_referrer")]
        constraints = [
            models.CheckConstraint(condition=~Q(referrer=F("referred")), name="nobody_refers_themselves"),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=True, welcomed_at__isnull=True) | Q(state="rewarded"),
                name="only_rewards_are_settled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.referrer_id} brought {self.referred_id}"
