"""From what is sold to what is owed: every step of a price in one place. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from outfitter.kit.money import mul_ppm
from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.deposits import Deposit, DepositOrder, balance_due_at, deposit_due
from outfitter_tenants.pricing.rules.price_lines import ROUNDING, QuoteLine
from outfitter_tenants.pricing.rules.quote import Quote, Step, quote
from outfitter_tenants.pricing.rules.surcharges import Charge, OrderFacts, Round, Sale, fees, taxes


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that stands between list prices and what is owed, as the operator set it."""

    charges: tuple[Charge, ...] = ()
    round_per: Round = "line"
    is_exclusive_on_gross: bool = False
    booking_fee: BookingFee | None = None
    deposit: Deposit = field(default_factory=Deposit)
    is_all_in: bool = False
    # The operator's, by whose calendar balances are due.
    time_zone: str = "UTC"
    # What gateways charge at least, in minor units: totals and deposits are multiples of it.
    unit: int = 1


@dataclass(frozen=True, slots=True)
class DepositOverride:
    """What staff ask for at booking whatever the rules say: minor units, or ppm of the total."""

    amount: int | None = None
    ppm: int | None = None

    def of(self, total: int) -> int:
        """Return what is due of `total` at booking, both in minor units."""
        wanted = mul_ppm(total, self.ppm) if self.ppm is not None else self.amount or 0
        return max(0, min(wanted, total))


@dataclass(frozen=True, slots=True)
class PricedOrder:
    """What a price depends on beside the lines: the experience and when it is."""

    id: int | None
    experience_id: int
    day: date | None = None
    days: int = 1
    start_at: datetime | None = None


def price(
    *,
    lines: Sequence[QuoteLine],
    orders: Sequence[PricedOrder],
    rules: Rules,
    deposits: Mapping[int, Deposit],
    method: str,
    at: datetime,
    reseller_id: int | None = None,
    is_tax_exempt: bool = False,
    steps: Mapping[str, Step] | None = None,
    deposit: DepositOverride | None = None,
) -> tuple[Quote, datetime | None]:
    """
    Return the whole price of a trip, and when the rest is due if a deposit is taken.

    `reseller_id` says whose prices they are. `deposits` maps experience ids to their rule; `steps`
    brings what other parts of the product add (offer codes, manual discounts), by the pipeline's
    names. `deposit` beats every rule.

    The total is a multiple of `rules.unit`: a last line after tax, on the trip, makes up for what
    percentages leave.
    """
    sale = Sale(
        method=method,
        reseller_id=reseller_id,
        charges=rules.charges,
        orders={order.id: OrderFacts(order.day, order.days) for order in orders},
        round_per=rules.round_per,
        is_exclusive_on_gross=rules.is_exclusive_on_gross,
        is_tax_exempt=is_tax_exempt,
    )
    due = [
        DepositOrder(order.id, deposits.get(order.experience_id, rules.deposit), order.start_at)
        for order in orders
    ]
    whole = quote(
        lines=lines,
        steps=_steps(rules, sale, dict(steps or {})),
        deposit=lambda every: _chargeable(
            deposit.of(_owed(every)) if deposit else deposit_due(every, due, method=method, at=at),
            _owed(every),
            rules.unit,
        ),
    )
    rest_due_at = balance_due_at(due, method=method, time_zone=rules.time_zone)
    return whole, _rest_due_at(whole, due, rest_due_at, is_overridden=deposit is not None)


def _steps(rules: Rules, sale: Sale, given: dict[str, Step]) -> dict[str, Step]:
    """Return the steps that are given and those that follow from the operator's rules."""
    fee, carried = rules.booking_fee, given.get("rounding")
    return {
        **given,
        "fees": lambda so_far: fees(so_far, sale),
        "booking_fee": lambda so_far: fee.lines(so_far, method=sale.method) if fee else (),
        "tax": lambda so_far: taxes(so_far, sale),
        "rounding": lambda so_far: _rounded(so_far, tuple(carried(so_far)) if carried else (), rules.unit),
    }


def _owed(lines: Sequence[QuoteLine]) -> int:
    return sum(line.owed for line in lines)


def _rounded(so_far: Sequence[QuoteLine], carried: tuple[QuoteLine, ...], unit: int) -> tuple[QuoteLine, ...]:
    """Return what is carried, and the line that brings the total to the nearest unit, half up."""
    over = _owed([*so_far, *carried]) % unit
    if not over:
        return carried
    amount = -over if 2 * over < unit else unit - over
    line = QuoteLine("manual_adjust", None, ROUNDING, 1, amount, amount, is_commission_base=False)
    return (*carried, line)


def _chargeable(due: int, total: int, unit: int) -> int:
    """Return a deposit in units that can be charged: the next one up, never more than the total."""
    return min(-(-due // unit) * unit, max(due, total))


def _rest_due_at(
    whole: Quote, due: Sequence[DepositOrder], found: datetime | None, *, is_overridden: bool
) -> datetime | None:
    if whole.deposit_due >= whole.total:
        return None
    if found is None and is_overridden:
        # No rule says when: on the day itself.
        return min((order.start_at for order in due if order.start_at), default=None)
    return found
