"""
How long the archive of a whole operator takes, and how much memory: three years and all that belongs to them.

The memory is what the process grew by, at its most.
"""

import resource
import tempfile
import time
from pathlib import Path
from typing import Final

from bench._bench_database import stage
from bench._report import Row, at_most, main, sized
from bench._report_rows import make_years

TRIPS: Final = sized(100_000, quick=5_000)
SECONDS: Final = 300
MEMORY_MB: Final = 300


def run() -> list[Row]:
    """Write one archive."""
    with stage(), tempfile.TemporaryDirectory() as folder:
        make_years(TRIPS)
        return _archive(Path(folder) / "operator.zip")


def _archive(path: Path) -> list[Row]:
    from outfitter.accounts.models import Account
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.archives.account_export import export_account

    account = Account.objects.get(slug="bench")
    before, begin = _peak(), time.perf_counter()
    report = export_account(account=account, path=path, at=utc_now())
    took = time.perf_counter() - begin
    return [
        Row("trips", TRIPS, "rows"),
        Row("rows in the archive", report.rows_cnt, "rows"),
        Row("size", report.byte_cnt / 1024**2, "MB"),
        Row("an archive is written", took, "s", at_most(SECONDS)),
        Row("memory that took", _peak() - before, "MB", at_most(MEMORY_MB)),
    ]


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(run)
