"""Objects have the fields that Stripe's have, after everything has happened once."""

from typing import Any

import pytest

from stripe_double import accounts
from tests.stripe_double import test_object_fields as shapes
from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
FIELDS = {
    "balance_transaction": shapes.BALANCE_TRANSACTION,
    "charge": shapes.CHARGE,
    "customer": shapes.CUSTOMER,
    "event": shapes.EVENT,
    "payment_intent": shapes.PAYMENT_INTENT,
    "payment_method": shapes.PAYMENT_METHOD,
    "refund": shapes.REFUND,
    "setup_intent": shapes.SETUP_INTENT,
    "account": """
        business_profile business_type capabilities charges_enabled controller country
        created default_currency details_submitted email external_accounts
        future_requirements id metadata object payouts_enabled requirements settings
        tos_acceptance type""",
    "application_fee": """
        account amount amount_refunded application balance_transaction charge created
        currency fee_source id livemode object originating_transaction refunded refunds""",
    "capability": """
        account future_requirements id object requested requested_at requirements status""",
    "dispute": """
        amount balance_transactions charge created currency enhanced_eligibility_types
        evidence evidence_details id is_charge_refundable livemode metadata object
        payment_intent payment_method_details reason status""",
    "fee_refund": """
        amount balance_transaction created currency fee id metadata object""",
    "payout": """
        amount application_fee application_fee_amount arrival_date automatic
        balance_transaction created currency description destination
        failure_balance_transaction failure_code failure_message id livemode metadata method
        object original_payout payout_method reconciliation_status reversed_by source_type
        statement_descriptor status trace_id type""",
    "terminal.location": """
        address display_name id livemode metadata object""",
    "terminal.reader": """
        action device_sw_version device_type id ip_address label last_seen_at livemode
        location metadata object serial_number status""",
    "transfer": """
        amount amount_reversed balance_transaction created currency description destination
        destination_payment id livemode metadata object reversals reversed
        source_transaction source_type transfer_group""",
    "transfer_reversal": """
        amount balance_transaction created currency destination_payment_refund id metadata
        object source_refund transfer""",
}
# What Stripe shows only when asked, or only where it means something.
ON_DEMAND: dict[str, set[str]] = {"charge": {"refunds", "transfer"}, "event": {"account"}}


def _busy(inside: Inside) -> dict[str, list[Any]]:
    """Return every object of a stand-in in which everything has happened once."""
    v1 = inside.library().v1
    inside.control("accounts", id="acct_reef")
    pay: Any = {
        "amount": 1000,
        "currency": "usd",
        "confirm": True,
        "payment_method_types": ["card"],
        "transfer_data": {"destination": "acct_reef"},
        "application_fee_amount": 100,
    }
    v1.payment_intents.create({**pay, "payment_method": "pm_card_createDispute"})
    intent = v1.payment_intents.create({**pay, "payment_method": "pm_card_visa"})
    v1.refunds.create({"payment_intent": intent.id, "reverse_transfer": True, "refund_application_fee": True})
    inside.control("clock", advance=3)
    inside.control("payouts", account="acct_reef", with_pending=True)
    place: Any = {"display_name": "Dock", "address": {"line1": "1 Quay", "country": "US"}}
    location = v1.terminal.locations.create(place).id
    v1.terminal.readers.create({"registration_code": "simulated-wpe", "location": location})
    v1.customers.create({"email": "ada@example.com"})
    v1.setup_intents.create({"payment_method_types": ["card"]})
    tables = inside.world.store.tables
    found = {kind: list(rows.values()) for kind, rows in tables.items() if kind != "card"}
    account = tables["account"]["acct_reef"]
    return {**found, "capability": [accounts.capability(account, "transfers")]}


@pytest.mark.parametrize("kind", FIELDS)
def test_fields(inside: Inside, kind: str) -> None:
    rows = _busy(inside)[kind]
    assert rows
    for row in rows:
        assert set(row) ^ set(FIELDS[kind].split()) <= ON_DEMAND.get(kind, set())
