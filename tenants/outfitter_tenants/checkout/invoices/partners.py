"""The partners that invoices are about, as billing needs to know them."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from outfitter.kit.errors import Invalid
from outfitter_tenants.invoices.queries.eligibility import Span
from outfitter_tenants.invoices.types import DateType
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips.queries import billable_trips

if TYPE_CHECKING:
    from outfitter_tenants.resellers.models import Reseller


def billed_how(row: "Reseller") -> tuple[str, bool]:
    """Return a partner's currency, and whether they are billed for whatever they owe."""
    return row.currency, row.payment_method == "invoice_manual"


def all_ids() -> list[int]:
    """Return the ids of all partners, archived ones too: what they owe is owed."""
    return sorted(row.pk for row in resellers.list_resellers(is_archived=True))


def require_partners(ids: Collection[int]) -> "dict[int, Reseller]":
    """
    Return these partners by id, archived ones too: what they owe is owed.

    :raises Invalid: one of them is not there; `detail` names it
    """
    found = {row.pk: row for row in resellers.list_resellers(is_archived=True) if row.pk in set(ids)}
    if missing := sorted(set(ids) - set(found)):
        raise Invalid({"reseller_ids": [f"There is no reseller {missing[0]}."]})
    return found


def require_trips(trip_ids: Sequence[int] | None, partners: "dict[int, Reseller]") -> None:
    """
    Refuse trips that no invoice of these partners can have.

    :raises Invalid: one is of somebody else, or in another currency
    """
    if not trip_ids:
        return
    found = billable_trips.resellers_of(trip_ids=trip_ids)
    for trip_id in trip_ids:
        reseller_id, currency = found.get(trip_id, (None, ""))
        partner = partners.get(reseller_id or 0)
        if partner is None:
            raise Invalid({"trip_ids": [f"Trip {trip_id} is not one of these resellers'."]})
        if currency != partner.currency:
            raise Invalid({"trip_ids": [f"Trip {trip_id} is in {currency}, not in {partner.currency}."]})


def span_of(*, date_type: DateType, date_from: date, date_to: date, at: datetime) -> Span:
    """
    Return the operator's days that are billed.

    :raises Invalid: they end before they begin
    """
    if date_to < date_from:
        raise Invalid({"date_to": ["The end is before the start."]})
    return Span(date_type, date_from, date_to, people.get_properties().time_zone, at)
