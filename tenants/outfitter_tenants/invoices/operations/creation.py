"""Making invoices out of trips that can be billed."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import cast

from outfitter_tenants.audit.operations import record
from outfitter_tenants.invoices import queries
from outfitter_tenants.invoices.models import Invoice, InvoiceTrip
from outfitter_tenants.invoices.operations.allocations import mark_trips
from outfitter_tenants.invoices.operations.invoice_changes import CreditsExceedInvoice, NothingToInvoice
from outfitter_tenants.invoices.queries import eligibility
from outfitter_tenants.invoices.queries.eligibility import Billable, Span
from outfitter_tenants.invoices.types import Direction


def create_invoices(
    *,
    direction: Direction,
    partners: Mapping[int, tuple[str, bool]],
    span: Span,
    due_date: date | None,
    trip_ids: Sequence[int] | None = None,
) -> list[int]:
    """
    Make one invoice for each partner with something to bill; returns them by partner.

    The caller's transaction. Who comes second for the same trips finds nothing left: the accounts
    are locked before anything is read. A partner whose credits are worth more than what they bought
    gets none: the credits wait.

    :param partners: see `eligibility.list_billable`
    :raises NothingToInvoice: there is nothing for any of them
    """
    queries.lock_account(reseller_ids=partners)
    found = eligibility.list_billable(
        direction=direction, partners=dict(partners), span=span, trip_ids=trip_ids
    )
    made: list[int] = []
    for reseller_id, group in groupby(found, key=lambda one: one.reseller_id):
        lines = list(group)
        if sum(line.net_amount for line in lines) > 0:
            made.append(_create(direction, reseller_id, partners[reseller_id][0], span, due_date, lines))
    if not made:
        raise NothingToInvoice("There is nothing to invoice for these dates.")
    return made


def _create(
    direction: Direction,
    reseller_id: int,
    currency: str,
    span: Span,
    due_date: date | None,
    lines: Sequence[Billable],
) -> int:
    invoice = Invoice.objects.create(
        direction=direction,
        reseller_id=reseller_id,
        date_type=span.date_type,
        date_from=span.date_from,
        date_to=span.date_to,
        currency=currency,
        due_date=due_date,
        total_amount=sum(line.net_amount for line in lines),
        created_at=span.at,
    )
    InvoiceTrip.objects.bulk_create(_line(invoice, place, line) for place, line in enumerate(lines))
    record(
        entity_type="invoice",
        entity_id=invoice.pk,
        action="invoice.created",
        at=span.at,
        after={
            "reseller_id": reseller_id,
            "direction": direction,
            "trips_cnt": len(lines),
            "total_amount": invoice.total_amount,
        },
    )
    return invoice.pk


def _line(invoice: Invoice, place: int, line: Billable) -> InvoiceTrip:
    return InvoiceTrip(
        invoice=invoice,
        trip_id=line.trip_id,
        position=place,
        gross_amount=line.gross_amount,
        commission_amount=line.commission_amount,
        tax_amount=line.tax_amount,
        net_amount=line.net_amount,
        is_adjustment=line.is_adjustment,
    )


def refresh_lines(
    *, invoice: Invoice, partner: tuple[str, bool], zone: str, at: datetime, leaves_credits: bool = False
) -> None:
    """
    Bill on a locked invoice that was not sent what its trips come to now.

    Trips that can no longer be billed leave it; none comes to it. Its trips are locked.

    :param leaves_credits: credits leave it, too: the partner's next invoice has them
    :raises NothingToInvoice: nothing is left
    :raises CreditsExceedInvoice: its credits are worth at least as much as what was bought
    """
    before = queries.lines_of(invoice_id=invoice.pk)
    found = billed_now(invoice=invoice, lines=before, partner=partner, zone=zone, at=at)
    if leaves_credits:
        found = [line for line in found if line.net_amount > 0]
    if (problem := objection_to(found)) is not None:
        raise problem
    places = {line.trip_id: line.position for line in before}
    InvoiceTrip.objects.filter(invoice=invoice).delete()
    # What other invoices bill of these trips was the difference from what was on this one.
    mark_trips(trip_ids=list(places))
    found.sort(key=lambda line: places[line.trip_id])
    InvoiceTrip.objects.bulk_create(_line(invoice, place, line) for place, line in enumerate(found))


def billed_now(
    *, invoice: Invoice, lines: Sequence[InvoiceTrip], partner: tuple[str, bool], zone: str, at: datetime
) -> list[Billable]:
    """Return what an unsent invoice would bill of the trips on its lines, if it were sent at that instant."""
    if not lines:
        return []
    # Their dates were looked at when they came onto it: those of all times count now.
    span = Span("created", date.min.replace(year=1970), date(9000, 1, 1), zone, at)
    return eligibility.list_billable(
        direction=cast("Direction", invoice.direction),
        partners={invoice.reseller_id: partner},
        span=span,
        trip_ids=[line.trip_id for line in lines],
        beside=invoice.pk,
    )


def objection_to(found: Sequence[Billable]) -> NothingToInvoice | CreditsExceedInvoice | None:
    """Return why an invoice that bills this is not sent; None where it can be."""
    bought = sum(line.net_amount for line in found if line.net_amount > 0)
    credited = -sum(line.net_amount for line in found if line.net_amount < 0)
    if not bought:
        return NothingToInvoice("There is nothing left to invoice for these trips.")
    if credited < bought:
        return None
    return CreditsExceedInvoice(
        "The credits on this invoice are worth as much as its trips, or more. Leave the credits for "
        "the next invoice, or delete this one and invoice again once there are more trips.",
        bought_amount=bought,
        credit_amount=credited,
    )
