"""The drawers themselves: made, renamed, put away."""

from datetime import datetime

from django.db import IntegrityError, transaction

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.ledger.models import CashDrawer, CashShift
from outfitter_tenants.ledger.operations.cash_shifts import DrawerInUse, DrawerNotFound


def create(*, name: str, location_id: int | None, at: datetime) -> int:
    """
    Make a drawer; returns its id.

    :raises Invalid: another one has the name, or the location is none
    """
    with atomic():
        row = CashDrawer(name=name, location_id=_place(location_id))
        _save(row)
        _record(row, "created", at)
    return row.pk


def change(*, drawer_id: int, version: int, name: str, location_id: int | None, at: datetime) -> None:
    """
    Rename a drawer, or say where it stands.

    :raises DrawerNotFound: there is none
    :raises StaleVersion: somebody changed it since
    :raises Invalid: another one has the name, or the location is none
    """
    with atomic():
        row = _lock(drawer_id, version)
        row.name, row.location_id, row.version = name, _place(location_id), row.version + 1
        _save(row)
        _record(row, "changed", at)


def archive(*, drawer_id: int, version: int, at: datetime) -> None:
    """
    Put a drawer away; its shifts stay in the list.

    :raises DrawerNotFound: there is none
    :raises StaleVersion: somebody changed it since
    :raises DrawerInUse: a shift is open on it
    """
    with atomic():
        row = _lock(drawer_id, version)
        if CashShift.objects.filter(drawer=row, closed_at__isnull=True).exists():
            raise DrawerInUse("This drawer is open. Count and close its shift first.")
        row.archived_at, row.version = at, row.version + 1
        row.save(update_fields=["archived_at", "version"])
        _record(row, "archived", at)


def _lock(drawer_id: int, version: int) -> CashDrawer:
    rows = CashDrawer.objects.select_for_update(of=("self",)).filter(archived_at__isnull=True)
    row = rows.filter(pk=drawer_id).first()
    if row is None:
        raise DrawerNotFound("Drawer not found.")
    if row.version != version:
        raise StaleVersion("Someone else changed this drawer. Look at it again.", version=row.version)
    return row


def _place(location_id: int | None) -> int | None:
    if location_id is not None and location_id not in {place.id for place in catalog.list_locations()}:
        raise Invalid({"location_id": ["Location not found."]})
    return location_id


def _save(row: CashDrawer) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise Invalid({"name": ["Another drawer has this name."]}) from None


def _record(row: CashDrawer, what: str, at: datetime) -> None:
    record(
        entity_type="cash_drawer",
        entity_id=row.pk,
        action=f"cash_drawer.{what}",
        at=at,
        after={"name": row.name, "location_id": row.location_id},
    )
