from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Money that moved."""

    name = "outfitter_tenants.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"
