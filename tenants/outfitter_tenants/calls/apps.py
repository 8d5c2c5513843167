from django.apps import AppConfig


class CallsConfig(AppConfig):
    """Phone calls: who rang, who answered, and what came of it."""

    name = "outfitter_tenants.calls"
    label = "calls"
    default_auto_field = "django.db.models.BigAutoField"
