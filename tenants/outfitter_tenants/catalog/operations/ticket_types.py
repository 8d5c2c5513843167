"""Writes of what an experience sells: its customer types (domain.md 3.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog.models import CustomerType, Experience, ExperienceCustomerType

# What the audit log tells of a ticket.
FACTS: Final = (
    "label",
    "base_price",
    "pax_per_booking",
    "is_consume_capacity",
    "is_public",
    "is_staff_only",
    "is_exclude_from_min_price",
    "min_qty",
    "max_qty",
    "min_age",
    "max_age",
    "accompanied_by",
    "requires_waiver",
)
_FOLLOWED: Final = frozenset({"id", "is_exclude_from_min_price", "accompanied_by"})


@dataclass(frozen=True, slots=True)
class CustomerTypeDraft:
    """
    A customer type as an experience is to sell it; `base_price` in minor units.

    Without a word on `is_exclude_from_min_price`, free tickets beside paid ones are left out of
    the "from" price: "from 0" because infants ride along would be a lie. `accompanied_by` are
    customer types of which one at least has to be in the party (domain.md 4.4).
    """

    customer_type_id: int
    base_price: int
    id: int | None = None
    label: str | None = None
    pax_per_booking: int = 1
    is_consume_capacity: bool = True
    is_public: bool = True
    is_staff_only: bool = False
    min_qty: int = 0
    max_qty: int | None = None
    min_age: int | None = None
    max_age: int | None = None
    accompanied_by: Sequence[int] = ()
    requires_waiver: str = "none"
    is_exclude_from_min_price: bool | None = None


def sync_tickets(row: Experience, drafts: Sequence[CustomerTypeDraft], at: datetime) -> None:
    """
    Make an experience sell exactly these tickets, in this order; one that is missing is archived.

    :raises Invalid: a ticket breaks a rule, or is not part of the experience
    """
    _refuse(drafts)
    mine = ExperienceCustomerType.objects.filter(experience=row, archived_at__isnull=True)
    existing = {kind.pk: kind for kind in mine.select_for_update().order_by("pk")}
    stays = {draft.id for draft in drafts if draft.id is not None}
    if stays - set(existing):
        raise Invalid({"customerTypes": ["One of these tickets is not part of the experience."]})
    mine.exclude(pk__in=stays).update(archived_at=at)
    kinds = []
    for position, draft in enumerate(drafts):
        kind = existing[draft.id] if draft.id else ExperienceCustomerType(experience=row)
        if kind.pk and kind.customer_type_id != draft.customer_type_id:
            raise Invalid({f"customerTypes.{position}.customer_type_id": ["This cannot change."]})
        _fill(kind, draft, drafts)
        kind.position = position
        kind.save()
        kinds.append(kind)
    _link(kinds, drafts)


def _fill(
    kind: ExperienceCustomerType, draft: CustomerTypeDraft, drafts: Sequence[CustomerTypeDraft]
) -> None:
    was_free = kind.base_price == 0 if kind.pk else False
    for name in CustomerTypeDraft.__slots__:
        if name not in _FOLLOWED:
            setattr(kind, name, getattr(draft, name))
    kept = kind.is_exclude_from_min_price and not was_free
    kind.is_exclude_from_min_price = _is_excluded(draft, drafts, kept=kept)
    kind.label = draft.label or None


def _link(kinds: Sequence[ExperienceCustomerType], drafts: Sequence[CustomerTypeDraft]) -> None:
    # Stored as this experience's own tickets, because that is what a party is made of.
    for kind, draft in zip(kinds, drafts, strict=True):
        company = [k.pk for k in kinds if k.customer_type_id in set(draft.accompanied_by)]
        if kind.accompanied_by != company:
            kind.accompanied_by = company
            kind.save(update_fields=["accompanied_by"])


def _is_excluded(draft: CustomerTypeDraft, drafts: Sequence[CustomerTypeDraft], *, kept: bool) -> bool:
    if draft.is_exclude_from_min_price is not None:
        return draft.is_exclude_from_min_price
    if draft.base_price == 0:
        return any(other.base_price > 0 and other.is_public for other in drafts)
    return kept


def _refuse(drafts: Sequence[CustomerTypeDraft]) -> None:
    wanted = {draft.customer_type_id for draft in drafts}
    if CustomerType.objects.filter(pk__in=wanted).count() < len(wanted):
        raise Invalid({"customerTypes": ["One of these does not exist here."]})
    fields: dict[str, list[str]] = {}
    seen: set[tuple[int, str | None]] = set()
    for position, draft in enumerate(drafts):
        where = f"customerTypes.{position}"
        key = (draft.customer_type_id, draft.label or None)
        if key in seen:
            fields[f"{where}.label"] = ["Two tickets of the same guest type need different labels."]
        seen.add(key)
        fields.update({f"{where}.{name}": [text] for name, text in _faults(draft, wanted)})
    if fields:
        raise Invalid(fields)


def _faults(draft: CustomerTypeDraft, sold: set[int]) -> list[tuple[str, str]]:
    found = []
    if draft.max_qty is not None and draft.max_qty < max(draft.min_qty, 1):
        found.append(("max_qty", "The maximum must not be less than the minimum."))
    if None not in {draft.min_age, draft.max_age} and (draft.max_age or 0) < (draft.min_age or 0):
        found.append(("max_age", "The highest age is below the lowest."))
    if draft.customer_type_id in draft.accompanied_by:
        found.append(("accompanied_by", "A ticket can't require itself."))
    elif set(draft.accompanied_by) - sold:
        found.append(("accompanied_by", "The experience doesn't sell one of these."))
    return found


def ticket_facts(row: Experience) -> Mapping[str, dict[str, object]]:
    """Return what the audit log tells of an experience's tickets, by their ids."""
    kinds = ExperienceCustomerType.objects.filter(experience=row, archived_at__isnull=True)
    return {
        f"{kind['pk']}": {name: kind[name] for name in FACTS}
        for kind in kinds.order_by("pk").values("pk", *FACTS)
    }
