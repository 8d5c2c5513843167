"""
A gateway with books of its own: keys, lost answers, money that runs out, banks that change a mind.

What it has booked is the truth that our books are compared with at the end.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.balance_types import GatewayDispute, ReaderAction
from outfitter.plugins.payments.types import GatewayRefund, GatewayUnavailable, PaymentFailed
from outfitter.plugins.types import InboundWebhook
from tests.support.balance_gateway import BalanceGateway
from tests.support.card_gateway import CardGateway

Moment = Literal["before", "after"]


class Killed(BaseException):
    """The process died in this very moment."""


def _end(dies: Moment | None, loses: Moment | None) -> None:
    """Take an answer away on its way, or whoever would read it."""
    if dies == "after":
        raise Killed
    if loses == "after":
        raise GatewayUnavailable("the line went dead")


@dataclass
class FaultyGateway(CardGateway, BalanceGateway):
    """
    Keeps what it was asked for under every key, and tells `news` of whatever changes.

    `dies` kills the process that calls next, `loses` takes the answer away: before the call was
    done, or after. `funds` is what refunds may take, `refuses` the code it answers the next with.
    What it ever told stays in `told`; it is `ahead` of the clock while days pass in a test.
    """

    capabilities: frozenset[str] = frozenset({"holds", "saved_cards", "terminal", "books"})
    calls: list[Any] = field(default_factory=list)
    disputes: dict[str, GatewayDispute] = field(default_factory=dict)
    at_reader: dict[str, tuple[str, int, dict[str, str]]] = field(default_factory=dict)
    news: list[tuple[str, str]] = field(default_factory=list)
    told: list[InboundWebhook] = field(default_factory=list)
    ahead: timedelta = timedelta(0)
    funds: int | None = None
    refuses: str | None = None
    is_slow: bool = False
    dies: Moment | None = None
    loses: Moment | None = None
    _answers: dict[str, tuple[Any, Any]] = field(default_factory=dict)

    # Its clock, its books and what it tells.

    @property
    def now(self) -> datetime:
        """Return what time it is at the gateway."""
        return utc_now() + self.ahead

    def book(self, kind, gross, *, at=None, **more):
        return super().book(kind, gross, at=at or self.now, **more)

    def tell(self, kind: str, what: str) -> None:
        """Have news of something, which may arrive or not, and are in the list of events."""
        self.news.append((kind, what))
        about = {"created": int(self.now.timestamp()), "kind": kind, "what": what}
        self.told.append(InboundWebhook(f"evt_{len(self.told) + 1}", kind, None, about))

    def list_events(self, ctx, *, since: datetime) -> Iterator[InboundWebhook]:
        with self._called():
            found = [one for one in self.told if one.payload["created"] >= since.timestamp()]
        yield from reversed(found)

    def _answer(self) -> None:
        """Whether it is reached is decided call by call; its own people always reach it."""

    # Every call.

    @contextmanager
    def _called(self, *what: str) -> Iterator[None]:
        dies, self.dies, loses, self.loses = self.dies, None, self.loses, None
        if dies == "before":
            raise Killed
        if loses == "before" or self.is_away:
            raise GatewayUnavailable("no answer")
        try:
            yield
        except PaymentFailed:
            _end(dies, loses)
            raise
        _end(dies, loses)

    def create_intent(self, ctx, **more):
        with self._called():
            made = super().create_intent(ctx, **more)
        return made

    def get_intent(self, ctx, *, gateway_id):
        with self._called():
            return replace(self.intents[gateway_id], amount_refunded=self.given_of(gateway_id))

    def update_intent(self, ctx, **more):
        with self._called():
            if self.intents[more["gateway_id"]].status not in {"requires_method"}:
                raise PaymentFailed("unexpected_state", "paid")
            return super().update_intent(ctx, **more)

    def capture_intent(self, ctx, *, gateway_id, **more):
        with self._called():
            is_held = self.intents[gateway_id].status == "requires_capture"
            done = super().capture_intent(ctx, gateway_id=gateway_id, **more)
            if is_held:
                self._booked(gateway_id, "payment", done.amount_received, fee=59, platform=10)
            self.tell("intent", gateway_id)
        return done

    def _booked(self, gateway_id: str, kind: Any, gross: int, source: str = "", **more) -> None:
        charge = f"ch_{gateway_id}"
        self.book(kind, gross, source_id=source or charge, charge_id=charge, intent_id=gateway_id, **more)

    def cancel_intent(self, ctx, *, gateway_id, key):
        with self._called():
            done = super().cancel_intent(ctx, gateway_id=gateway_id, key=key)
            self.tell("intent", gateway_id)
        return done

    def find_intent(self, ctx, **more):
        with self._called():
            return super().find_intent(ctx, **more)

    # Refunds.

    def refund(self, ctx, *, gateway_id, amount, currency, key, metadata=None, **_more):
        with self._called():
            asked = (gateway_id, amount, currency, tuple(sorted((metadata or {}).items())))
            if key in self._answers and self._answers[key][0] != asked:
                raise PaymentFailed("key_reused", "another request had this key")
            if key not in self._answers:
                self._answers[key] = (asked, self._refund(gateway_id, amount, metadata or {}))
            answer = self._answers[key][1]
            if isinstance(answer, PaymentFailed):
                raise answer
        return self.given.get(answer.gateway_id, answer)

    def _refund(self, gateway_id: str, amount: int, metadata) -> GatewayRefund | PaymentFailed:
        code, self.refuses = self.refuses, None
        left = self.intents[gateway_id].amount_received - self.given_of(gateway_id)
        if code is None and self.is_disputed(gateway_id):
            code = "charge_disputed"
        if code is None and amount > left:
            code = "amount_too_large" if left else "charge_already_refunded"
        if code is None and self.funds is not None and self.funds < amount:
            code = "insufficient_gateway_balance"
        if code is not None:
            return PaymentFailed(code, "refused")
        return self.book_refund(gateway_id, amount, metadata)

    def book_refund(self, gateway_id: str, amount: int, metadata=None) -> GatewayRefund:
        """Give money back, asked for by us or at the gateway's own pages."""
        made = GatewayRefund(
            f"re_{len(self.given) + 1}",
            "pending" if self.is_slow else "succeeded",
            amount,
            "USD",
            gateway_id,
            None,
            metadata=dict(metadata or {}),
            created_at=self.now,
        )
        self.given[made.gateway_id] = made
        self._booked(gateway_id, "refund", -amount, made.gateway_id)
        self.tell("refund", made.gateway_id)
        return made

    def end_refund(self, refund_id: str, status: Literal["succeeded", "failed"]) -> None:
        """The customer's bank took a refund, or sent it back; what failed stays so."""
        old = self.given[refund_id]
        if old.status != "failed" and old.status != status:
            reason = "expired_or_canceled_card" if status == "failed" else None
            self.given[refund_id] = replace(old, status=status, failure_reason=reason)
            if status == "failed":
                self._booked(str(old.intent_id), "refund", old.amount, refund_id)
            self.tell("refund", refund_id)

    def get_refund(self, ctx, *, gateway_id):
        with self._called():
            return self.given[gateway_id]

    def list_refunds(self, ctx, *, gateway_id):
        with self._called():
            return [one for one in self.given.values() if one.intent_id == gateway_id]

    def refund_on_reader(self, ctx, *, reader_id, gateway_id, amount, currency, key, metadata=None):
        with self._called():
            if reader_id not in self.readers:
                raise PaymentFailed("reader_offline", "no such reader")
            self.at_reader[reader_id] = (gateway_id, amount, dict(metadata or {}))
            return self._doing(reader_id, ReaderAction("refund", "in_progress", gateway_id))

    def present_card(self, reader_id: str) -> None:
        """The customer holds the card to the reader that asks for it."""
        gateway_id, amount, metadata = self.at_reader.pop(reader_id)
        made = self.book_refund(gateway_id, amount, metadata)
        self._doing(reader_id, ReaderAction("refund", "succeeded", gateway_id, refund_id=made.gateway_id))

    def given_of(self, gateway_id: str, *statuses: str) -> int:
        """Return what of an intent went back, or is about to."""
        wanted = statuses or ("pending", "succeeded")
        return sum(
            one.amount for one in self.given.values() if one.intent_id == gateway_id and one.status in wanted
        )

    # Customers and their banks.

    def pay(self, gateway_id: str):
        """The customer paid, or what was asked for of the card is held on it."""
        paid = super().pay(gateway_id, at=self.now)
        self.tell("intent", gateway_id)
        return paid

    def authorise(self, gateway_id: str, *, until=None):
        """The amount is held on the customer's card."""
        held = super().authorise(gateway_id, until=until or utc_now() + timedelta(days=365))
        self.tell("intent", gateway_id)
        return held

    def let_lapse(self, gateway_id: str) -> None:
        """What was held on a card is not any more."""
        self._set(gateway_id, status="canceled", amount_capturable=0)
        self.tell("intent", gateway_id)

    def is_disputed(self, gateway_id: str) -> bool:
        """Return whether the bank is taking a payment back, or has."""
        live = {"needs_response", "under_review", "lost"}
        return any(one.intent_id == gateway_id and one.status in live for one in self.disputes.values())

    def dispute(self, gateway_id: str, status: Any) -> None:
        """The bank takes a payment back, or has decided; what it has decided stays so."""
        dispute_id = f"dp_{gateway_id}"
        old = self.disputes.get(dispute_id)
        if old is not None and old.status in {"won", "lost"}:
            return
        amount = self.intents[gateway_id].amount_received - self.given_of(gateway_id)
        if old is None and amount <= 0:
            return
        self.disputes[dispute_id] = GatewayDispute(
            dispute_id,
            status,
            "fraudulent",
            old.amount if old else amount,
            "USD",
            None,
            gateway_id,
            fee_amount=1500,
            settled_currency="USD",
            created_at=self.now,
        )
        if status == "lost":
            made = self.disputes[dispute_id]
            self._booked(gateway_id, "dispute", -made.amount, dispute_id, fee=1500)
        self.tell("dispute", dispute_id)

    def recover(self) -> None:
        """Everything works again, and there is money enough."""
        self.is_away = self.is_slow = False
        self.funds = self.refuses = self.dies = self.loses = None
