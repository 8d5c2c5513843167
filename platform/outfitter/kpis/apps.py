from django.apps import AppConfig


class KpisConfig(AppConfig):
    """Daily facts of every operator and the figures made of them; tables of the public schema."""

    name = "outfitter.kpis"
    label = "kpis"
    default_auto_field = "django.db.models.BigAutoField"
