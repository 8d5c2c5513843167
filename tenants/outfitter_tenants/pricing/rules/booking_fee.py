"""The booking fee a customer pays on top, unless the operator bears it (domain.md 4.7, step 6). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from outfitter.kit.money import mul_ppm
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.surcharges import nets

LABEL: Final = "Booking fee"


@dataclass(frozen=True, slots=True)
class BookingFee:
    """Percent (millionths) and amount (minor units) of a trip, up to a cap, by trip method."""

    rate_ppm: int = 0
    amount: int = 0
    cap_amount: int | None = None
    methods: frozenset[str] = frozenset()
    is_taxable: bool = False

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "BookingFee | None":
        """
        Return the fee as it is stored in settings or on a trip; None when customers pay none.

        One that the operator pays is in the plain price already: nothing is added for it.
        """
        if stored.get("who_pays") == "operator" or not (stored.get("rate_ppm") or stored.get("amount")):
            return None
        return cls(
            rate_ppm=int(stored.get("rate_ppm") or 0),
            amount=int(stored.get("amount") or 0),
            cap_amount=stored.get("cap_amount"),
            methods=frozenset(stored.get("methods") or ()),
            is_taxable=bool(stored.get("is_taxable")),
        )

    def lines(self, lines: Sequence[QuoteLine], *, method: str) -> list[QuoteLine]:
        """Return the fee on a trip: its base is what is asked after discounts, with fees."""
        if self.methods and method not in self.methods:
            return []
        # A gift card that is sold is money, not goods: booking it costs nothing.
        items = {place: amount for place, amount in nets(lines).items() if lines[place].kind != "gift_card"}
        base = sum(items.values()) + sum(line.amount for line in lines if line.kind == "fee")
        if base <= 0:
            return []
        amount = mul_ppm(base, self.rate_ppm) + self.amount
        if self.cap_amount is not None:
            amount = min(amount, self.cap_amount)
        if amount == 0:
            return []
        return [
            QuoteLine(
                "booking_fee",
                None,
                LABEL,
                1,
                amount,
                amount,
                on=tuple(items),
                is_taxable=self.is_taxable,
                is_commission_base=False,
            )
        ]
