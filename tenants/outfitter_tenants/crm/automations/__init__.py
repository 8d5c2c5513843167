"""Messages that go by themselves: what triggers them, when they go, and why not (docs/adr/0102)."""


def install() -> None:
    """Subscribe to what automations depend on, and name who does their work; once all apps are ready."""
    from outfitter.accounts import daily_jobs
    from outfitter.plugins import scheduled_jobs
    from outfitter_tenants.checkout.carts.abandoned_carts import REMIND
    from outfitter_tenants.crm.automations import carts, job, send_check, subscribers, template_changes
    from outfitter_tenants.crm.templates.change_port import install_change_frame
    from outfitter_tenants.messaging import message_plan, planned_dispatch, send_gate

    subscribers.install()
    job.install()
    install_change_frame(template_changes.replanned)
    send_gate.install_gate(send_check.decide)
    scheduled_jobs.handles(REMIND, carts.plan_due)
    scheduled_jobs.handles(message_plan.SEND, planned_dispatch.start_due)
    daily_jobs.register_daily("messages.planned", planned_dispatch.look_after)
