"""
Statements that bring their `search_path` along.

A pooler in transaction mode may hand every statement outside a transaction to another session of
the server, and every session to other clients in between. What was once told to a session is then
told to nobody in particular. So the path goes with the statement, in the same message:

- outside a transaction as `SET LOCAL search_path = …; SELECT …`, which the server runs as one
  transaction;
- at the beginning of a transaction as `BEGIN; SET LOCAL search_path = …`, and again when the
  operator changes inside of it;
- for prepared statements as a pipeline of two, which is one transaction, too (`plans`);
- where rows are read as they come, as in the first two (`row_stream`).

There is no message that the path could be missing from: what cannot carry it is refused.
Built on the inner methods of psycopg 3 that send; tests/accounts/test_wall.py holds them.
"""

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg import generators, waiting
from psycopg.errors import InternalError, NotSupportedError, OperationalError, error_from_result
from psycopg.pq import ConnStatus, ExecStatus, PipelineStatus, TransactionStatus

log = logging.getLogger(__name__)
# Seconds: how long the server may take to end a statement that nobody waits for any more.
_SETTLING: Final = 5.0
# What may undo or change the path of a transaction; the next statement then brings it again.
_UPSETS: Final = (b"ROLLBACK", b"ABORT", b"COMMIT", b"END", b"BEGIN", b"START", b"SET", b"RESET", b"DISCARD")


class TenantConnection(psycopg.Connection[Any]):
    """A connection that knows which schemas its next statement is for."""

    # As SQL: quoted names with commas. Empty: nothing may be sent.
    path: str = ""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # What the current transaction was told last; means nothing outside of one.
        self._told: str | None = None
        # What the server keeps plans of: names by text and types of values (plans.py).
        self.plans: dict[Any, bytes] = {}
        # When each was used last, by a number that rises.
        self.plan_uses: dict[Any, int] = {}
        # Asked for when somebody was interrupted: it may be there, and is not asked for again.
        self.doubtful_plans: set[Any] = set()

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """
        Wait for the server, as the driver does.

        Time that is over arrives as an exception at any step of Python (`plugins.time_limits`, Celery's
        limit). The driver then leaves answers unread, and the next statement would meet them: the
        statement is ended and its answers are read here, so that the connection stays of use.
        """
        try:
            return super().wait(gen, *args, **options)
        except BaseException:
            # What was to be said of the path may never have arrived.
            self.end_statement()
            raise

    def end_statement(self) -> None:
        """End what still runs, and read what it has answered; the connection stays of use."""
        self._told = None
        self._settle()

    def _settle(self) -> None:
        if self.pgconn.status != ConnStatus.OK or self._is_settled():
            return
        try:
            self._try_cancel(timeout=_SETTLING)
            waiting.wait(self._rest_gen(), self.pgconn.socket, timeout=_SETTLING)
        except BaseException as problem:
            # Nobody knows what is still to come; the next statement would take it for its answer.
            log.warning("an interrupted statement did not end: %s", type(problem).__name__)
            self.pgconn.finish()
            if not isinstance(problem, Exception):
                raise

    def _is_settled(self) -> bool:
        is_active = self.pgconn.transaction_status == TransactionStatus.ACTIVE
        return not is_active and self.pgconn.pipeline_status == PipelineStatus.OFF

    def _rest_gen(self) -> Any:
        """Read what is still answered; a pipeline gets an end that is surely its last."""
        is_piped = self.pgconn.pipeline_status != PipelineStatus.OFF
        if is_piped:
            self.pgconn.pipeline_sync()
        yield from generators.send(self.pgconn)
        while True:
            results = yield from generators.fetch_many(self.pgconn)
            if not is_piped:
                return
            if results and results[-1].status == ExecStatus.PIPELINE_SYNC:
                try:
                    self.pgconn.exit_pipeline_mode()
                except OperationalError:
                    continue  # there are two ends: its own and ours
                return

    def set_path_sql(self) -> bytes:
        """
        Return the statement that chooses the schemas until the end of the transaction.

        :raises InternalError: nobody has chosen any
        """
        if not self.path:
            raise InternalError("no schema is chosen for this statement")
        return f"SET LOCAL search_path = {self.path}".encode()

    def is_outside(self) -> bool:
        """Return whether no transaction is open."""
        return self.pgconn.transaction_status == TransactionStatus.IDLE

    def due(self) -> bytes:
        """Return what has to stand before the next statement, often nothing; counts it as said."""
        status = self.pgconn.transaction_status
        is_told = status == TransactionStatus.INTRANS and self._told == self.path
        # A failed transaction takes nothing but its end.
        if is_told or status == TransactionStatus.INERROR:
            return b""
        prefix = self.set_path_sql() + b"; "
        self._told = self.path
        return prefix

    def forget_told(self) -> None:
        """Have the next statement bring the path, whatever the transaction was told."""
        self._told = None

    def renew_path(self) -> None:
        """Tell an open transaction its path, in a message of its own, if it does not know."""
        self.wait(self.renew_path_gen())

    def renew_path_gen(self) -> Any:
        """Do the same as a part of something longer."""
        if not self.is_outside() and self.due():
            yield from self._exec_command(self.set_path_sql())
            self._told = self.path

    def pipeline(self) -> Any:
        """Refuse: a statement in a pipeline cannot carry its path."""
        raise NotSupportedError("pipelines cannot name the schema of each statement")

    def _exec_command(self, command: Any, *args: Any, **options: Any) -> Any:
        # The driver's own commands: the end of a transaction, savepoints, closing cursors.
        self._told = None
        return (yield from super()._exec_command(command, *args, **options))

    def _start_query(self) -> Any:
        """Begin a transaction where Django has asked for one, with its path."""
        if self._autocommit or not self.is_outside():
            return
        begin = self._get_tx_start_command() + b"; " + self.set_path_sql()
        self._check_connection_ok()
        self.pgconn.send_query(begin)
        results = yield from generators.execute(self.pgconn)
        for result in results:
            if result.status != ExecStatus.COMMAND_OK:
                raise error_from_result(result, encoding=self.pgconn._encoding)
        if [result.command_status for result in results] != [b"BEGIN", b"SET"]:
            raise InternalError("the transaction began without its schema")
        self._told = self.path


# Django's cursor is one of two drivers'; its types know neither.
if TYPE_CHECKING:
    _DjangoCursor = psycopg.ClientCursor[Any]
else:
    from django.db.backends.postgresql.base import Cursor as _DjangoCursor


class TenantCursor(_DjangoCursor):
    """Django's cursor; its values stand in the statement, which goes out as one message."""

    _conn: Any
    _is_prefixed = False

    def _execute_send(self, query: Any, *, force_extended: bool = False, binary: bool | None = None) -> None:
        prefix = self._conn.due()
        if query.query[:16].lstrip().upper().startswith(_UPSETS):
            self._conn.forget_told()
        if not prefix:
            super()._execute_send(query, force_extended=force_extended, binary=binary)
            return
        if force_extended or binary or self.format:
            raise NotSupportedError("such a statement cannot name its schema")
        self._query = query
        self._is_prefixed = True
        self._pgconn.send_query(prefix + query.query)

    def _check_results(self, results: list[Any]) -> None:
        if self._is_prefixed:
            self._is_prefixed = False
            if results[0].status == ExecStatus.COMMAND_OK:
                if results[0].command_status != b"SET":
                    raise InternalError("the statement ran without its schema")
                del results[0]
        super()._check_results(results)

    def executemany(self, query: Any, params_seq: Iterable[Any], *, returning: bool = False) -> None:
        """
        Execute one after the other: what the driver does would be a pipeline.

        :raises NotSupportedError: rows are wanted back
        """
        if returning:
            raise NotSupportedError("many statements at once return nothing")
        count = 0
        for values in params_seq:
            self.execute(query, values)
            count += max(self.rowcount, 0)
        self._rowcount = count

    def _start_copy_gen(self, statement: Any, params: Any = None) -> Any:
        yield from self._start_query()
        if self._conn.is_outside():
            raise NotSupportedError("COPY needs a transaction")
        yield from self._conn.renew_path_gen()
        yield from super()._start_copy_gen(statement, params)
