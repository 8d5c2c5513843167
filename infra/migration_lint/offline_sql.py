"""
The SQL of migrations, written without a database.

Django's own `sqlmigrate` asks the database about versions and constraint names, and its router
prints nothing for the tables of operators. Here a connection that is never opened stands in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection, router
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

Key = tuple[str, str]
_POSTGRESQL_18: Final = 180_000


@dataclass(frozen=True)
class Step:
    """One migration that the running release does not know yet.

    ``is_opaque``: part of it is Python code, which cannot be read as SQL.
    """

    key: Key
    statements: Sequence[str]
    exemptions: dict[str, str]
    is_opaque: bool = False


def start_line_keys(loader: MigrationLoader, start_line: dict[str, str]) -> set[Key]:
    """Return every migration up to the start line of its app, with all it depends on.

    :raises KeyError: the start line names a migration that does not exist
    """
    known: set[Key] = set()
    for app, name in start_line.items():
        if (app, name) not in loader.graph.nodes:
            raise KeyError(f"{app}.{name}")
        known.update(loader.graph.forwards_plan((app, name)))
    return known


def render(loader: MigrationLoader, start_line: dict[str, str], labels: Sequence[str]) -> list[Step]:
    """
    Return what comes after the start line, in the order in which it is applied.

    :param labels: apps whose migrations are ours.
    :raises KeyError: the start line names a migration that does not exist
    """
    known = start_line_keys(loader, start_line)
    targets = [key for key in loader.graph.leaf_nodes() if key[0] in labels]
    order: list[Key] = []
    for target in targets:
        order += [key for key in loader.graph.forwards_plan(target) if key not in order]
    state = ProjectState(real_apps=loader.unmigrated_apps)
    steps = []
    for key in sorted(order, key=lambda key: key not in known):
        migration = loader.graph.nodes[key]
        if key in known or key[0] not in labels:
            state = migration.mutate_state(state, preserve=False)
        else:
            step, state = render_one(key, migration, state)
            steps.append(step)
    return steps


def render_one(key: Key, migration: Migration, state: ProjectState) -> tuple[Step, ProjectState]:
    """Return a migration as SQL, and the state of all models after it."""
    is_opaque = False
    with _unopened() as editor:
        for operation in migration.operations:
            before = state.clone()
            operation.state_forwards(migration.app_label, state)
            if not operation.reduces_to_sql:
                is_opaque = True
            else:
                operation.database_forwards(migration.app_label, editor, before, state)
        editor.statements += [str(one) for one in editor.deferred_sql]
    exemptions = dict(getattr(migration, "exempt", {}))
    return Step(key, tuple(editor.statements), exemptions, is_opaque), state


@contextmanager
def _unopened() -> Iterator[Any]:
    """Lend a schema editor whose connection is never opened and whose router lets all tables in."""
    unopened: Any = connection.copy()
    # What Django would ask the server for.
    unopened.__dict__["pg_version"] = _POSTGRESQL_18
    original: Any = unopened.SchemaEditorClass

    class Writer(original):  # type: ignore[misc]
        statements: list[str]

        def execute(self, sql: Any, params: Any = ()) -> None:
            text = str(sql)
            if params:
                text %= tuple(self.quote_value(value) for value in params)
            self.statements.append(text.strip().rstrip(";"))

        def _constraint_names(self, *_asked: Any, **_how: Any) -> list[str]:
            # Dropping a constraint neither scans nor breaks a reader, whatever its name is.
            return []

    editor = Writer(unopened, collect_sql=True, atomic=False)
    editor.statements, editor.deferred_sql = [], []
    routers = router.routers
    router.routers = []
    try:
        yield editor
    finally:
        router.routers = routers
