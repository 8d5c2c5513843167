from django.apps import AppConfig


class ResellersConfig(AppConfig):
    """Partners who sell for the operator, and on which terms."""

    name = "outfitter_tenants.resellers"
    label = "resellers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of partners and what is done to many known."""
        from outfitter_tenants.resellers import bulk_actions, lists  # noqa: F401
