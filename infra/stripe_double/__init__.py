"""
A stateful stand-in for Stripe on the loopback interface, for development and tests only.

Speaks enough of Stripe's HTTP interface for the official library: payment intents with their
state machine, refunds, setup intents, customers, idempotency keys, signed webhooks. No money moves.
"""
