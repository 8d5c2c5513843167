"""The wall between operators, as Django's `ENGINE`: `outfitter.db.wall`."""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import psycopg
from django_tenants.postgresql_backend import base
from django_tenants.utils import quote_schema_name

from outfitter.db.wall.driver import WalledConnection, WalledCursor


@lru_cache(maxsize=4096)
def _written(schemas: tuple[str, ...]) -> str:
    return ",".join(quote_schema_name(name) for name in schemas)


class DatabaseWrapper(base.DatabaseWrapper):  # type: ignore[misc]  # django-tenants has no types
    """django-tenants' backend, which says at each statement what it would have told the session."""

    # Django makes connections with the driver's `connect`; ours is of another class.
    Database: Any = SimpleNamespace(**{**vars(psycopg), "connect": WalledConnection.connect})

    def get_connection_params(self) -> dict[str, Any]:
        """Return what to connect with."""
        return {**super().get_connection_params(), "cursor_factory": WalledCursor}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect; the first statement already knows its schema."""
        connection = super().get_new_connection(conn_params)
        connection.path = self._path()
        return connection

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
