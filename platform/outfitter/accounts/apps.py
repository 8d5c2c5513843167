from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Operators, their host names and the people who sign in; tables of the public schema."""

    name = "outfitter.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the plugin host who owns a schema; name who does operators' daily work."""
        from outfitter.accounts import daily_jobs, owner_mails, platform_alerts, queries
        from outfitter.plugins import contexts, rejected_webhooks, scheduled_jobs, webhook_owner

        contexts.install(queries.facts_of_schema)
        webhook_owner.install(platform_alerts.tell_of_stray_account)
        rejected_webhooks.install(platform_alerts.tell_of_refused)
        scheduled_jobs.handles(daily_jobs.KIND, daily_jobs.run)
        scheduled_jobs.handles(owner_mails.KIND, owner_mails.run)
