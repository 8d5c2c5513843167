"""The HTTP side: loopback only."""

from __future__ import annotations

import base64
import hmac
import json
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from slack_double import courier, page
from slack_double.courier import HOST
from slack_double.workspace import CHANNELS, PAGE, TEAM, Posted, Refused, Workspace

MAX_BODY = 300_000
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'"


@dataclass(frozen=True, slots=True)
class App:
    """The one app that is known here."""

    client_id: str
    client_secret: str
    signing_secret: str


class DoubleServer(ThreadingHTTPServer):
    """The listening socket together with what it serves."""

    daemon_threads = True

    def __init__(self, port: int, app: App, product: str) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__((HOST, port), Handler)
        self.app, self.product = app, product
        self.workspace = Workspace()

    @property
    def base(self) -> str:
        """Return the address that stands for https://slack.com."""
        return f"http://{HOST}:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: DoubleServer

    def do_GET(self) -> None:
        """Answer the pages, or the list of messages."""
        parts = urlsplit(self.path)
        asked = dict(parse_qsl(parts.query))
        if parts.path == "/healthz":
            self._answer(200, b"ok", "text/plain")
        elif parts.path == "/":
            self._html(page.render(self.server.workspace.newest_first()))
        elif parts.path == "/messages.json":
            self._json(200, [_shown(one) for one in self.server.workspace.newest_first()])
        elif parts.path == "/oauth/v2/authorize" and asked.get("client_id") == self.server.app.client_id:
            target = asked.get("redirect_uri", "")
            code = self.server.workspace.grant(target)
            self._html(page.render_authorize(target, asked.get("state", ""), asked.get("scope", ""), code))
        else:
            self._answer(404, b"not found", "text/plain")

    def do_POST(self) -> None:
        """Answer a call of the Web API, or a press of a button on the page."""
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(min(length, MAX_BODY))
        if self.path == "/press":
            self._press(dict(parse_qsl(raw.decode())))
            return
        try:
            self._json(200, {"ok": True, **self._call(urlsplit(self.path).path, self._body(raw))})
        except Refused as problem:
            status = 429 if problem.seconds else 200
            self._json(status, {"ok": False, "error": problem.error}, wait=problem.seconds)

    def _body(self, raw: bytes) -> dict[str, Any]:
        if "json" in self.headers.get("Content-Type", ""):
            found: dict[str, Any] = json.loads(raw or b"{}")
            return found
        form: dict[str, Any] = dict(parse_qsl(raw.decode()))
        return {**form, **({"blocks": json.loads(form["blocks"])} if "blocks" in form else {})}

    def _call(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        space = self.server.workspace
        if path == "/api/oauth.v2.access":
            return self._install(body)
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        space.require(token)
        if path == "/api/auth.test":
            return {"team": TEAM["name"], "team_id": TEAM["id"], "user_id": "U0BOT", "bot_id": "B0BOT"}
        if path == "/api/auth.revoke":
            space.revoke(token)
            return {"revoked": True}
        if path == "/api/conversations.list":
            first = int(body.get("cursor") or 0)
            more = str(first + PAGE) if first + PAGE < len(CHANNELS) else ""
            return {
                "channels": list(CHANNELS[first : first + PAGE]),
                "response_metadata": {"next_cursor": more},
            }
        if path in {"/api/chat.postMessage", "/api/chat.update"}:
            made = space.post(body) if path.endswith("Message") else space.update(body)
            return {"channel": made.channel, "ts": made.ts, "message": {"text": made.text}}
        raise Refused("unknown_method")

    def _install(self, body: dict[str, Any]) -> dict[str, Any]:
        app = self.server.app
        wanted = base64.b64encode(f"{app.client_id}:{app.client_secret}".encode()).decode()
        if not hmac.compare_digest(self.headers.get("Authorization", ""), f"Basic {wanted}"):
            raise Refused("bad_client_secret")
        token = self.server.workspace.exchange(str(body.get("code")), str(body.get("redirect_uri")))
        return {
            "access_token": token,
            "token_type": "bot",
            "scope": "chat:write",
            "bot_user_id": "U0BOT",
            "app_id": "A0APP",
            "team": TEAM,
            "enterprise": None,
            "authed_user": {"id": "U0KIM"},
            "is_enterprise_install": False,
        }

    def _press(self, form: dict[str, str]) -> None:
        # Other pages of the browser have no business here.
        if self.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            self._answer(403, b"forbidden", "text/plain")
            return
        found = next((one for one in self.server.workspace.newest_first() if one.ts == form.get("ts")), None)
        action = _action(found, form.get("action", "")) if found else None
        if found is None or action is None:
            self._answer(404, b"not found", "text/plain")
            return
        courier.post(self.server.product, self.server.app.signing_secret, courier.press_body(found, action))
        self.send_response(303)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _html(self, text: str) -> None:
        self._answer(200, text.encode(), "text/html; charset=utf-8")

    def _json(self, status: int, body: Any, *, wait: int = 0) -> None:
        self._answer(status, json.dumps(body).encode(), "application/json", wait=wait)

    def _answer(self, status: int, body: bytes, content_type: str, *, wait: int = 0) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", PAGE_POLICY)
        if wait:
            self.send_header("Retry-After", str(wait))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_about: Any) -> None:
        """Keep quiet: the page shows what there is."""


def _action(message: Posted, action_id: str) -> dict[str, Any] | None:
    for block in message.blocks:
        for one in block.get("elements", ()):
            if one.get("action_id") == action_id:
                return dict(one)
    return None


def _shown(message: Posted) -> dict[str, Any]:
    return {"channel": message.channel, "ts": message.ts, "text": message.text, "blocks": message.blocks}
