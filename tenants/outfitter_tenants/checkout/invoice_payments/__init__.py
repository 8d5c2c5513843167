"""Partners pay invoices by card, through the address in the mail (domain.md 4.19)."""


def install() -> None:
    """Have gateways tell invoices of their payments, and name the due job that gives money back."""
    from outfitter.plugins import scheduled_jobs
    from outfitter_tenants.checkout.gateway import invoice_port
    from outfitter_tenants.checkout.invoice_payments import disputes, refunds, settlement

    invoice_port.tell_invoices(
        settle=settlement.settle,
        refund_changed=refunds.refund_changed,
        dispute_changed=disputes.dispute_changed,
        promise_again=refunds.promise_again,
    )
    scheduled_jobs.handles(refunds.KIND, refunds.run_refund)
