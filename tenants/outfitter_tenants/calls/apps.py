from django.apps import AppConfig


class CallsConfig(AppConfig):
    """Phone calls: who rang, who answered, and what came of it."""

    name = "outfitter_tenants.calls"
    label = "calls"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list known by its name; hear of sales and people; do what is due once a day."""
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import outbox
        from outfitter_tenants.calls import (  # noqa: F401
            call_attribution,
            call_owners,
            lists,
            lost_notices,
            privacy,
            retention,
        )
        from outfitter_tenants.customers import person_records

        outbox.subscribe("trip.converted", "calls", call_attribution.on_booked)
        outbox.subscribe("customer.created", "calls", call_owners.on_created)
        outbox.subscribe("customer.deleted", "calls", privacy.on_deleted)
        person_records.register(privacy.CallRecords())
        daily_jobs.register_daily("calls.lost_notices", lost_notices.reconcile)
        daily_jobs.register_daily("calls.close_stale", retention.close_stale)
        daily_jobs.register_daily("calls.delete_recordings", retention.delete_recordings)
        daily_jobs.register_daily("calls.forget_strangers", retention.forget_strangers)
