"""The wall between operators, as Django's `ENGINE`: `outfitter.db.tenant_backend`."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import psycopg
from django.db.backends.postgresql.operations import DatabaseOperations
from django_tenants.postgresql_backend import base
from django_tenants.utils import quote_schema_name

from outfitter.db.tenant_backend.driver import TenantConnection, TenantCursor


@lru_cache(maxsize=4096)
def _written(schemas: tuple[str, ...]) -> str:
    return ",".join(quote_schema_name(name) for name in schemas)


class Operations(DatabaseOperations):
    """PostgreSQL's operations, with a writer of SELECT that does less."""

    compiler_module = "outfitter.db.tenant_backend.compiler"


class DatabaseWrapper(base.DatabaseWrapper):  # type: ignore[misc]  # django-tenants has no types
    """django-tenants' backend, which says at each statement what it would have told the session."""

    connection: Any
    ops_class = Operations
    # Django makes connections with the driver's `connect`; ours is of another class.
    Database: Any = SimpleNamespace(**{**vars(psycopg), "connect": TenantConnection.connect})

    def get_connection_params(self) -> dict[str, Any]:
        """Return what to connect with."""
        return {**super().get_connection_params(), "cursor_factory": TenantCursor}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect; the first statement already knows its schema."""
        connection = super().get_new_connection(conn_params)
        connection.path = self._path()
        return connection

    def ensure_connection(self) -> None:
        """Connect; again where the connection broke while no transaction was open."""
        lost = self.connection is not None and self.connection.closed
        if lost and not self.in_atomic_block:
            self.abandon()
        super().ensure_connection()

    def abandon(self) -> None:
        """
        Give the connection up with whatever was open on it; the next statement connects anew.

        Django passes over a connection that broke inside a transaction until that transaction has
        ended in its books (`closed_in_transaction`). Who was interrupted while they were written,
        or knows that no transaction can be open, must not wait for that.
        """
        raw, self.connection = self.connection, None
        if raw is not None:
            raw.close()
        self.closed_in_transaction = self.in_atomic_block = self.needs_rollback = False
        for kept in (self.savepoint_ids, self.atomic_blocks, self.run_on_commit):
            kept.clear()

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """
        Around work that an exception may end at any step: also between two lines of Django's books.

        Where no transaction was open before and one seems to be, the connection is given up. Inside
        of one, the books say again what they said before, and it is to be undone if they did not.
        """
        blocks, points = len(self.atomic_blocks), len(self.savepoint_ids)
        try:
            yield
        except BaseException:
            if not blocks:
                if self._is_open():
                    self.abandon()
            elif (len(self.atomic_blocks), len(self.savepoint_ids)) != (blocks, points):
                del self.atomic_blocks[blocks:], self.savepoint_ids[points:]
                self.in_atomic_block = self.needs_rollback = True
            raise

    def _is_open(self) -> bool:
        raw = self.connection
        is_calm = raw is None or (self.autocommit and raw.autocommit and raw.is_outside())
        return self.in_atomic_block or not is_calm

    def set_tenant(self, tenant: Any, include_public: bool = True) -> None:
        """Choose the schema of the statements to come."""
        super().set_tenant(tenant, include_public)
        if self.connection is not None:
            self.connection.path = self._path()

    def _path(self) -> str:
        return _written(tuple(self._get_cursor_search_paths())) if self.schema_name else ""

    def _handle_search_path(self, cursor: Any = None) -> None:
        """Tell the session nothing."""

    def chunked_cursor(self) -> Any:
        """
        Return a cursor of the server, which a transaction needs; outside of one, an ordinary one.

        A cursor that outlives its transaction stays behind in a session that is somebody else's.
        """
        self.ensure_connection()
        if self.get_autocommit():
            return self._cursor()
        self.connection.renew_path()
        return super().chunked_cursor()
