"""
Prepared statements behind the wall: path and statement in one pipeline, plans named by their text.

A plan is one operator's: PostgreSQL would throw it away whenever the path names somebody else, and
planning takes several times as long as running. A connection keeps so many, and gives up the one
that was used longest ago for the next.

A pooler that knows nothing of prepared statements hands ours to sessions that lack them, or that
have one of that name already. Names are hashes of what they stand for, so that such a one is at
least the same statement; and once an error has told of such a pooler, nothing is prepared any more.
"""

import hashlib
import itertools
import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import psycopg
from psycopg import generators
from psycopg._compat import Template
from psycopg._queries import PostgresQuery, _query2pg_nocache
from psycopg.errors import (
    DuplicatePreparedStatement,
    InternalError,
    InvalidSqlStatementName,
    NotSupportedError,
    error_from_result,
)
from psycopg.pq import ExecStatus

log = logging.getLogger(__name__)
# Some forty statements of each of the operators that a connection works for most, 2 MB the largest.
MOST: Final = 200
_TEXT: Final = 25  # the type's number in every PostgreSQL
# Until a pooler was met that loses prepared statements; then for the life of the process.
_kept = {"are_plans_kept": True}


# Tells which plan was used longest ago.
_COUNT: Final = itertools.count(1)


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


class _Plan(NamedTuple):
    """A plan that the server is asked to keep, or to give up."""

    key: Any
    name: bytes
    is_kept: bool


def are_plans_kept() -> bool:
    """Return whether statements are prepared: no pooler has lost one yet."""
    return _kept["are_plans_kept"]


def keep_plans(*, are_kept: bool) -> None:
    """Prepare statements from now on, or no longer."""
    _kept["are_plans_kept"] = are_kept


class _KnownQuery(PostgresQuery):
    """A statement as the driver has read it, remembered however long it is: ours do not vary."""

    def convert(self, query: Any, vars: Any) -> None:  # noqa: A002  # the name the driver gives it
        """Find the places of the values, once for each text, and fill them in."""
        if vars is None or isinstance(query, Template):
            super().convert(query, vars)
            return
        read = _places(self._ensure_bytes(query), self._tx.encoding)
        self.query, self._want_formats, self._order, self._parts = read
        self.dump(vars)


@lru_cache(maxsize=512)
def _places(text: bytes, encoding: str) -> Any:
    return _query2pg_nocache(text, encoding)


class PreparedCursor(psycopg.Cursor[Any]):
    """A cursor whose values travel beside the statement, and whose plans the server keeps."""

    _conn: Any
    _query_cls = _KnownQuery
    # Whether the server keeps the plan of what is executed.
    is_plan_kept = True
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
        is_known = not self.is_plan_kept or not are_plans_kept() or self._key(pgq) in conn.plans
        if len(steps) == 1 and is_known:
            self._send(pgq)
            results = yield from generators.execute(self._pgconn)
        else:
            results = yield from self._together_gen(steps)
        self._check_results(results)
        self._set_results(results)

    def _execute_send(self, *_args: Any, **_options: Any) -> None:
        # What the driver streams or copies comes this way.
        raise NotSupportedError("such a statement cannot name its schema")

    def _key(self, step: Any) -> Any:
        """Return what a plan is known by; the choice of a path is everybody's."""
        path = None if isinstance(step, _Path) else self._conn.path
        return path, step.query, tuple(step.types)

    def _send(self, step: Any) -> None:
        key = self._key(step)
        name = self._conn.plans.get(key) if are_plans_kept() else None
        if name is not None:
            self._conn.plan_uses[key] = next(_COUNT)
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

    def _send_all(self, steps: Sequence[Any]) -> list[_Plan | None]:
        """Send it all; returns which answers will tell that a plan is kept, or no longer."""
        plans, doubtful = self._conn.plans, self._conn.doubtful_plans
        asked: list[_Plan | None] = []
        for step in steps:
            key = self._key(step)
            is_new = key not in plans and key not in doubtful
            if are_plans_kept() and self.is_plan_kept and is_new:
                if len(plans) >= MOST:
                    asked.append(self._give_up_oldest())
                doubtful.add(key)
                name = b"of_" + hashlib.sha256(repr(key).encode()).hexdigest()[:32].encode()
                self._pgconn.send_prepare(name, step.query, param_types=step.types)
                asked.append(_Plan(key, name, is_kept=True))
                self._pgconn.send_query_prepared(
                    name, step.params, param_formats=step.formats, result_format=self.format
                )
            else:
                self._send(step)
            asked.append(None)
        self._pgconn.pipeline_sync()
        return asked

    def _give_up_oldest(self) -> "_Plan":
        plans, uses = self._conn.plans, self._conn.plan_uses
        key = min(plans, key=lambda one: uses.get(one, 0))
        # Whoever is interrupted in here may have given it up: it is not asked for again.
        self._conn.doubtful_plans.add(key)
        plan = _Plan(key, plans.pop(key), is_kept=False)
        self._pgconn.send_close_prepared(plan.name)
        uses.pop(key, None)
        return plan

    def _answers_gen(self, asked: Sequence[_Plan | None]) -> Any:
        """Read the answers up to the end of the pipeline, and remember the plans that are kept."""
        results: list[Any] = []
        while True:
            for result in (yield from generators.fetch_many(self._pgconn)):
                if result.status == ExecStatus.PIPELINE_SYNC:
                    return results
                # A plan stays, also when the statement fails.
                plan = asked[len(results)] if len(results) < len(asked) else None
                if plan:
                    # Where the statement was not carried out, it is as before.
                    if (result.status == ExecStatus.COMMAND_OK) == plan.is_kept:
                        self._conn.plan_uses[plan.key] = next(_COUNT)
                        self._conn.plans[plan.key] = plan.name
                    self._conn.doubtful_plans.discard(plan.key)
                results.append(result)


class UnplannedCursor(PreparedCursor):
    """The same without a plan that is kept: for statements whose types of values vary."""

    is_plan_kept = False
