from django.apps import AppConfig


class PricingConfig(AppConfig):
    """Taxes, fees, policies, and the quote."""

    name = "outfitter_tenants.pricing"
    label = "pricing"
    default_auto_field = "django.db.models.BigAutoField"
