"""
How long the archive of a whole operator takes, and how much memory: three years and all that belongs to them.

Told are rows in a second, and the most memory the process had meanwhile.
"""

import tempfile
import time
from pathlib import Path
from typing import Final

from bench._bench_database import stage
from bench._peak_memory import peak, start_counting
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
    start_counting()
    begin = time.perf_counter()
    report = export_account(account=account, path=path, at=utc_now())
    took = time.perf_counter() - begin
    return [
        Row("trips", TRIPS, "rows"),
        Row("rows in the archive", report.rows_cnt, "rows"),
        Row("size", report.byte_cnt / 1024**2, "MB"),
        Row("an archive is written", took, "s", at_most(SECONDS)),
        Row("  that is", report.rows_cnt / max(took, 0.001), "rows/s"),
        Row("peak memory", peak(), "MB", at_most(MEMORY_MB)),
    ]


if __name__ == "__main__":
    main(run)
