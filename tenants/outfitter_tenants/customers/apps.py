from django.apps import AppConfig


class CustomersConfig(AppConfig):
    """The people who travel."""

    name = "outfitter_tenants.customers"
    label = "customers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of customers known by its name."""
        from outfitter_tenants.customers import lists  # noqa: F401
