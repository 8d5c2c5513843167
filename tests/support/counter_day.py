"""
A day at an operator's counter and on its site, through the real calls and the stand-in.

Every deed goes onto a tape by what was asked for, never by what the product made of it.
"""

import json
import random
from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts, partner_accounts, scheduled_jobs, webhooks
from outfitter.plugins.models import DueJob, WebhookEvent
from outfitter_stripe.provider import StripeProvider
from outfitter_tenants.checkout.intents import authorizations
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Booking
from tests.checkout.front_desk import Desk
from tests.stripe_double.local_double import Running, eventually
from tests.support.day_journal import DayJournal
from tests.support.sales import ADULT, Offer, fill_cart
from tests.support.trip_states import make_reserved

QUAY = {"line1": "1 Quay", "city": "Halifax", "state": "NS", "postal_code": "B3H 1A1", "country": "CA"}


def _names(event: Mapping[str, Any]) -> set[str]:
    """Return what an event is of, and the payment that belongs to."""
    thing = event["data"]["object"]
    return {thing["id"], thing.get("payment_intent") or ""} - {""}


class CounterDay:
    """Whoever pays and whoever takes it; every trip is one adult unless it says otherwise."""

    def __init__(self, tenant: Any, double: Running, desk: Desk, apex: Client, offer: Offer):
        self.tenant, self.double, self.desk, self.apex, self.offer = (tenant, double, desk, apex, offer)
        self.account = str(double.control("accounts", type="standard", country="CA")["id"])
        partner_accounts.bind_account(
            slug="stripe", schema_name=tenant.schema_name, account=self.account, at=utc_now()
        )
        self.v1 = double.library(stripe_account=self.account).v1
        self.provider, self.delivered, self.tape = StripeProvider(), 0, DayJournal()
        # What no news arrive of, and what a worker dies of: the gateway's names of payments.
        self.lost: set[str] = set()
        self.deadly: set[str] = set()
        self.dead_cnt = 0
        self.reader = self._reader()

    @property
    def ctx(self) -> Any:
        """Return what the plugin knows of the operator."""
        return contexts.context_for(schema_name=self.tenant.schema_name, slug="stripe")

    def _reader(self) -> str:
        place = self.provider.ensure_location(self.ctx, name="Boathouse", address=QUAY, key="p")
        return self.provider.register_reader(
            self.ctx,
            registration_code="simulated-wpe",
            label="Counter",
            location_id=place.gateway_id,
            key="r",
        ).gateway_id

    def trip(self, **party: int) -> int:
        """Return a reserved trip that nothing was paid on."""
        return make_reserved(self.offer, **{"adults": 1, "children": 0, **party})

    def cart(self) -> int:
        """Return a cart of one adult."""
        return fill_cart(self.offer, adults=1, children=0)

    def begin(self, trip_id: int, **body: Any) -> Intent:
        """Open a payment as a browser or a till does."""
        made = self.desk.done(f"/api/payment/trip/{trip_id}/createIntent", **body)
        return Intent.objects.get(pk=made["intent_id"])

    def pay_online(
        self, trip_id: int | None = None, card: str = "pm_card_visa", *, is_told: bool = False, **body: Any
    ) -> int:
        """Pay by card on the site; told by news alone when `is_told`, else the browser confirms."""
        trip_id = self.cart() if trip_id is None else trip_id
        intent = self.begin(trip_id, **body)
        done = self.v1.payment_intents.confirm(str(intent.gateway_id), {"payment_method": card})
        if done.status == "requires_action":
            self.double.library(stripe_account=self.account).raw_request(
                "post", f"/v1/payment_intents/{intent.gateway_id}/challenge"
            )
        if not is_told:
            self.desk.done(f"/api/payments/trip/{trip_id}/confirm", intent_id=intent.pk)
        tip = body.get("tip_amount", 0)
        self.tape.came("card", body.get("amount", ADULT) + tip, tip)
        return trip_id

    def pay_at_reader(self, kind: str = "card_present", **body: Any) -> int:
        """Pay with the card at the reader."""
        trip_id = self.trip()
        intent = self.begin(trip_id, channel="pos_terminal", reader_id=self.reader, **body)
        self.present(kind)
        self.desk.done(f"/api/payments/trip/{trip_id}/confirm", intent_id=intent.pk)
        tip = body.get("tip_amount", 0)
        self.tape.came("card_present", ADULT + tip, tip)
        return trip_id

    def present(self, kind: str) -> None:
        """Hold a card to the reader."""
        helpers = self.double.library(stripe_account=self.account).v1.test_helpers
        helpers.terminal.readers.present_payment_method(self.reader, {"type": kind})

    def add(self, trip_id: int | None = None, *, amount: int = ADULT, tip: int = 0, **body: Any) -> int:
        """Take money by hand, or of a card that is kept."""
        trip_id = self.trip() if trip_id is None else trip_id
        self.desk.done(f"/api/trip/{trip_id}/payment/add", amount=amount, tip_amount=tip, **body)
        self.tape.came(body.get("method", "card"), amount + tip, tip)
        return trip_id

    def payment(self, trip_id: int, *, place: int = 0) -> Payment:
        """Return a payment of a trip, the first unless told otherwise."""
        return Payment.objects.filter(trip_id=trip_id, kind="payment").order_by("id")[place]

    def guests(self, trip_id: int) -> list[int]:
        """Return the guests of a trip."""
        rows = Booking.objects.filter(trip_order__trip_id=trip_id).order_by("id")
        return list(rows.values_list("pk", flat=True))

    def refund(self, trip_id: int, amount: int, *, place: int = 0, **body: Any) -> None:
        """Give money of a payment back the way it came, or as told."""
        paid = self.payment(trip_id, place=place)
        self.desk.done("/api/payment/refund", payment_id=paid.pk, amount=amount, reason="weather", **body)
        self.work()
        self.tape.went("credit" if body else paid.method, amount)

    def refund_elsewhere(self, trip_id: int, amount: int) -> None:
        """Give money back at the gateway's own pages."""
        self.v1.refunds.create({"payment_intent": self.name_of(trip_id), "amount": amount})
        self.tape.went("card", amount)

    def refund_at_reader(self, trip_id: int, amount: int) -> None:
        """Give all of a payment back to the card that is held to the reader."""
        self.desk.done(
            "/api/payments/stripe_terminal_refund",
            reader_id=self.reader,
            payment_id=self.payment(trip_id).pk,
            reason="weather",
        )
        self.work()
        self.present("interac_present")
        self.tape.went("card_present", amount)

    def dispute(self, trip_id: int, outcome: str) -> None:
        """Have a customer's bank take a payment back, and decide."""
        charge = self.payment(trip_id).gateway_charge_id
        made = self.double.control(f"charges/{charge}/dispute")
        self.deliver()
        self.double.control(f"disputes/{made['id']}/close", outcome=outcome)
        self.tape.dispute_cnt += 1
        if outcome == "lost":
            self.tape.was_taken_back("card", ADULT)

    def name_of(self, trip_id: int) -> str:
        """Return what the gateway calls the last payment that was begun of a trip."""
        return str(Intent.objects.filter(trip_id=trip_id).latest("pk").gateway_id)

    def deliver(self, *, is_shuffled: bool = False, times: int = 1) -> None:
        """Let Stripe's events arrive, out of order and several times when told, and handle them."""
        self._wait()
        fresh = self.double.inbox.got[self.delivered :]
        self.delivered += len(fresh)
        fresh = [pair for pair in fresh if not _names(json.loads(pair[0])) & self.lost]
        if is_shuffled:
            random.Random(7).shuffle(fresh)
        for body, signature in fresh:
            for _ in range(times):
                answer = self.apex.post(
                    "/partner/stripe/webhook", body, "application/json", HTTP_STRIPE_SIGNATURE=signature
                )
                assert answer.status_code == 200, answer.content
        # The apex host works in the public schema; what follows is the operator's again.
        connection.set_tenant(self.tenant)
        self.handle()

    def handle(self) -> None:
        """Do what waits for a worker; on news of what is `deadly` it dies in the middle."""
        for row in WebhookEvent.objects.filter(done_at__isnull=True).order_by("-pk"):
            if _names(row.payload) & self.deadly:
                with patch.object(authorizations, "captured", side_effect=KeyboardInterrupt):
                    self._die(row.pk)
            else:
                webhooks.handle.run(webhook_id=row.pk)
        connection.set_tenant(self.tenant)
        self.work()

    def _die(self, event_pk: int) -> None:
        try:
            webhooks.handle.run(webhook_id=event_pk)
        except KeyboardInterrupt:
            self.dead_cnt += 1
            # The lease runs out.
            WebhookEvent.objects.filter(pk=event_pk).update(next_at=utc_now())
            webhooks.free_events(at=utc_now())

    def _wait(self) -> None:
        def is_quiet() -> bool:
            rows = self.double.state()["deliveries"].values()
            return not any(row["state"] == "waiting" for row in rows)

        eventually(is_quiet, seconds=20)

    def work(self) -> None:
        """Do the due work of payments and refunds that would be done by now."""
        rows = DueJob.objects.filter(
            done_at__isnull=True, next_at__lte=utc_now(), kind__in=["payments.refund"]
        )
        for row in rows:
            scheduled_jobs.run.run(job_id=row.pk)
