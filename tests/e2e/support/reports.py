"""A service that takes error reports, and hosts of the product's pages that name it."""

import html
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory

from outfitter.api import screens, widget_pages
from outfitter.error_reports import browser

OPERATOR: Final = "reef"


class Ingest(BaseHTTPRequestHandler):
    """Keeps what arrives, whatever origin sends it."""

    def do_POST(self) -> None:
        """Take a report."""
        length = int(self.headers.get("Content-Length", "0"))
        self.server.bodies.append(self.rfile.read(length).decode())  # type: ignore[attr-defined]
        self._answer()

    def do_OPTIONS(self) -> None:
        """Let any page send."""
        self._answer()

    def _answer(self) -> None:
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "*")
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


class Pages(Ingest):
    """The customers' pages as the product sends them, and nothing to ask for."""

    def do_GET(self) -> None:
        """Send a page, or one of its files."""
        request = RequestFactory(HTTP_HOST=self.headers["Host"]).get(self.path)
        try:
            answer = self.answer_to(request)
        except Http404:
            self.send_error(404)
            return
        body = b"".join(answer)  # type: ignore[arg-type]  # streamed or not, both are parts
        self.send_response(answer.status_code)
        for name, value in answer.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer_to(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as an operator's host."""
        request.tenant = SimpleNamespace(slug=OPERATOR, schema_name="t_reef")  # type: ignore[attr-defined]
        return _answer_to(request)


class ApexPages(Pages):
    """The platform's own pages, as they are exported."""

    def answer_to(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the platform's host."""
        if request.path.startswith("/widgets/"):
            return widget_pages.serve(request, request.path.removeprefix("/widgets/"))
        return screens.screen(request, request.path.removeprefix("/"))


def _answer_to(request: HttpRequest) -> HttpResponseBase:
    if request.path.startswith("/widgets/"):
        return widget_pages.serve(request, request.path.removeprefix("/widgets/"))
    if request.path.startswith("/pay/"):
        return widget_pages.pay(request)
    if request.path.startswith("/waiverPortal/"):
        return widget_pages.sign(request)
    if request.path.startswith("/customer/"):
        return _screen()
    raise Http404


def _screen() -> HttpResponse:
    """Return a page with the policy of a screen, which has loaded what its first call named."""
    found = browser.settings_for(operator=OPERATOR, user_id=7)
    assert found is not None
    said = html.escape(json.dumps(found), quote=True)
    script = f'<script type="module" src="{found["script"]}" data-error-reports="{said}"></script>'
    answer = HttpResponse(f"<!doctype html><title>Customer</title><link rel=icon href=data:,>{script}")
    answer["Content-Security-Policy"] = screens.with_gateway(
        "default-src 'self'; script-src 'self'; img-src data:"
    )
    return answer


class Server(ThreadingHTTPServer):
    """One of the two."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.bodies: list[str] = []

    @property
    def events(self) -> list[dict[str, Any]]:
        """Return the reports that arrived, without what they are wrapped in."""
        return [json.loads(body.split("\n")[2]) for body in self.bodies]


@contextmanager
def server_of(handler: type[BaseHTTPRequestHandler]) -> Iterator[Server]:
    """Serve until the block ends."""
    server = Server(handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
