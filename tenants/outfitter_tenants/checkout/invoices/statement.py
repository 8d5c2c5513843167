"""A partner's account: what was billed and paid, and what is left (domain.md 4.18, 4.19)."""

from datetime import date, datetime, timedelta
from typing import Final

from outfitter.kit.errors import Invalid
from outfitter.kit.zones import day_bounds, local_day
from outfitter_tenants.invoices import lists
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers

_USUAL: Final = timedelta(days=90)


def invoices_of(*, reseller_id: int, at: datetime) -> list[dict[str, object]]:
    """
    Return a partner's invoices as lists show them, newest first.

    :raises ResellerNotFound: there is none
    """
    resellers.get_reseller(reseller_id=reseller_id)
    today = local_day(at, people.get_properties().time_zone)
    rows = list(invoices.invoices_of(reseller_id=reseller_id))
    counts = invoices.count_lines(invoice_ids=[row.pk for row in rows])
    return [lists.row_of(row, trips_cnt=counts.get(row.pk, 0), today=today) for row in reversed(rows)]


def account_of(
    *, reseller_id: int, date_from: date | None, date_to: date | None, at: datetime
) -> dict[str, object]:
    """
    Return what a partner owed before some of the operator's days, what happened, and what they owe.

    Minor units; what we owe them counts against it. It adds up by itself: what an invoice comes to
    is taken as it stands, since one that was sent is only ever discounted.

    :raises ResellerNotFound: there is none
    :raises Invalid: the days end before they begin
    """
    partner = resellers.get_reseller(reseller_id=reseller_id)
    zone = people.get_properties().time_zone
    date_to = date_to or local_day(at, zone)
    date_from = date_from or date_to - _USUAL
    if date_to < date_from:
        raise Invalid({"date_to": ["The end is before the start."]})
    since, until = day_bounds(date_from, zone)[0], day_bounds(date_to, zone)[1]
    balance = opening = 0
    rows: list[dict[str, object]] = []
    for movement in sorted(invoices.movements_of(reseller_id=reseller_id), key=lambda one: one.at):
        balance += movement.amount
        if movement.at < since:
            opening = balance
        elif movement.at < until:
            rows.append({**movement.shown(), "balance": balance})
    return {
        "reseller": {"id": partner.pk, "name": partner.name},
        "currency": partner.currency,
        "date_from": date_from,
        "date_to": date_to,
        "opening_balance": opening,
        "closing_balance": rows[-1]["balance"] if rows else opening,
        "rows": rows,
    }
