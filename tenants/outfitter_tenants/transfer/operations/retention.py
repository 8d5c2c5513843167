"""Letting go of exports: files whose days are over, files of nobody, rows that are long over."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from outfitter.db.batch_delete import BATCH, delete_batch
from outfitter_tenants.transfer import export_files
from outfitter_tenants.transfer.models import Transfer
from outfitter_tenants.transfer.operations import exports

KEPT: Final = timedelta(days=90)
# A worker may be writing a folder whose row is not committed yet.
SETTLED: Final = timedelta(days=1)


def forget_old(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Take away what is over; the daily work of an operator.

    Files expire by due work of their own. This finds what that lost: a worker that wrote on after
    its export was deleted, or a process that died between the row and the file.
    """
    overdue = Transfer.objects.filter(expires_at__lte=at).exclude(status="expired")
    for transfer_id in list(overdue.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        exports.expire({"transfer_id": transfer_id}, at)
    _remove_strays(at)
    gone = delete_batch(Transfer.objects.filter(status="expired", expires_at__lt=at - KEPT))
    return {} if gone == BATCH else None


def _remove_strays(at: datetime) -> None:
    folders = {
        folder.name: datetime.fromtimestamp(folder.stat().st_mtime, UTC) for folder in export_files.folders()
    }
    settled = [name for name, changed_at in folders.items() if changed_at < at - SETTLED]
    for start in range(0, len(settled), BATCH):
        names = settled[start : start + BATCH]
        rows = Transfer.objects.filter(key__in=names).exclude(status="expired")
        known = {str(key) for key in rows.values_list("key", flat=True)}
        for name in set(names) - known:
            export_files.remove(name)
