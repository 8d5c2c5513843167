from django.apps import AppConfig


class PlatformAuditConfig(AppConfig):
    """What people who run the platform did; a table of the public schema."""

    name = "outfitter.platform_audit"
    label = "platform_audit"
    default_auto_field = "django.db.models.BigAutoField"
