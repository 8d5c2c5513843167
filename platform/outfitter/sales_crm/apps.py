from django.apps import AppConfig


class SalesCrmConfig(AppConfig):
    """The connection to a CRM and what stands there; tables of the public schema."""

    name = "outfitter.sales_crm"
    label = "sales_crm"
    default_auto_field = "django.db.models.BigAutoField"
