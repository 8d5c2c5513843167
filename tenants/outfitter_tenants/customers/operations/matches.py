"""Whose trip is it: find the customer, or make one, once."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet, TextField
from django.db.models.expressions import Combinable

from outfitter.db.statements import Bundle, IdOf, Param, Statement, Update, insert_together
from outfitter.kit import ids
from outfitter.kit.person_names import full_name
from outfitter_tenants.audit.operations import new_entry
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
    near = _with_contact(email, phone)
    found = _match(near, first_name, last_name)
    if found is not None:
        return found
    made = Customer(
        hash=ids.public_hash(),
        first_name=first_name,
        last_name=last_name,
        email=email,
        phone=phone,
        country=country,
        locale=locale,
        created_at=at,
    )
    _store(made, near, at)
    return made.pk


def _store(made: Customer, near: "_Near", at: datetime) -> None:
    entry = new_entry(
        entity_type="customer",
        entity_id=IdOf(made),
        action="customer.created",
        at=at,
        after={"name": full_name(made.first_name, made.last_name), "email": made.email},
    )
    insert_together(made, entry)
    # Nobody has the address, and who has the number was just read.
    duplicates.find_duplicates_of_new(row=made, with_phone=near.with_phone, at=at)


def _living() -> "QuerySet[Customer]":
    return queries.living().order_by("id")


def _email() -> Q:
    more = Param("emails", Customer._meta.get_field("more_emails"))
    return Q(email=Param("email", TextField())) | Q(more_emails__contains=more)


def _phone() -> Q:
    more = Param("phones", Customer._meta.get_field("more_phones"))
    return Q(phone=Param("phone", TextField())) | Q(more_phones__contains=more)


def _gone() -> "QuerySet[Customer]":
    return Customer.objects.filter(merged_into__isnull=False, anonymised_at__isnull=True).order_by("id")


_OF_EMAIL: Final[Mapping[str, Statement[Any]]] = {
    "living": Statement(lambda: _living().filter(_email()).values_list("pk")[:1]),
    "gone": Statement(lambda: _gone().filter(_email()).values_list("pk")[:1]),
}
_OF_PHONE: Final[Mapping[str, Statement[Any]]] = {
    "with_phone": Statement(lambda: _living().filter(_phone())[:50])
}
# By what somebody has given: an address, a number, both.
_KNOWN: Final = {
    (True, False): Bundle(**_OF_EMAIL),
    (False, True): Bundle(**_OF_PHONE),
    (True, True): Bundle(**_OF_EMAIL, **_OF_PHONE),
}


class _Near(NamedTuple):
    """Who has somebody's address or number: living or, of the address, merged away; by id."""

    living: list[tuple[int]]
    gone: list[tuple[int]]
    with_phone: list[Customer]


def _with_contact(email: str | None, phone: str | None) -> _Near:
    known = _KNOWN.get((bool(email), bool(phone)))
    found = known.read(email=email, emails=[email], phone=phone, phones=[phone]) if known else {}
    return _Near(found.get("living", []), found.get("gone", []), found.get("with_phone", []))


def _match(near: _Near, first_name: str, last_name: str) -> int | None:
    """Return whom contact data belong to, locked; nobody when a merge took all of them meanwhile."""
    # An address that only somebody merged away had: whoever was kept is meant.
    for (pk,) in near.living or near.gone:
        settled = _settled(pk)
        if settled is not None:
            return settled
    for row in near.with_phone:
        if duplicate_score.is_similar((row.first_name, row.last_name), (first_name, last_name)):
            return _settled(row.pk)
    return None


def _locked_by_email(email: str) -> int | None:
    """Lock the first living customer with this address; nobody when a merge took them meanwhile."""
    found = _BY_EMAIL.first(email=email, emails=[email])
    return found[0] if found else None


_BY_EMAIL: Final[Statement[tuple[int]]] = Statement(
    lambda: _living().filter(_email()).values_list("pk").select_for_update(of=("self",), no_key=True)[:1]
)


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
