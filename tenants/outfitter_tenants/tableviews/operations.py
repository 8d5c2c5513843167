"""Writes of saved views."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.tableviews import queries
from outfitter_tenants.tableviews.models import DefaultView, TableView

# Who shares views and changes those that others shared.
SHARING: Final = "setup.general"
MAX_VIEWS: Final = 50


@dataclass(frozen=True, slots=True)
class ViewDraft:
    """What a view shows."""

    title: str
    columns: list[dict[str, Any]]
    filters: list[dict[str, Any]]
    sort: str
    group_by: str
    page_size: int
    is_shared: bool


def create(
    *, table: str, draft: ViewDraft, is_default: bool, reader: ListReader, name: str, at: datetime
) -> queries.ViewRow:
    """
    Save a new view of a list; `name` is its owner's.

    :raises Forbidden: sharing needs `setup.general`
    :raises Invalid: the title is taken, or there are fifty already
    """
    _check_sharing(draft.is_shared, reader)
    with atomic():
        own = TableView.objects.filter(table=table, owner_avatar_id=reader.avatar_id)
        if own.count() >= MAX_VIEWS:
            raise Invalid({"title": [f"You have {MAX_VIEWS} views of this list. Delete one first."]})
        view = TableView(
            table=table,
            owner_avatar_id=reader.avatar_id,
            owner_name=name,
            created_at=at,
            changed_at=at,
            **asdict(draft),
        )
        _write(view)
        _set_default(view, is_default, reader)
        record(
            entity_type="table_view",
            entity_id=view.pk,
            action="table_view.created",
            at=at,
            after={"title": view.title, "is_shared": view.is_shared},
        )
    return queries.get_view(view_id=view.pk, reader=reader)


def save(
    *, view_id: int, draft: ViewDraft, is_default: bool, reader: ListReader, at: datetime
) -> queries.ViewRow:
    """
    Change what a view shows.

    :raises ViewNotFound: there is none this person may open
    :raises Forbidden: it is another's, or would be shared, without `setup.general`
    :raises Invalid: the title is taken
    """
    with atomic():
        view = _lock_mine(view_id, reader)
        _check_sharing(draft.is_shared and not view.is_shared, reader)
        before = {name: getattr(view, name) for name in ViewDraft.__slots__}
        after = asdict(draft)
        if before != after:
            for name, value in after.items():
                setattr(view, name, value)
            _touch(view, at)
            changed = {name for name, value in after.items() if before[name] != value}
            record(
                entity_type="table_view",
                entity_id=view.pk,
                action="table_view.changed",
                at=at,
                before={name: before[name] for name in changed},
                after={name: after[name] for name in changed},
            )
        _set_default(view, is_default, reader)
    return queries.get_view(view_id=view.pk, reader=reader)


def rename(*, view_id: int, title: str, reader: ListReader, at: datetime) -> queries.ViewRow:
    """
    Give a view another title.

    :raises ViewNotFound: there is none this person may open
    :raises Forbidden: it is another's
    :raises Invalid: the title is taken
    """
    with atomic():
        view = _lock_mine(view_id, reader)
        before, view.title = view.title, title
        if before != title:
            _touch(view, at)
            record(
                entity_type="table_view",
                entity_id=view.pk,
                action="table_view.renamed",
                at=at,
                before={"title": before},
                after={"title": title},
            )
    return queries.get_view(view_id=view_id, reader=reader)


def delete(*, view_id: int, reader: ListReader, at: datetime) -> None:
    """
    Delete a view; whoever opened their list with it falls back to the system's own.

    :raises ViewNotFound: there is none this person may open
    :raises Forbidden: it is another's
    """
    with atomic():
        view = _lock_mine(view_id, reader)
        record(
            entity_type="table_view",
            entity_id=view.pk,
            action="table_view.deleted",
            at=at,
            before={"title": view.title, "table": view.table},
        )
        view.delete()


def set_default(*, view_id: int, is_default: bool, reader: ListReader) -> queries.ViewRow:
    """
    Open one's list with this view from now on, or no longer; anybody may choose a shared one.

    :raises ViewNotFound: there is none this person may open
    """
    with atomic():
        _set_default(queries.lock_view(view_id=view_id, reader=reader), is_default, reader)
    return queries.get_view(view_id=view_id, reader=reader)


def _lock_mine(view_id: int, reader: ListReader) -> TableView:
    view = queries.lock_view(view_id=view_id, reader=reader)
    if view.owner_avatar_id != reader.avatar_id and not reader.can(SHARING):
        raise Forbidden("This view belongs to someone else.", permission=SHARING)
    return view


def _check_sharing(is_shared: bool, reader: ListReader) -> None:
    if is_shared and not reader.can(SHARING):
        raise Forbidden("Your role doesn't allow sharing views.", permission=SHARING)


def _touch(view: TableView, at: datetime) -> None:
    view.changed_at = at
    view.version += 1
    _write(view)


def _write(view: TableView) -> None:
    try:
        with transaction.atomic():
            view.save()
    except IntegrityError as problem:
        if "one_view_of_a_title" not in str(problem):
            raise
        raise Invalid({"title": ["You already have a view with this name."]}) from problem


def _set_default(view: TableView, is_default: bool, reader: ListReader) -> None:
    if reader.avatar_id is None:
        return
    if is_default:
        DefaultView.objects.update_or_create(
            table=view.table, avatar_id=reader.avatar_id, defaults={"view": view}
        )
    else:
        DefaultView.objects.filter(avatar_id=reader.avatar_id, view=view).delete()
