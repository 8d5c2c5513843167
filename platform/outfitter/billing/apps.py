from django.apps import AppConfig


class BillingConfig(AppConfig):
    """What operators pay the platform; tables of the public schema."""

    name = "outfitter.billing"
    label = "billing"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the daily step of every operator, and the work that is due once."""
        from outfitter.accounts import daily_jobs
        from outfitter.billing import billing_day, statement_mails
        from outfitter.billing.operations import charges, payouts
        from outfitter.plugins import scheduled_jobs

        daily_jobs.register_daily("billing.day", billing_day.daily)
        scheduled_jobs.handles(charges.KIND, charges.run)
        scheduled_jobs.handles(payouts.KIND, payouts.run)
        scheduled_jobs.handles(statement_mails.KIND, statement_mails.run)
