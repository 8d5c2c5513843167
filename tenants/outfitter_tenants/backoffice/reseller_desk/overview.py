"""An agent's desk at a glance: whom they sell for, what they earned, what they sell again and again."""

from datetime import date, datetime
from typing import Any, Final

from outfitter.kit import zones
from outfitter_tenants.backoffice.reseller_desk import departures
from outfitter_tenants.backoffice.reseller_desk.sellers import Seller
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers import serializers as partners
from outfitter_tenants.trips.queries import agent_sales
from outfitter_tenants.trips.queries.agent_sales import SalesQuery, SoldParty

REPEATED: Final = 6
# What an agent looks at of a month; more than that is for the operator's reports.
MOST_ROWS: Final = 500


def overview(*, seller: Seller, names: GuestTypeNames, at: datetime) -> dict[str, object]:
    """Return what a desk shows before anything is chosen; money is null for who sees no prices."""
    partner = seller.partner
    properties = people.get_properties()
    money = _money(seller, at) if seller.sees_prices else {"credit": None, "month": None}
    return {
        "today": zones.local_day(at, properties.time_zone),
        "currency": properties.currency,
        "reseller": {
            "id": partner.id,
            "name": partner.name,
            "status": partner.status,
            "collect_type": partner.terms.collect_type,
            "payment_method": partner.payment_method,
            "is_voucher_required": partner.is_voucher_required,
        },
        "sees_prices": seller.sees_prices,
        "may_edit": "edit" in partner.allow,
        "may_cancel": "cancel" in partner.allow,
        "repeat_sales": _repeat_sales(seller, names, at),
        **money,
    }


def _money(seller: Seller, at: datetime) -> dict[str, object]:
    row = resellers.get_reseller(reseller_id=seller.partner.id)
    mine = month_of(seller=seller, month=None, is_mine=True, at=at)
    return {
        "credit": partners.credit_out(row, at=at) if row.credit_limit_amount is not None else None,
        "month": _summed(agent_sales.sum_sales(mine)),
    }


def _summed(found: agent_sales.SalesSum) -> dict[str, int]:
    return {
        "trips_cnt": found.trips_cnt,
        "pax_cnt": found.pax_cnt,
        "total_amount": found.total_amount,
        "commission_amount": found.commission_amount,
    }


def month_of(*, seller: Seller, month: date | None, is_mine: bool, at: datetime) -> SalesQuery:
    """Return the question for the sales of a calendar month of the operator's, this one when not given."""
    zone = people.get_properties().time_zone
    first = (month or zones.local_day(at, zone)).replace(day=1)
    after = first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1)
    return SalesQuery(
        reseller_id=seller.partner.id,
        agent_id=seller.agent_id if is_mine else None,
        since=zones.day_bounds(first, zone)[0],
        until=zones.day_bounds(after, zone)[0],
    )


def earnings(*, seller: Seller, month: date | None, is_mine: bool, at: datetime) -> dict[str, object]:
    """Return what an agent, or everybody at their partner, earned in a month, trip by trip."""
    asked = month_of(seller=seller, month=month, is_mine=is_mine, at=at)
    properties = people.get_properties()
    rows = agent_sales.list_earned(asked, limit=MOST_ROWS)
    return {
        "month": zones.local_day(asked.since, properties.time_zone),
        "currency": properties.currency,
        "sum": _summed(agent_sales.sum_sales(asked)),
        "trips": [_earned(row) for row in rows],
    }


def _earned(row: agent_sales.EarnedRow) -> dict[str, Any]:
    trip, terms = row.trip, row.terms
    return {
        "id": trip.pk,
        "confirmation_code": trip.confirmation_code,
        "first_name": trip.contact_first_name,
        "last_name": trip.contact_last_name,
        "experience_names": row.experience_names,
        "first_start_at": trip.first_start_at,
        "reserved_at": trip.reserved_at,
        "pax_cnt": trip.pax_cnt,
        "total_amount": trip.total_amount,
        "commission_amount": trip.commission_amount,
        "agent_amount": terms.get("agent_amount"),
        "owed_by": terms.get("owed_by", "nobody"),
        "is_settled": terms.get("settle_status") == "settled",
    }


def _repeat_sales(seller: Seller, names: GuestTypeNames, at: datetime) -> list[dict[str, object]]:
    """Return the parties an agent sold last that can be sold again, each with its next departure."""
    sold = agent_sales.recent_parties(
        reseller_id=seller.partner.id, agent_id=seller.agent_id, limit=REPEATED * 2
    )
    parties = [one for one in sold if one.experience_id not in seller.partner.hidden_experience_ids]
    if not parties or seller.partner.status != "active":
        return []
    known = catalog.list_experiences(ids={one.experience_id for one in parties})
    following = departures.next_departures(
        [(one.experience_id, dict(one.quantities)) for one in parties], seller=seller, at=at
    )
    found = [
        _repeated(party, known[party.experience_id], names, departure)
        for party, departure in zip(parties, following, strict=True)
        if departure is not None
    ]
    return found[:REPEATED]


def _repeated(
    party: SoldParty, experience: catalog.ExperienceRow, names: GuestTypeNames, departure: object
) -> dict[str, object]:
    kinds = {kind.id: kind.name for kind in experience.customer_types}
    return {
        "experience_id": experience.id,
        "name": experience.name,
        "color": experience.color,
        "guests": [
            {"experience_customer_type_id": kind, "name": names.of(kinds[kind]), "qty": qty}
            for kind, qty in party.quantities
        ],
        "departure": departure,
    }
