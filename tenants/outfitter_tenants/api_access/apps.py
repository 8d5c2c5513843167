from functools import partial

from django.apps import AppConfig


class ApiAccessConfig(AppConfig):
    """What an operator's own programs read (API keys) and are told (webhooks)."""

    name = "outfitter_tenants.api_access"
    label = "api_access"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of what happens, for those who are told of it; send what is due; forget what is old."""
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import outbox, scheduled_jobs
        from outfitter.plugins.event_names import EVENTS
        from outfitter_tenants.api_access import event_intake, retention, webhook_endpoints, webhook_sender

        for name in EVENTS:
            outbox.subscribe(
                name, event_intake.NAME, event_intake.on_event, when=partial(webhook_endpoints.wants, name)
            )
        outbox.subscribe("customer.anonymised", retention.NAME, retention.on_anonymized)
        scheduled_jobs.handles(webhook_endpoints.SENDING, webhook_sender.run)
        daily_jobs.register_daily("api_access.forget_deliveries", retention.forget_old)
