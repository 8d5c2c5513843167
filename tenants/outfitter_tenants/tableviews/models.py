"""Rows of saved views (domain.md 3.10)."""

from django.db import models
from django.db.models import F
from django.db.models.functions import Lower


class TableView(models.Model):
    """How somebody likes to see a list: columns, filters, order, grouping."""

    table = models.CharField(max_length=40)
    title = models.CharField(max_length=80)
    owner_avatar_id = models.BigIntegerField(null=True)
    owner_name = models.CharField(max_length=160, default="")
    is_shared = models.BooleanField(default=False)
    # [{"key", "width"?}], [{"field", "op", "value"}]; columns may be gone by the time it is opened.
    columns = models.JSONField(default=list)
    filters = models.JSONField(default=list)
    sort = models.CharField(max_length=60, default="", blank=True)
    group_by = models.CharField(max_length=60, default="", blank=True)
    page_size = models.PositiveSmallIntegerField(default=100)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [models.Index(F("table"), F("owner_avatar_id"), name="view_by_table")]
        constraints = [
            models.UniqueConstraint(
                F("owner_avatar_id"), F("table"), Lower("title"), name="one_view_of_a_title"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.table}: {self.title}"


class DefaultView(models.Model):
    """The view a person's list opens with; goes with its view, then the system's own applies."""

    table = models.CharField(max_length=40)
    avatar_id = models.BigIntegerField()
    view = models.ForeignKey(TableView, on_delete=models.CASCADE, related_name="defaults")

    class Meta:
        constraints = [models.UniqueConstraint(F("avatar_id"), F("table"), name="one_default_per_person")]

    def __str__(self) -> str:
        return f"{self.table} of {self.avatar_id}"
