"""
Prepared statements behind the wall: path and statement in one pipeline, plans named by their text.

A pooler that knows nothing of prepared statements hands ours to sessions that lack them, or that
have one of that name already. Names are hashes of what they stand for, so that such a one is at
least the same statement; and once an error has told of such a pooler, nothing is prepared any more.
"""

import hashlib
import logging
from collections.abc import Sequence
from typing import Any, Final

import psycopg
from psycopg import generators
from psycopg.errors import (
    DuplicatePreparedStatement,
    InternalError,
    InvalidSqlStatementName,
    NotSupportedError,
    error_from_result,
)
from psycopg.pq import ExecStatus

log = logging.getLogger(__name__)
# More than the product has; who makes up statements gets no more plans.
MOST: Final = 300
_TEXT: Final = 25  # the type's number in every PostgreSQL
# Until a pooler was met that loses prepared statements; then for the life of the process.
_kept = {"are_plans_kept": True}


class _Path:
    """The statement that chooses the schemas, as the driver describes statements."""

    query = b"SELECT pg_catalog.set_config('search_path', $1, true)"
    types: Final = (_TEXT,)
    formats: Final = None

    def __init__(self, path: str) -> None:
        self.params: Sequence[bytes] = [path.encode()]


class _PathOfOnePlan(_Path):
    """The same, for a statement that is planned once, whatever its values."""

    query = (
        b"SELECT pg_catalog.set_config('search_path', $1, true), "
        b"pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true)"
    )


def are_plans_kept() -> bool:
    """Return whether statements are prepared: no pooler has lost one yet."""
    return _kept["are_plans_kept"]


def keep_plans(*, are_kept: bool) -> None:
    """Prepare statements from now on, or no longer."""
    _kept["are_plans_kept"] = are_kept


class PreparedCursor(psycopg.Cursor[Any]):
    """A cursor whose values travel beside the statement, and whose plans the server keeps."""

    _conn: Any
    # Whether the server is to plan it once for all values, where it would weigh anew which is cheaper.
    is_planned_once = False

    def execute(self, query: Any, params: Any = None, **_options: Any) -> "PreparedCursor":
        """
        Execute a statement; without a plan when a pooler has lost it.

        :raises ProgrammingError: the plan was lost inside a transaction, which ends it
        """
        try:
            return super().execute(query, params)
        except (InvalidSqlStatementName, DuplicatePreparedStatement) as problem:
            log.warning("a pooler does not keep prepared statements, none from now on: %s", problem)
            keep_plans(are_kept=False)
            if not self._conn.is_outside():
                raise
            # Nothing of it has run.
            return super().execute(query, params)

    def _maybe_prepare_gen(self, pgq: Any, *, prepare: bool | None = None, binary: bool | None = None) -> Any:
        self._query = pgq
        conn: Any = self._conn
        chosen = _PathOfOnePlan if self.is_planned_once else _Path
        steps = [chosen(conn.path), pgq] if conn.due() else [pgq]
        if len(steps) == 1 and (not are_plans_kept() or _key(pgq) in conn.plans):
            self._send(pgq)
            results = yield from generators.execute(self._pgconn)
        else:
            results = yield from self._together_gen(steps)
        self._check_results(results)
        self._set_results(results)

    def _execute_send(self, *_args: Any, **_options: Any) -> None:
        # What the driver streams or copies comes this way.
        raise NotSupportedError("such a statement cannot name its schema")

    def _send(self, step: Any) -> None:
        name = self._conn.plans.get(_key(step)) if are_plans_kept() else None
        if name is None:
            self._pgconn.send_query_params(
                step.query,
                step.params,
                param_types=step.types,
                param_formats=step.formats,
                result_format=self.format,
            )
        else:
            self._pgconn.send_query_prepared(
                name, step.params, param_formats=step.formats, result_format=self.format
            )

    def _together_gen(self, steps: Sequence[Any]) -> Any:
        """Run statements as one transaction in one message; returns what the last one answers."""
        self._conn._check_connection_ok()
        # Whoever is interrupted in here leaves the rest to the connection (`wait`).
        self._pgconn.enter_pipeline_mode()
        asked = self._send_all(steps)
        yield from generators.send(self._pgconn)
        results = yield from self._answers_gen(asked)
        self._pgconn.exit_pipeline_mode()
        for result in results:
            if result.status == ExecStatus.FATAL_ERROR:
                raise error_from_result(result, encoding=self._conn.pgconn._encoding)
        if len(results) != len(asked):
            raise InternalError("the server left out an answer")
        return results[-1:]

    def _send_all(self, steps: Sequence[Any]) -> list[tuple[Any, bytes] | None]:
        """Send it all; returns which answers will tell that a plan is kept, by its name."""
        plans, doubtful = self._conn.plans, self._conn.doubtful_plans
        asked: list[tuple[Any, bytes] | None] = []
        for step in steps:
            key = _key(step)
            is_new = key not in plans and key not in doubtful
            if are_plans_kept() and is_new and len(plans) < MOST:
                doubtful.add(key)
                name = b"of_" + hashlib.sha256(repr(key).encode()).hexdigest()[:32].encode()
                self._pgconn.send_prepare(name, step.query, param_types=step.types)
                asked.append((key, name))
                self._pgconn.send_query_prepared(
                    name, step.params, param_formats=step.formats, result_format=self.format
                )
            else:
                self._send(step)
            asked.append(None)
        self._pgconn.pipeline_sync()
        return asked

    def _answers_gen(self, asked: Sequence[tuple[Any, bytes] | None]) -> Any:
        """Read the answers up to the end of the pipeline, and remember the plans that are kept."""
        results: list[Any] = []
        while True:
            for result in (yield from generators.fetch_many(self._pgconn)):
                if result.status == ExecStatus.PIPELINE_SYNC:
                    return results
                # A plan stays, also when the statement fails.
                plan = asked[len(results)] if len(results) < len(asked) else None
                if plan:
                    if result.status == ExecStatus.COMMAND_OK:
                        self._conn.plans[plan[0]] = plan[1]
                    self._conn.doubtful_plans.discard(plan[0])
                results.append(result)


def _key(step: Any) -> tuple[bytes, tuple[int, ...]]:
    return step.query, tuple(step.types)
