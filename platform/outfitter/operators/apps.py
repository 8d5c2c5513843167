from django.apps import AppConfig


class OperatorsConfig(AppConfig):
    """How operators are, and their consent to support; tables of the public schema."""

    name = "outfitter.operators"
    label = "operators"
    default_auto_field = "django.db.models.BigAutoField"
