"""What messages are written from, in versions that never change (domain.md 3.9)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices

CATEGORIES = (
    "abandon",
    "confirmation",
    "rebooked",
    "cancelled",
    "reminder",
    "followup",
    "gift_card",
    "payment_request",
    "receipt",
    "refund",
    "invoice",
    "waiver_request",
    "review_request",
    "waitlist",
    "access_code",
    "answer",
    "custom",
    "manual",
)


class Template(models.Model):
    """
    A message to write again and again, by email, by text or both.

    A system template has a `slug` and words that ship with the product
    (`messaging/system_templates`): while `version` is 0, it says those.
    """

    slug = models.CharField(max_length=40, null=True)
    name = models.CharField(max_length=120)
    category = models.CharField(max_length=20, choices=slug_choices(*CATEGORIES))
    channel = models.CharField(max_length=5, choices=slug_choices("email", "sms", "both"), default="email")
    is_active = models.BooleanField(default=True)
    is_system = models.BooleanField(default=False)
    # The newest of its versions; 0 for what ships with the product.
    version = models.PositiveIntegerField(default=0)
    # What it is for; empty: everything.
    experience_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    trip_methods = ArrayField(models.CharField(max_length=20), default=list, blank=True)
    archived_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["slug"], condition=Q(slug__isnull=False), name="one_template_for_each_slug"
            ),
            models.CheckConstraint(
                condition=Q(is_system=False) | Q(slug__isnull=False), name="system_templates_have_a_slug"
            ),
        ]
        indexes = [models.Index(F("category"), F("id"), name="template_by_category")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.category} v{self.version}"


class TemplateVersion(models.Model):
    """What a template said from one change to the next. Never changed itself."""

    template = models.ForeignKey(Template, models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    # Which version it brought back; null where it was written.
    restored_from = models.PositiveIntegerField(null=True)
    author_id = models.BigIntegerField(null=True)
    author_name = models.CharField(max_length=160, default="", blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["template", "version"], name="each_template_version_once")
        ]

    def __str__(self) -> str:
        return f"#{self.pk} v{self.version}"


class TemplateText(models.Model):
    """The words of a version in one language; `document` are the blocks of the email (docs/adr/0101)."""

    template_version = models.ForeignKey(TemplateVersion, models.CASCADE, related_name="texts")
    locale = models.CharField(max_length=12)
    subject = models.TextField(default="", blank=True)
    # What mailboxes show beside the subject.
    preheader = models.TextField(default="", blank=True)
    document = models.JSONField(default=dict, blank=True)
    sms_text = models.TextField(default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["template_version", "locale"], name="one_text_for_each_language")
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.locale}"
