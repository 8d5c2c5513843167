from django.apps import AppConfig


class CustomersConfig(AppConfig):
    """The people who travel."""

    name = "outfitter_tenants.customers"
    label = "customers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of customers known by its name; forget what merges kept."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.customers import customer_note_list, imports, lists  # noqa: F401
        from outfitter_tenants.customers.operations import retention

        daily_jobs.register_daily("customers.forget_merges", retention.forget_merges)
