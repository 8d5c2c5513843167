"""A gateway that holds money on cards, keeps cards, and refuses them as issuers do."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.balance_types import ConnectionToken, GatewayReader, ReaderAction
from outfitter.plugins.payments.types import GatewayCard, GatewayIntent, GatewaySetup, PaymentFailed
from tests.support.sales import FakeGateway

_NUMBERS = count(1)


@dataclass
class CardGateway(FakeGateway):
    """
    Takes, holds and keeps. `refusals` are the codes that cards are refused with, by card.

    `lose_answers` makes a call happen whose answer never arrives. What it refused under a key, it
    refuses under that key for ever, as gateways do; `create_refusals` and `capture_refusals` are
    the codes of the next ones.
    """

    capabilities: frozenset[str] = frozenset({"holds", "saved_cards", "terminal"})
    customers: dict[str, str] = field(default_factory=dict)
    cards: dict[str, GatewayCard] = field(default_factory=dict)
    refusals: dict[str, str] = field(default_factory=dict)
    readers: dict[str, GatewayReader] = field(default_factory=dict)
    calls: list[tuple[str, str]] = field(default_factory=list)
    capture_refusals: list[str] = field(default_factory=list)
    create_refusals: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    lose_answers: bool = False
    held_for: timedelta = timedelta(days=7)

    def _refuse_once(self, key: str, codes: list[str]) -> None:
        if codes and key not in self.refused:
            self.refused[key] = codes.pop(0)
        if key in self.refused:
            raise PaymentFailed(self.refused[key], "no", None)

    def create_intent(self, ctx, *, key, terms=None, **more) -> GatewayIntent:
        with self.one_at_a_time:
            return self._create(ctx, key, terms, more)

    def _create(self, ctx, key, terms, more) -> GatewayIntent:
        self._refuse_once(key, self.create_refusals)
        is_new = key not in self.by_key
        made = FakeGateway.create_intent(self, ctx, key=key, terms=terms, **more)
        if is_new and terms is not None and terms.is_confirmed:
            self.calls.append(("charge", terms.card_id))
            if code := self.refusals.get(terms.card_id or ""):
                failed = self._set(made.gateway_id, error_code=code, decline_code=code)
                raise PaymentFailed(code, "The card was refused.", code, intent=failed)
            is_hold = terms.capture == "manual"
            made = (self.authorise if is_hold else self.pay)(made.gateway_id)
        return self._lost(self.intents[made.gateway_id])

    def _lost(self, answer):
        if self.lose_answers:
            from outfitter.plugins.payments.types import GatewayUnavailable

            raise GatewayUnavailable("the line went dead")
        return answer

    def find_intent(self, ctx, *, intent, since, until) -> GatewayIntent | None:
        self._answer()
        mine = [one for one in self.intents.values() if one.metadata.get("intent") == intent]
        return mine[-1] if mine else None

    def authorise(self, gateway_id: str, *, until: datetime | None = None) -> GatewayIntent:
        """The customer gave a card: the money is held on it."""
        found = self.intents[gateway_id]
        return self._set(
            gateway_id,
            status="requires_capture",
            amount_capturable=found.amount,
            capture_before=until or utc_now() + self.held_for,
            charge_id=f"ch_{gateway_id}",
            card_brand="visa",
            card_last4="4242",
        )

    def capture_intent(
        self, ctx, *, gateway_id, amount, currency, key, tip_amount=0, platform_fee_amount=None
    ):
        with self.one_at_a_time:
            found = self.intents[gateway_id]
            self.calls.append(("capture", key))
            self._refuse_once(key, self.capture_refusals)
            if found.status == "canceled":
                raise PaymentFailed("authorisation_expired", "gone", intent=found)
            if found.status == "requires_capture":
                self._set(
                    gateway_id,
                    status="succeeded",
                    amount_received=amount,
                    amount_capturable=0,
                    tip_amount=tip_amount,
                )
            return self._lost(self.intents[gateway_id])

    def cancel_intent(self, ctx, *, gateway_id, key) -> GatewayIntent:
        self.calls.append(("cancel", key))
        self._answer()
        if self.intents[gateway_id].status == "succeeded":
            raise PaymentFailed("unexpected_state", "paid", intent=self.intents[gateway_id])
        return self._lost(self._set(gateway_id, status="canceled", amount_capturable=0))

    def pay_and_keep(self, gateway_id: str, *, card_id: str = "pm_new") -> GatewayIntent:
        """The customer paid and the card is kept for them."""
        self.pay(gateway_id)
        return self._set(gateway_id, card_id=card_id, card_exp="04/2030")

    def ensure_customer(self, ctx, *, reference, name, email, key) -> str:
        self._answer()
        return self.customers.setdefault(reference, f"cus_{len(self.customers) + 1}")

    def keep(self, customer_id: str, card_id: str = "pm_1", last4: str = "4242") -> GatewayCard:
        """A browser had a card kept."""
        card = GatewayCard(card_id, "visa", last4, "04/2030", customer_id=customer_id)
        self.cards[card_id] = card
        return card

    def create_setup_intent(self, ctx, *, customer_id, key, metadata, description=""):
        self._answer()
        if customer_id in self.gone:
            raise PaymentFailed("not_found", "no such customer")
        return GatewaySetup(f"seti_{next(_NUMBERS)}", "requires_method", customer_id, "seti_secret")

    def get_card(self, ctx, *, card_id) -> GatewayCard:
        self._answer()
        if card_id not in self.cards:
            raise PaymentFailed("not_found", "no such card")
        return self.cards[card_id]

    def detach_card(self, ctx, *, card_id, key) -> GatewayCard:
        self._answer()
        self.calls.append(("detach", card_id))
        return self.cards.pop(card_id, GatewayCard(card_id, None, None, None))

    def connection_token(self, ctx, *, location_id=None) -> ConnectionToken:
        self._answer()
        return ConnectionToken("pst_test", location_id)

    def get_reader(self, ctx, *, reader_id) -> GatewayReader:
        self._answer()
        if reader_id not in self.readers:
            raise PaymentFailed("not_found", "no such reader")
        return self.readers[reader_id]

    def add_reader(self, reader_id: str = "tmr_1", location_id: str = "tml_1") -> None:
        """A reader stands at the counter."""
        self.readers[reader_id] = GatewayReader(
            reader_id, "Counter", "simulated", None, location_id, is_online=True
        )

    def process_on_reader(self, ctx, *, reader_id, gateway_id, key, currency, tip_on=None):
        self._answer()
        self.calls.append(("process", gateway_id))
        return self._doing(reader_id, ReaderAction("payment", "in_progress", gateway_id))

    def cancel_reader_action(self, ctx, *, reader_id, key) -> GatewayReader:
        self._answer()
        return self._doing(reader_id, None)

    def _doing(self, reader_id: str, action: ReaderAction | None) -> GatewayReader:
        from dataclasses import replace

        if reader_id not in self.readers:
            raise PaymentFailed("not_found", "no such reader")
        self.readers[reader_id] = replace(self.readers[reader_id], action=action)
        return self.readers[reader_id]
