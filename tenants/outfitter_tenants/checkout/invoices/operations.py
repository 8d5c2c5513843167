"""Making, sending, changing and taking back invoices (domain.md 4.19)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal, cast

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.kit import zones
from outfitter.kit.errors import DomainError, Invalid
from outfitter.kit.money import mul_ppm
from outfitter_tenants.checkout.invoices import credit_transfers, outdated_intents, partners, trip_links
from outfitter_tenants.checkout.invoices.trip_money import Payer
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.queries import eligibility
from outfitter_tenants.invoices.rules.amounts import Line, spread_discount
from outfitter_tenants.invoices.types import DateType, Direction
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips.queries import billable_trips

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice, InvoiceTrip
    from outfitter_tenants.resellers.models import Reseller


class LastTrip(DomainError):
    """An invoice that was sent is about something."""

    code = "last_trip"
    status = 409


@dataclass(frozen=True, slots=True)
class InvoiceRequest:
    """Whom to bill for what: trips by one of their dates, or some of them by id."""

    reseller_ids: tuple[int, ...]
    direction: Direction
    date_type: DateType
    date_from: date
    date_to: date
    due_date: date | None = None
    trip_ids: tuple[int, ...] | None = None


def count_eligible(
    *, wanted: InvoiceRequest, at: datetime
) -> "list[tuple[Reseller, eligibility.EligibleCount]]":
    """
    Return how many trips of each partner can be billed, and what they come to; those with any.

    :raises Invalid: there is no such partner, a trip is somebody else's, the days are turned around
    """
    found = partners.require_partners(wanted.reseller_ids)
    partners.require_trips(wanted.trip_ids, found)
    counted = eligibility.count_billable(
        direction=wanted.direction,
        partners={key: partners.billed_how(row) for key, row in found.items()},
        span=partners.span_of(
            date_type=wanted.date_type, date_from=wanted.date_from, date_to=wanted.date_to, at=at
        ),
        trip_ids=wanted.trip_ids,
    )
    return [(found[one.reseller_id], one) for one in counted]


def list_invoiceable(
    *, direction: Direction, at: datetime
) -> "list[tuple[Reseller, eligibility.EligibleCount]]":
    """Return the partners that can be billed now, by name, with what for: whatever its dates."""
    rows = {row.pk: row for row in resellers.list_resellers(is_archived=True)}
    span = partners.span_of(
        date_type="created", date_from=date(1970, 1, 1), date_to=at.date() + timedelta(days=2), at=at
    )
    how = {key: partners.billed_how(row) for key, row in rows.items()}
    counted = eligibility.count_billable(direction=direction, partners=how, span=span)
    found = [(rows[one.reseller_id], one) for one in counted if one.net_amount > 0]
    return sorted(found, key=lambda pair: (pair[0].name, pair[0].pk))


def create(*, wanted: InvoiceRequest, at: datetime) -> list[int]:
    """
    Make an invoice for each of these partners with something to bill; returns them.

    :raises NothingToInvoice: there is nothing for any of them
    :raises Invalid: there is no such partner, a trip is somebody else's, the days are turned around
    """
    span = span_for(wanted=wanted, at=at)
    with atomic():
        found = partners.require_partners(wanted.reseller_ids)
        partners.require_trips(wanted.trip_ids, found)
        return books.create_invoices(
            direction=wanted.direction,
            partners={key: partners.billed_how(row) for key, row in found.items()},
            span=span,
            due_date=wanted.due_date,
            trip_ids=wanted.trip_ids,
        )


def span_for(*, wanted: InvoiceRequest, at: datetime) -> eligibility.Span:
    """
    Return the days that are billed.

    :raises Invalid: they end before they begin, or the day the money is due is over
    """
    span = partners.span_of(
        date_type=wanted.date_type, date_from=wanted.date_from, date_to=wanted.date_to, at=at
    )
    if wanted.due_date is not None and wanted.due_date < zones.local_day(at, span.zone):
        raise Invalid({"due_date": ["This day is over."]})
    return span


def issue(*, invoice: "Invoice", by: TripActor, at: datetime, after: dict[str, object] | None = None) -> None:
    """
    Give a locked invoice its number and date, and lock what it bills; in the caller's transaction.

    It bills what its trips come to in this moment.

    :raises NothingToInvoice: nothing is left of it
    :raises CreditsExceedInvoice: its credits are worth at least as much as what was bought
    :raises Invalid: its discount is more than it comes to
    """
    zone = people.get_properties().time_zone
    trip_ids = [line.trip_id for line in invoices.lines_of(invoice_id=invoice.pk)]
    trips = billable_trips.lock_trips(trip_ids=trip_ids)
    partner = resellers.get_reseller(reseller_id=invoice.reseller_id)
    books.refresh_lines(invoice=invoice, partner=partners.billed_how(partner), zone=zone, at=at)
    lines = invoices.lines_of(invoice_id=invoice.pk)
    shares = _shares(invoice.discount_amount, lines)
    today = zones.local_day(at, zone)
    agreed = invoice.due_date or today + timedelta(days=partner.invoice_terms_days)
    invoice.due_date, invoice.issued_at = max(agreed, today), at
    books.set_discounts(shares=shares)
    discounts = {trips[line.trip_id]: shares[line.pk] for line in lines}
    trip_links.bill_trips(discounts=discounts, invoice=invoice, at=at)
    # The last lock: others wait for a number until this is committed.
    invoice.number = invoice.number or books.take_number(direction=cast("Direction", invoice.direction))
    invoice.status = "sent"
    facts = {"number": invoice.number, "due_date": invoice.due_date.isoformat()}
    books.save(invoice=invoice, action="invoice.sent", at=at, after=facts | (after or {}))
    payer = Payer(by, at, at)
    credit_transfers.settle_credits(reseller_id=invoice.reseller_id, direction=invoice.direction, payer=payer)


def defer_credits(*, invoice_id: int, version: int | None, at: datetime) -> None:
    """
    Leave the credits of an unsent invoice to the partner's next one; it bills what its trips come to now.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: it was sent
    :raises NothingToInvoice: nothing but credits is left of it
    :raises Invalid: its discount is more than it comes to
    """
    zone = people.get_properties().time_zone
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        books.require_state(invoice, {"unsent"})
        before = invoices.lines_of(invoice_id=invoice.pk)
        billable_trips.lock_trips(trip_ids=[line.trip_id for line in before])
        partner = partners.billed_how(resellers.get_reseller(reseller_id=invoice.reseller_id))
        books.refresh_lines(invoice=invoice, partner=partner, zone=zone, at=at, leaves_credits=True)
        left = invoices.lines_of(invoice_id=invoice.pk)
        _shares(invoice.discount_amount, left)
        facts = {"trips_cnt": len(before) - len(left)}
        books.save(invoice=invoice, action="invoice.credits_deferred", at=at, before=facts)


def send_problem(*, invoice: "Invoice", at: datetime) -> dict[str, object] | None:
    """
    Return why an invoice that waits to be sent would not be sent now; None where it would be.

    The code of the refusal, and in minor units what its trips and its credits come to now.
    """
    if invoice.status != "unsent":
        return None
    partner = partners.billed_how(resellers.get_reseller(reseller_id=invoice.reseller_id))
    zone = people.get_properties().time_zone
    lines = invoices.lines_of(invoice_id=invoice.pk)
    found = books.billed_now(invoice=invoice, lines=lines, partner=partner, zone=zone, at=at)
    problem = books.objection_to(found)
    if problem is None:
        return None
    amounts = [line.net_amount for line in found]
    return {
        "code": problem.code,
        "bought_amount": sum(one for one in amounts if one > 0),
        "credit_amount": -sum(one for one in amounts if one < 0),
    }


def _shares(discount: int, lines: "Sequence[InvoiceTrip]") -> dict[int, int]:
    try:
        return spread_discount(discount, [_rule_line(line) for line in lines])
    except ValueError as problem:
        raise Invalid({"amount": ["The discount is more than is left to pay."]}) from problem


def _rule_line(line: "InvoiceTrip") -> Line:
    return Line(line.pk, line.net_amount, line.discount_amount, line.settled_amount)


def set_status(
    *,
    invoice_id: int,
    status: Literal["unsent", "sent", "void"],
    reason: str,
    version: int | None,
    by: TripActor,
    at: datetime,
) -> None:
    """
    Mark an invoice as sent without a mail, take one back that nothing was paid of, or make it void.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: its state forbids it
    :raises NothingToInvoice: nothing is left that it could bill
    :raises CreditsExceedInvoice: its credits are worth at least as much as what was bought
    """
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        if status == "sent":
            books.require_state(invoice, {"unsent"})
            issue(invoice=invoice, by=by, at=at)
        elif status == "unsent":
            books.require_state(invoice, {"sent"})
            _take_back(invoice, reason, at)
        else:
            _make_void(invoice, reason, at)
        outdated_intents.withdraw_exceeding(invoice=invoice, at=at)


def _take_back(invoice: "Invoice", reason: str, at: datetime) -> None:
    lines = invoices.lines_of(invoice_id=invoice.pk)
    if any(line.settled_amount for line in lines):
        raise books.InvoiceState("A credit on this invoice was already used.", status=invoice.status)
    _free(invoice, lines, at)
    books.set_discounts(shares=dict.fromkeys((line.pk for line in lines), 0))
    invoice.status = "unsent"
    books.save(invoice=invoice, action="invoice.status_edited", at=at, reason=reason or None)


def _make_void(invoice: "Invoice", reason: str, at: datetime) -> None:
    is_numbered = invoice.status == "unsent" and invoice.number is not None
    if not is_numbered:
        books.require_state(invoice, {"sent", "partially_paid"})
    lines = invoices.lines_of(invoice_id=invoice.pk)
    books.end_lines(invoice=invoice)
    if not is_numbered:
        _free(invoice, lines, at)
    invoice.voided_at = at
    books.save(invoice=invoice, action="invoice.status_edited", at=at, reason=reason or None)


def _free(invoice: "Invoice", lines: "Sequence[InvoiceTrip]", at: datetime) -> None:
    trip_ids = [line.trip_id for line in lines]
    trips = billable_trips.lock_trips(trip_ids=trip_ids)
    billed = invoices.billed_elsewhere(trip_ids=trip_ids, except_invoice_id=invoice.pk)
    discounts = {trips[line.trip_id]: line.discount_amount for line in lines}
    trip_links.free_trips(discounts=discounts, invoice=invoice, billed=billed, at=at)


def edit_discount(
    *, invoice_id: int, amount: int | None, ppm: int | None, reason: str, version: int | None, at: datetime
) -> None:
    """
    Take so much off an invoice, in minor units or as a share of its lines, before it is paid.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: it is paid or void
    :raises Invalid: it is more than is left to pay
    """
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        books.require_state(invoice, {"unsent", "sent", "partially_paid"})
        lines = invoices.lines_of(invoice_id=invoice.pk)
        whole = sum(line.net_amount for line in lines)
        wanted = mul_ppm(whole, ppm) if ppm is not None else int(amount or 0)
        if wanted > whole - invoice.paid_amount:
            raise Invalid({"amount": ["The discount is more than is left to pay."]})
        shares = _shares(wanted, lines)
        before = {"discount_amount": invoice.discount_amount}
        if invoice.status != "unsent":
            _discount_trips(invoice, lines, shares, at)
        invoice.discount_amount, invoice.discount_reason = wanted, reason
        books.save(
            invoice=invoice,
            action="invoice.discount_edited",
            at=at,
            before=before,
            after={"discount_amount": wanted},
            reason=reason or None,
        )
        outdated_intents.withdraw_exceeding(invoice=invoice, at=at)


def _discount_trips(
    invoice: "Invoice", lines: "Sequence[InvoiceTrip]", shares: dict[int, int], at: datetime
) -> None:
    changes = {
        line.trip_id: shares[line.pk] - line.discount_amount
        for line in lines
        if shares[line.pk] != line.discount_amount
    }
    trips = billable_trips.lock_trips(trip_ids=changes)
    by_trip = {trips[trip_id]: change for trip_id, change in changes.items()}
    trip_links.discount_trips(changes=by_trip, invoice=invoice, at=at)
    books.set_discounts(shares=shares)


def remove_trip(*, invoice_id: int, trip_id: int, version: int | None, at: datetime) -> None:
    """
    Take a trip off an invoice of which nothing was paid for it; it can be billed again.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: it is paid or void, or something was paid for this trip
    :raises LastTrip: nothing would be left of an invoice that was sent
    :raises Invalid: the trip is not on it, or the discount and what was paid are more than is left
    """
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        books.require_state(invoice, {"unsent", "sent", "partially_paid"})
        lines = invoices.lines_of(invoice_id=invoice.pk)
        gone = next((line for line in lines if line.trip_id == trip_id), None)
        if gone is None:
            raise Invalid({"trip_id": ["This trip is not on this invoice."]})
        if gone.settled_amount:
            raise books.InvoiceState("Something was already paid for this trip.", status=invoice.status)
        rest = [line for line in lines if line is not gone]
        if not rest and invoice.number is not None:
            raise LastTrip("This is the last trip on this invoice. Void the invoice instead.")
        _require_rest(invoice, rest)
        if invoice.status != "unsent":
            _free(invoice, [gone], at)
        books.drop_line(line=gone)
        if invoice.status != "unsent":
            _discount_trips(invoice, rest, _shares(invoice.discount_amount, rest), at)
        facts = {"trip_id": trip_id, "net_amount": gone.net_amount}
        books.save(invoice=invoice, action="invoice.trip_removed", at=at, before=facts)
        outdated_intents.withdraw_exceeding(invoice=invoice, at=at)


def _require_rest(invoice: "Invoice", rest: "Sequence[InvoiceTrip]") -> None:
    left = sum(line.net_amount for line in rest) - invoice.discount_amount - invoice.paid_amount
    if left < 0:
        raise Invalid({"trip_id": ["Without this trip the discount would be more than the invoice."]})
