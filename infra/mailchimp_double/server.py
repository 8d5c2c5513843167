"""The HTTP side: loopback only. It stands for the sign-in and for the data center."""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from doubles.loopback_server import LoopbackServer, WritingHandler, form_of
from mailchimp_double import courier, page
from mailchimp_double.account import AUDIENCES, NAME, Account, Member, Refused

_MEMBER = re.compile(r"/3\.0/lists/(\w+)/members/([0-9a-f]{32})(/tags)?")
_WEBHOOK = re.compile(r"/3\.0/lists/(\w+)/webhooks(?:/(\w+))?")


@dataclass(frozen=True, slots=True)
class App:
    """The one app that is known here."""

    client_id: str
    client_secret: str


class DoubleServer(LoopbackServer):
    """The listening socket together with what it serves."""

    def __init__(self, port: int, app: App) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__(port, Handler)
        self.app = app
        self.account = Account()
        # Tests look at what was asked: (method, path, body).
        self.calls: list[tuple[str, str, Any]] = []

    def leave(self, list_id: str, member: str, kind: str = "unsubscribe") -> list[int]:
        """Have somebody leave an audience; returns what those answered who are told."""
        found = self.account.change(list_id, member, "cleaned" if kind == "cleaned" else "unsubscribed")
        body = courier.news(kind, list_id, found.email)
        hooks = [one for one in self.account.webhooks[list_id].values() if one["events"].get(kind)]
        return [courier.call("POST", one["url"], body) for one in hooks]


class Handler(WritingHandler):
    """One request."""

    server: DoubleServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer pages and reads."""
        parts = urlsplit(self.path)
        asked = form_of(parts.query.encode())
        if parts.path == "/healthz":
            self.answer_text(200, "ok")
        elif parts.path == "/":
            self.answer_page(page.render(self.server.account.members))
        elif parts.path == "/oauth2/authorize" and asked.get("client_id") == self.server.app.client_id:
            target = asked.get("redirect_uri", "")
            code = self.server.account.grant(target)
            self.answer_page(page.render_authorize(target, asked.get("state", ""), code))
        elif parts.path == "/oauth2/metadata":
            self._metadata()
        else:
            self._api({})

    def do_POST(self) -> None:
        """Answer writes, an exchange, or the page's button."""
        raw = self.read_body()
        if raw is None:
            self.answer_text(413, "too large")
            self.close_connection = True
            return
        if self.path == "/oauth2/token":
            self._token(form_of(raw))
        elif self.path == "/leave":
            self._leave(form_of(raw))
        else:
            self._api(json.loads(raw or b"{}"))

    def _api(self, body: Any) -> None:
        path = urlsplit(self.path).path
        self.server.calls.append((self.command, path, body))
        try:
            self.server.account.require(self.headers.get("Authorization", "").removeprefix("Bearer "))
            status, found = self._call(path, body if isinstance(body, dict) else {})
        except Refused as problem:
            told = {"type": "about:blank", "title": problem.title, "status": problem.status}
            more = {"detail": problem.detail, "instance": "", "errors": list(problem.errors)}
            self._json(problem.status, {**told, **more}, kind="application/problem+json")
            return
        if status == 204:
            self.answer(204, b"", "application/json")
        else:
            self._json(status, found)

    def _call(self, path: str, body: Mapping[str, Any]) -> tuple[int, Any]:
        if path == "/3.0/ping":
            return 200, {"health_status": "Everything's Chimpy!"}
        if path == "/3.0/lists":
            lists = [{"id": key, "name": name} for key, name in AUDIENCES.items()]
            return 200, {"lists": lists, "total_items": len(lists)}
        if found := _MEMBER.fullmatch(path):
            return self._member(found[1], found[2], bool(found[3]), body)
        if found := _WEBHOOK.fullmatch(path):
            return self._webhook(found[1], found[2], body)
        raise Refused(404, "Resource Not Found")

    def _member(self, list_id: str, key: str, is_tags: bool, body: Mapping[str, Any]) -> tuple[int, Any]:
        account = self.server.account
        if is_tags:
            account.tag(list_id, key, list(body["tags"]))
            return 204, None
        if self.command == "PUT":
            return 200, _shown(key, account.put(list_id, key, body))
        if self.command == "PATCH":
            return 200, _shown(key, account.change(list_id, key, str(body["status"])))
        if self.command == "DELETE":
            account.change(list_id, key, "archived")
            return 204, None
        found = account.audience(list_id).get(key)
        if found is None:
            raise Refused(404, "Resource Not Found")
        return 200, _shown(key, found)

    def _webhook(self, list_id: str, hook_id: str | None, body: Mapping[str, Any]) -> tuple[int, Any]:
        self.server.account.audience(list_id)
        hooks = self.server.account.webhooks[list_id]
        if self.command == "GET":
            return 200, {"webhooks": list(hooks.values()), "total_items": len(hooks)}
        if self.command == "DELETE":
            if hooks.pop(hook_id or "", None) is None:
                raise Refused(404, "Resource Not Found")
            return 204, None
        # Mailchimp tries an address before it takes it.
        if courier.call("GET", str(body["url"])) != 200:
            raise Refused(400, "Invalid Resource", "The URL could not be validated.")
        made = {**body, "id": secrets.token_hex(5), "list_id": list_id}
        hooks[made["id"]] = made
        return 200, made

    def _token(self, form: dict[str, str]) -> None:
        app = self.server.app
        if (form.get("client_id"), form.get("client_secret")) != (app.client_id, app.client_secret):
            self._json(400, {"error": "invalid_client"})
            return
        token = self.server.account.exchange(form.get("code", ""), form.get("redirect_uri", ""))
        if token is None:
            self._json(400, {"error": "invalid_grant"})
            return
        self._json(200, {"access_token": token, "expires_in": 0, "scope": None})

    def _metadata(self) -> None:
        if not self.server.account.is_known(self.headers.get("Authorization", "").removeprefix("OAuth ")):
            self._json(401, {"error": "invalid_token"})
            return
        about = {"dc": "us1", "role": "owner", "accountname": NAME, "user_id": 4711}
        login = {"login_id": 1, "login_name": NAME, "login_email": "owner@harbor.example"}
        base = self.server.base
        self._json(200, {**about, "login": login, "login_url": base, "api_endpoint": base})

    def _leave(self, form: dict[str, str]) -> None:
        if not self.is_own_page():
            self.answer_text(403, "forbidden")
            return
        leaving = (form.get("list", ""), form.get("member", ""))
        threading.Thread(target=self.server.leave, args=leaving, daemon=True).start()
        self.back_to_page()

    def _json(self, status: int, body: Any, *, kind: str = "application/json") -> None:
        self.answer_json(status, body, kind=f"{kind}; charset=utf-8")


def _shown(key: str, member: Member) -> dict[str, Any]:
    return {
        "id": key,
        "email_address": member.email,
        "status": member.status,
        "merge_fields": member.merge_fields,
        "tags": [{"id": place, "name": name} for place, name in enumerate(member.tags)],
    }
