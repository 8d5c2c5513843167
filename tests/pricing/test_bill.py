"""The bill of a trip: lines as people read them, which add up to the cent whatever they are of."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails import confirmation, renderer
from outfitter_tenants.messaging.rendered_message import RenderedMessage
from outfitter_tenants.pricing.rules.bill import TERMS, as_json, bill_of, from_json, parts_of, total_of
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.quote import quote
from tests.messaging.support import ORDER, operator, payload
from tests.support.bill_text import rows_of_html, rows_of_mail

pytestmark = pytest.mark.rules

LABELS = st.sampled_from(["Adult", "Child", "Lunch", "Park fee", "Sales tax", "SUMMER"])
ORDERS = st.sampled_from([None, 9, 10])
CENTS = st.integers(0, 30_000)


@st.composite
def goods(draw: Any) -> QuoteLine:
    kind = draw(st.sampled_from(["ticket", "addon", "product", "gift_card"]))
    qty, unit = (1 if kind == "ticket" else draw(st.integers(1, 4))), draw(CENTS)
    return QuoteLine(
        kind,
        draw(st.integers(1, 3)),
        draw(LABELS),
        qty,
        unit,
        0 if draw(st.booleans()) else qty * unit,
        trip_order_id=draw(ORDERS),
    )


@st.composite
def derived(draw: Any, kinds: tuple[str, ...], least: int = 0) -> QuoteLine:
    amount = draw(st.integers(least, 5_000))
    kind: Any = draw(st.sampled_from(kinds))
    return QuoteLine(
        kind,
        draw(st.integers(1, 3)),
        draw(LABELS),
        draw(st.integers(1, 3)),
        draw(st.one_of(CENTS, st.just(amount))),
        amount,
        trip_order_id=draw(ORDERS),
        is_inclusive=kind in {"tax", "fee"} and draw(st.booleans()),
    )


@st.composite
def quotes(draw: Any) -> Any:
    def step(*kinds: str, least: int = 0) -> Any:
        lines = draw(st.lists(derived(kinds, least), max_size=6))
        return lambda _so_far: lines

    return quote(
        lines=draw(st.lists(goods(), max_size=10)),
        steps={
            "offer": step("discount", least=-5_000),
            "adjust": step("manual_adjust", least=-5_000),
            "fees": step("fee", "cancellation_fee"),
            "booking_fee": step("booking_fee"),
            "tax": step("tax"),
        },
    )


def mail_of(lines: list[dict[str, Any]], total: int, locale: str = "en") -> RenderedMessage:
    told = payload(bill=lines, total_amount=total, locale=locale)
    return renderer.confirmation(data=confirmation.from_payload(told), operator=operator())


class TestSums:
    @given(quotes())
    def test_a_bill_comes_to_the_total_and_loses_nothing(self, priced: Any) -> None:
        bill = bill_of(priced.lines)

        assert total_of(bill) == priced.total
        assert all(line.qty * line.unit_amount == line.amount for line in bill)
        inside = [line.amount for line in priced.lines if line.is_inclusive]
        assert sum(line.amount for line in bill if line.is_inclusive) == sum(inside)
        for kind in {line.kind for line in priced.lines}:
            mine = sum(line.amount for line in priced.lines if line.kind == kind)
            assert sum(line.amount for line in bill if line.kind == kind) == mine

    @given(quotes())
    def test_mails_say_the_same_lines(self, priced: Any) -> None:
        bill = bill_of(priced.lines)
        mail = mail_of(as_json(bill), priced.total)

        amounts = [line.amount for _, lines in parts_of(bill) for line in lines]
        said = [amount for _, amount in rows_of_mail(mail.text)]
        assert said == [*amounts, priced.total]
        assert rows_of_html(mail.html)[-len(said) :] == [
            (name.strip(), amount) for name, amount in rows_of_mail(mail.text)
        ]

    @given(quotes())
    def test_a_bill_survives_its_event(self, priced: Any) -> None:
        bill = bill_of(priced.lines)
        assert from_json(as_json(bill)) == bill


def ticket(unit: int, *, amount: int | None = None, order: int = 9) -> QuoteLine:
    paid = unit if amount is None else amount
    return QuoteLine("ticket", 1, "Adult", 1, unit, paid, trip_order_id=order)


def told(*lines: QuoteLine) -> list[tuple[str, int, int]]:
    return [(line.label, line.qty, line.amount) for line in bill_of(lines)]


class TestLines:
    def test_guests_stand_at_the_price_they_are_really_asked(self) -> None:
        assert told(ticket(8900), ticket(4900), ticket(8900)) == [("Adult", 2, 17_800), ("Adult", 1, 4900)]

    def test_a_guest_who_is_invited_stands_at_nothing(self) -> None:
        assert told(ticket(8900), ticket(8900, amount=0)) == [("Adult", 1, 8900), ("Adult", 1, 0)]

    def test_orders_stay_apart(self) -> None:
        assert told(ticket(8900), ticket(8900, order=10)) == [("Adult", 1, 8900), ("Adult", 1, 8900)]

    def test_an_extra_that_is_called_like_a_ticket_is_a_line_of_its_own(self) -> None:
        extra = QuoteLine("addon", 7, "Adult", 1, 8900, 8900, trip_order_id=9)
        assert told(ticket(8900), extra) == [("Adult", 1, 8900), ("Adult", 1, 8900)]

    def test_shares_of_a_tax_are_one_line(self) -> None:
        tax = [QuoteLine("tax", 3, "Sales tax", 1, n, n) for n in (435, 435, 257)]
        assert told(*tax) == [("Sales tax", 1, 1127)]

    def test_fees_a_head_are_counted(self) -> None:
        fees = [QuoteLine("fee", 3, "Park fee", 1, 300, 300) for _ in range(3)]
        assert told(*fees) == [("Park fee", 3, 900)]

    def test_a_tax_inside_is_said_and_not_added(self) -> None:
        tax = QuoteLine("tax", 3, "VAT", 1, 1486, 1486, is_inclusive=True)
        bill = bill_of([ticket(8900), tax])

        assert total_of(bill) == 8900
        assert rows_of_mail(mail_of(as_json(bill), 8900).text) == [
            ("1 × Adult", 8900),
            ("VAT (included)", 1486),
            ("Total", 8900),
        ]


def test_orders_are_named_where_there_are_several() -> None:
    bill = as_json(bill_of([ticket(8900), ticket(4900, order=10)]))
    orders = [ORDER, {**ORDER, "id": 10, "experience_name": "Raft"}]
    told = payload(bill=bill, total_amount=13_800, orders=orders)

    text = renderer.confirmation(data=confirmation.from_payload(told), operator=operator()).text

    assert "Sunset Kayak Tour\n1 × Adult: $89.00\nRaft\n1 × Adult: $49.00\nTotal:" in text


@pytest.mark.parametrize("code", translations.languages())
def test_every_language_has_words_for_what_the_product_names(code: str) -> None:
    words = translations.catalogue(code)
    assert {f"bill_{term}" for term in TERMS} <= words.keys()
    assert "{label}" in words["bill_included"]
    if code != "en":
        assert words["bill_cancellation_fee"] != translations.catalogue("en")["bill_cancellation_fee"]
