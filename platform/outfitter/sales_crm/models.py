"""The connection to a CRM, what stands there, and what it told; tables of the public schema."""

from django.db import models
from django.db.models import F, Q

from outfitter.accounts.models import Account
from outfitter.db.column_types import slug_choices
from outfitter.kpis.models import Deal

CONNECTED, BROKEN = "connected", "broken"


class CrmConnection(models.Model):
    """
    The one account at a CRM; without a row there is none.

    `busy_until` is the lease of whoever sends; until `paused_until` the CRM wants to be left alone.
    """

    slug = models.CharField(max_length=60, unique=True)
    keys_encrypted = models.TextField()
    account = models.CharField(max_length=80)
    name = models.CharField(max_length=160)
    facts = models.JSONField(default=dict)
    # Where operators' help is searched as well; empty: nowhere.
    help_domain = models.CharField(max_length=200, blank=True, default="")
    state = models.CharField(max_length=9, choices=slug_choices(CONNECTED, BROKEN), default=CONNECTED)
    problem = models.CharField(max_length=300, blank=True, default="")
    connected_at = models.DateTimeField()
    connected_by = models.CharField(max_length=200)
    sent_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)
    # When all operators were compared with what stands there.
    compared_at = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    busy_until = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.slug} {self.account} {self.state}"


class CrmDealLink(models.Model):
    """
    Which deal there is which here, and what of it was sent.

    `sent_version` is the version of the deal that stands there: a deal with a higher one is to be
    sent. `stage` is the one it has there as far as is known. `refused_version` was refused and is
    not sent again. `saved_at` and `heard_at` are times of the clock there. A link whose deal is
    gone is taken out there.
    """

    deal = models.OneToOneField(Deal, on_delete=models.SET_NULL, null=True, related_name="crm_link")
    remote_id = models.CharField(max_length=40, null=True, unique=True)
    sent_version = models.PositiveIntegerField(default=0)
    stage = models.CharField(max_length=9, blank=True, default="")
    refused_version = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True, default="")
    # When a stage was sent last.
    saved_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(sent_version=0) | Q(remote_id__isnull=False), name="sent_deal_is_there"
            )
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} is {self.remote_id}"


class CrmCompanyLink(models.Model):
    """Which company there is which operator; `digest` is of what was sent."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="crm_link")
    remote_id = models.CharField(max_length=40, blank=True, default="")
    digest = models.CharField(max_length=64, blank=True, default="")
    # What of it was refused and is not sent again.
    refused_digest = models.CharField(max_length=64, blank=True, default="")
    error = models.CharField(max_length=300, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.account_id} is {self.remote_id}"


class CrmNews(models.Model):
    """What the CRM told of a deal's stage; told again, it is the same row."""

    notice = models.CharField(max_length=200, unique=True)
    remote_id = models.CharField(max_length=40)
    stage = models.CharField(max_length=9, blank=True, default="")
    is_own = models.BooleanField(default=False)
    occurred_at = models.DateTimeField()
    received_at = models.DateTimeField()
    handled_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(F("occurred_at"), F("id"), name="news_to_handle", condition=Q(handled_at=None)),
            models.Index(F("received_at"), name="news_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.remote_id} {self.stage} {self.outcome}"
