"""The HTTP side: loopback only, keep-alive, open to pages of any origin as Stripe's is."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from stripe_double import api, control, onboarding
from stripe_double.world import World

HOST = "127.0.0.1"
MAX_BODY = 6_000_000
STATIC = Path(__file__).with_name("static")
PAGE_POLICY = "default-src 'none'; style-src 'self'"
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "authorization, content-type, stripe-account, stripe-version",
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Expose-Headers": "Request-Id",
    "Access-Control-Max-Age": "300",
}


def script() -> bytes:
    """Return the stand-in for Stripe.js, with its texts."""
    words = json.dumps(json.loads((STATIC / "words.json").read_text(encoding="utf-8")))
    code = (STATIC / "stripe.js").read_text(encoding="utf-8")
    return code.replace('"__WORDS__"', words).encode()


class DoubleServer(ThreadingHTTPServer):
    """The listening socket together with what it serves."""

    daemon_threads = True

    def __init__(self, port: int, world: World, *, is_quiet: bool = False) -> None:
        """Listen on the loopback interface; port 0 takes a free one.

        :raises OSError: the port is taken
        """
        super().__init__((HOST, port), Handler)
        self.world, self.is_quiet = world, is_quiet

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report a fault of ours, not a client that went away."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)

    @property
    def base(self) -> str:
        """Return the address to give to the library as its API base."""
        return f"http://{HOST}:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 120
    server: DoubleServer

    def do_GET(self) -> None:
        """Answer a read."""
        self._answer("GET")

    def do_POST(self) -> None:
        """Answer a write."""
        self._answer("POST")

    def do_DELETE(self) -> None:
        """Answer a removal."""
        self._answer("DELETE")

    def do_OPTIONS(self) -> None:
        """Answer a browser's question whether it may call."""
        self._send(204, b"", CORS)

    def _answer(self, method: str) -> None:
        body = self._body()
        path = self.path.partition("?")[0]
        if body is None or not self._is_host_local():
            self.close_connection = True
            self._json(400, {"error": {"message": "Not a request this server accepts."}}, {})
        elif path.startswith("/v1/"):
            self._api(method, body)
        elif path.startswith("/_control/"):
            self._control(method, path, body)
        elif path.startswith("/onboarding"):
            self._onboarding(method, path, body)
        elif method == "GET" and path == "/stripe.js":
            more = {"Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"}
            self._send(200, script(), more)
        elif method == "GET" and path == "/healthz":
            self._json(200, {"status": "ok", "is_double": True}, {})
        else:
            self._json(404, {"error": {"message": f"Unrecognized request URL ({path[:200]})."}}, {})

    def _is_host_local(self) -> bool:
        # A web page must not reach us under a name that it made point to this machine.
        name = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        return name in {HOST, "localhost"}

    def _body(self) -> bytes | None:
        try:
            length = int(self.headers.get("Content-Length") or 0)
        except ValueError:
            return None
        return self.rfile.read(length) if 0 <= length <= MAX_BODY else None

    def _api(self, method: str, body: bytes) -> None:
        faults = self.server.world.faults
        if faults.latency_seconds and not faults.is_latency_after:
            self.server.world.calm.wait(faults.latency_seconds)
        headers = {name.title(): value for name, value in self.headers.items()}
        answer = api.handle(self.server.world, method, self.path, headers, body)
        if answer.wait_seconds:
            self.server.world.calm.wait(answer.wait_seconds)
        api.sent(self.server.world, answer)
        if answer.is_lost:
            self.close_connection = True
            return
        self._json(answer.status, answer.body, {**CORS, **answer.headers})

    def _onboarding(self, method: str, path: str, body: bytes) -> None:
        if path == "/onboarding.css":
            style = (STATIC / "onboarding.css").read_bytes()
            self._send(200, style, {"Content-Type": "text/css; charset=utf-8"})
            return
        with self.server.world.lock:
            language = self.headers.get("Accept-Language", "")
            page = onboarding.handle(self.server.world, method, path, body.decode(errors="replace"), language)
            self.server.world.commit()
        more = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": PAGE_POLICY}
        if page.location:
            more["Location"] = page.location
        self._send(page.status, page.html.encode(), more)

    def _control(self, method: str, path: str, body: bytes) -> None:
        # Asking for JSON keeps other web pages out: they would need our permission first.
        if method == "POST" and "application/json" not in self.headers.get("Content-Type", ""):
            self._json(415, {"error": {"message": "Send application/json."}}, {})
            return
        try:
            given = json.loads(body or "{}")
        except ValueError:
            given = None
        if not isinstance(given, dict):
            self._json(400, {"error": {"message": "The body is not a JSON object."}}, {})
            return
        status, answer = control.handle(self.server.world, method, path, given)
        self._json(status, answer, {})

    def _json(self, status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        content = json.dumps(body, indent=2).encode()
        self._send(status, content, {"Content-Type": "application/json", **headers})

    def _send(self, status: int, content: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Print one line per request, unless tests want quiet."""
        if not self.server.is_quiet:
            print(f"stripe-double {format % args}", flush=True)
