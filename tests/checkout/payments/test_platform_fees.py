"""A plan's fee goes with a card payment and back with its refund (domain.md 6.6)."""

import pytest
from django.db import connection

from outfitter.accounts.models import Account
from outfitter.billing.models import TripFee
from outfitter.billing.operations import operator_plans, plan_catalog
from outfitter.billing.operations.plan_catalog import PlanTerms, PlanText
from outfitter.billing.queries import billed_accounts
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.checkout.platform_fees import operations as platform_fees
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Trip
from tests.checkout.payments.card_hold_calls import confirm
from tests.support.trip_states import make_reserved


@pytest.fixture
def on_plan(reef, settings):
    """Reef Runners pays 3% of every booking."""
    plan = plan_catalog.save_plan(
        plan_id=None,
        known_version=None,
        text=PlanText("fees", "Fees"),
        terms=PlanTerms("per_booking", 0, "USD", "month", fee_ppm=30_000),
        at=utc_now(),
    )
    account = Account.objects.get(pk=reef.pk)
    operator_plans.start(account=account, version=billed_accounts.latest_version(plan), at=utc_now())
    connection.set_tenant(Account.objects.get(pk=reef.pk))
    return plan


def told(schema="t_reef"):
    """Hand every event of a trip to the subscriber, as the outbox does."""
    found = OutboxEvent.objects.filter(name__in=platform_fees.EVENTS).order_by("id")
    for row in found:
        platform_fees.on_trip(
            TenantContext(schema=schema), Event(str(row.pk), row.name, row.payload, row.occurred_at)
        )
    return [row.name for row in found]


def begin(desk, trip_id):
    return desk.done(f"/api/payment/trip/{trip_id}/createIntent", amount_mode="balance")


def test_a_card_payment_bears_the_fee(reef, desk, gateway, offer, on_plan):
    trip_id = make_reserved(offer)
    told()
    trip = Trip.objects.get(pk=trip_id)
    fee = TripFee.objects.get(trip_id=trip_id)
    assert fee.expected == trip.total_amount * 3 // 100
    begun = begin(desk, trip_id)
    intent = Intent.objects.get(pk=begun["intent_id"])
    assert intent.platform_fee_amount == fee.expected
    gateway.pay(intent.gateway_id)
    confirm(desk, trip_id, intent.pk)
    told()
    fee.refresh_from_db()
    assert fee.collected_at_gateway == fee.expected
    # Half of it goes back: so does half of the fee.
    half = trip.total_amount // 2
    paid = Payment.objects.get(trip_id=trip_id)
    desk.done("/api/payment/refund", payment_id=paid.pk, amount=half, reason="customer")
    told()
    taken = fee.collected_at_gateway
    fee.refresh_from_db()
    assert fee.collected_at_gateway == taken - taken * half // trip.total_amount


def test_a_deleted_trip_owes_nothing(reef, desk, offer, on_plan):
    trip_id = make_reserved(offer)
    told()
    Trip.objects.filter(pk=trip_id).update(status="deleted")
    assert told()
    assert TripFee.objects.get(trip_id=trip_id).expected == 0


def test_without_a_plan_nobody_is_asked(reef, desk, gateway, offer):
    trip_id = make_reserved(offer)
    assert not OutboxEvent.objects.filter(deliveries__subscriber="core:platform_fees").exists()
    begun = begin(desk, trip_id)
    assert Intent.objects.get(pk=begun["intent_id"]).platform_fee_amount is None
    assert not TripFee.objects.exists()
