"""
Cards that pay invoices at their address, mixed with whatever desks do meanwhile.

Somebody begins to pay; the bank's word comes at once, or after the invoice was paid by check, made
void or taken back. Desks give a card its money back, and now and then the gateway refuses.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.invoice_payments import refunds
from outfitter_tenants.checkout.refunds.operations import RefundRefused
from outfitter_tenants.invoices.models import Invoice, InvoicePayment
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.models import InvoiceCharge, InvoiceChargeRefund
from tests.invoices import invoice_calls as b
from tests.invoices.account_machine import DESK, PICK, Account
from tests.support import invoice_cards as cards
from tests.support.invoice_cards import InvoiceGateway

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPEN = ("sent", "partially_paid")


def _by_card() -> "Sequence[InvoicePayment]":
    return InvoicePayment.objects.filter(removed_at__isnull=True, charge_id__isnull=False).order_by("id")


class CardAccount(Account):
    """An account whose invoices can be paid by card."""

    gateway: ClassVar[InvoiceGateway]

    def __init__(self) -> None:
        super().__init__()
        # What the gateway has not told us of yet.
        self.open: list[str] = []

    @precondition(lambda self: bool(self.trips) and Invoice.objects.filter(status__in=_OPEN).exists())
    @rule(pick=PICK, share=st.integers(1, 4), is_told=st.booleans())
    def begin_by_card(self, pick: int, share: int, is_told: bool) -> None:
        ids = list(Invoice.objects.filter(status__in=_OPEN).order_by("id").values_list("pk", flat=True))
        key = ids[pick % len(ids)]

        def work() -> None:
            started = cards.begin(key, max(1, b.get(key).balance * share // 4))
            # On however many phones its address is open, an invoice has one open payment.
            self.open = list(dict.fromkeys([*self.open, started.answer.gateway_id]))

        if self.attempt("begin by card", work) and is_told:
            self.card_pays(pick=len(self.open) - 1)

    @precondition(lambda self: bool(self.open))
    @rule(pick=PICK)
    def card_pays(self, pick: int) -> None:
        """The bank's word comes, twice; what the invoice no longer asks for goes back to the card."""
        answer = self.gateway.pay(self.open.pop(pick % len(self.open)))

        def work() -> None:
            cards.tell(answer)
            cards.tell(answer)
            for row in InvoiceChargeRefund.objects.filter(status="pending"):
                refunds.run_refund({"refund_id": row.pk}, utc_now())

        self.attempt("pay by card", work, is_put_back=True)

    @precondition(lambda self: bool(_by_card()))
    @rule(who=DESK, pick=PICK, is_refused=st.booleans())
    def refund_a_card(self, who: int, pick: int, is_refused: bool) -> None:
        row = _by_card()[pick % len(_by_card())]
        self.gateway.refund_refusals[:] = ["gateway_refused"] if is_refused else []

        def work(key: int, version: int) -> None:
            # Refused, it is paid as before; that is no undoing.
            with suppress(RefundRefused):
                refunds.refund_payment(
                    invoice_id=key,
                    payment_id=row.pk,
                    reason="Paid twice",
                    version=version,
                    by=self.people[who],
                    at=utc_now(),
                )

        name = "refund a card, refused" if is_refused else "refund a card"
        self.work_on(name, who, [row.invoice_id], 0, work, is_put_back=True)
        self.gateway.refund_refusals.clear()

    def no_card_is_charged_for_nothing(self) -> None:
        """What a card paid is on its invoice, went back, or is what the gateway would not give back."""
        charges = list(InvoiceCharge.objects.all())
        if not charges:
            return
        counted = {row.charge_id: row.amount for row in _by_card()}
        refused = set(InvoiceChargeRefund.objects.filter(status="failed").values_list("charge_id", flat=True))
        for key, sums in money.sums_of_charges(charges=charges).items():
            left = sums.kept - counted.get(key, 0)
            assert left >= 0
            assert left == 0 or key in refused, (key, left)
        given = sum(one.amount for one in self.gateway.given.values())
        returned = InvoiceChargeRefund.objects.filter(status="succeeded").values_list("amount", flat=True)
        assert given >= sum(returned)
        assert len({row.intent_id for row in charges}) == len(charges)
