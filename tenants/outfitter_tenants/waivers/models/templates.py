"""Waiver templates: what guests are asked to sign, and where (domain.md 3.8)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices, text_list


class WaiverTemplate(models.Model):
    """A waiver's name and use. Its texts live in versions, which never change."""

    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=5, choices=slug_choices("adult", "minor", "any"), default="any")
    # guardian_for_minor, initials, photo, id_number
    requires = text_list()
    # Days after which a signature has to be given again; null for never.
    valid_days = models.PositiveIntegerField(null=True)
    # Whoever signed this version once need not sign again while it is valid (domain.md 4.20).
    is_reusable = models.BooleanField(default=True, db_default=True)
    is_active = models.BooleanField(default=True)
    current_version = models.PositiveIntegerField(default=1)
    position = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["name"], condition=Q(archived_at__isnull=True), name="one_waiver_of_a_name"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class WaiverTemplateVersion(models.Model):
    """
    What people sign, as it was at one time, in every language it is offered in.

    `texts` is locale -> {"body_html"}; `questions` are what is asked beside it, each with an id,
    a kind (text, yes_no, choice), `is_required`, its `labels` by locale, and for a choice its
    `options`, which have labels too.
    """

    template = models.ForeignKey(WaiverTemplate, on_delete=models.PROTECT, related_name="versions")
    version = models.PositiveIntegerField()
    # Shown to whoever reads none of the languages.
    locale = models.CharField(max_length=12, default="en")
    texts = models.JSONField(default=dict)
    questions = models.JSONField(default=list)
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


class ExperienceWaiver(models.Model):
    """An experience whose guests sign a template, those of its kind of ticket (domain.md 4.20)."""

    experience = models.ForeignKey("catalog.Experience", on_delete=models.CASCADE, related_name="+")
    template = models.ForeignKey(WaiverTemplate, on_delete=models.CASCADE, related_name="experiences")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["experience", "template"], name="one_waiver_an_experience_each")
        ]

    def __str__(self) -> str:
        return f"{self.experience_id}: {self.template_id}"
