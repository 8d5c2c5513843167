"""The HTTP side of a stand-in: on this machine alone, one answer for each request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import parse_qsl

HOST = "127.0.0.1"
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'"


class LoopbackServer(ThreadingHTTPServer):
    """The listening socket together with what it serves."""

    daemon_threads = True

    def __init__(self, port: int, handler: type[LoopbackHandler]) -> None:
        """
        Listen on the loopback interface; port 0 takes a free one.

        :raises OSError: the port is taken
        """
        super().__init__((HOST, port), handler)

    @property
    def base(self) -> str:
        """Return the address that stands for the partner's."""
        return f"http://{HOST}:{self.server_port}"


class LoopbackHandler(BaseHTTPRequestHandler):
    """One request, with what every stand-in needs to answer it."""

    most_bytes: ClassVar[int] = 300_000

    def read_body(self) -> bytes | None:
        """Return what was posted, None when it is more than a stand-in takes."""
        length = int(self.headers.get("Content-Length") or 0)
        return self.rfile.read(length) if 0 <= length <= self.most_bytes else None

    def is_own_page(self) -> bool:
        """Tell whether a page of ours posted this: others in the browser have no business here."""
        return self.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"

    def answer(
        self, status: int, body: bytes, content_type: str, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send one answer, whole."""
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", PAGE_POLICY)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer_json(
        self,
        status: int,
        body: object,
        headers: Mapping[str, str] | None = None,
        *,
        kind: str = "application/json",
    ) -> None:
        """Send an answer as JSON."""
        self.answer(status, json.dumps(body).encode(), kind, headers)

    def answer_page(self, html: str) -> None:
        """Send a page."""
        self.answer(200, html.encode(), "text/html; charset=utf-8")

    def answer_text(self, status: int, text: str) -> None:
        """Send a word, such as whether the server is up."""
        self.answer(status, text.encode(), "text/plain")

    def back_to_page(self) -> None:
        """Lead the browser back to the page after a button was pressed."""
        self.answer(303, b"", "text/plain", {"Location": "/"})

    def log_message(self, *_about: Any) -> None:
        """Keep quiet: the page shows what there is."""


class WritingHandler(LoopbackHandler):
    """For interfaces that write by every method: all of them come to `do_POST`, which reads `command`."""

    def do_POST(self) -> None:
        """Answer a write; each double says how."""
        self.answer_text(405, "nothing is written here")

    def do_PUT(self) -> None:
        """Answer writes."""
        self.do_POST()

    def do_PATCH(self) -> None:
        """Answer writes."""
        self.do_POST()

    def do_DELETE(self) -> None:
        """Answer removals."""
        self.do_POST()


def form_of(raw: bytes) -> dict[str, str]:
    """Return the fields of a form, empty ones too."""
    return dict(parse_qsl(raw.decode(errors="replace"), keep_blank_values=True))
