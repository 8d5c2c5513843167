"""A customer, whole: who they are, where they stand, what can be done with them."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.kit.clock import utc_now
from outfitter.kit.person_names import full_name
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.customers.operations import merges
from outfitter_tenants.messaging import privacy as messages
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import customer_history

if TYPE_CHECKING:
    from outfitter_tenants.customers.models import Customer, CustomerMerge, DuplicatePair

_ADDRESS = ("street", "street2", "postal_code", "city", "region")


def customer_full(*, customer_id: int, at: datetime | None = None) -> dict[str, Any]:
    """
    Return one customer for their page, in a fixed number of queries.

    The id of somebody who was merged away gives the kept customer and says so.

    :raises CustomerNotFound: there is no such customer
    """
    at = at or utc_now()
    row = customers.get_customer(customer_id=customer_id)
    standing = customer_history.standing(customer_id=row.pk, at=at)
    return {
        **_who(row),
        "currency": people.get_properties().currency,
        "redirected_from": customer_id if customer_id != row.pk else None,
        "balance_due_amount": standing.balance_due_amount,
        "next_trip": standing.next_trip,
        "counts": {
            "trips": standing.trip_cnt,
            "upcoming": standing.upcoming_cnt,
            "bookings": standing.booking_cnt,
            "messages": messages.count_of_customer(customer_id=row.pk),
            "cards": len(customers.list_cards(customer_id=row.pk)),
            "duplicates": customers.count_pairs_of(customer_id=row.pk),
        },
        "merges": [_merge(one, at) for one in customers.list_merges(customer_id=row.pk)],
    }


def _who(row: "Customer") -> dict[str, Any]:
    plain = (
        "hash",
        "first_name",
        "last_name",
        "email",
        "phone",
        "more_emails",
        "more_phones",
        "company",
        "country",
        "locale",
        "birth_date",
        "is_vip",
        "tags",
        "notes",
        "unsubscribed_at",
        "first_trip_at",
        "last_trip_at",
        "trip_cnt",
        "lifetime_value_amount",
        "anonymised_at",
        "created_at",
        "version",
    )
    said = row.marketing
    return {
        "id": row.pk,
        "name": customers.name_of(row),
        **{name: getattr(row, name) for name in plain},
        "address": {name: row.address.get(name, "") for name in _ADDRESS},
        "marketing": {
            "email_opt_in": bool(said.get("email_opt_in")),
            "sms_opt_in": bool(said.get("sms_opt_in")),
            "source": said.get("source"),
            "at": said.get("at"),
        },
    }


def _merge(row: "CustomerMerge", at: datetime) -> dict[str, Any]:
    names = [row.before.get(str(pk), {}) for pk in row.merged_ids]
    reasons = merges.reasons_against_undo(merge=row, at=at)
    return {
        "id": row.pk,
        "merged_ids": row.merged_ids,
        "names": [full_name(one.get("first_name", ""), one.get("last_name", "")) for one in names],
        "merged_at": row.merged_at,
        "merged_by_name": row.merged_by_name,
        "undo_until": row.undo_until,
        "can_undo": not reasons,
        "reasons": reasons,
    }


def pair_of(row: "DuplicatePair") -> dict[str, Any]:
    """Return two customers who may be one, each as the list shows them."""
    return {
        "id": row.pk,
        "score": row.score,
        "reasons": row.reasons,
        "customers": [_short(row.low), _short(row.high)],
    }


def _short(row: "Customer") -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": customers.name_of(row),
        "email": row.email,
        "phone": row.phone,
        "is_vip": row.is_vip,
        "trip_cnt": row.trip_cnt,
        "last_trip_at": row.last_trip_at,
        "created_at": row.created_at,
    }


def history_of(*, customer_id: int) -> list[dict[str, Any]]:
    """
    Return what happened to a customer and to those merged into them, newest first.

    :raises CustomerNotFound: there is no such customer
    """
    row = customers.get_customer(customer_id=customer_id)
    everyone = [row.pk, *customers.list_merged_ids(customer_id=row.pk)]
    return audit.list_of_entities(entity_type="customer", entity_ids=everyone)
