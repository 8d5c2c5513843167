"""An invoice on paper and as a spreadsheet, in the operator's language (domain.md 5.14)."""

import io
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import xlsxwriter
from babel.dates import format_date

from outfitter.accounts import business_profile
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.currencies import exponent
from outfitter.kit.person_names import full_name
from outfitter.kit.zones import local_day
from outfitter.pdf import document
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.invoices import payment_links, queries
from outfitter_tenants.invoices.models import Invoice, InvoiceTrip
from outfitter_tenants.people import queries as people

TEMPLATE: Final = Path(__file__).with_name("invoice.typ")
WORDS: Final = Path(__file__).with_name("words")
PDF: Final = "application/pdf"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def file_name(invoice: Invoice, ending: str) -> str:
    """Return what the file of an invoice is called."""
    return f"{invoice.number or f'invoice-{invoice.pk}'}.{ending}"


def print_invoice(*, invoice_id: int) -> bytes:
    """
    Return an invoice as PDF; one that nobody has got says so across every page.

    :raises InvoiceNotFound: there is none
    """
    invoice = queries.get_invoice(invoice_id=invoice_id)
    reader = _reader(invoice)
    return document.render(
        TEMPLATE,
        sheet(invoice, reader),
        paper=document.paper_of(reader.country),
        locale=reader.locale,
        at=invoice.issued_at or invoice.created_at,
    )


def _reader(invoice: Invoice) -> Recipient:
    properties = people.get_properties()
    business = business_profile.get_business(schema_name=current_schema())
    return Recipient(
        WORDS,
        locale=properties.locale,
        time_zone=properties.time_zone,
        currency=invoice.currency,
        operator=business.legal_name or business.name,
        country=business.country,
    )


def sheet(invoice: Invoice, reader: Recipient) -> dict[str, Any]:
    """Return what the template shows, every number written already."""
    business = business_profile.get_business(schema_name=current_schema())
    partner: Any = invoice.reseller
    return {
        "operator": reader.operator,
        "title": reader.say(invoice.direction),
        "stamp": _stamp(invoice, reader),
        "number": invoice.number or f"#{invoice.pk}",
        "contact": " · ".join(part for part in (business.phone, business.website) if part),
        "words": reader.words,
        "partner": {
            "name": partner.name,
            "address": [line for line in partner.address.splitlines() if line.strip()],
            "tax_id": partner.tax_id,
        },
        "facts": _facts(invoice, reader),
        "lines": [_line(line, reader) for line in invoice.all_lines],  # type: ignore[attr-defined]
        "sums": _sums(invoice, reader),
        "pay": _pay(invoice, reader),
        "note": [line for line in invoice.note.splitlines() if line.strip()],
    }


def _pay(invoice: Invoice, reader: Recipient) -> dict[str, str] | None:
    """Return where an invoice is paid by card; None where it is not."""
    url = payment_links.url_of(invoice)
    return {"name": reader.say("pay"), "url": url} if url else None


def _stamp(invoice: Invoice, reader: Recipient) -> str | None:
    if invoice.status == "void":
        return reader.say("void")
    return reader.say("draft") if invoice.status == "unsent" else None


def _facts(invoice: Invoice, reader: Recipient) -> list[dict[str, str]]:
    def day(value: Any) -> str:
        return format_date(value, "medium", locale=reader.babel) if value else ""

    issued = local_day(invoice.issued_at, reader.time_zone) if invoice.issued_at else None
    # A credit may be older than the days that were asked for.
    period = f"{day(invoice.date_from)} – {day(invoice.date_to)}"  # noqa: RUF001
    return [
        {"name": reader.say("date"), "value": day(issued)},
        {"name": reader.say("due"), "value": day(invoice.due_date)},
        {"name": reader.say("period"), "value": period},
    ]


def _line(line: InvoiceTrip, reader: Recipient) -> dict[str, Any]:
    trip = line.trip
    return {
        "code": trip.confirmation_code,
        "guest": trip.group_name or full_name(trip.contact_first_name, trip.contact_last_name),
        "day": format_date(_day(trip, reader.time_zone), "short", locale=reader.babel),
        "gross": reader.money(line.gross_amount),
        "commission": reader.money(line.commission_amount),
        "net": reader.money(line.net_amount),
        "adjustment": reader.say("adjustment") if line.is_adjustment else None,
    }


def _day(trip: Any, zone: str) -> date:
    return local_day(trip.first_start_at or trip.created_at, zone)


def _sums(invoice: Invoice, reader: Recipient) -> list[dict[str, Any]]:
    rows = [("total", invoice.total_amount, True)]
    if invoice.discount_amount:
        rows = [
            ("sum", invoice.total_amount + invoice.discount_amount, False),
            ("discount", -invoice.discount_amount, False),
            *rows,
        ]
    if invoice.paid_amount:
        rows += [("paid", invoice.paid_amount, False), ("balance", invoice.balance, True)]
    return [
        {"name": reader.say(name), "amount": reader.money(amount), "heavy": is_heavy}
        for name, amount, is_heavy in rows
    ]


def make_spreadsheet(*, invoice_id: int) -> bytes:
    """
    Return an invoice as XLSX: one row a trip, amounts as numbers, sums below.

    :raises InvoiceNotFound: there is none
    """
    invoice = queries.get_invoice(invoice_id=invoice_id)
    reader = _reader(invoice)
    out = io.BytesIO()
    # Text of people is never run as a formula or opened as a link.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(out, options) as book:
        page = book.add_worksheet(file_name(invoice, "xlsx").removesuffix(".xlsx")[:31])
        places = exponent(invoice.currency)
        money = book.add_format({"num_format": f"0.{'0' * places}" if places else "0"})
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        names = ("trip", "guest", "day", "gross", "commission", "tax", "net", "note")
        page.write_row(0, 0, [reader.say(name) for name in names], book.add_format({"bold": True}))
        lines: list[InvoiceTrip] = invoice.all_lines  # type: ignore[attr-defined]
        for row, line in enumerate(lines, start=1):
            _write_line(page, row, line, reader, money, day)
        _write_sums(page, len(lines) + 2, invoice, reader, money)
        page.set_column(0, 7, 16)
    return out.getvalue()


def _write_line(page: Any, row: int, line: InvoiceTrip, reader: Recipient, money: Any, day: Any) -> None:
    said = _line(line, reader)
    page.write_string(row, 0, said["code"])
    page.write_string(row, 1, said["guest"])
    page.write_datetime(row, 2, datetime.combine(_day(line.trip, reader.time_zone), time()), day)
    for place, amount in enumerate(_amounts(line), start=3):
        page.write_number(row, place, _major(amount, reader.currency), money)
    page.write_string(row, 7, said["adjustment"] or "")


def _amounts(line: InvoiceTrip) -> tuple[int, int, int, int]:
    return line.gross_amount, line.commission_amount, line.tax_amount, line.net_amount


def _write_sums(page: Any, at: int, invoice: Invoice, reader: Recipient, money: Any) -> None:
    sums = (
        ("sum", invoice.total_amount + invoice.discount_amount),
        ("discount", -invoice.discount_amount),
        ("total", invoice.total_amount),
        ("paid", invoice.paid_amount),
        ("balance", invoice.balance),
    )
    for row, (name, amount) in enumerate(sums, start=at):
        page.write_string(row, 5, reader.say(name))
        page.write_number(row, 6, _major(amount, invoice.currency), money)


def _major(minor: int, currency: str) -> Decimal:
    return Decimal(minor).scaleb(-exponent(currency))
