from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.conf import settings


class WiringConfig(AppConfig):
    """Last of the apps: ties the parts together once all of them are there."""

    name = "outfitter.composition"
    label = "wiring"

    def ready(self) -> None:
        """Name the handlers of due work; start error reports when they are set up."""
        # Without it the web process would publish jobs to Celery's default application.
        from outfitter import celery  # noqa: F401
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import outbox, scheduled_jobs

        _handle_payments()
        from outfitter_tenants.backoffice.account import stage
        from outfitter_tenants.backoffice.first_steps import stalled_letters
        from outfitter_tenants.backoffice.platform_desk import health_facts

        daily_jobs.register_daily("operators.health", health_facts.daily)
        daily_jobs.register_daily("accounts.stage", stage.daily)
        daily_jobs.register_daily("accounts.stalled_letters", stalled_letters.daily)
        for event in ("trip.converted", "trip.deleted", "experience.changed"):
            outbox.subscribe(event, stage.NAME, stage.on_progress, when=stage.is_before_live)
        scheduled_jobs.handles("payments.refund", _refund)
        scheduled_jobs.handles("orders.free_noshow", _free_noshow)
        scheduled_jobs.handles("books.read_payout", _read_payout)
        scheduled_jobs.handles("books.events", _read_events)
        daily_jobs.register_daily("books.compare", _keep_books)
        daily_jobs.register_daily("payments.wallets", _offer_wallets)
        daily_jobs.register_daily("payments.reader_tips", _offer_tips)
        _handle_plugins()
        _keep_customers()
        _install_use_cases()
        _name_owners()
        _bill_operators()
        _report_errors()
        _watch()


def _watch() -> None:
    from outfitter.telemetry import export

    export.start()


def _name_owners() -> None:
    from outfitter.accounts import owner_port
    from outfitter_tenants.people.queries import roles

    owner_port.install(roles.owner_ids)


def _bill_operators() -> None:
    from outfitter.billing import audit_port, kpi_facts, usage_port
    from outfitter.billing.queries import billed_accounts
    from outfitter.bulletins import queries as bulletins
    from outfitter.kpis import fees, subscriptions
    from outfitter_tenants.audit import operations as audit
    from outfitter_tenants.backoffice import plan_usage

    def write(*, account_id: int, **row: Any) -> None:
        audit.record(entity_type="billing", entity_id=account_id, **row)

    audit_port.install(write)
    usage_port.install(plan_usage.counted)
    bulletins.install_plans(billed_accounts.plan_slug)
    kpi_facts.install(record_change=subscriptions.record_change, record_day=fees.record_day)


def _report_errors() -> None:
    from outfitter.accounts import queries as accounts
    from outfitter.db.tenant_schema import current_schema
    from outfitter.error_reports import client

    client.install(schema=current_schema, slug_of=accounts.slug_of_schema)
    client.start(
        dsn=settings.SENTRY_DSN, release=settings.SENTRY_RELEASE, environment=settings.SENTRY_ENVIRONMENT
    )


def _handle_plugins() -> None:
    from outfitter.plugins import scheduled_jobs
    from outfitter_tenants.backoffice.plugin_settings import actions, set_up_jobs

    scheduled_jobs.handles(set_up_jobs.KIND, set_up_jobs.run)
    scheduled_jobs.handles(actions.KIND, actions.run_step)


def _keep_customers() -> None:
    from outfitter.plugins import outbox
    from outfitter_tenants.checkout.printouts import attached_papers
    from outfitter_tenants.crm import bulk_actions
    from outfitter_tenants.crm.bulk_messages import job as bulk_messages
    from outfitter_tenants.crm.inbox import strangers
    from outfitter_tenants.crm.operations import privacy
    from outfitter_tenants.customers import deletion_port

    deletion_port.install(privacy.delete_empty)
    bulk_actions.install()
    bulk_messages.install()
    attached_papers.install()
    for event in ("trip.converted", "trip.confirmed", "customer.merged"):
        outbox.subscribe(event, strangers.NAME, strangers.on_customer)


def _handle_payments() -> None:
    from outfitter.plugins import scheduled_jobs
    from outfitter_tenants.checkout.card_charges import balance_charges, reauthorization
    from outfitter_tenants.checkout.card_holds import captures
    from outfitter_tenants.checkout.carts import abandoned_carts
    from outfitter_tenants.checkout.disputes import operations as disputes
    from outfitter_tenants.checkout.intents import authorizations, intent_reconciliation
    from outfitter_tenants.checkout.payments import receipts
    from outfitter_tenants.checkout.sale_terms import gateway_jobs
    from outfitter_tenants.checkout.saved_cards import operations as saved_cards
    from outfitter_tenants.checkout.terminals import operations as terminals

    scheduled_jobs.handles(disputes.REMIND, disputes.remind)
    scheduled_jobs.handles("payments.reconcile", intent_reconciliation.reconcile)
    scheduled_jobs.handles("payments.outdate", intent_reconciliation.outdate)
    scheduled_jobs.handles(abandoned_carts.FORGET, abandoned_carts.delete_abandoned_cart_contact)
    scheduled_jobs.handles("payments.withdraw", intent_reconciliation.withdraw)
    scheduled_jobs.handles(authorizations.WATCH, authorizations.warn_of_expiry)
    scheduled_jobs.handles(authorizations.END, captures.carry_out)
    scheduled_jobs.handles(authorizations.AGAIN, reauthorization.hold_again)
    scheduled_jobs.handles(gateway_jobs.KIND, balance_charges.charge)
    scheduled_jobs.handles(receipts.KIND, receipts.send_planned)
    scheduled_jobs.handles(terminals.KIND, terminals.offer)
    scheduled_jobs.handles(saved_cards.DETACH, saved_cards.detach)


def _free_noshow(payload: dict[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.arrivals import operations as arrivals

    arrivals.free_noshow(payload, at)


def _refund(payload: dict[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.refunds import gateway_refunds

    gateway_refunds.run_refund(payload, at)


def _read_payout(payload: dict[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout import gateway_reconciliation

    gateway_reconciliation.read_payout(payload, at)


def _read_events(payload: dict[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout import gateway_reconciliation

    gateway_reconciliation.read_events(payload, at)


def _offer_wallets(state: Mapping[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.gateway import account

    account.offer_wallets()


def _offer_tips(state: Mapping[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.terminals import operations as terminals

    terminals.offer({}, at)


def _keep_books(state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    from outfitter_tenants.checkout import gateway_reconciliation

    return gateway_reconciliation.go_on(state, at)


def _install_use_cases() -> None:
    """Have the use cases that span several apps name their jobs, and hear of what concerns them."""
    from outfitter_tenants.checkout import (
        gift_cards,
        invoice_payments,
        invoices,
        mass_cancellation,
        platform_fees,
        trip_imports,
        waiver_imports,
    )
    from outfitter_tenants.checkout.invoice_batches import job as invoice_batches
    from outfitter_tenants.checkout.waitlist import offers
    from outfitter_tenants.checkout.waivers import reminders, upcoming_guests
    from outfitter_tenants.crm import automations

    for one in (
        automations,
        invoice_batches,
        mass_cancellation,
        gift_cards,
        invoices,
        invoice_payments,
        upcoming_guests,
        reminders,
        offers,
        platform_fees,
        trip_imports,
        waiver_imports,
    ):
        one.install()
