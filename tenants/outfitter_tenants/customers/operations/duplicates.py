"""
Who may be the same person: pairs with reasons, kept up to date, never merged by themselves.

Candidates come from indexes (addresses, numbers, family name). A value that many customers share
pairs each of them with the oldest few only, so the work stays in proportion to the customers.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from outfitter.db.text_normalization import Folded, fold
from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import Customer, DuplicatePair
from outfitter_tenants.customers.rules import duplicate_score

# Candidates looked at for one customer and one kind of likeness.
_NEAR: Final = 40
_CHUNK: Final = 2000

_CANDIDATES: Final = """
    WITH alive AS (
        SELECT id, email, phone, more_emails, more_phones, lower(last_name) AS last
        FROM customers_customer WHERE merged_into_id IS NULL AND anonymised_at IS NULL
    ), keyed AS (
        SELECT id, 'e' || email AS key FROM alive WHERE email IS NOT NULL
        UNION SELECT id, 'e' || unnest(more_emails) FROM alive
        UNION SELECT id, 'p' || phone FROM alive WHERE phone IS NOT NULL
        UNION SELECT id, 'p' || unnest(more_phones) FROM alive
        UNION SELECT c.id, 'n' || a.last || '|' || lower(left(c.first_name, 1))
            || '|' || coalesce(c.birth_date::text, split_part(c.email, '@', 2))
        FROM customers_customer c JOIN alive a ON a.id = c.id
        WHERE a.last <> '' AND c.first_name <> ''
            AND (c.birth_date IS NOT NULL OR c.email IS NOT NULL)
    ), numbered AS (
        SELECT id, key, row_number() OVER (PARTITION BY key ORDER BY id) AS number FROM keyed
    )
    SELECT DISTINCT first.id, other.id FROM numbered first
    JOIN numbered other ON other.key = first.key AND other.number > first.number
    WHERE first.number <= 2
"""


def find_duplicates_of(*, customer_id: int, at: datetime) -> int:
    """Find out who may be the same person as one customer; returns how many pairs there are."""
    row = queries.living().filter(pk=customer_id).first()
    if row is None:
        return 0
    found = _pairs(row, _candidates(row))
    _store(found, at)
    mine = DuplicatePair.objects.filter(
        Q(low_id=customer_id) | Q(high_id=customer_id), dismissed_at__isnull=True
    )
    for pair in mine:
        if (pair.low_id, pair.high_id) not in {(low, high) for low, high, _, _ in found}:
            pair.delete()
    return len(found)


def find_duplicates_of_new(*, row: Customer, with_phone: Sequence[Customer], at: datetime) -> int:
    """
    Find out the same of a customer who was just made, whose address nobody else has.

    `with_phone` are the others with the number, by id.
    """
    near = {one.pk: one for one in [*with_phone[:_NEAR], *_named_alike(row)]}
    found = _pairs(row, list(near.values()))
    _store(found, at)
    return len(found)


def _pairs(row: Customer, near: Iterable[Customer]) -> "list[_Found]":
    pairs = [_pair(person_of(row), person_of(other)) for other in near]
    return [pair for pair in pairs if pair is not None]


def _candidates(row: Customer) -> list[Customer]:
    others = queries.living().exclude(pk=row.pk).order_by("id")
    found: dict[int, Customer] = {}
    for mail in filter(None, [row.email, *row.more_emails]):
        found |= {one.pk: one for one in others.filter(queries.with_email(mail))[:_NEAR]}
    for phone in filter(None, [row.phone, *row.more_phones]):
        found |= {one.pk: one for one in others.filter(queries.with_phone(phone))[:_NEAR]}
    found |= {one.pk: one for one in _named_alike(row)}
    return list(found.values())


def _named_alike(row: Customer) -> list[Customer]:
    """Return who has their family name, first letter, and birthday or mail server."""
    telling = Q()
    if row.birth_date:
        telling |= Q(birth_date=row.birth_date)
    if row.email:
        telling |= Q(email__endswith="@" + row.email.rpartition("@")[2])
    if not (row.last_name and row.first_name and telling):
        return []
    others = queries.living().exclude(pk=row.pk).order_by("id")
    named = others.alias(last=Folded("last_name"), first=Folded("first_name"))
    named = named.filter(last=fold(row.last_name), first__startswith=fold(row.first_name)[:1])
    return list(named.filter(telling)[:_NEAR])


def person_of(row: Customer) -> duplicate_score.Person:
    """Return what a customer is compared by."""
    address: dict[str, Any] = row.address or {}
    parts = [str(address.get(name) or "") for name in ("street", "postal_code", "city")]
    return duplicate_score.Person(
        id=row.pk,
        first_name=row.first_name,
        last_name=row.last_name,
        emails=[mail for mail in [row.email, *row.more_emails] if mail],
        phones=[phone for phone in [row.phone, *row.more_phones] if phone],
        birth_date=row.birth_date,
        address=" ".join(parts) if parts[0] and (parts[1] or parts[2]) else "",
    )


_Found = tuple[int, int, int, list[str]]


def _pair(a: duplicate_score.Person, b: duplicate_score.Person) -> _Found | None:
    score, reasons = duplicate_score.compare(a, b)
    if score < duplicate_score.SUGGEST:
        return None
    return min(a.id, b.id), max(a.id, b.id), score, reasons


def _store(pairs: Iterable[_Found], at: datetime) -> None:
    # What somebody has dismissed stays dismissed: dismissed_at is not among the updated fields.
    DuplicatePair.objects.bulk_create(
        [
            DuplicatePair(low_id=low, high_id=high, score=score, reasons=reasons, found_at=at)
            for low, high, score, reasons in pairs
        ],
        update_conflicts=True,
        unique_fields=["low", "high"],
        update_fields=["score", "reasons"],
        batch_size=_CHUNK,
    )


def find_all_duplicates(*, at: datetime) -> int:
    """Find all pairs of this operator in one pass; returns how many wait for a decision."""
    with connection.cursor() as cursor:
        cursor.execute(_CANDIDATES)
        ids: list[tuple[int, int]] = cursor.fetchall()
    for start in range(0, len(ids), _CHUNK):
        part = ids[start : start + _CHUNK]
        rows = Customer.objects.in_bulk({one for pair in part for one in pair})
        people = {pk: person_of(row) for pk, row in rows.items()}
        found = [_pair(people[a], people[b]) for a, b in part if a in people and b in people]
        _store([pair for pair in found if pair is not None], at)
    return queries.count_pairs()


def dismiss(*, customer_id: int, other_id: int, by: int | None, at: datetime) -> None:
    """
    Remember that two customers are two people; saying it again changes nothing.

    :raises CustomerNotFound: one of them does not exist
    """
    rows = queries.lock_customers(ids={customer_id, other_id})
    if len(rows) != 2:
        raise queries.CustomerNotFound("Customer not found.")
    low, high = sorted(rows)
    score, reasons = duplicate_score.compare(person_of(rows[low]), person_of(rows[high]))
    pair, _ = DuplicatePair.objects.get_or_create(
        low_id=low, high_id=high, defaults={"score": score, "reasons": reasons, "found_at": at}
    )
    if pair.dismissed_at is not None:
        return
    DuplicatePair.objects.filter(pk=pair.pk).update(dismissed_at=at, dismissed_by=by)
    _tell(low, high, "customer.not_duplicate", at)


def reconsider(*, customer_id: int, other_id: int, at: datetime) -> None:
    """Take back that two customers are two people."""
    low, high = sorted((customer_id, other_id))
    dismissed = DuplicatePair.objects.filter(low_id=low, high_id=high, dismissed_at__isnull=False)
    if dismissed.update(dismissed_at=None, dismissed_by=None):
        _tell(low, high, "customer.maybe_duplicate", at)


def _tell(low: int, high: int, action: str, at: datetime) -> None:
    for mine, other in ((low, high), (high, low)):
        record(entity_type="customer", entity_id=mine, action=action, at=at, after={"customer_id": other})


def forget_pairs(*, ids: Sequence[int]) -> None:
    """Drop what was thought about customers who are nobody any more."""
    DuplicatePair.objects.filter(Q(low_id__in=ids) | Q(high_id__in=ids)).delete()
