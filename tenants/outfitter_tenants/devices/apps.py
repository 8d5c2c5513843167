from django.apps import AppConfig


class DevicesConfig(AppConfig):
    """Terminals, tablets and printers of the operator."""

    name = "outfitter_tenants.devices"
    label = "devices"
    default_auto_field = "django.db.models.BigAutoField"
