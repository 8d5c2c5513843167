"""Two customers turn out to be one, or one to be two after all (domain.md 3.7, 5.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import outbox
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.customers import person_records
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.customers.operations import customers as people
from outfitter_tenants.customers.operations import duplicates
from outfitter_tenants.customers.operations import merges as merging
from outfitter_tenants.customers.rules import merges
from outfitter_tenants.messaging import privacy as messages
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import trip_customers as trip_people

MAX_AT_ONCE: Final = 20


class MergeRefused(DomainError):
    """This merge cannot be taken back; `reasons` say why."""

    code = "merge_not_undoable"
    status = 409


@dataclass(frozen=True, slots=True)
class MergeResult:
    """What a merge did: who stays, and how much moved."""

    merge_id: int
    customer_id: int
    moved: dict[str, int]


@dataclass(frozen=True, slots=True)
class MergeUndoResult:
    """What taking back a merge did; `edited` fields were changed since and stay as they are."""

    customer_id: int
    restored_ids: list[int]
    edited: list[str]


def merge(
    *, keep_id: int | None, merge_ids: Sequence[int], choices: Mapping[str, int], at: datetime
) -> MergeResult:
    """
    Make one customer of several; the oldest stays unless `keep_id` says whom.

    Trips, tickets, messages, reviews, calls and cards of the same gateway customer move; addresses and
    tags come together; `choices` maps a field to the id of the customer whose value it takes. The
    others' ids and hashes lead to the kept one from now on. Can be taken back for thirty days.

    :raises CustomerNotFound: one of them does not exist
    :raises CustomerGone: one was merged or anonymised before
    :raises Invalid: fewer than two customers, or a choice that is none
    """
    everyone = {*merge_ids, *([keep_id] if keep_id is not None else [])}
    if len(everyone) < 2:
        raise Invalid({"merge_ids": ["Choose at least two customers."]})
    if len(everyone) > MAX_AT_ONCE:
        raise Invalid({"merge_ids": [f"At most {MAX_AT_ONCE} customers at once."]})
    _check_choices(choices, everyone)
    kept = min(everyone) if keep_id is None else keep_id
    with atomic():
        trips.lock_trips_of(customer_ids=everyone)
        rows = customers.lock_customers(ids=everyone)
        for row in rows.values():
            people.require_living(row)
        keep = rows[kept]
        others = [rows[pk] for pk in sorted(everyone - {kept})]
        before, after = merging.join(keep=keep, others=others, choices=choices, at=at)
        moved = {row.pk: _move(keep, row.pk) for row in others}
        actor = current_actor()
        merge_row = merging.note_merge(
            keep_id=kept,
            before=before,
            after=after,
            moved=moved,
            at=at,
            by=actor.avatar_id,
            by_name=actor.name,
        )
        trip_people.recount(customer_ids=everyone)
        duplicates.find_duplicates_of(customer_id=kept, at=at)
        outbox.publish("customer.merged", at=at, customer_id=kept, merged_ids=[row.pk for row in others])
    return MergeResult(merge_row.pk, kept, _sums(moved))


def _check_choices(choices: Mapping[str, int], everyone: set[int]) -> None:
    problems: dict[str, list[str]] = {}
    for name, customer_id in choices.items():
        if name not in merges.CHOOSABLE:
            problems[f"field_choices.{name}"] = ["This field cannot be chosen."]
        elif customer_id not in everyone:
            problems[f"field_choices.{name}"] = ["Choose one of the customers being merged."]
    if problems:
        raise Invalid(problems)


def _move(keep: Any, from_id: int) -> dict[str, list[int]]:
    return {
        **trip_people.move_to(customer_id=keep.pk, from_id=from_id),
        **messages.move_to(customer_id=keep.pk, from_id=from_id),
        **merging.move_cards(keep=keep, from_id=from_id),
        **person_records.move_to(customer_id=keep.pk, from_id=from_id),
    }


def _sums(moved: Mapping[int, Mapping[str, Sequence[int]]]) -> dict[str, int]:
    names = ("trips", "bookings", "messages", "reviews", "cards", *person_records.names())
    return {name: sum(len(rows.get(name, ())) for rows in moved.values()) for name in names}


def undo(*, merge_id: int, at: datetime) -> MergeUndoResult:
    """
    Take a merge back: everybody is who they were, with their own trips, messages and cards.

    What was booked or edited after the merge stays with the kept customer.

    :raises MergeNotFound: there is no such merge
    :raises MergeRefused: too late, undone already, or somebody built on it since
    """
    with atomic():
        found = customers.find_merge(merge_id=merge_id)
        if found is None:
            raise customers.MergeNotFound("Merge not found.")
        everyone = {found.keep_id, *found.merged_ids}
        trips.lock_trips_of(customer_ids=everyone)
        rows = customers.lock_customers(ids=everyone)
        row = customers.lock_merge(merge_id=merge_id)
        reasons = merging.reasons_against_undo(merge=row, at=at)
        if reasons:
            raise MergeRefused("This merge can't be undone.", reasons=reasons)
        edited, restored = merging.split_merge(merge=row, rows=rows, at=at)
        for customer_id in restored:
            _give_back(row.keep_id, customer_id, row.moved.get(str(customer_id), {}))
        trip_people.recount(customer_ids=everyone)
        for customer_id in sorted(everyone):
            duplicates.find_duplicates_of(customer_id=customer_id, at=at)
        outbox.publish("customer.merge_undone", at=at, customer_id=row.keep_id, restored_ids=restored)
    return MergeUndoResult(row.keep_id, restored, edited)


def _give_back(keep_id: int, to_id: int, moved: dict[str, Sequence[int]]) -> None:
    trip_people.move_back(customer_id=keep_id, to_id=to_id, moved=moved)
    messages.move_back(customer_id=keep_id, to_id=to_id, moved=moved)
    merging.move_cards_back(keep_id=keep_id, to_id=to_id, moved=moved)
    person_records.move_back(customer_id=keep_id, to_id=to_id, moved=moved)
