"""What imports keep of people: the values that a file replaced, as long as the import can be taken back."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from outfitter_tenants.customers import person_records
from outfitter_tenants.customers.person_records import Person
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.transfer.imports import undo_work
from outfitter_tenants.transfer.models import ImportRow, Transfer


class ImportRecords(person_records.PersonRecords):
    """Rows of imported customers, for whoever exports and forgets people; a merge leaves them alone."""

    name, kind = "imports", "transfer"

    def move_to(self, *, customer_id: int, from_id: int) -> list[int]:
        """Move nothing: a row says what became of a line of a file, whoever it is by now."""
        return []

    def move_back(self, *, customer_id: int, to_id: int, moved: Collection[int]) -> None:
        """Move nothing back."""

    def export(self, person: Person) -> list[dict[str, object]]:
        """Return what stood of somebody before a file replaced it, oldest first."""
        rows = _theirs(person).filter(before__isnull=False).select_related("transfer").order_by("pk")
        return [
            {"at": row.transfer.created_at.isoformat(), "replaced": (row.before or {}).get("fields", {})}
            for row in rows
        ]

    def count_forgotten(self, person: Person) -> int:
        """Return how many rows forgetting somebody would change."""
        return _told(person).count()

    def forget(self, person: Person, *, at: datetime) -> list[int]:
        """Empty what was kept of somebody at once; the import can't put it back. The log has none of it."""
        _forget_reasons(person)
        _told(person).update(before=None, error=[])
        return []


def _forget_reasons(person: Person) -> None:
    """Take what stayed of somebody, and why, out of what imports tell of having been taken back."""
    rows: dict[int, set[int]] = {}
    for transfer_id, no in _theirs(person).filter(state="kept").values_list("transfer_id", "no"):
        rows.setdefault(transfer_id, set()).add(no)
    for transfer in Transfer.objects.select_for_update().filter(pk__in=rows).order_by("pk"):
        told = transfer.report.get("kept", [])
        left = [one for one in told if one["row"] not in rows[transfer.pk]]
        transfer.report = {**transfer.report, "kept": left}
        transfer.save(update_fields=["report"])
        refs = {str(no) for no in rows[transfer.pk]}
        jobs.forget_failures(kind=undo_work.KIND, transfer_id=transfer.pk, refs=refs)


def _theirs(person: Person) -> "QuerySet[ImportRow]":
    return ImportRow.objects.filter(transfer__object="customers", object_id__in=person.customer_ids)


def _told(person: Person) -> "QuerySet[ImportRow]":
    return _theirs(person).filter(Q(before__isnull=False) | ~Q(error=[]))
