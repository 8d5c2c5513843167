from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Figures over everything, and the links by which outsiders read some of them."""

    name = "outfitter_tenants.reports"
    label = "reports"
    default_auto_field = "django.db.models.BigAutoField"
