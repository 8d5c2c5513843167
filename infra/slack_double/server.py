"""The HTTP side: loopback only."""

from __future__ import annotations

import base64
import hmac
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from doubles.loopback_server import LoopbackHandler, LoopbackServer, form_of
from slack_double import courier, page
from slack_double.workspace import CHANNELS, PAGE, TEAM, Posted, Refused, Workspace


@dataclass(frozen=True, slots=True)
class App:
    """The one app that is known here."""

    client_id: str
    client_secret: str
    signing_secret: str


class DoubleServer(LoopbackServer):
    """The listening socket together with what it serves."""

    def __init__(self, port: int, app: App, product: str) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__(port, Handler)
        self.app, self.product = app, product
        self.workspace = Workspace()


class Handler(LoopbackHandler):
    """One request."""

    server: DoubleServer

    def do_GET(self) -> None:
        """Answer the pages, or the list of messages."""
        parts = urlsplit(self.path)
        asked = form_of(parts.query.encode())
        if parts.path == "/healthz":
            self.answer_text(200, "ok")
        elif parts.path == "/":
            self.answer_page(page.render(self.server.workspace.newest_first()))
        elif parts.path == "/messages.json":
            self.answer_json(200, [_shown(one) for one in self.server.workspace.newest_first()])
        elif parts.path == "/oauth/v2/authorize" and asked.get("client_id") == self.server.app.client_id:
            target = asked.get("redirect_uri", "")
            code = self.server.workspace.grant(target)
            self.answer_page(
                page.render_authorize(target, asked.get("state", ""), asked.get("scope", ""), code)
            )
        else:
            self.answer_text(404, "not found")

    def do_POST(self) -> None:
        """Answer a call of the Web API, or a press of a button on the page."""
        raw = self.read_body()
        if raw is None:
            self.answer_text(413, "too large")
            return
        if self.path == "/press":
            self._press(form_of(raw))
            return
        try:
            self.answer_json(200, {"ok": True, **self._call(urlsplit(self.path).path, self._body(raw))})
        except Refused as problem:
            status = 429 if problem.seconds else 200
            wait = {"Retry-After": str(problem.seconds)} if problem.seconds else {}
            self.answer_json(status, {"ok": False, "error": problem.error}, wait)

    def _body(self, raw: bytes) -> dict[str, Any]:
        if "json" in self.headers.get("Content-Type", ""):
            found: dict[str, Any] = json.loads(raw or b"{}")
            return found
        form: dict[str, Any] = dict(form_of(raw))
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
        if not self.is_own_page():
            self.answer_text(403, "forbidden")
            return
        found = next((one for one in self.server.workspace.newest_first() if one.ts == form.get("ts")), None)
        action = _action(found, form.get("action", "")) if found else None
        if found is None or action is None:
            self.answer_text(404, "not found")
            return
        courier.post(self.server.product, self.server.app.signing_secret, courier.press_body(found, action))
        self.back_to_page()


def _action(message: Posted, action_id: str) -> dict[str, Any] | None:
    for block in message.blocks:
        for one in block.get("elements", ()):
            if one.get("action_id") == action_id:
                return dict(one)
    return None


def _shown(message: Posted) -> dict[str, Any]:
    return {"channel": message.channel, "ts": message.ts, "text": message.text, "blocks": message.blocks}
