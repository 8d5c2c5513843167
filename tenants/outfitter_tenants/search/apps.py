from django.apps import AppConfig


class SearchConfig(AppConfig):
    """One search over everything an operator has."""

    name = "outfitter_tenants.search"
    label = "search"
    default_auto_field = "django.db.models.BigAutoField"
