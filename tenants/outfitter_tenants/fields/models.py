"""Custom fields and which experiences ask them (domain.md 3.2)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices

KINDS = (
    "text",
    "textarea",
    "number",
    "date",
    "select",
    "multiselect",
    "checkbox",
    "phone",
    "email",
    "country",
    "file",
    "height",
    "weight",
)


class CustomField(models.Model):
    """One question of the operator's own. `options` are the choices of a select, in order."""

    name = models.CharField(max_length=60)
    label = models.CharField(max_length=160)
    help_text = models.CharField(max_length=300, default="", blank=True)
    kind = models.CharField(max_length=11, choices=slug_choices(*KINDS))
    options = models.JSONField(default=list)
    scope = models.CharField(max_length=10, choices=slug_choices("trip", "trip_order", "booking", "customer"))
    ask_when = models.CharField(
        max_length=13,
        choices=slug_choices("checkout", "after_booking", "check_in", "internal"),
        default="checkout",
    )
    is_required = models.BooleanField(default=False)
    is_pii = models.BooleanField(default=False)
    # Answers about health are encrypted and forgotten sooner (domain.md 3.2).
    is_health = models.BooleanField(default=False)
    show_on_manifest = models.BooleanField(default=False)
    # {"min", "max"} of numbers, {"max_length"} of texts.
    validation = models.JSONField(default=dict)
    position = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [models.Index(F("position"), F("id"), name="custom_field_order")]
        constraints = [
            models.UniqueConstraint(
                fields=["name"], condition=Q(archived_at__isnull=True), name="one_field_of_a_name"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class ExperienceCustomField(models.Model):
    """That an experience asks a field, where in its order, and whether it must be answered."""

    experience = models.ForeignKey("catalog.Experience", on_delete=models.CASCADE, related_name="+")
    custom_field = models.ForeignKey(
        CustomField, on_delete=models.CASCADE, related_name="experience_custom_fields"
    )
    position = models.PositiveIntegerField(default=0)
    # Null leaves it to the field itself.
    is_required = models.BooleanField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["experience", "custom_field"], name="one_field_per_experience")
        ]

    def __str__(self) -> str:
        return f"{self.custom_field_id} of {self.experience_id}"


class CustomFieldValue(models.Model):
    """
    One answer: which field, about whom (`scope` and the id there), and what was said.

    Answers about health are kept encrypted; then `value` is null.
    """

    custom_field = models.ForeignKey(CustomField, on_delete=models.PROTECT, related_name="values")
    scope = models.CharField(max_length=10, choices=slug_choices("trip", "trip_order", "booking", "customer"))
    target_id = models.BigIntegerField()
    value = models.JSONField(null=True)
    value_encrypted = models.TextField(default="", blank=True)
    answered_by = models.BigIntegerField(null=True)
    answered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "target_id", "custom_field"], name="one_answer_each")
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.scope} {self.target_id}"
