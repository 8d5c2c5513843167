from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Money that moved."""

    name = "outfitter_tenants.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the lists of payments and of the gateway's books known."""
        from outfitter_tenants.ledger import lists  # noqa: F401
