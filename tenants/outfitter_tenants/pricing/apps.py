from django.apps import AppConfig


class PricingConfig(AppConfig):
    """Taxes, fees, policies, and the quote."""

    name = "outfitter_tenants.pricing"
    label = "pricing"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell what partners are charged by."""
        from outfitter_tenants.pricing import imports  # noqa: F401
        from outfitter_tenants.pricing.queries import partner_prices
        from outfitter_tenants.resellers import sales_port

        sales_port.read_rate_sheets_with(partner_prices.rate_sheets_of)
        sales_port.used_by("prices", partner_prices.partners_named_among)
