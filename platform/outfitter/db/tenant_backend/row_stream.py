"""Rows that are read while the server still makes further ones; path and statement are one message."""

from typing import Any, Final

from psycopg import generators
from psycopg.errors import InternalError
from psycopg.pq import ConnStatus, ExecStatus

from outfitter.db.tenant_backend.driver import TenantCursor

# Rows at a time: what a loop of Python is through with before the next ones are there.
CHUNK: Final = 64


class StreamedCursor(TenantCursor):
    """
    A cursor whose rows come in parts: `fetchmany` waits for no more than the next one.

    Until the last part was read, or the cursor closed, its connection takes no other statement.
    """

    # Read by `execute`, and not fetched yet.
    _first: list[Any] | None = None
    _is_running = False

    def execute(self, query: Any, params: Any = None, **_options: Any) -> "StreamedCursor":
        """Execute a statement; returns once its first rows are there."""
        self._is_running = True
        with self._conn.lock:
            self._first = self._conn.wait(self._begin_gen(query, params))
        return self

    def fetchmany(self, size: int = 0) -> list[Any]:
        """Return the next rows, however many came together; none: there are no more."""
        rows, self._first = self._first, None
        if rows is None and self._is_running:
            with self._conn.lock:
                rows = self._conn.wait(self._next_gen())
        return rows or []

    def close(self) -> None:
        """End the statement where somebody has read enough of it."""
        if self._is_running:
            self._is_running = False
            self._conn.end_statement()
            if self._pgconn.status == ConnStatus.OK:
                self._conn.wait(self._leave_mode_gen())
        super().close()

    def _begin_gen(self, query: Any, params: Any) -> Any:
        yield from self._start_query(query)
        self._execute_send(self._convert_query(query, params))
        self._pgconn.set_chunked_rows_mode(CHUNK)
        self._last_query = query
        yield from generators.send(self._pgconn)
        if self._is_prefixed:
            self._is_prefixed = False
            result = yield from generators.fetch(self._pgconn)
            if result.status != ExecStatus.COMMAND_OK:
                self._raise_for_result(result)
            if result.command_status != b"SET":
                raise InternalError("the statement ran without its schema")
        return (yield from self._next_gen())

    def _leave_mode_gen(self) -> Any:
        """
        Have the library forget that rows come in parts.

        It does so when a statement begins, but not when a pipeline does: the first statement of that
        would be answered in parts, too. One that says nothing is a message of a few bytes.
        """
        self._pgconn.send_query(b"")
        yield from generators.execute(self._pgconn)

    def _next_gen(self) -> Any:
        """Read the next rows; there are none at the end, and nothing else is left to read then."""
        result = yield from generators.fetch(self._pgconn)
        if result.status == ExecStatus.TUPLES_CHUNK:
            is_new = self.pgresult is None
            self.pgresult = result
            self._tx.set_pgresult(result, set_loaders=is_new)
            if is_new:
                self._make_row = self._make_row_maker()
            return self._tx.load_rows(0, result.ntuples, self._make_row)
        while (yield from generators.fetch(self._pgconn)):
            pass
        self._is_running = False
        yield from self._leave_mode_gen()
        if result.status != ExecStatus.TUPLES_OK:
            self._raise_for_result(result)
        return []
