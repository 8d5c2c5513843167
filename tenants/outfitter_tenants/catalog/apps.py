from django.apps import AppConfig


class CatalogConfig(AppConfig):
    """What can be sold."""

    name = "outfitter_tenants.catalog"
    label = "catalog"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Take on the due work of the catalogue."""
        from outfitter_tenants.catalog import imports, tasks  # noqa: F401

        tasks.register()
