"""
A stateful stand-in for Stripe on the loopback interface, for development and tests only.

Speaks enough of Stripe's HTTP interface for the official library: payments and holds with their
state machine, cards kept for later, refunds, disputes, balances and payouts, card readers,
connected accounts, idempotency keys, signed webhooks. No money moves. What tests can make it do
beyond that, such as losing an answer or moving the time on, is listed in the `control` modules.
"""

from __future__ import annotations

import os


def is_production() -> bool:
    """Tell whether the environment is a production one."""
    return os.environ.get("OUTFITTER_ENV", "").lower() in {"prod", "production"} or os.environ.get(
        "DJANGO_SETTINGS_MODULE", ""
    ).endswith(".prod")


if is_production():
    raise ImportError("The stand-in for Stripe is refused: these are production settings.")
