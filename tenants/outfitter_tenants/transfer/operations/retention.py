"""Letting go of exports and imports: files whose days are over, files of nobody, rows long over."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.db.models import Q

from outfitter.db.batch_delete import BATCH, delete_batch
from outfitter_tenants.transfer import export_files
from outfitter_tenants.transfer.imports import import_files
from outfitter_tenants.transfer.imports.import_expiry import expire_import
from outfitter_tenants.transfer.models import Transfer
from outfitter_tenants.transfer.operations import exports

KEPT: Final = timedelta(days=90)
# A worker may be writing a folder whose row is not committed yet.
SETTLED: Final = timedelta(days=1)


def expire(payload: Mapping[str, Any], at: datetime) -> None:
    """Take away the file of an export or import whose days are over; a due job, may run twice."""
    row = Transfer.objects.filter(pk=payload["transfer_id"], expires_at__lte=at).first()
    if row is not None and row.kind == "import":
        expire_import(row)
    elif row is not None:
        exports.expire_export(row)


def forget_old(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Take away what is over; the daily work of an operator.

    Files expire by due work of their own. This finds what that lost: a worker that wrote on after
    its export was deleted, or a process that died between the row and the file.
    """
    overdue = Transfer.objects.filter(expires_at__lte=at).exclude(status="expired")
    # What came of an import is still shown when its file is gone.
    overdue = overdue.exclude(kind="import", byte_cnt=0)
    for transfer_id in list(overdue.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        expire({"transfer_id": transfer_id}, at)
    _remove_strays(at)
    over = Q(status="expired") | Q(kind="import", byte_cnt=0)
    gone = delete_batch(Transfer.objects.filter(over, expires_at__lt=at - KEPT))
    return {} if gone == BATCH else None


def _remove_strays(at: datetime) -> None:
    for files in (export_files, import_files):
        _remove_strays_of(files.folders(), files.remove, at)


def _remove_strays_of(found: Sequence[Path], remove: Callable[[str], None], at: datetime) -> None:
    folders = {folder.name: datetime.fromtimestamp(folder.stat().st_mtime, UTC) for folder in found}
    settled = [name for name, changed_at in folders.items() if changed_at < at - SETTLED]
    for start in range(0, len(settled), BATCH):
        names = settled[start : start + BATCH]
        rows = Transfer.objects.filter(key__in=names).exclude(status="expired")
        known = {str(key) for key in rows.values_list("key", flat=True)}
        for name in set(names) - known:
            remove(name)
