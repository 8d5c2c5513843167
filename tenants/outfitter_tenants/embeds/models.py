"""The sites that show the operator's widget, and those that may."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class WidgetInstallation(models.Model):
    """One site that asked for the widget, by its origin (scheme, host, port)."""

    origin = models.CharField(max_length=200, unique=True)
    page = models.CharField(max_length=40)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.origin


class WidgetSettings(models.Model):
    """Who may put the widget into a frame, and how it looks: one row; without it, anybody."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    is_framing_limited = models.BooleanField(default=False)
    # Sources of CSP's frame-ancestors: scheme, host ("*." for all below it), port.
    framing_origins = ArrayField(models.CharField(max_length=300), default=list, blank=True)
    version = models.PositiveIntegerField(default=0)
    # How it looks where the embed code says nothing: "#rrggbb", pixels, a name of `looks.Font`.
    color = models.CharField(max_length=7, default="", blank=True)
    radius = models.PositiveSmallIntegerField(null=True, blank=True)
    font = models.CharField(max_length=20, default="", blank=True)
    theme = models.CharField(max_length=5, default="auto")
    look_version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField()

    def __str__(self) -> str:
        return ", ".join(self.framing_origins) if self.is_framing_limited else "anybody"
