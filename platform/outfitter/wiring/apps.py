from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.conf import settings


class WiringConfig(AppConfig):
    """Last of the apps: ties the parts together once all of them are there."""

    name = "outfitter.wiring"
    label = "wiring"

    def ready(self) -> None:
        """Name the handlers of due work; start error reports when they are set up."""
        # Without it the web process would publish jobs to Celery's default application.
        from outfitter import celery  # noqa: F401
        from outfitter.accounts import upkeep
        from outfitter.plugins import due, outbox

        _handle_payments()
        from outfitter_tenants.backoffice import account_stage

        upkeep.daily("accounts.stage", account_stage.daily)
        outbox.subscribe(
            "trip.converted", account_stage.NAME, account_stage.on_trip_converted,
            when=account_stage.is_before_live,
        )  # fmt: skip
        due.handles("payments.refund", _refund)
        due.handles("orders.free_noshow", _free_noshow)
        due.handles("books.read_payout", _read_payout)
        due.handles("books.events", _read_events)
        upkeep.daily("books.compare", _keep_books)
        upkeep.daily("payments.wallets", _offer_wallets)
        upkeep.daily("payments.reader_tips", _offer_tips)
        from outfitter_tenants.checkout.operations import gift_card_desk, mass_cancel
        from outfitter_tenants.crm import bulk

        bulk.install()
        mass_cancel.install()
        gift_card_desk.install()
        if settings.SENTRY_DSN:
            import sentry_sdk

            # Local variables of a plugin hold its settings, and those hold secrets.
            sentry_sdk.init(
                dsn=settings.SENTRY_DSN, send_default_pii=False, include_local_variables=False
            )


def _handle_payments() -> None:
    from outfitter.plugins import due
    from outfitter_tenants.checkout.operations.cart import leaving
    from outfitter_tenants.checkout.operations.payment import (
        authorising,
        balances,
        capturing,
        holding_again,
        keeping_cards,
        reader_tips,
        receipts,
        reconciling,
    )
    from outfitter_tenants.checkout.operations.refund import disputes
    from outfitter_tenants.checkout.operations.selling import balance_plan

    due.handles(disputes.REMIND, disputes.remind)
    due.handles("payments.reconcile", reconciling.reconcile)
    due.handles("payments.outdate", reconciling.outdate)
    due.handles(leaving.FORGET, leaving.forget)
    due.handles("payments.withdraw", reconciling.withdraw)
    due.handles(authorising.WATCH, authorising.watch)
    due.handles(authorising.END, capturing.carry_out)
    due.handles(authorising.AGAIN, holding_again.hold_again)
    due.handles(balance_plan.KIND, balances.charge)
    due.handles(receipts.KIND, receipts.send_planned)
    due.handles(reader_tips.KIND, reader_tips.offer)
    due.handles(keeping_cards.DETACH, keeping_cards.detach)


def _free_noshow(payload: dict[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.operations.guest import arrival_rules

    arrival_rules.free_noshow(payload, at)


def _refund(payload: dict[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.operations.refund import refund_calls

    refund_calls.run_refund(payload, at)


def _read_payout(payload: dict[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.operations import books

    books.read_payout(payload, at)


def _read_events(payload: dict[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.operations import books

    books.read_events(payload, at)


def _offer_wallets(state: Mapping[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.operations.payment import wallets

    wallets.offer()


def _offer_tips(state: Mapping[str, Any], at: datetime) -> None:
    from outfitter_tenants.checkout.operations.payment import reader_tips

    reader_tips.offer({}, at)


def _keep_books(state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    from outfitter_tenants.checkout.operations import books

    return books.go_on(state, at)
