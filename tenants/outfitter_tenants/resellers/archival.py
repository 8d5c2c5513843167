"""Partners go for good while nothing names them; others are put away, and come back by name."""

from datetime import datetime
from typing import Literal

from django.db.models import F

from outfitter.db.locks import atomic
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import operations, queries, sales_port
from outfitter_tenants.resellers.models import Reseller

Outcome = Literal["deleted", "archived"]


def delete_reseller(
    *, reseller_id: int, at: datetime, version: int | None = None
) -> tuple[Outcome, list[str]]:
    """
    Delete a partner that nothing names, archive one that something does.

    Returns which of both, and what named it.

    :raises ResellerNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    """
    with atomic():
        row = operations.lock_version(reseller_id=reseller_id, version=version)
        uses = _uses(row)
        if uses:
            _set_status(row, "archived", at)
            return "archived", uses
        record(
            entity_type="reseller",
            entity_id=row.pk,
            action="reseller.deleted",
            at=at,
            before={"name": row.name},
        )
        row.delete()
    return "deleted", []


def list_uses(*, reseller_id: int) -> list[str]:
    """
    Return what names a partner: with any of it, it is put away and not deleted.

    :raises ResellerNotFound: there is none
    """
    return _uses(queries.lock_reseller(reseller_id=reseller_id))


def set_status(*, reseller_id: int, status: Literal["active", "archived"], at: datetime) -> None:
    """
    Put a partner away, or have it sell again; one that is so already stays as it is.

    :raises ResellerNotFound: there is none
    :raises Invalid: another one has its name or promo code by now
    """
    with atomic():
        row = queries.lock_reseller(reseller_id=reseller_id)
        if status == "active" and row.status == "archived":
            operations.check_unique(row=row, values={"name": row.name})
        _set_status(row, status, at)


def _set_status(row: Reseller, status: str, at: datetime) -> None:
    if row.status == status:
        return
    Reseller.objects.filter(pk=row.pk).update(status=status, version=F("version") + 1)
    record(
        entity_type="reseller",
        entity_id=row.pk,
        action=operations.action_of({"status": status}),
        at=at,
        before={"status": row.status},
        after={"status": status},
    )


def _uses(row: Reseller) -> list[str]:
    own = {
        "agents": bool(people.list_agents_of(reseller_id=row.pk)),
        "cards": row.cards.exists(),
        "topups": row.topups.exists(),
    }
    return sorted([*sales_port.uses_of(row.pk), *(what for what, is_so in own.items() if is_so)])
