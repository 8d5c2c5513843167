from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Who did what: the append-only log behind every history."""

    name = "outfitter_tenants.audit"
    label = "audit"
    default_auto_field = "django.db.models.BigAutoField"
