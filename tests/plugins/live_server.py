"""The product on a port of this machine, for clients that were written by others."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.core.wsgi import get_wsgi_application
from django.db import connections


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def served(host: str) -> Iterator[str]:
    """
    Serve an operator's host; yields an address without a name that somebody must resolve.

    Requests have database connections of their own, so what they find has to be committed.
    """
    application = get_wsgi_application()

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        environ["HTTP_HOST"] = host
        try:
            found = application(environ, start_response)
            body = b"".join(found)
            found.close()
            return [body]
        finally:
            connections.close_all()

    with make_server("127.0.0.1", 0, answer, _Server, _Quiet) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
