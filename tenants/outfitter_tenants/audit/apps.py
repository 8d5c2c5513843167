from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Who changed what, and when."""

    name = "outfitter_tenants.audit"
    label = "audit"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list known by its name."""
        from outfitter_tenants.audit import lists  # noqa: F401
