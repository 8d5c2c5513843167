"""
Brings the public schema and every operator's schema up to date.

Pending migrations run through Django once, at the first operator that lacks them; their recorded
SQL is replayed at all others, each in a transaction of its own. An interrupted run goes on where
it stopped; with nothing to do it asks one question.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import DatabaseError, connection, transaction

from outfitter.accounts import migration_sql, schema_pool, schema_snapshot
from outfitter.accounts.migration_state import ForwardExecutor
from outfitter.accounts.models import Account, SchemaSnapshot
from outfitter.db import session_defaults
from outfitter.db.tenant_schema import PUBLIC, in_schema

_MIGRATING: Final = 0x0F172
_TRIES: Final = 3
_LOCK_NOT_AVAILABLE: Final = "55P03"
Tell = Callable[[str], None]


@dataclass(slots=True)
class MigrationReport:
    """
    What one run did.

    `failed` maps a schema to the reason; `refused` is SQL for somebody with more rights.
    """

    public: list[str] = field(default_factory=list)
    is_new_snapshot: bool = False
    migrated: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    dropped_spares: int = 0


def migrate_all(*, tell: Tell = lambda _line: None) -> MigrationReport:
    """
    Migrate public, the snapshot and all operators.

    A schema whose lock is busy or whose SQL fails is reported and left as it was; the others go on.

    :raises NotRenderable: a tenant migration cannot be replayed
    :raises DatabaseError: the first operator of a kind refused the migrations
    """
    report = MigrationReport()
    report.refused = session_defaults.ensure()
    if not connection.in_atomic_block:
        connection.close()  # the next session starts with them
    with in_schema(PUBLIC), _one_at_a_time():
        report.public, version = _migrate_public()
        for name in report.public:
            tell(f"public: {name}")
        if not SchemaSnapshot.objects.filter(schema_version=version).exists():
            schema_snapshot.take_snapshot()
            report.is_new_snapshot = True
            tell(f"snapshot: {version}")
        _migrate_operators(version, report, tell)
        report.dropped_spares = schema_pool.drop_stale_spares(schema_version=version)
    return report


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    # The run is many transactions, and a session's lock could end up in a pooler's other session:
    # a transaction of its own holds the lock, on a connection of its own.
    holder: Any = connection.copy()
    try:
        with holder.cursor() as cursor:
            holder.set_autocommit(False)
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_MIGRATING])
        yield
    finally:
        # By word: a pooler that finds a transaction open ends the session, a moment later.
        with suppress(DatabaseError):
            holder.rollback()
        holder.close()


def _migrate_public() -> tuple[list[str], str]:
    executor = ForwardExecutor(connection)
    targets = executor.loader.graph.leaf_nodes()
    plan = executor.migration_plan(targets)
    labels = migration_sql.tenant_labels()
    shared = [step for step in plan if step[0].app_label not in labels]
    if shared:
        executor.migrate(targets, plan=shared)
    # They do nothing in here, and nothing in here depends on them: a note is all it takes.
    for migration, _ in plan:
        if migration.app_label in labels:
            executor.record_migration(migration)  # type: ignore[call-arg,arg-type]  # stubs of before
    version = migration_sql.schema_version(executor.loader)
    return [f"{m.app_label}.{m.name}" for m, _ in shared], version


def _migrate_operators(version: str, report: MigrationReport, tell: Tell) -> None:
    recorded: dict[frozenset[migration_sql.Key], migration_sql.Recording] = {}
    seen: set[str] = set()
    # Asked again until nobody new is behind: operators may be made from the old snapshot meanwhile.
    while behind := _list_behind(version, seen):
        seen.update(behind)
        for schema_name in behind:
            if schema_snapshot.schema_exists(schema_name=schema_name):
                _migrate_one(schema_name, version, recorded, report)
                tell(f"{schema_name}: {report.failed.get(schema_name, 'up to date')}")


def _list_behind(version: str, seen: set[str]) -> list[str]:
    rows = Account.objects.exclude(schema_name=PUBLIC).exclude(schema_version=version)
    names = rows.order_by("id").values_list("schema_name", flat=True)
    return [name for name in names if name not in seen]


def _migrate_one(
    schema_name: str,
    version: str,
    recorded: dict[frozenset[migration_sql.Key], migration_sql.Recording],
    report: MigrationReport,
) -> None:
    state = _applied(schema_name)
    for tries_left in reversed(range(_TRIES)):
        try:
            with transaction.atomic():
                if state in recorded:
                    schema_snapshot.run_in(schema_name=schema_name, body=recorded[state].body)
                else:
                    recorded[state] = migration_sql.run_and_record(schema_name=schema_name)
                Account.objects.filter(schema_name=schema_name).update(schema_version=version)
        except DatabaseError as problem:
            if tries_left and getattr(problem.__cause__, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                continue
            if state not in recorded:
                raise
            report.failed[schema_name] = str(problem).strip().splitlines()[0]
            return
        report.migrated.append(schema_name)
        return


def _applied(schema_name: str) -> frozenset[migration_sql.Key]:
    with migration_sql.alone_in(schema_name), connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return frozenset((app, name) for app, name in cursor.fetchall())
