"""Migrations reach every operator: rendered once, replayed, resumable, and nothing when current."""

from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from tests.support.schema_shape import schema_shape

from outfitter.accounts import migration_sql, schema_migration, schema_pool, schema_snapshot
from outfitter.accounts.models import Account, SchemaSnapshot, SpareSchema

pytestmark = pytest.mark.django_db
APP = "customers"
NAME = "9999_planted"


def _columns(schema_name: str) -> set[str]:
    return {name for kind, name, _ in schema_shape(schema_name) if kind == "column"}


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Plant a migration behind the last one of an app; its operations can be changed."""
    operations: list[Any] = [
        migrations.AddField("customer", "planted", models.CharField(max_length=9, default="50%")),
        migrations.AddIndex("customer", models.Index(fields=["planted"], name="planted_idx")),
    ]

    def load(loader: MigrationLoader) -> None:
        leaf = max(key for key in loader.disk_migrations if key[0] == APP)
        migration = migrations.Migration(NAME, APP)
        migration.dependencies = [leaf]
        migration.operations = operations
        loader.disk_migrations[(APP, NAME)] = migration

    disk = MigrationLoader.load_disk

    def load_disk(loader: MigrationLoader) -> None:
        disk(loader)
        load(loader)

    monkeypatch.setattr(MigrationLoader, "load_disk", load_disk)
    return operations


def test_the_snapshot_makes_what_the_migrations_make() -> None:
    body = schema_snapshot.current_snapshot().body
    schema_snapshot.replay(schema_name="t_replayed", body=body)
    assert schema_shape("t_replayed") == schema_shape(schema_snapshot.TEMPLATE) == schema_shape("t_reef")
    assert len(schema_shape("t_replayed")) > 400


def test_spare_renamed_and_template_schemas_have_the_same_names() -> None:
    schema_pool.fill_pool(wanted=1)
    spare = SpareSchema.objects.get().schema_name
    assert schema_shape(spare) == schema_shape(schema_snapshot.TEMPLATE)
    account = _account("renamed")
    assert schema_pool.claim_schema(account=account) is True
    assert schema_shape(account.schema_name) == schema_shape(schema_snapshot.TEMPLATE)


def test_no_schema_names_the_public_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname FROM pg_constraint WHERE contype = 'f' "
            "AND connamespace = 't_reef'::regnamespace "
            "AND confrelid IN "
            "(SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)"
        )
        assert cursor.fetchall() == []


def test_nothing_to_do_asks_each_schema_nothing(django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12):
        report = schema_migration.migrate_all()
    assert report == schema_migration.MigrationReport()


def test_a_new_migration_reaches_every_operator(planted: list[Any]) -> None:
    schema_pool.fill_pool(wanted=1)
    stale = SpareSchema.objects.get().schema_name
    before = schema_snapshot.current_snapshot().schema_version
    report = schema_migration.migrate_all()
    assert report.migrated == ["t_reef", "t_peak"]
    assert (report.is_new_snapshot, report.dropped_spares, report.failed) == (True, 1, {})
    assert not schema_snapshot.schema_exists(schema_name=stale)
    for name in ("t_reef", "t_peak", schema_snapshot.TEMPLATE):
        assert "customers_customer.planted" in _columns(name)
    assert schema_shape("t_reef") == schema_shape("t_peak") == schema_shape(schema_snapshot.TEMPLATE)
    versions = set(Account.objects.values_list("schema_version", flat=True))
    assert versions == {schema_snapshot.current_snapshot().schema_version}
    assert before not in versions
    assert schema_migration.migrate_all() == schema_migration.MigrationReport()


def test_the_migration_is_rendered_once(planted: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []
    original = migration_sql.run_and_record

    def counted(*, schema_name: str) -> migration_sql.Recording:
        rendered.append(schema_name)
        return original(schema_name=schema_name)

    monkeypatch.setattr(migration_sql, "run_and_record", counted)
    schema_migration.migrate_all()
    assert rendered == [schema_snapshot.TEMPLATE, "t_reef"]


def test_one_broken_schema_is_left_behind_and_the_run_can_be_repeated(planted: list[Any]) -> None:
    with migration_sql.alone_in("t_peak"), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE customers_customer ADD COLUMN planted text")
    third = _account("third")
    schema_pool.claim_schema(account=third)
    _unplant(third)
    report = schema_migration.migrate_all()
    assert report.migrated == ["t_reef", third.schema_name]
    assert list(report.failed) == ["t_peak"]
    assert "already exists" in report.failed["t_peak"]
    with migration_sql.alone_in("t_peak"), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE customers_customer DROP COLUMN planted")
    again = schema_migration.migrate_all()
    assert (again.migrated, again.failed) == (["t_peak"], {})


@pytest.mark.django_db(transaction=True)
def test_a_table_in_use_is_not_waited_for_long(planted: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migration_sql, "LOCK_TIMEOUT", "SET LOCAL lock_timeout = '50ms'")
    with connection.copy().cursor() as other:
        other.execute("BEGIN; LOCK TABLE t_peak.customers_customer IN SHARE MODE")
        report = schema_migration.migrate_all()
        other.execute("ROLLBACK")
        other.db.close()
    assert report.migrated == ["t_reef"]
    assert "lock timeout" in report.failed["t_peak"]
    assert schema_migration.migrate_all().migrated == ["t_peak"]


def _unplant(account: Account) -> None:
    # Made before the planted migration was known.
    Account.objects.filter(pk=account.pk).update(schema_version="older")


def test_the_recorded_sql_keeps_percent_signs_and_functions(planted: list[Any]) -> None:
    planted.append(
        migrations.RunSQL(
            "CREATE FUNCTION half() RETURNS text LANGUAGE sql AS $$ SELECT '50%; off' $$",
            "DROP FUNCTION half()",
        )
    )
    schema_migration.migrate_all()
    for name in ("t_reef", "t_peak", schema_snapshot.TEMPLATE):
        with migration_sql.alone_in(name), connection.cursor() as cursor:
            cursor.execute("SELECT half()")
            assert cursor.fetchone() == ("50%; off",)


@pytest.mark.parametrize(
    ("operation", "words"), [(migrations.RunPython(migrations.RunPython.noop), "is not SQL")]
)
def test_python_in_a_tenant_migration_is_refused(planted: list[Any], operation: Any, words: str) -> None:
    planted.append(operation)
    with pytest.raises(migration_sql.NotRenderable, match=words):
        schema_migration.migrate_all()
    assert "customers_customer.planted" not in _columns("t_reef")
    assert SchemaSnapshot.objects.count() == 1


def test_every_tenant_migration_can_be_replayed() -> None:
    executor = MigrationExecutor(connection)
    labels = migration_sql.tenant_labels()
    plan = [
        (executor.loader.graph.nodes[key], False) for key in executor.loader.graph.nodes if key[0] in labels
    ]
    migration_sql.check_renderable(plan)
    assert len(plan) >= 8


@pytest.mark.parametrize("name", ["public", "pg_catalog", 't_x"; DROP', "t_", "T_UP", "reef"])
def test_only_schemas_of_ours_are_dropped(name: str) -> None:
    with pytest.raises(ValueError, match="not a schema of ours"):
        schema_snapshot.drop_schema(schema_name=name)


def _account(slug: str) -> Account:
    from datetime import UTC, datetime

    from outfitter.accounts import operations

    return operations.create_account(
        slug=slug,
        name=slug,
        country="US",
        currency="USD",
        time_zone="UTC",
        locale="en",
        at=datetime(2026, 1, 5, tzinfo=UTC),
    )
