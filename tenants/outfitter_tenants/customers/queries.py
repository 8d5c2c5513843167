"""Reads of customers. `lock_*` functions live here and nowhere else."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.db.models import Q, QuerySet

from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.statements import IdSource, Statement, among
from outfitter.kit.errors import NotFound
from outfitter.kit.person_names import full_name
from outfitter_tenants.customers.models import Customer, CustomerCard, CustomerMerge, DuplicatePair

# Merges of merges: far beyond anything people do, and an end for a loop that cannot be.
_MAX_HOPS: Final = 64


class CustomerNotFound(NotFound):
    """No such customer here."""


class CardNotFound(NotFound):
    """No such saved card of this customer."""


class MergeNotFound(NotFound):
    """No such merge here."""


@dataclass(frozen=True, slots=True)
class CustomerSummary:
    """A customer as other screens show them."""

    id: int
    hash: str
    name: str
    email: str | None
    phone: str | None
    is_vip: bool
    trip_cnt: int
    lifetime_value_amount: int


def summary_of(row: Customer) -> CustomerSummary:
    """Return a customer as other screens show them."""
    return CustomerSummary(
        id=row.pk,
        hash=row.hash,
        name=name_of(row),
        email=row.email,
        phone=row.phone,
        is_vip=row.is_vip,
        trip_cnt=row.trip_cnt,
        lifetime_value_amount=row.lifetime_value_amount,
    )


def name_of(row: Customer) -> str:
    """Return the full name, empty when there is none."""
    return full_name(row.first_name, row.last_name)


def names_of(ids: Iterable[int]) -> dict[int, str]:
    """Return the full names of customers by id; who is forgotten has none."""
    rows = Customer.objects.filter(pk__in=list(ids)).only("pk", "first_name", "last_name")
    return {row.pk: name_of(row) for row in rows}


def first_names(*, ids: Collection[int]) -> dict[int, str]:
    """Return the first names of customers by id; who is forgotten has none."""
    return dict(Customer.objects.filter(pk__in=list(ids)).values_list("pk", "first_name"))


def root_of(*, customer_id: int) -> int:
    """Return whom a customer was merged into in the end; the same id when never merged."""
    found = customer_id
    for _ in range(_MAX_HOPS):
        onward = Customer.objects.filter(pk=found).values_list("merged_into_id", flat=True).first()
        if onward is None:
            return found
        found = onward
    return found


def get_customer(*, customer_id: int) -> Customer:
    """
    Return one customer; a merged one's id leads to the kept one.

    :raises CustomerNotFound: there is none
    """
    row = Customer.objects.filter(pk=root_of(customer_id=customer_id)).first()
    if row is None:
        raise CustomerNotFound("Customer not found.")
    return row


def vips_among(ids: IdSource) -> "Statement[tuple[int]]":
    """Return the statement that reads which customers are VIPs; `ids`: what theirs are taken from."""
    return Statement(
        lambda: Customer.objects.filter(among("pk", ids()), is_vip=True).order_by("pk").values_list("pk")
    )


def get_exactly(*, customer_id: int) -> Customer:
    """
    Return the customer of this very id, merged away or not.

    :raises CustomerNotFound: there is none
    """
    row = Customer.objects.filter(pk=customer_id).first()
    if row is None:
        raise CustomerNotFound("Customer not found.")
    return row


def find_by_hash(*, key: str) -> int | None:
    """Return the id behind a customer's hash; links of a merged one lead to the kept one."""
    found = Customer.objects.filter(hash=key).values_list("pk", flat=True).first()
    return root_of(customer_id=found) if found is not None else None


def lock_customers(*, ids: Collection[int]) -> dict[int, Customer]:
    """
    Lock customers for a change, by ascending id; the last locks of a use case (db/locks.py).

    :raises CustomerNotFound: one of them does not exist
    """
    found = lock_known(ids=ids)
    if len(found) != len(set(ids)):
        raise CustomerNotFound("Customer not found.")
    return found


def lock_known(*, ids: Collection[int]) -> dict[int, Customer]:
    """Lock those of these customers who are there, as `lock_customers` does."""
    rows = Customer.objects.select_for_update(of=("self",)).filter(pk__in=set(ids)).order_by("pk")
    return {row.pk: row for row in rows}


def lock_customer(*, customer_id: int) -> Customer:
    """
    Lock one customer for a change.

    :raises CustomerNotFound: there is none
    """
    return lock_customers(ids=[customer_id])[customer_id]


def lock_root(*, customer_id: int | None) -> int | None:
    """
    Keep a customer from being merged away until the transaction ends; returns whom it is by now.

    Waits for a merge that is under way, and for no other change. None when there is none.
    """
    found = customer_id
    for _ in range(_MAX_HOPS):
        if found is None:
            return None
        with prepared_cursor() as cursor:
            cursor.execute(_HOLD, [found])
            row = cursor.fetchone()
        if row is None:
            return None
        if row[0] is None:
            return found
        found = int(row[0])
    return found


_HOLD: Final = f"SELECT merged_into_id FROM {Customer._meta.db_table} WHERE id = %s FOR KEY SHARE"  # noqa: S608


def lock_contact_data(*, keys: Iterable[str]) -> None:
    """
    Let only one transaction at a time look for a person and make one when there is none.

    Advisory locks on what names the person, in one order, until the transaction ends.
    """
    wanted = sorted(set(keys))
    if wanted:
        with prepared_cursor() as cursor:
            cursor.execute(f"SELECT {', '.join([_LOCK] * len(wanted))}", wanted)


_LOCK: Final = "pg_advisory_xact_lock(hashtextextended(current_schema() || %s::text, 7))"


def living() -> QuerySet[Customer]:
    """Return the customers that are still somebody: neither merged away nor anonymised."""
    return Customer.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)


def with_email(email: str) -> Q:
    """Return the condition that an address is one of a customer's."""
    return Q(email=email) | Q(more_emails__contains=[email])


def ids_with_email(*, email: str) -> list[int]:
    """Return the living customers an address (lower case) is one of, at most five."""
    return list(living().filter(with_email(email)).order_by("-id").values_list("pk", flat=True)[:5])


def with_phone(phone: str) -> Q:
    """Return the condition that a number (E.164) is one of a customer's."""
    return Q(phone=phone) | Q(more_phones__contains=[phone])


def ids_with_phone(*, phone: str) -> list[int]:
    """Return the living customers a number (E.164) is one of, the newest first, at most five."""
    return list(living().filter(with_phone(phone)).order_by("-id").values_list("pk", flat=True)[:5])


def summaries_of(*, ids: Collection[int]) -> dict[int, CustomerSummary]:
    """Return who these customers are, by id."""
    return {row.pk: summary_of(row) for row in Customer.objects.filter(pk__in=set(ids))}


def list_merged_ids(*, customer_id: int) -> list[int]:
    """Return everybody who was merged into a customer, also by way of others."""
    found: list[int] = []
    level = [customer_id]
    while level:
        level = list(
            Customer.objects.filter(merged_into_id__in=level).order_by("pk").values_list("pk", flat=True)
        )
        found.extend(level)
    return found


def get_card(*, card_id: int) -> CustomerCard:
    """
    Return a saved card, removed or not.

    :raises CardNotFound: there is none
    """
    card = CustomerCard.objects.filter(pk=card_id).first()
    if card is None:
        raise CardNotFound("Card not found.")
    return card


def find_card(*, method_id: str) -> CustomerCard | None:
    """Return a saved card by the gateway's id of it."""
    return CustomerCard.objects.filter(gateway_method_id=method_id).first()


def list_cards(*, customer_id: int) -> list[CustomerCard]:
    """Return a customer's saved cards, the default one first."""
    rows = CustomerCard.objects.filter(customer_id=customer_id, removed_at__isnull=True)
    return list(rows.order_by("-is_default", "-id"))


def list_merges(*, customer_id: int) -> list[CustomerMerge]:
    """Return the merges into a customer that were not taken back, newest first."""
    rows = CustomerMerge.objects.filter(keep_id=customer_id, undone_at__isnull=True)
    return list(rows.order_by("-id"))


def lock_merge(*, merge_id: int) -> CustomerMerge:
    """
    Lock one merge for taking it back.

    :raises MergeNotFound: there is none
    """
    row = CustomerMerge.objects.select_for_update(of=("self",)).filter(pk=merge_id).first()
    if row is None:
        raise MergeNotFound("Merge not found.")
    return row


def find_merge(*, merge_id: int) -> CustomerMerge | None:
    """Return one merge, None when there is none."""
    return CustomerMerge.objects.filter(pk=merge_id).first()


def _open_pairs() -> QuerySet[DuplicatePair]:
    return DuplicatePair.objects.filter(
        dismissed_at__isnull=True,
        low__merged_into__isnull=True,
        low__anonymised_at__isnull=True,
        high__merged_into__isnull=True,
        high__anonymised_at__isnull=True,
    ).select_related("low", "high")


def list_pairs(*, limit: int, after: int = 0) -> list[DuplicatePair]:
    """Return pairs that may be one person, most likely first."""
    return list(_open_pairs().order_by("-score", "id")[after : after + limit])


def list_pairs_of(*, customer_id: int) -> list[DuplicatePair]:
    """Return with whom a customer may be one person, most likely first."""
    mine = _open_pairs().filter(Q(low_id=customer_id) | Q(high_id=customer_id))
    return list(mine.order_by("-score", "id")[:50])


def count_pairs() -> int:
    """Return how many pairs wait for somebody to decide."""
    return _open_pairs().count()


def count_pairs_of(*, customer_id: int) -> int:
    """Return how many may be the same person as this customer."""
    return _open_pairs().filter(Q(low_id=customer_id) | Q(high_id=customer_id)).count()


def list_tags(*, limit: int = 200) -> list[str]:
    """Return the tags in use, the most frequent first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tag FROM customers_customer, unnest(tags) AS tag"
            " WHERE merged_into_id IS NULL GROUP BY tag ORDER BY count(*) DESC, tag LIMIT %s",
            [limit],
        )
        return [row[0] for row in cursor.fetchall()]


def facts_of(row: Customer, names: Sequence[str]) -> dict[str, Any]:
    """Return fields of a customer JSON-ready."""
    found: dict[str, Any] = {}
    for name in names:
        value = getattr(row, name)
        found[name] = value.isoformat() if hasattr(value, "isoformat") else value
    return found
