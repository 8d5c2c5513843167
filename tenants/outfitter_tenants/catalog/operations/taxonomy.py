"""Writes of categories and customer types (domain.md 3.2)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypedDict

from django.db import IntegrityError, transaction

from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.change_listeners import shown_has_changed
from outfitter_tenants.catalog.customer_kinds import CUSTOMER_KINDS
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.catalog.models import Category, CustomerType, ExperienceCustomerType
from outfitter_tenants.catalog.operations import slugs
from outfitter_tenants.catalog.operations.audit_entries import record_change

# Shelves within shelves: people lose their way further down.
DEEPEST: Final = 3


class CustomerTypeInUse(DomainError):
    """Experiences sell, or sold, tickets for this customer type."""

    code = "in_use"
    status = 409


class CategoryValues(TypedDict):
    """The fields of a category; without a `slug` it gets one after its name, or keeps its own."""

    name: str
    slug: str | None
    parent_id: int | None
    is_public: bool


def save_category(*, values: CategoryValues, at: datetime, category_id: int | None = None) -> int:
    """
    Make a category, last in the order, or change one; returns its id.

    :raises RowNotFound: there is none
    :raises Invalid: a field breaks a rule, or the slug is taken
    """
    rows = Category.objects.all()
    with atomic():
        # All of them: a category must not end up below itself by two changes at once.
        known = {row.pk: row for row in rows.select_for_update().order_by("pk")}
        if category_id is None:
            row = Category(position=positions.next_position(rows))
        else:
            row = positions.lock_row(rows, row_id=category_id)
        before = _category_facts(row) if row.pk else None
        row.name = _named(values["name"], "Give the category a name.")
        row.parent_id = _parent(values["parent_id"], row, known)
        row.is_public = values["is_public"]
        _set_slug(row, values["slug"], instead="category")
        _save(row)
        record_change(
            entity_type="category",
            entity_id=row.pk,
            before=before,
            after=_category_facts(row),
            at=at,
            is_shown=True,
        )
    return row.pk


def delete_category(*, category_id: int, at: datetime) -> None:
    """
    Delete a category; its experiences stay without it, categories below move up.

    :raises RowNotFound: there is none
    """
    rows = Category.objects.all()
    with atomic():
        row = positions.lock_row(rows, row_id=category_id)
        held = sorted(row.experiences.values_list("pk", flat=True))
        rows.filter(parent=row).update(parent=row.parent_id)
        before = {**_category_facts(row), "experience_ids": held}
        row.delete()
        record(entity_type="category", entity_id=category_id, action="category.deleted", at=at, before=before)
        shown_has_changed()


def reorder_categories(*, ids: Sequence[int], at: datetime) -> None:
    """
    Put the categories into another order.

    :raises Invalid: these are not exactly the categories
    """
    _reorder(Category, "categories", ids, at)


class CustomerTypeValues(TypedDict):
    """The fields of a customer type; without a `slug` as for categories."""

    name: str
    slug: str | None
    kind: str
    # By language; None: they stay as they are.
    translations: Mapping[str, str] | None


def save_customer_type(
    *, values: CustomerTypeValues, at: datetime, customer_type_id: int | None = None
) -> int:
    """
    Make a customer type, last in the order, or change one; returns its id.

    :raises RowNotFound: there is none
    :raises Invalid: a field breaks a rule, or the slug is taken
    """
    rows = CustomerType.objects.all()
    with atomic():
        if customer_type_id is None:
            row = CustomerType(position=positions.next_position(rows))
        else:
            row = positions.lock_row(rows, row_id=customer_type_id)
        before = _type_facts(row) if row.pk else None
        row.name = _named(values["name"], "Give the guest type a name.")
        if values["kind"] not in CUSTOMER_KINDS:
            raise Invalid({"kind": ["This guest type doesn't exist."]})
        row.kind = values["kind"]
        if values["translations"] is not None:
            row.translations = _translations(values["translations"])
        _set_slug(row, values["slug"], instead="type")
        _save(row)
        record_change(
            entity_type="customer_type", entity_id=row.pk, before=before, after=_type_facts(row), at=at
        )
    return row.pk


def delete_customer_type(*, customer_type_id: int, at: datetime) -> None:
    """
    Delete a customer type for which nobody ever had a ticket on offer.

    :raises RowNotFound: there is none
    :raises CustomerTypeInUse: an experience sells it, or did
    """
    with atomic():
        row = positions.lock_row(CustomerType.objects.all(), row_id=customer_type_id)
        tickets = ExperienceCustomerType.objects.filter(customer_type=row)
        used = tickets.values("experience_id").distinct().count()
        if used:
            raise CustomerTypeInUse("Experiences still sell tickets for it.", used_cnt=used)
        before = _type_facts(row)
        row.delete()
        record(
            entity_type="customer_type",
            entity_id=customer_type_id,
            at=at,
            action="customer_type.deleted",
            before=before,
        )


def reorder_customer_types(*, ids: Sequence[int], at: datetime) -> None:
    """
    Put the customer types into another order.

    :raises Invalid: these are not exactly the customer types
    """
    _reorder(CustomerType, "customer_types", ids, at)


def _reorder(model: Any, name: str, ids: Sequence[int], at: datetime) -> None:
    with atomic():
        before = positions.reorder(model.objects.all(), ids=ids)
        if before != list(ids):
            record(
                entity_type=name,
                entity_id=0,
                action=f"{name}.reordered",
                at=at,
                before={"ids": before},
                after={"ids": list(ids)},
            )


def _parent(wanted: int | None, row: Category, known: Mapping[int, Category]) -> int | None:
    if wanted is None:
        return None
    if wanted not in known:
        raise Invalid({"parent_id": ["Category not found."]})
    above: list[int] = []
    step: int | None = wanted
    while step is not None and step not in above:
        above.append(step)
        step = known[step].parent_id
    if row.pk is not None and row.pk in above:
        raise Invalid({"parent_id": ["A category can't be inside itself."]})
    if len(above) + _height(row.pk, known) > DEEPEST:
        raise Invalid({"parent_id": [f"At most {DEEPEST} levels of categories."]})
    return wanted


def _height(row_id: int | None, known: Mapping[int, Category]) -> int:
    below = [c.pk for c in known.values() if row_id is not None and c.parent_id == row_id]
    return 1 + max((_height(child, known) for child in below), default=0)


def _named(name: str, otherwise: str) -> str:
    if not name.strip():
        raise Invalid({"name": [otherwise]})
    return name.strip()


def _set_slug(row: Any, wanted: str | None, *, instead: str) -> None:
    rows = type(row)._default_manager.all()
    if wanted:
        row.slug = slugs.wanted_slug(rows, slug=wanted, row_id=row.pk)
    elif not row.slug:
        row.slug = slugs.free_slug(rows, name=row.name, instead=instead)


def _save(row: Any) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        # Somebody took the address between the look and the write.
        raise Invalid({"slug": ["This address is taken. Please choose another."]}) from None


def _category_facts(row: Category) -> dict[str, object]:
    names = ("name", "slug", "parent_id", "is_public")
    return {name: getattr(row, name) for name in names}


def _type_facts(row: CustomerType) -> dict[str, object]:
    return {"name": row.name, "slug": row.slug, "kind": row.kind, "translations": row.translations}


def _translations(given: Mapping[str, str]) -> dict[str, str]:
    return {normal(locale): name for locale, name in given.items() if name}
