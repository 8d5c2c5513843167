"""Invoices to and from partners: what they do to trips and to money (domain.md 4.19)."""


def install() -> None:
    """Name the daily work on invoices: partners are reminded of what they owe."""
    from outfitter.accounts import daily_jobs
    from outfitter_tenants.checkout.invoices import reminders

    daily_jobs.register_daily("invoices.remind", reminders.remind)
