"""The sites that show the operator's widget."""

from django.db import models


class WidgetInstallation(models.Model):
    """One site that asked for the widget, by its origin (scheme, host, port)."""

    origin = models.CharField(max_length=200, unique=True)
    page = models.CharField(max_length=40)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.origin
