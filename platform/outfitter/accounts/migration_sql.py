"""
Runs an operator schema's pending migrations and keeps the SQL that Django sent.

Recording what really ran beats asking Django to print it: a migration that has to look at the
database first (dropping a constraint by its columns, say) prints nothing on an empty one. The
text names no schema, so it replays wherever `search_path` points.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from sys import modules
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader

from outfitter.accounts.migration_state import ForwardExecutor

Key = tuple[str, str]
LOCK_TIMEOUT = "SET LOCAL lock_timeout = '3s'"


class NotRenderable(RuntimeError):
    """A tenant migration does something that cannot be replayed as SQL in one transaction."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The SQL of some migrations, in order, with their rows in django_migrations."""

    migrations: tuple[Key, ...]
    body: str


def tenant_labels() -> frozenset[str]:
    """Return the labels of the apps whose tables live in operators' schemas."""
    names = set(settings.TENANT_APPS)
    return frozenset(
        config.label
        for config in apps.get_app_configs()
        if config.name in names or f"{config.__module__}.{type(config).__name__}" in names
    )


def tenant_leaves(loader: MigrationLoader) -> list[Key]:
    """Return the last migration of each tenant app."""
    labels = tenant_labels()
    return sorted(node for node in loader.graph.leaf_nodes() if node[0] in labels)


def schema_version(loader: MigrationLoader) -> str:
    """Return what names the state that all tenant migrations lead to: a hash of their text."""
    digest = hashlib.sha256()
    labels = tenant_labels()
    for app, name in sorted(key for key in loader.graph.nodes if key[0] in labels):
        migration = loader.graph.nodes[(app, name)]
        source = getattr(modules.get(type(migration).__module__), "__file__", None)
        digest.update(f"{app}.{name}:".encode())
        digest.update(Path(source).read_bytes() if source and source.endswith(".py") else b"")
    return digest.hexdigest()[:16]


def check_renderable(plan: Sequence[tuple[Migration, bool]]) -> None:
    """
    Refuse what a replay would leave out or could not undo.

    :raises NotRenderable: Python code, or a migration outside a transaction
    """
    labels = tenant_labels()
    for migration, _ in plan:
        if migration.app_label not in labels:
            raise NotRenderable(f"{migration}: tenant migrations depend on tenant apps only")
        if not migration.atomic:
            raise NotRenderable(f"{migration}: tenant migrations run in one transaction")
        for operation in migration.operations:
            if not operation.reduces_to_sql:
                raise NotRenderable(f"{migration}: {operation.describe()} is not SQL")


@contextmanager
def _recorded() -> Iterator[list[str]]:
    """Keep every statement that schema editors of this connection run."""
    statements: list[str] = []
    original: Any = connection.SchemaEditorClass

    class Recorder(original):  # type: ignore[misc]
        def execute(self, sql: Any, params: Any = None) -> None:
            if params is not None:
                sql, params = self.connection.ops.compose_sql(str(sql), params), None
            statements.append(str(sql).strip().rstrip(";"))
            super().execute(sql, params)

    connection.SchemaEditorClass = Recorder
    try:
        yield statements
    finally:
        connection.SchemaEditorClass = original


@contextmanager
def alone_in(schema_name: str) -> Iterator[None]:
    """Work in one schema without seeing the public one, and come back."""
    before: Any = connection.tenant  # type: ignore[attr-defined]  # django-tenants
    connection.set_schema(schema_name, include_public=False)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.set_tenant(before)  # type: ignore[attr-defined]


def run_and_record(*, schema_name: str) -> Recording:
    """
    Apply a schema's pending migrations in one transaction and return their SQL.

    :raises NotRenderable: one of them cannot be replayed
    """
    with alone_in(schema_name), transaction.atomic(), _recorded() as sql:
        with connection.cursor() as cursor:
            cursor.execute(LOCK_TIMEOUT)
        executor = ForwardExecutor(connection)
        targets = tenant_leaves(executor.loader)
        plan = executor.migration_plan(targets)
        check_renderable(plan)
        if plan:
            executor.migrate(targets, plan=plan)
        done = tuple((migration.app_label, migration.name) for migration, _ in plan)
    rows = [
        f"INSERT INTO django_migrations (app, name, applied) VALUES ('{app}', '{name}', now())"  # noqa: S608  # names of our own files
        for app, name in done
    ]
    return Recording(done, ";\n".join([*sql, *rows]))
