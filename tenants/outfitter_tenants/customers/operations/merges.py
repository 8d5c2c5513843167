"""Customers become one, and two again: the rows of customers only; crm moves the rest."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import Customer, CustomerCard, CustomerMerge
from outfitter_tenants.customers.rules import merges

UNDO_DAYS: Final = 30
Moved = Mapping[int, Mapping[str, Sequence[int]]]


def facts(row: Customer) -> dict[str, Any]:
    """Return what a merge may change, JSON-ready, with the id."""
    return {"id": row.pk, **queries.facts_of(row, merges.FIELDS)}


def join(
    *, keep: Customer, others: Sequence[Customer], choices: Mapping[str, int], at: datetime
) -> tuple[dict[str, Any], dict[str, Any]]:
    """
    Make `keep` stand for the others, whom the caller has locked; returns facts before and after.

    `before` is by customer id as text, as the record of the merge keeps it.
    """
    mine, theirs = facts(keep), [facts(row) for row in others]
    before = {str(one["id"]): one for one in [mine, *theirs]}
    after = merges.combine(mine, theirs, choices)
    _put(keep, after)
    keep.version += 1
    keep.save()
    for row in others:
        row.merged_into = keep
        row.version += 1
        row.save(update_fields=["merged_into", "version"])
        record(
            entity_type="customer",
            entity_id=row.pk,
            action="customer.merged_away",
            at=at,
            before={"merged_into": None},
            after={"merged_into": keep.pk},
        )
    changed = [name for name in after if after[name] != mine[name]]
    record(
        entity_type="customer",
        entity_id=keep.pk,
        action="customer.merged",
        at=at,
        before={name: mine[name] for name in changed},
        after={**{name: after[name] for name in changed}, "merged_ids": [r.pk for r in others]},
    )
    return before, after


def _put(row: Customer, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        if name == "birth_date" and isinstance(value, str):
            value = date.fromisoformat(value)
        if name == "unsubscribed_at" and isinstance(value, str):
            value = datetime.fromisoformat(value)
        setattr(row, name, value)


def move_cards(*, keep: Customer, from_id: int) -> dict[str, list[int]]:
    """
    Move cards the gateway keeps under the same customer of its own; returns which, and the default.

    Cards of another gateway customer cannot be charged for the kept one: they stay where they are.
    """
    if not keep.gateway_customer_id:
        return {"cards": [], "default_cards": []}
    movable = CustomerCard.objects.filter(customer_id=from_id, gateway_customer_id=keep.gateway_customer_id)
    moved = {
        "cards": list(movable.order_by("pk").values_list("pk", flat=True)),
        "default_cards": list(movable.filter(is_default=True).values_list("pk", flat=True)),
    }
    mine = CustomerCard.objects.filter(customer_id=keep.pk, is_default=True)
    if mine.filter(removed_at__isnull=True).exists():
        movable.update(is_default=False)
    movable.update(customer_id=keep.pk)
    return moved


def note_merge(
    *,
    keep_id: int,
    before: Mapping[str, object],
    after: Mapping[str, object],
    moved: Moved,
    by: int | None,
    by_name: str,
    at: datetime,
) -> CustomerMerge:
    """Keep what a merge changed, so that it can be taken back for thirty days."""
    return CustomerMerge.objects.create(
        keep_id=keep_id,
        merged_ids=sorted(moved),
        before=dict(before),
        after=dict(after),
        moved={str(customer): dict(rows) for customer, rows in moved.items()},
        merged_at=at,
        merged_by=by,
        merged_by_name=by_name,
        undo_until=at + timedelta(days=UNDO_DAYS),
    )


def reasons_against_undo(*, merge: CustomerMerge, at: datetime) -> list[str]:
    """
    Return why a merge cannot be taken back: nothing when it can.

    already_undone, too_late, merged_since (the kept one was merged on), merged_more_since (others
    were merged into it later: those first), anonymised_since.
    """
    if merge.undone_at is not None:
        return ["already_undone"]
    found: list[str] = []
    if at > merge.undo_until:
        found.append("too_late")
    keep = Customer.objects.get(pk=merge.keep_id)
    people = [keep, *Customer.objects.filter(pk__in=merge.merged_ids)]
    if keep.merged_into_id is not None:
        found.append("merged_since")
    later = Q(keep_id=merge.keep_id, undone_at__isnull=True, pk__gt=merge.pk)
    if CustomerMerge.objects.filter(later).exists():
        found.append("merged_more_since")
    if any(row.anonymised_at for row in people) or len(people) != len(merge.merged_ids) + 1:
        found.append("anonymised_since")
    return found


def split_merge(
    *, merge: CustomerMerge, rows: Mapping[int, Customer], at: datetime
) -> tuple[list[str], list[int]]:
    """
    Make two of one again: the fields of the kept customer and who the others are.

    The caller has locked the merge and all customers, and has made sure that nothing is against
    it. Returns the fields that stay because somebody edited them since, and the ids that are back.
    """
    keep = rows[merge.keep_id]
    now = facts(keep)
    before = merge.before[str(keep.pk)]
    values, edited = merges.take_back(before, merge.after, now)
    _put(keep, values)
    keep.version += 1
    keep.save()
    changed = [name for name in values if values[name] != now[name]]
    record(
        entity_type="customer",
        entity_id=keep.pk,
        action="customer.merge_undone",
        at=at,
        before={name: now[name] for name in changed},
        after={**{name: values[name] for name in changed}, "merged_ids": merge.merged_ids},
    )
    for customer_id in merge.merged_ids:
        row = rows[customer_id]
        row.merged_into = None
        row.version += 1
        row.save(update_fields=["merged_into", "version"])
        record(
            entity_type="customer",
            entity_id=row.pk,
            action="customer.restored",
            at=at,
            before={"merged_into": keep.pk},
            after={"merged_into": None},
        )
    merge.undone_at = at
    merge.save(update_fields=["undone_at"])
    return edited, list(merge.merged_ids)


def move_cards_back(*, keep_id: int, to_id: int, moved: Mapping[str, Sequence[int]]) -> None:
    """Give cards back to whom they belonged before a merge, the default one as default."""
    mine = CustomerCard.objects.filter(customer_id=keep_id, pk__in=moved.get("cards", []))
    mine.update(customer_id=to_id, is_default=False)
    theirs = CustomerCard.objects.filter(customer_id=to_id, removed_at__isnull=True)
    theirs.filter(pk__in=moved.get("default_cards", [])).update(is_default=True)
