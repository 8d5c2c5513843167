"""Whatever happens in whatever order: no cent appears or is lost, on any account."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import stripe

from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
ACCOUNTS = (None, "acct_reef", "acct_peak")
CARDS = (
    "pm_card_visa",
    "pm_card_bypassPending",
    "pm_card_createDispute",
    "pm_card_pendingRefund",
    "pm_card_refundFail",
    "pm_card_chargeDeclined",
)
STEPS = 60


class Day:
    """A day on which anything may happen."""

    def __init__(self, inside: Inside, seed: int) -> None:
        """Open two accounts beside the platform's."""
        self.inside, self.chance = inside, random.Random(seed)
        for account in ACCOUNTS[1:]:
            inside.control("accounts", id=account)
        self.steps: list[Callable[[], Any]] = [
            self.pay,
            self.pay,
            self.capture,
            self.refund,
            self.refund,
            self.transfer,
            self.take_back,
            self.return_fee,
            self.decide,
            self.pay_out,
            self.bounce,
            self.wait,
        ]

    def any_of(self, kind: str) -> Any:
        """Return some object; a refusal when there is none."""
        rows = list(self.inside.world.store.tables.get(kind, {}).values())
        if not rows:
            raise stripe.InvalidRequestError("none yet", None)
        return self.chance.choice(rows)

    def of(self, row: Any) -> Any:
        """Return the library in the name of whom an object belongs to."""
        return self.inside.library(self.inside.world.owner(row["id"])).v1

    def pay(self) -> None:
        """Charge a card, on some account, shared in some way."""
        account, amount = self.chance.choice(ACCOUNTS), self.chance.randint(50, 20_000)
        form: Any = {
            "amount": amount,
            "currency": "usd",
            "confirm": True,
            "payment_method": self.chance.choice(CARDS),
            "payment_method_types": ["card"],
            "capture_method": self.chance.choice(("automatic", "manual")),
        }
        share = self.chance.random()
        if account is None and share < 0.6:
            form["transfer_data"] = {"destination": self.chance.choice(ACCOUNTS[1:])}
            if share < 0.2:
                form["transfer_data"]["amount"] = self.chance.randint(0, amount)
        if (account or "transfer_data" in form) and share > 0.3:
            form["application_fee_amount"] = self.chance.randint(0, amount)
        self.inside.library(account).v1.payment_intents.create(form)

    def capture(self) -> None:
        """Take a part of a hold."""
        row = self.any_of("payment_intent")
        part = self.chance.randint(1, max(1, row["amount_capturable"]))
        self.of(row).payment_intents.capture(row["id"], {"amount_to_capture": part})

    def refund(self) -> None:
        """Give a part of a payment back."""
        row = self.any_of("payment_intent")
        form: Any = {"payment_intent": row["id"], "amount": self.chance.randint(1, row["amount"])}
        for name in ("refund_application_fee", "reverse_transfer"):
            if self.chance.random() < 0.5:
                form[name] = True
        self.of(row).refunds.create(form)

    def transfer(self) -> None:
        """Send money to an account."""
        form: Any = {
            "amount": self.chance.randint(1, 5000),
            "currency": "usd",
            "destination": self.chance.choice(ACCOUNTS[1:]),
        }
        self.inside.library().v1.transfers.create(form)

    def take_back(self) -> None:
        """Reverse a part of a transfer."""
        row = self.any_of("transfer")
        part = self.chance.randint(1, row["amount"])
        self.of(row).transfers.reversals.create(row["id"], {"amount": part})

    def return_fee(self) -> None:
        """Return a part of a fee."""
        row = self.any_of("application_fee")
        part = self.chance.randint(1, max(1, row["amount"]))
        self.of(row).application_fees.refunds.create(row["id"], {"amount": part})

    def decide(self) -> None:
        """End a dispute."""
        key, outcome = self.any_of("dispute")["id"], self.chance.choice(("won", "lost"))
        self.inside.refused(f"disputes/{key}/close", outcome=outcome)

    def pay_out(self) -> None:
        """Pay out what an account has."""
        account = self.chance.choice(ACCOUNTS)
        outcome = self.chance.choice(("paid", "failed", "in_transit"))
        self.inside.refused("payouts", account=account, outcome=outcome)

    def bounce(self) -> None:
        """Have a payout come back."""
        key = self.any_of("payout")["id"]
        self.inside.refused(f"payouts/{key}/settle", outcome="failed")

    def wait(self) -> None:
        """Let time pass."""
        self.inside.control("clock", advance=self.chance.choice((5, 3600, 86_400, 3 * 86_400)))


def _rows(inside: Inside, kind: str) -> list[Any]:
    return list(inside.world.store.tables.get(kind, {}).values())


def _came(inside: Inside) -> int:
    """Return what cards have brought, less what went back to them and what Stripe kept."""
    charges = {row["id"]: row for row in _rows(inside, "charge") if row["id"].startswith("ch_")}
    taken = sum(row["amount_captured"] for row in charges.values())
    given = sum(
        row["amount"]
        for row in _rows(inside, "refund")
        if row["charge"] in charges and row["status"] != "failed"
    )
    disputed = sum(row["amount"] for row in _rows(inside, "dispute") if row["status"] != "won")
    kept = sum(
        fee["amount"]
        for row in _rows(inside, "balance_transaction")
        for fee in row["fee_details"]
        if fee["type"] == "stripe_fee"
    )
    return taken - given - disputed - kept


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_lost(inside: Inside, seed: int) -> None:
    day = Day(inside, seed)
    done = 0
    for _ in range(STEPS):
        with suppress(stripe.StripeError):
            day.chance.choice(day.steps)()
            done += 1
    assert done > STEPS // 3
    lines = _rows(inside, "balance_transaction")
    out = sum(row["amount"] for row in _rows(inside, "payout") if row["status"] in {"paid", "in_transit"})
    assert sum(row["net"] for row in lines) == _came(inside) - out
    held = 0
    for account in ACCOUNTS:
        v1 = inside.library(account).v1
        own = list(v1.balance_transactions.list({"limit": 100}).auto_paging_iter())
        balance = v1.balance.retrieve()
        shown = sum(row.amount for row in (*balance.available, *balance.pending))
        assert shown == sum(row.net for row in own)
        held += shown
        for payout in v1.payouts.list({"limit": 100}).auto_paging_iter():
            within = v1.balance_transactions.list({"payout": payout.id, "limit": 100})
            assert sum(row.net for row in within.auto_paging_iter()) == 0
    assert held == sum(row["net"] for row in lines)
    for fee in _rows(inside, "application_fee"):
        assert 0 <= fee["amount_refunded"] <= fee["amount"]
    for transfer in _rows(inside, "transfer"):
        assert 0 <= transfer["amount_reversed"] <= transfer["amount"]
