"""The worked examples of domain.md 4.31, to the cent."""

from datetime import UTC, date, datetime, timedelta

import pytest

from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.cancellation_policy import Policy, share_of
from outfitter_tenants.pricing.rules.deposits import Deposit
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.quote import Quote
from outfitter_tenants.pricing.rules.surcharges import Charge
from outfitter_tenants.pricing.rules.trip_price import PricedOrder, Rules, price

pytestmark = pytest.mark.rules

AT = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
START = AT + timedelta(days=10)
ORDER = PricedOrder(1, 7, date(2026, 5, 11), 1, START)
PARK = Charge(1, "fee", "Park fee", "fixed", amount=300)
SALES = Charge(2, "tax", "Sales tax", "percent", rate_ppm=88_750, applies_to=frozenset({"tickets", "addons"}))
QUARTER = Deposit(kind="per_booking_percent", rate_ppm=250_000)


def ticket(amount: int, booking: int = 1, **given: object) -> QuoteLine:
    values = {"trip_order_id": 1, "booking_id": booking, "experience_id": 7}
    return QuoteLine("ticket", 1, "Adult", 1, amount, amount, **{**values, **given})  # type: ignore[arg-type]


ADDON = QuoteLine("addon", 1, "Photos", 1, 1500, 1500, trip_order_id=1, experience_id=7)
PARTY = (ticket(4900, 1), ticket(4900, 2), ticket(2900, 3))


def ten_percent(lines: tuple[QuoteLine, ...]) -> list[QuoteLine]:
    return [
        QuoteLine(
            "discount",
            1,
            "SPRING",
            1,
            -line.amount // 10,
            -line.amount // 10,
            on=(place,),
            trip_order_id=1,
            booking_id=line.booking_id,
        )
        for place, line in enumerate(lines)
        if line.kind == "ticket"
    ]


def whole(rules: Rules, *lines: QuoteLine, **given: object) -> Quote:
    values = {"orders": [ORDER], "deposits": {}, "method": "ecommerce", "at": AT}
    return price(lines=lines, rules=rules, **{**values, **given})[0]  # type: ignore[arg-type]


def e1(round_per: str = "line") -> Quote:
    rules = Rules(charges=(PARK, SALES), round_per=round_per, booking_fee=BookingFee(60_000), deposit=QUARTER)  # type: ignore[arg-type]
    steps = {"addons": lambda lines: [ADDON], "offer": ten_percent}
    return whole(rules, *PARTY, steps=steps)


def test_e1_the_full_stack() -> None:
    found = e1()
    assert (found.subtotal, found.discount) == (14_200, -1270)
    assert (found.fee, found.tax, found.booking_fee) == (900, 1147, 830)
    assert (found.total, found.deposit_due) == (15_807, 2859)
    assert [line.amount for line in found.lines if line.kind == "tax"] == [391, 391, 232, 133]
    assert sum(line.owed for line in found.lines) == found.total


def test_e1_rounded_per_trip() -> None:
    found = e1("trip")
    assert found.tax == 1148
    assert sum(line.amount for line in found.lines if line.kind == "tax") == 1148


def test_e1_cancelled_by_the_customer() -> None:
    found = e1()
    gross = found.total - found.booking_fee
    policy = Policy.of({"tiers": [{"hours_before": 24, "refund_ppm": 500_000, "fee_amount": 500}]})
    keep = share_of(policy=policy, gross=gross, start_at=START, reason="customer", at=AT).keep
    assert (gross, keep, gross - keep) == (14_977, 7988, 6989)


def vat(number: int, ppm: int) -> Charge:
    return Charge(number, "tax", f"VAT {number}", "percent", rate_ppm=ppm, mode="inclusive")


@pytest.mark.parametrize(
    ("gross", "rates", "taxes"), [(10_000, (210_000,), [1736]), (9999, (100_000, 50_000), [869, 435])]
)
def test_e2_inclusive_tax(gross: int, rates: tuple[int, ...], taxes: list[int]) -> None:
    charges = tuple(vat(number, rate) for number, rate in enumerate(rates, 1))
    found = whole(Rules(charges=charges), ticket(gross))
    assert [line.amount for line in found.lines if line.kind == "tax"] == taxes
    assert (found.total, found.tax) == (gross, 0)


@pytest.mark.parametrize(("round_per", "tax"), [("line", 999), ("trip", 1000)])
def test_e3_zero_decimal(round_per: str, tax: int) -> None:
    rules = Rules(charges=(Charge(1, "tax", "Tax", "percent", rate_ppm=100_000),), round_per=round_per)  # type: ignore[arg-type]
    found = whole(rules, *(ticket(3333, n) for n in (1, 2, 3)))
    assert (found.tax, found.total) == (tax, 9999 + tax)


def test_e4_a_discount_of_the_whole_trip() -> None:
    off = QuoteLine("discount", 1, "TENOFF", 1, -1000, -1000)
    tax = Charge(1, "tax", "Tax", "percent", rate_ppm=100_000)
    found = whole(Rules(charges=(tax,)), *PARTY, steps={"offer": lambda lines: [off]})
    # 4900 - 386, 4900 - 386, 2900 - 228: a tenth each
    assert [line.amount for line in found.lines if line.kind == "tax"] == [451, 451, 267]
