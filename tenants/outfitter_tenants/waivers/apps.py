from django.apps import AppConfig


class WaiversConfig(AppConfig):
    """Waiver templates, and later what was signed."""

    name = "outfitter_tenants.waivers"
    label = "waivers"
    default_auto_field = "django.db.models.BigAutoField"
