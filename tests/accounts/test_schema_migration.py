"""Operators' schemas: made from a snapshot, all the same, and what no migration may do to them."""

from typing import Any

import pytest
from django.db import connection, migrations
from django.db.migrations.executor import MigrationExecutor
from tests.support.planted_migration import columns_of, make_account, plan, plant
from tests.support.schema_shape import schema_shape

from outfitter.accounts import migration_sql, schema_migration, schema_pool, schema_snapshot
from outfitter.accounts.models import SchemaSnapshot, SpareSchema

pytestmark = pytest.mark.django_db


def test_the_snapshot_makes_what_the_migrations_make() -> None:
    body = schema_snapshot.current_snapshot().body
    schema_snapshot.replay(schema_name="t_replayed", body=body)
    assert schema_shape("t_replayed") == schema_shape(schema_snapshot.TEMPLATE) == schema_shape("t_reef")
    assert len(schema_shape("t_replayed")) > 400


def test_spare_renamed_and_template_schemas_have_the_same_names() -> None:
    schema_pool.fill_pool(wanted=1)
    spare = SpareSchema.objects.get().schema_name
    assert schema_shape(spare) == schema_shape(schema_snapshot.TEMPLATE)
    account = make_account("renamed")
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


@pytest.mark.parametrize(
    ("operation", "words"), [(migrations.RunPython(migrations.RunPython.noop), "is not SQL")]
)
def test_python_in_a_tenant_migration_is_refused(
    monkeypatch: pytest.MonkeyPatch, operation: Any, words: str
) -> None:
    plant(monkeypatch, [*plan(), operation])
    with pytest.raises(migration_sql.NotRenderable, match=words):
        schema_migration.migrate_all()
    assert "customers_customer.planted" not in columns_of("t_reef")
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
