from django.apps import AppConfig


class CatalogConfig(AppConfig):
    """What can be sold."""

    name = "outfitter_tenants.catalog"
    label = "catalog"
    default_auto_field = "django.db.models.BigAutoField"
