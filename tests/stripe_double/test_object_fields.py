"""Objects have the fields that Stripe's have, named here once so that none gets lost."""

import pytest

from stripe_double import customers, payment_intents, refunds, setup_intents
from stripe_double.world import World
from tests.stripe_double.conftest import ask
from tests.stripe_double.test_refunds import paid

pytestmark = pytest.mark.rules

PAYMENT_INTENT = """
    amount amount_capturable amount_details amount_received application application_fee_amount
    automatic_payment_methods canceled_at cancellation_reason capture_method client_secret
    confirmation_method created currency customer customer_account description
    excluded_payment_method_types id last_payment_error latest_charge livemode managed_payments
    metadata next_action object on_behalf_of payment_method payment_method_configuration_details
    payment_method_options payment_method_types processing receipt_email review setup_future_usage
    shipping source statement_descriptor statement_descriptor_suffix status transfer_data
    transfer_group"""
CHARGE = """
    amount amount_captured amount_refunded application application_fee application_fee_amount
    balance_transaction billing_details calculated_statement_descriptor captured created currency
    customer description disputed failure_balance_transaction failure_code failure_message
    fraud_details id livemode metadata object on_behalf_of outcome paid payment_intent
    payment_method payment_method_details receipt_email receipt_number receipt_url refunded review
    shipping source source_transfer statement_descriptor statement_descriptor_suffix status
    transfer_data transfer_group"""
REFUND = """
    amount balance_transaction charge created currency customer customer_account
    destination_details id metadata object payment_intent payment_method reason receipt_number
    source_transfer_reversal status transfer_reversal"""
PAYMENT_METHOD = """
    allow_redisplay billing_details card created customer customer_account id livemode metadata
    object type"""
CARD = """
    brand checks country display_brand exp_month exp_year fingerprint funding generated_from last4
    networks regulated_status three_d_secure_usage wallet"""
CUSTOMER = """
    address balance created currency default_source delinquent description discount email id
    invoice_prefix invoice_settings livemode metadata name next_invoice_sequence object phone
    preferred_locales shipping tax_exempt test_clock"""
SETUP_INTENT = """
    application automatic_payment_methods cancellation_reason client_secret created customer
    description excluded_payment_method_types flow_directions id last_setup_error latest_attempt
    livemode mandate metadata next_action object on_behalf_of payment_method
    payment_method_configuration_details payment_method_options payment_method_types
    single_use_mandate status usage"""
BALANCE_TRANSACTION = """
    amount available_on balance_type created currency description exchange_rate fee fee_details id
    net object reporting_category source status type"""
EVENT = "api_version created data id livemode object pending_webhooks request type"


def test_objects_of_a_payment(world: World) -> None:
    intent = paid(world)
    assert set(intent) == set(PAYMENT_INTENT.split())
    charge = world.find("charge", intent["latest_charge"], ask())
    assert set(charge) == set(CHARGE.split())
    method = world.find("payment_method", intent["payment_method"], ask())
    assert set(method) == set(PAYMENT_METHOD.split())
    assert set(method["card"]) == set(CARD.split())
    entry = world.find("balance_transaction", charge["balance_transaction"], ask())
    assert set(entry) == set(BALANCE_TRANSACTION.split())
    assert (entry["fee"], entry["net"]) == (59, 941)
    refund = refunds.create(world, ask(f"payment_intent={intent['id']}"))
    assert set(refund) == set(REFUND.split())


def test_other_objects(world: World) -> None:
    customer = customers.create(world, ask("email=a@example.com&metadata[x]=1"))
    assert set(customer) == set(CUSTOMER.split())
    setup = setup_intents.create(world, ask(f"customer={customer['id']}"))
    assert set(setup) == set(SETUP_INTENT.split())
    for _, event in world.store.rows("event"):
        assert set(event) == set(EVENT.split())


def test_browsers_see_less(world: World) -> None:
    intent = paid(world)
    call = ask(f"client_secret={intent['client_secret']}", is_publishable=True)
    seen = payment_intents.retrieve(world, call, intent["id"])
    assert {"id", "status", "amount", "client_secret", "next_action"} <= set(seen)
    assert not {"metadata", "customer", "latest_charge", "transfer_data"} & set(seen)
