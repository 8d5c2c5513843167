"""What an experience says and shows, beyond its own row."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from outfitter.db.column_types import slug_choices


class ExperienceContent(models.Model):
    """Texts in one more language; an empty one falls back to the experience's own."""

    experience = models.ForeignKey("catalog.Experience", on_delete=models.CASCADE, related_name="contents")
    locale = models.CharField(max_length=12)
    name = models.CharField(max_length=160, default="", blank=True)
    short_description = models.TextField(default="", blank=True)
    description_html = models.TextField(default="", blank=True)
    inclusions = models.TextField(default="", blank=True)
    exclusions = models.TextField(default="", blank=True)
    meeting_point = models.TextField(default="", blank=True)
    what_to_bring = models.TextField(default="", db_default="", blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["experience", "locale"], name="one_content_a_locale")]

    def __str__(self) -> str:
        return f"{self.locale} of {self.experience_id}"


class ExperienceImage(models.Model):
    """
    One picture. `file_key` names the folder of its variants in the storage.

    `variants` is {width: [formats]}; `digest`, the SHA-256 of what was uploaded, tells whether the
    same file came twice.
    """

    experience = models.ForeignKey("catalog.Experience", on_delete=models.CASCADE, related_name="images")
    role = models.CharField(max_length=7, choices=slug_choices("hero", "gallery"))
    position = models.PositiveIntegerField(default=0)
    file_key = models.CharField(max_length=120, unique=True)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    variants = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    alt = models.CharField(max_length=300, default="", blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [models.Index(F("experience_id"), F("position"), F("id"), name="experience_image_order")]
        constraints = [
            models.UniqueConstraint(fields=["experience"], condition=Q(role="hero"), name="one_hero_image")
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.experience_id}"
