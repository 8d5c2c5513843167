"""Terms of service (domain.md 6.2). A row is immutable once published."""

from django.db import models

from outfitter.db.column_types import slug_choices


class Tos(models.Model):
    """One version of one audience's terms in one language."""

    audience = models.CharField(max_length=10, choices=slug_choices("operator", "reseller", "customer"))
    version = models.PositiveIntegerField()
    locale = models.CharField(max_length=12, default="en")
    title = models.CharField(max_length=200)
    body_html = models.TextField()
    sha256 = models.CharField(max_length=64)
    is_major = models.BooleanField(default=True)
    published_at = models.DateTimeField()
    effective_at = models.DateTimeField()
    # Who published it; empty for what ships with the product.
    publisher = models.CharField(max_length=200, default="", db_default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["audience", "version", "locale"], name="one_tos_per_version")
        ]

    def __str__(self) -> str:
        return f"{self.audience} v{self.version} {self.locale}"


class TosDraft(models.Model):
    """A version that is being written; publishing makes rows of it that never change, and it goes."""

    audience = models.CharField(max_length=10, choices=slug_choices("operator", "reseller", "customer"))
    # By language: {"title": "...", "body_html": "..."}; English is what counts.
    texts = models.JSONField(default=dict)
    is_major = models.BooleanField(default=True)
    notice_days = models.PositiveSmallIntegerField(default=14)
    author = models.CharField(max_length=200, blank=True, default="")
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"#{self.pk} for {self.audience}"


class TosAgreement(models.Model):
    """That a person agreed to exactly these words, for one account."""

    tos = models.ForeignKey(Tos, on_delete=models.PROTECT, related_name="agreements")
    user = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey("accounts.Account", on_delete=models.CASCADE, related_name="+")
    agreed_at = models.DateTimeField()
    ip = models.GenericIPAddressField(null=True)
    user_agent = models.TextField(blank=True, default="")
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tos", "user", "account"], name="one_agreement_each")]

    def __str__(self) -> str:
        return f"{self.user_id} agreed to {self.tos_id}"
