"""A migration that meets a table in use: its operator is left behind, nobody waits for it."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from tests.support.planted_migration import plan, plant

from outfitter.accounts import migration_sql, schema_migration, schema_snapshot
from outfitter.accounts.models import SchemaSnapshot

pytestmark = pytest.mark.django_db(transaction=True)


def take_empty_snapshot() -> SchemaSnapshot:
    """Stand in for the snapshot, which takes seconds and is nothing that anybody locks."""
    version = migration_sql.schema_version(MigrationLoader(None, ignore_no_migrations=True))
    return SchemaSnapshot.objects.create(schema_version=version, body="")


def test_a_table_in_use_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, plan())
    monkeypatch.setattr(schema_snapshot, "take_snapshot", take_empty_snapshot)
    monkeypatch.setattr(migration_sql, "LOCK_TIMEOUT", "SET LOCAL lock_timeout = '50ms'")
    with connection.copy().cursor() as other:
        other.execute("BEGIN; LOCK TABLE t_peak.customers_customer IN SHARE MODE")
        report = schema_migration.migrate_all()
        other.execute("ROLLBACK")
        other.db.close()
    assert report.migrated == ["t_reef"]
    assert "lock timeout" in report.failed["t_peak"]
    assert schema_migration.migrate_all().migrated == ["t_peak"]
