from django.apps import AppConfig


class InvoicesConfig(AppConfig):
    """Invoices between the operator and its partners: what they bill, and what was paid of it."""

    name = "outfitter_tenants.invoices"
    label = "invoices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of invoices known."""
        from outfitter_tenants.invoices import lists  # noqa: F401
