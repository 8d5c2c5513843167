"""The payment plugin for Stripe."""
