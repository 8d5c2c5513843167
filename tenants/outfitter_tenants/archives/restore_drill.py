"""
A backup that was never brought back is a hope: an operator is taken out, brought back and compared (ADR 158).

Everything happens in one transaction that is taken back at the end, so that nothing of the copy is ever seen:
no host leads to it, no mail leaves, no job begins.
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from outfitter.accounts import file_storage
from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter_tenants.archives.account_export import export_account
from outfitter_tenants.archives.account_import import import_account
from outfitter_tenants.archives.archive_comparison import differences

_SUMS: Final = """
SELECT currency, count(*), coalesce(sum(amount) FILTER (WHERE amount > 0), 0), coalesce(sum(amount), 0)
  FROM ledger_entry GROUP BY currency ORDER BY currency
"""
Sums = list[tuple[str, int, int, int]]


@dataclass(frozen=True, slots=True)
class DrillReport:
    """
    What a drill found.

    `sums` are the ledger's of the copy, by currency: entries, what was debited in minor units, and what
    all entries come to (0). `differing` names tables and files that did not come back as they were.
    """

    slug: str
    rows_cnt: int
    files_cnt: int
    byte_cnt: int
    export_seconds: float
    import_seconds: float
    sums: Sequence[tuple[str, int, int, int]]
    differing: Sequence[str]

    @property
    def is_proved(self) -> bool:
        """Return whether all of it came back."""
        return not self.differing


class _TakeBack(Exception):
    """Ends the transaction of a drill; nothing of the copy stays."""


def drill(*, account: Account, at: datetime) -> DrillReport:
    """
    Export an operator, bring the archive back under another name, compare both, leave nothing.

    Sales go on meanwhile: what is compared is the moment of the export.

    :raises ExportRefused: the operator's schema waits for migrations
    :raises ArchiveRefused: what was exported doesn't come back at all
    """
    with TemporaryDirectory(prefix="drill-", dir=settings.VAR) as folder:
        archive, again = Path(folder) / "before.zip", Path(folder) / "after.zip"
        began = time.monotonic()
        exported = export_account(account=account, path=archive, at=at)
        exported_at = time.monotonic()
        sums, copied_at = _bring_back(archive, again, at)
        differing = differences(archive, again)
    return DrillReport(
        slug=account.slug,
        rows_cnt=exported.rows_cnt,
        files_cnt=exported.files_cnt,
        byte_cnt=exported.byte_cnt,
        export_seconds=exported_at - began,
        import_seconds=copied_at - exported_at,
        sums=sums,
        differing=differing,
    )


def _bring_back(archive: Path, again: Path, at: datetime) -> tuple[Sums, float]:
    """Import an archive, export the copy to `again`, and take the copy back."""
    slug = f"drill-{secrets.token_hex(8)}"
    schema, sums, copied_at = "", [], 0.0
    try:
        with in_schema(PUBLIC), transaction.atomic():
            import_account(path=archive, slug=slug, at=at)
            copied_at = time.monotonic()
            copy = Account.objects.get(slug=slug)
            schema = copy.schema_name
            sums = _sums(schema)
            export_account(account=copy, path=again, at=at)
            raise _TakeBack
    except _TakeBack:
        pass
    finally:
        if schema:
            # The number is no one's from now on, and files know no transaction.
            file_storage.delete_all(schema_name=schema)
    return sums, copied_at


def _sums(schema_name: str) -> Sums:
    with in_schema(schema_name), connection.cursor() as cursor:
        cursor.execute(_SUMS)
        return [(str(row[0]), int(row[1]), int(row[2]), int(row[3])) for row in cursor.fetchall()]


def next_in_turn(*, at: datetime) -> Account | None:
    """Return whose turn it is on this day (UTC): one operator after another, None when there is none."""
    rows = Account.objects.filter(is_ready=True).order_by("pk")
    count = rows.count()
    return rows[at.date().toordinal() % count] if count else None
