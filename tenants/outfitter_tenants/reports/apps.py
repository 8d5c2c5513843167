from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Figures over everything, saved and mailed, and the links by which outsiders read some of them."""

    name = "outfitter_tenants.reports"
    label = "reports"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the work of reports, and make them and their lists known to exports and saved views."""
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import scheduled_jobs
        from outfitter_tenants.reports import (  # noqa: F401
            day_facts,
            definitions,
            departure_facts,
            report_files,
            report_mails,
            tax_receipt_list,
        )

        report_files.register()
        scheduled_jobs.handles(report_mails.SEND, report_mails.send)
        scheduled_jobs.handles(report_mails.MAIL, report_mails.deliver)
        daily_jobs.register_daily("reports.day_facts", day_facts.emit_recent)
        scheduled_jobs.handles(day_facts.PAST, day_facts.go_on)
        daily_jobs.register_daily(departure_facts.KIND, departure_facts.add_up)
        scheduled_jobs.handles(departure_facts.KIND, departure_facts.go_on)
        daily_jobs.register_daily("reports.forget_mails", report_mails.forget_old)
