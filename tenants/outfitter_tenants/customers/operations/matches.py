"""Whose trip is it: find the customer, or make one, once."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db.models import Q, TextField
from django.db.models.expressions import Combinable

from outfitter.db.statements import Param, Statement, Update
from outfitter.kit import ids
from outfitter.kit.person_names import full_name
from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.customers.operations import duplicates
from outfitter_tenants.customers.rules import duplicate_score


def match_or_create(
    *,
    first_name: str,
    last_name: str,
    email: str | None,
    phone: str | None,
    country: str | None,
    locale: str,
    at: datetime,
) -> int:
    """
    Return the id of the customer these contact data belong to (domain.md 3.7).

    Exact e-mail first, then exact phone with a similar name; never by name alone. Addresses of
    merged customers lead to the kept one. Of two transactions with the same person the second
    waits for the first; the customer found stays locked, so that no merge passes by.
    """
    email = email.strip().lower() if email else None
    # Whoever is there is locked and stays; only where somebody may have to be made does one of two
    # have to wait for the other.
    known = _locked_by_email(email) if email else None
    if known is not None:
        return known
    keys = [f"email:{email}"] if email else []
    queries.lock_contact_data(keys=[*keys, *([f"phone:{phone}"] if phone else [])])
    found = _by_email(email) if email else None
    if found is None and phone:
        found = _by_phone(phone, first_name, last_name)
    if found is not None:
        return found
    made = Customer.objects.create(
        hash=ids.public_hash(),
        first_name=first_name,
        last_name=last_name,
        email=email,
        phone=phone,
        country=country,
        locale=locale,
        created_at=at,
    )
    after = {"name": full_name(first_name, last_name), "email": made.email}
    record(entity_type="customer", entity_id=made.pk, action="customer.created", at=at, after=after)
    duplicates.find_duplicates_of(customer_id=made.pk, at=at)
    return made.pk


def _by_email(email: str) -> int | None:
    known = queries.with_email(email)
    locked = _locked_by_email(email)
    if locked is not None:
        return locked
    living = queries.living().filter(known).order_by("id").values_list("pk", flat=True).first()
    if living is not None:
        return _settled(living)
    # An address that only somebody merged away had: whoever was kept is meant.
    gone = Customer.objects.filter(known, merged_into__isnull=False, anonymised_at__isnull=True)
    merged = gone.order_by("id").values_list("pk", flat=True).first()
    return _settled(merged) if merged is not None else None


def _locked_by_email(email: str) -> int | None:
    """Lock the first living customer with this address; nobody when a merge took them meanwhile."""
    found = _BY_EMAIL.first(email=email, emails=[email])
    return found[0] if found else None


_BY_EMAIL: Final[Statement[tuple[int]]] = Statement(
    lambda: (
        queries.living()
        .filter(
            Q(email=Param("email", TextField()))
            | Q(more_emails__contains=Param("emails", Customer._meta.get_field("more_emails")))
        )
        .order_by("id")
        .values_list("pk")
        .select_for_update(of=("self",), no_key=True)[:1]
    )
)


def _by_phone(phone: str, first_name: str, last_name: str) -> int | None:
    same = queries.living().filter(queries.with_phone(phone)).order_by("id")[:50]
    for row in same:
        if duplicate_score.is_similar((row.first_name, row.last_name), (first_name, last_name)):
            return _settled(row.pk)
    return None


def _settled(customer_id: int) -> int | None:
    """Lock the customer, following merges that happened while we waited."""
    while True:
        root = queries.root_of(customer_id=customer_id)
        row = Customer.objects.select_for_update(of=("self",), no_key=True).get(pk=root)
        if row.merged_into_id is None:
            return row.pk if row.anonymised_at is None else None
        customer_id = row.pk


def counters_update(**counters: Callable[[], Combinable]) -> Update:
    """
    Return the statement that stores on a customer (`customer_id`) what their trips add up to.

    `counters` are `trip_cnt`, `lifetime_value_amount`, `first_trip_at` and `last_trip_at`, as who
    knows the trips computes them.
    """
    return Update(lambda: Customer.objects.filter(pk=Param("customer_id")), **counters)
