"""Migrations reach every operator: rendered once, replayed, resumable, and nothing when current."""

from dataclasses import dataclass

import pytest
from django.db import connection, migrations
from tests.support.planted_migration import columns_of, make_account, plan, plant
from tests.support.schema_shape import schema_shape

from outfitter.accounts import migration_sql, schema_migration, schema_pool, schema_snapshot
from outfitter.accounts.models import Account, SpareSchema

pytestmark = pytest.mark.django_db
HALF = "CREATE FUNCTION half() RETURNS text LANGUAGE sql AS $$ SELECT '50%; off' $$"


@dataclass(frozen=True)
class Upgrade:
    """A migration that met a spare schema, an operator it could not reach, and one behind that."""

    before: str
    stale: str
    third: str
    rendered: list[str]
    first: schema_migration.MigrationReport
    # What a run did once the reason was gone, and the next one.
    again: schema_migration.MigrationReport
    idle: schema_migration.MigrationReport


@pytest.fixture(scope="module")
def upgrade(module_db: None) -> Upgrade:
    """Bring a planted migration to all schemas; building the snapshot takes seconds: it is done once."""
    operations = [*plan(), migrations.RunSQL(HALF, "DROP FUNCTION half()")]
    with pytest.MonkeyPatch.context() as patch:
        plant(patch, operations)
        rendered: list[str] = []
        original = migration_sql.run_and_record

        def counted(*, schema_name: str) -> migration_sql.Recording:
            rendered.append(schema_name)
            return original(schema_name=schema_name)

        patch.setattr(migration_sql, "run_and_record", counted)
        with migration_sql.alone_in("t_peak"), connection.cursor() as cursor:
            cursor.execute("ALTER TABLE customers_customer ADD COLUMN planted text")
        third = make_account("third")
        schema_pool.claim_schema(account=third)
        # Made before the planted migration was known.
        Account.objects.filter(pk=third.pk).update(schema_version="older")
        schema_pool.fill_pool(wanted=1)
        stale = SpareSchema.objects.get().schema_name
        before = schema_snapshot.current_snapshot().schema_version
        first = schema_migration.migrate_all()
        once = list(rendered)
        with migration_sql.alone_in("t_peak"), connection.cursor() as cursor:
            cursor.execute("ALTER TABLE customers_customer DROP COLUMN planted")
        again, idle = schema_migration.migrate_all(), schema_migration.migrate_all()
    return Upgrade(before, stale, third.schema_name, once, first, again, idle)


def test_a_new_migration_reaches_every_operator(upgrade: Upgrade) -> None:
    assert (upgrade.first.is_new_snapshot, upgrade.first.dropped_spares) == (True, 1)
    assert not schema_snapshot.schema_exists(schema_name=upgrade.stale)
    template = schema_shape(schema_snapshot.TEMPLATE)
    for name in ("t_reef", "t_peak", upgrade.third, schema_snapshot.TEMPLATE):
        assert "customers_customer.planted" in columns_of(name)
        assert schema_shape(name) == template
    versions = set(Account.objects.values_list("schema_version", flat=True))
    assert versions == {schema_snapshot.current_snapshot().schema_version}
    assert upgrade.before not in versions
    assert upgrade.idle == schema_migration.MigrationReport()


def test_the_migration_is_rendered_once(upgrade: Upgrade) -> None:
    assert upgrade.rendered == [schema_snapshot.TEMPLATE, "t_reef"]


def test_one_broken_schema_is_left_behind_and_the_run_can_be_repeated(upgrade: Upgrade) -> None:
    assert upgrade.first.migrated == ["t_reef", upgrade.third]
    assert list(upgrade.first.failed) == ["t_peak"]
    assert "already exists" in upgrade.first.failed["t_peak"]
    assert (upgrade.again.migrated, upgrade.again.failed) == (["t_peak"], {})


def test_the_recorded_sql_keeps_percent_signs_and_functions(upgrade: Upgrade) -> None:
    for name in ("t_reef", "t_peak", upgrade.third, schema_snapshot.TEMPLATE):
        with migration_sql.alone_in(name), connection.cursor() as cursor:
            cursor.execute("SELECT half()")
            assert cursor.fetchone() == ("50%; off",)
