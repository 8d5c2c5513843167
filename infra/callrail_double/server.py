"""The HTTP side: loopback only."""

from __future__ import annotations

import hmac
import json
from urllib.parse import parse_qs, urlsplit

from callrail_double import page
from callrail_double.courier import Courier
from callrail_double.tracked_calls import EVENTS, CallBook, TrackedCall
from doubles import silent_audio
from doubles.loopback_server import LoopbackHandler, LoopbackServer, form_of


class DoubleServer(LoopbackServer):
    """The listening socket together with what it serves."""

    def __init__(self, port: int, account_id: str, api_key: str, signing_key: str) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__(port, Handler)
        self.account_id, self.api_key = account_id, api_key
        # Asks everybody to wait.
        self.busy = False
        self.book = CallBook()
        self.courier = Courier(signing_key, self.book)


class Handler(LoopbackHandler):
    """One request."""

    server: DoubleServer

    def do_GET(self) -> None:
        """Answer the page, the account, its calls, or a recording."""
        path = urlsplit(self.path).path
        account = f"/v3/a/{self.server.account_id}"
        if path == "/healthz":
            self.answer_text(200, "ok")
        elif path == "/":
            self.answer_page(page.render(self.server.book))
        elif path.endswith("/recording/redirect"):
            key = path.split("/")[2]
            self.answer(302, b"", "text/plain", {"Location": f"{self.server.base}/recordings/{key}.wav"})
        elif path.startswith("/recordings/"):
            silent_audio.answer(self)
        elif not path.startswith(account):
            self.answer_json(404, {"error": "Not found"})
        elif self.server.busy:
            self.answer_json(429, {"error": "Too many requests"})
        elif not self._is_signed_in():
            return
        elif path in {f"{account}.json", f"{account}/calls.json"}:
            self._account(path)
        elif path.endswith("/recording.json"):
            self.answer_json(200, {"url": f"{self.server.base}/recordings/{path.split('/')[-2]}.wav"})
        else:
            self.answer_json(404, {"error": "Not found"})

    def do_POST(self) -> None:
        """Do what a button says: ring, hang up, change; or take the addresses. JSON or a form."""
        raw = self.read_body()
        if raw is None or not self.is_own_page():
            self.answer_json(413 if raw is None else 403, {"error": "Refused"})
            return
        is_json = self.headers.get("Content-Type", "").startswith("application/json")
        asked = {str(k): str(v) for k, v in json.loads(raw or b"{}").items()} if is_json else form_of(raw)
        found = self._do(self.path, asked)
        if found is None:
            self.answer_json(404, {"error": "Not found"})
        elif is_json:
            self.answer_json(200, found)
        else:
            self.back_to_page()

    def _do(self, path: str, asked: dict[str, str]) -> dict[str, object] | None:
        book = self.server.book
        if path == "/addresses":
            book.addresses = {event: asked.get(event, "") for event in EVENTS}
            return {"saved": True}
        if path == "/ring":
            call = book.begin(asked)
            return self._told("precall" if call.direction == "inbound" else "", call)
        call_or_none = book.calls.get(asked.get("id", ""))
        if call_or_none is None:
            return None
        if path == "/hangup":
            book.end(call_or_none, asked)
            is_inbound = call_or_none.direction == "inbound"
            return self._told("postcall" if is_inbound else "webhook", call_or_none)
        if path == "/change":
            call_or_none.tags = [one.strip() for one in asked.get("tags", "").split(",") if one.strip()]
            return self._told("webhook", call_or_none, {"changes": ["tags"]})
        return None

    def _told(
        self, event: str, call: TrackedCall, more: dict[str, object] | None = None
    ) -> dict[str, object]:
        status = self.server.courier.tell(event, {**call.told(self.server.base), **(more or {})})
        return {"id": call.id, "status": status}

    def _account(self, path: str) -> None:
        if not path.endswith("/calls.json"):
            self.answer_json(200, {"id": self.server.account_id, "name": "Stand-in"})
            return
        asked = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        page_no, per_page = int(asked.get("page", 1)), int(asked.get("per_page", 100))
        rows = [one for one in self.server.book.newest_first() if one.is_over]
        shown = [
            {**one.told(self.server.base), "id": one.id}
            for one in rows[(page_no - 1) * per_page : page_no * per_page]
        ]
        total = max(1, -(-len(rows) // per_page))
        self.answer_json(
            200,
            {
                "page": page_no,
                "per_page": per_page,
                "total_pages": total,
                "total_records": len(rows),
                "calls": shown,
            },
        )

    def _is_signed_in(self) -> bool:
        wanted = f'Token token="{self.server.api_key}"'
        if hmac.compare_digest(self.headers.get("Authorization", ""), wanted):
            return True
        self.answer_json(401, {"error": "HTTP Token: Access denied."})
        return False
