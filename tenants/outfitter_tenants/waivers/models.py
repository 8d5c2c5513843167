"""Waiver templates: what guests are asked to sign (domain.md 3.8)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices, text_list


class WaiverTemplate(models.Model):
    """A waiver's name and use. Its text lives in versions, which never change."""

    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=5, choices=slug_choices("adult", "minor", "any"), default="any")
    locale = models.CharField(max_length=12, default="en")
    # guardian_for_minor, initials, photo, id_number
    requires = text_list()
    # Days after which a signature has to be given again; null for never.
    valid_days = models.PositiveIntegerField(null=True)
    is_active = models.BooleanField(default=True)
    current_version = models.PositiveIntegerField(default=1)
    position = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["name", "locale"], condition=Q(archived_at__isnull=True), name="one_waiver_of_a_name"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class WaiverTemplateVersion(models.Model):
    """The text people sign, as it was at one time; `body_sha256` is what a signature names."""

    template = models.ForeignKey(WaiverTemplate, on_delete=models.PROTECT, related_name="versions")
    version = models.PositiveIntegerField()
    body_html = models.TextField()
    body_sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    created_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["template", "version"], name="one_waiver_version_each")
        ]
        indexes = [models.Index(F("template"), F("version").desc(), name="waiver_versions")]

    def __str__(self) -> str:
        return f"{self.template_id} v{self.version}"
