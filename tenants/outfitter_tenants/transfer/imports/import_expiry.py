"""What goes when the days of an import are over."""

from outfitter_tenants.transfer.imports import import_files, queries, row_removal
from outfitter_tenants.transfer.models import Transfer


def expire_import(row: Transfer) -> None:
    """Take away the file of an import whose days are over, and what undoing it would need; may run twice."""
    import_files.remove(str(row.key))
    forget_rows(row)
    # What came of it is still shown: only an import that never ran has expired.
    never_ran = row.status in queries.OPEN and row.status != "running"
    row.status, row.byte_cnt = "expired" if never_ran else row.status, 0
    row.report = {**row.report, "has_outcome": False}
    row.source = {**row.source, "samples": []}
    row.save(update_fields=["status", "byte_cnt", "report", "source"])


def forget_rows(row: Transfer) -> None:
    """Delete what is known of the rows of an import."""
    row_removal.forget_keys(row)
    row_removal.forget_results(row)
