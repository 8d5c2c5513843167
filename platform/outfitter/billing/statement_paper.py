"""A statement on paper, in the operator's language (domain.md 6.6)."""

from datetime import date
from pathlib import Path
from typing import Final

from babel.dates import format_date

from outfitter.accounts.models import Account
from outfitter.billing.models import BillingStatement, FeeMovement, StatementLine
from outfitter.kit.text_direction import isolated
from outfitter.kit.zones import local_day
from outfitter.pdf import document
from outfitter.pdf.recipient import Recipient

TEMPLATE: Final = Path(__file__).with_name("statement.typ")
WORDS: Final = Path(__file__).with_name("words")
# The annex names every trip up to so many; more are downloaded as a list.
MOST_TRIPS: Final = 2_000
_EFFECT: Final = {"expected": 1, "waived_by_staff": -1, "waived_by_host": -1, "collected_at_gateway": -1}
_CASES: Final = {"period": "statement", "start": "statement", "change": "statement"}


def reader_of(account: Account, currency: str) -> Recipient:
    """Return whose paper it is: language, money and days as the operator writes them."""
    return Recipient(
        WORDS,
        locale=account.locale,
        time_zone=account.time_zone,
        currency=currency,
        operator=account.name,
        country=account.country,
    )


def print_statement(statement: BillingStatement) -> bytes:
    """Return a statement as PDF; the same statement is the same bytes."""
    reader = reader_of(statement.account, statement.currency)
    return document.render(
        TEMPLATE,
        sheet(statement, reader),
        paper=document.paper_of(reader.country),
        locale=reader.locale,
        at=statement.issued_at,
    )


def sheet(statement: BillingStatement, reader: Recipient) -> dict[str, object]:
    """Return what the template shows, every number written already."""
    seller, buyer = statement.seller, statement.buyer
    return {
        "title": reader.say(f"title_{_CASES.get(statement.kind, statement.kind)}"),
        "number": statement.number,
        "words": reader.words,
        "seller": {
            "name": seller.get("name") or "Outfitter",
            "lines": _lines_of(seller.get("address", "")),
            "vat_id": seller.get("vat_id", ""),
            "email": seller.get("email", ""),
        },
        "buyer": {
            "name": buyer.get("name", ""),
            "lines": _lines_of(buyer.get("address", "")),
            "vat_id": buyer.get("vat_id", ""),
        },
        "facts": _facts(statement, reader),
        "opening": reader.money(statement.opening),
        "lines": [
            {"text": line_text(row, reader), "amount": reader.money(row.amount)}
            for row in statement.lines.order_by("position")
        ],
        "closing": reader.money(statement.closing),
        "closing_name": reader.say("amount_due" if statement.closing > 0 else "balance_after"),
        "reverse_charge": reader.say("reverse_charge") if statement.is_reverse_charge else None,
        "bank": _lines_of(seller.get("bank_details", "")) if statement.closing > 0 else [],
        "trips": _trips(statement, reader),
    }


def _lines_of(text: object) -> list[str]:
    return [line for line in str(text).splitlines() if line.strip()]


def _day(value: date, reader: Recipient) -> str:
    return format_date(value, "medium", locale=reader.babel)


def _facts(statement: BillingStatement, reader: Recipient) -> list[dict[str, str]]:
    last = max(statement.period_from, date.fromordinal(statement.period_to.toordinal() - 1))
    period = f"{_day(statement.period_from, reader)} – {_day(last, reader)}"  # noqa: RUF001
    found = [
        {"name": reader.say("date"), "value": _day(statement.issued_on, reader)},
        {"name": reader.say("period"), "value": period},
    ]
    if statement.closing > 0:
        found.append({"name": reader.say("due"), "value": _day(statement.due_on, reader)})
    return found


def line_text(row: StatementLine, reader: Recipient) -> str:
    """Return what a line says, in the reader's language."""
    facts = dict(row.facts)
    for name in ("from", "to", "on"):
        if facts.get(name):
            facts[name] = _day(date.fromisoformat(str(facts[name])), reader)
    if "rate_ppm" in facts:
        facts["rate"] = f"{int(facts['rate_ppm']) / 10_000:g}"
    text = reader.words[f"line_{row.kind}"]
    for name, value in facts.items():
        text = text.replace(f"{{{name}}}", isolated(str(value), language=reader.language))
    return text


def _trips(statement: BillingStatement, reader: Recipient) -> list[dict[str, str]]:
    rows = FeeMovement.objects.filter(statement=statement).select_related("fee").order_by("at", "pk")
    sums: dict[int, int] = {}
    codes: dict[int, tuple[str, date]] = {}
    for row in rows:
        sums[row.fee_id] = sums.get(row.fee_id, 0) + _EFFECT.get(row.kind, 0) * row.amount
        codes[row.fee_id] = (row.fee.confirmation_code, local_day(row.fee.reserved_at, reader.time_zone))
    return [
        {"code": codes[key][0], "day": _day(codes[key][1], reader), "amount": reader.money(amount)}
        for key, amount in list(sums.items())[:MOST_TRIPS]
    ]
