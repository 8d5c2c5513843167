from django.apps import AppConfig


class ResellersConfig(AppConfig):
    """Partners who sell for the operator, and on which terms."""

    name = "outfitter_tenants.resellers"
    label = "resellers"
    default_auto_field = "django.db.models.BigAutoField"
