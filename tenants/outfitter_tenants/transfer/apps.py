from django.apps import AppConfig


class TransferConfig(AppConfig):
    """Export and import of the operator's data."""

    name = "outfitter_tenants.transfer"
    label = "transfer"
    default_auto_field = "django.db.models.BigAutoField"
