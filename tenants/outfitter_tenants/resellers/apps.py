from django.apps import AppConfig


class ResellersConfig(AppConfig):
    """Partners who sell for the operator, and on which terms."""

    name = "outfitter_tenants.resellers"
    label = "resellers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of partners and what is done to many known, and who of theirs sees prices."""
        from outfitter_tenants.people import price_visibility
        from outfitter_tenants.resellers import bulk_actions, imports, lists, queries  # noqa: F401

        price_visibility.read_agreements_with(
            lambda reseller_id: "see_price" in queries.allowances_of(reseller_id=reseller_id)
        )
