from django.apps import AppConfig


class InvoicesConfig(AppConfig):
    """Invoices between the operator and its partners: what they bill, and what was paid of it."""

    name = "outfitter_tenants.invoices"
    label = "invoices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of invoices known, who has one, and how one is printed for a mail."""
        from outfitter_tenants.invoices import lists, printout, queries  # noqa: F401
        from outfitter_tenants.messaging import attachments
        from outfitter_tenants.resellers import sales_port

        attachments.register_maker("invoice", lambda key: printout.print_invoice(invoice_id=key))
        sales_port.used_by("invoices", queries.partners_among)
