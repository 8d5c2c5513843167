from django.apps import AppConfig


class TableViewsConfig(AppConfig):
    """Saved views of the lists."""

    name = "outfitter_tenants.tableviews"
    label = "tableviews"
    default_auto_field = "django.db.models.BigAutoField"
