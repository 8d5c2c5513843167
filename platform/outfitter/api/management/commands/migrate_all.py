"""`outfitter migrate`: the public schema, the snapshot and every operator's schema."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from outfitter.accounts import schema_migration
from outfitter.kit.clock import utc_now
from outfitter.tos.operations import publish_shipped


class Command(BaseCommand):
    """Bring every schema up to date; does nothing when all are."""

    help = "Migrate the public schema and every operator's schema."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run, and fail when a schema was left behind."""
        start = time.monotonic()
        tell = self.stdout.write if options["verbosity"] else (lambda _line: None)
        report = schema_migration.migrate_all(tell=tell)
        for tos in publish_shipped(at=utc_now()):
            tell(f"terms: {tos}")
        for statement in report.refused:
            tell(f"we aren't allowed to run this; run it as the database's owner: {statement};")
        if report.failed:
            raise CommandError(
                f"{len(report.failed)} schemas are behind ({', '.join(report.failed)}). "
                "Run this again; what is done stays done."
            )
        changed = bool(report.public or report.migrated or report.is_new_snapshot)
        took = f"{time.monotonic() - start:.1f} s"
        tell(f"{'Migrated' if changed else 'Everything was up to date'} ({took}).")
