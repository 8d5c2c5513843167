"""Makes operators' schemas from stored SQL: no migration stands in a customer's way."""

import re
from typing import Final

from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from outfitter.accounts import migration_sql
from outfitter.accounts.models import SchemaSnapshot

# A name no operator, plugin or word in the SQL can have by accident.
TEMPLATE: Final = "zz_template"
_NAME = re.compile(r"(t_|zz_)[a-z0-9_]{1,58}")


class SnapshotMissing(RuntimeError):
    """The database was never migrated: there is nothing to make schemas from."""


def quoted(schema_name: str) -> str:
    """
    Return the name ready for a statement.

    :raises ValueError: it is not the name of an operator's, spare or template schema
    """
    if not _NAME.fullmatch(schema_name):
        raise ValueError(f"not a schema of ours: {schema_name!r}")
    return f'"{schema_name}"'


def schema_exists(*, schema_name: str) -> bool:
    """Return whether the database has that schema."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regnamespace(%s) IS NOT NULL", [schema_name])
        return bool(cursor.fetchone()[0])


def drop_schema(*, schema_name: str) -> None:
    """Drop a schema with everything in it; nothing happens when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA IF EXISTS {quoted(schema_name)} CASCADE")


def current_snapshot() -> SchemaSnapshot:
    """
    Return what new schemas are made from.

    :raises SnapshotMissing: the database was never migrated
    """
    found = SchemaSnapshot.objects.order_by("-id").first()
    if found is None:
        raise SnapshotMissing("Run `./outfitter migrate` first.")
    return found


def take_snapshot() -> SchemaSnapshot:
    """
    Migrate an empty template schema from nothing and store the SQL that did it.

    :raises NotRenderable: a migration cannot be replayed
    """
    version = migration_sql.schema_version(MigrationLoader(None, ignore_no_migrations=True))
    with transaction.atomic():
        drop_schema(schema_name=TEMPLATE)
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {quoted(TEMPLATE)}")
        recording = migration_sql.run_and_record(schema_name=TEMPLATE)
        SchemaSnapshot.objects.exclude(schema_version=version).delete()
        found, _ = SchemaSnapshot.objects.update_or_create(
            schema_version=version, defaults={"body": recording.body}
        )
    return found


def replay(*, schema_name: str, body: str) -> None:
    """Create the schema and all its tables, in one transaction."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {quoted(schema_name)}")
        run_in(schema_name=schema_name, body=body)


def run_in(*, schema_name: str, body: str) -> None:
    """Run recorded SQL in a schema; the caller holds the transaction."""
    with migration_sql.alone_in(schema_name), connection.cursor() as cursor:
        cursor.execute(migration_sql.LOCK_TIMEOUT)
        if body:
            cursor.execute(body)
