from django.apps import AppConfig


class TosConfig(AppConfig):
    """Terms of service by version, and who agreed to which; tables of the public schema."""

    name = "outfitter.tos"
    label = "tos"
    default_auto_field = "django.db.models.BigAutoField"
