from django.apps import AppConfig


class EmbedsConfig(AppConfig):
    """Where the operator's widget was seen."""

    name = "outfitter_tenants.embeds"
    label = "embeds"
    default_auto_field = "django.db.models.BigAutoField"
