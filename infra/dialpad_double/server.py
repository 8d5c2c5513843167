"""The HTTP side: loopback only."""

from __future__ import annotations

import hmac
import json
from typing import Any
from urllib.parse import urlsplit

from dialpad_double import page
from dialpad_double.courier import Courier
from dialpad_double.switchboard import DialpadCall, Switchboard, now_ms
from doubles import silent_audio
from doubles.loopback_server import LoopbackHandler, LoopbackServer, form_of


class DoubleServer(LoopbackServer):
    """The listening socket together with what it serves."""

    def __init__(self, port: int, api_key: str) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__(port, Handler)
        self.api_key = api_key
        # Asks everybody to wait.
        self.busy = False
        self.board = Switchboard()
        self.courier = Courier(self.board)


class Handler(LoopbackHandler):
    """One request."""

    server: DoubleServer

    def do_GET(self) -> None:
        """Answer the page, the company's lists, or a recording."""
        path, board = urlsplit(self.path).path, self.server.board
        if path == "/healthz":
            self.answer_text(200, "ok")
        elif path == "/":
            self.answer_page(page.render(board))
        elif self.server.busy:
            self.answer_json(429, {"error": {"code": 429, "message": "Rate limited"}})
        elif not self._is_signed_in():
            return
        elif path.startswith("/recordings/"):
            silent_audio.answer(self)
        elif path == "/api/v2/company":
            self.answer_json(200, {"id": "1", "name": "Stand-in"})
        elif path == "/api/v2/webhooks":
            self.answer_json(200, {"items": list(board.webhooks.values())})
        elif path == "/api/v2/subscriptions/call":
            self.answer_json(200, {"items": board.subscriptions})
        elif path == "/api/v2/call":
            rows = [one.event("hangup", self.server.base) for one in board.calls.values() if one.ended]
            self.answer_json(200, {"items": rows})
        else:
            self.answer_json(404, {"error": {"code": 404, "message": "Not found"}})

    def do_POST(self) -> None:
        """Do what a button says, or take a webhook or a subscription. JSON or a form."""
        raw = self.read_body()
        if raw is None or not self.is_own_page():
            self.answer_json(413 if raw is None else 403, {"error": {"message": "Refused"}})
            return
        is_json = self.headers.get("Content-Type", "").startswith("application/json")
        asked = json.loads(raw or b"{}") if is_json else form_of(raw)
        if self.path.startswith("/api/"):
            if self._is_signed_in():
                self._take(asked)
            return
        found = self._do(self.path, asked)
        if found is None:
            self.answer_json(404, {"error": {"message": "Not found"}})
        elif is_json:
            self.answer_json(200, found)
        else:
            self.back_to_page()

    def _take(self, asked: dict[str, Any]) -> None:
        board = self.server.board
        if self.path == "/api/v2/webhooks":
            self.answer_json(200, board.add_webhook(str(asked["hook_url"]), str(asked.get("secret", ""))))
            return
        made = board.subscribe(int(asked.get("endpoint_id") or 0), list(asked.get("call_states", ())))
        if self.path != "/api/v2/subscriptions/call" or made is None:
            self.answer_json(404, {"error": {"code": 404, "message": "Not found"}})
            return
        self.answer_json(200, made)

    def _do(self, path: str, asked: dict[str, str]) -> dict[str, object] | None:
        board = self.server.board
        if path == "/ring":
            call = board.begin(asked)
            return self._told(call, "ringing" if call.direction == "inbound" else "calling")
        found = board.calls.get(int(asked.get("id") or 0))
        if found is None:
            return None
        if path == "/answer":
            found.connected = now_ms()
            return self._told(found, "connected")
        if path not in {"/hangup", "/voicemail"}:
            return None
        found.is_voicemail = path == "/voicemail"
        found.ended = now_ms()
        self._told(found, "hangup")
        return self._told(found, "voicemail_uploaded" if found.is_voicemail else "recording")

    def _told(self, call: DialpadCall, state: str) -> dict[str, object]:
        return {"id": call.id, "status": self.server.courier.tell(call.event(state, self.server.base))}

    def _is_signed_in(self) -> bool:
        if hmac.compare_digest(self.headers.get("Authorization", ""), f"Bearer {self.server.api_key}"):
            return True
        self.answer_json(401, {"error": {"code": 401, "message": "Unauthorized"}})
        return False
