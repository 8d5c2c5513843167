"""The HTTP side: loopback only."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from doubles.loopback_server import LoopbackServer, WritingHandler, form_of
from hubspot_double import courier, page
from hubspot_double.account import ARTICLES, PORTAL, Portal, Refused, Row, moment

_UPSERT = re.compile(r"/crm/v3/objects/(companies|deals)/batch/upsert")
_SEARCH = re.compile(r"/crm/v3/objects/(companies|deals)/search")
_ROW = re.compile(r"/crm/v3/objects/(companies|deals)/(\d+)")
_PROPERTY = re.compile(r"/crm/v3/properties/(companies|deals)")
_LINK = re.compile(r"/crm/v4/objects/deals/(\d+)/associations/default/companies/(\d+)")


@dataclass(frozen=True, slots=True)
class App:
    """The one private app that is known here, and the product it tells."""

    token: str
    client_secret: str
    product: str = ""


class DoubleServer(LoopbackServer):
    """The listening socket together with what it serves."""

    def __init__(self, port: int, app: App) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__(port, Handler)
        self.app = app
        self.portal = Portal(app.token)
        # Tests look at what was asked: (method, path, body).
        self.calls: list[tuple[str, str, Any]] = []

    def move(self, deal_id: str, stage: str) -> int:
        """Have somebody move a deal there; returns what the product answered to the news."""
        row = self.portal.change("deals", deal_id, {"dealstage": stage})
        return self.tell(row, is_integration=False)

    def tell(self, row: Row, *, is_integration: bool) -> int:
        """Tell the product which stage a deal is in now."""
        if not self.app.product:
            return 0
        at = row.updated_at.timestamp()
        news = courier.event(row.id, row.properties.get("dealstage", ""), at, is_integration=is_integration)
        return courier.deliver(self.app.product, self.app.client_secret, [news])


class Handler(WritingHandler):
    """One request."""

    server: DoubleServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer the page and reads."""
        path = urlsplit(self.path).path
        if path == "/healthz":
            self.answer_text(200, "ok")
        elif path == "/":
            portal, app = self.server.portal, self.server.app
            self.answer_page(page.render(portal.rows, portal.stages, app.token, app.client_secret))
        else:
            self._api({})

    def do_POST(self) -> None:
        """Answer writes, searches, or the page's list of stages."""
        raw = self.read_body()
        if raw is None:
            self.answer_text(413, "too large")
            self.close_connection = True
        elif self.path == "/move":
            self._move(form_of(raw))
        else:
            self._api(json.loads(raw or b"{}"))

    def _move(self, form: Mapping[str, str]) -> None:
        if not self.is_own_page():
            self.answer_text(403, "not from here")
            return
        try:
            self.server.move(form.get("deal", ""), form.get("stage", ""))
        except Refused as problem:
            self.answer_text(problem.status, problem.message)
            return
        self.back_to_page()

    def _api(self, body: Any) -> None:
        parts = urlsplit(self.path)
        self.server.calls.append((self.command, parts.path, body or form_of(parts.query.encode())))
        try:
            self.server.portal.require(self.headers.get("Authorization", "").removeprefix("Bearer "))
            status, found = self._call(parts.path, body if isinstance(body, dict) else {})
        except Refused as problem:
            told = {"status": "error", "message": problem.message, "category": problem.category}
            self.answer_json(problem.status, {**told, "correlationId": "0-0"}, problem.headers)
            return
        if status == 204:
            self.answer(204, b"", "application/json")
        else:
            self.answer_json(status, found)

    def _call(self, path: str, body: Mapping[str, Any]) -> tuple[int, Any]:
        portal = self.server.portal
        if path == "/account-info/v3/details":
            return 200, {"portalId": PORTAL, "uiDomain": "app.hubspot.com", "accountType": "STANDARD"}
        if path == "/crm/v3/pipelines/deals/default":
            return 200, _pipeline(portal)
        if path == "/cms/v3/site-search/search":
            return 200, _articles(form_of(urlsplit(self.path).query.encode()))
        if found := _PROPERTY.fullmatch(path):
            portal.add_property(found[1], str(body["name"]))
            return 201, {**body, "options": []}
        if found := _UPSERT.fullmatch(path):
            return 200, self._upsert(found[1], body)
        if found := _SEARCH.fullmatch(path):
            rows = portal.search(found[1], str(body.get("query") or ""))
            shown = [one.shown() for one in rows[: int(body.get("limit") or 10)]]
            return 200, {"total": len(rows), "results": shown}
        if found := _LINK.fullmatch(path):
            portal.find("companies", found[2])
            portal.find("deals", found[1]).companies.add(found[2])
            return 200, {"status": "COMPLETE", **_times(), "results": []}
        if found := _ROW.fullmatch(path):
            return self._row(found[1], found[2], body)
        raise Refused(404, "resource not found", "OBJECT_NOT_FOUND")

    def _row(self, kind: str, row_id: str, body: Mapping[str, Any]) -> tuple[int, Any]:
        portal = self.server.portal
        if self.command == "DELETE":
            portal.find(kind, row_id).is_archived = True
            return 204, None
        if self.command == "PATCH":
            return 200, portal.change(kind, row_id, body["properties"]).shown()
        return 200, portal.find(kind, row_id).shown()

    def _upsert(self, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        saved = self.server.portal.upsert(kind, body["inputs"])
        for row, _, before in saved:
            if kind == "deals" and row.properties.get("dealstage") != before:
                # HubSpot tells an app of its own changes as well.
                threading.Thread(
                    target=self.server.tell, args=(row,), kwargs={"is_integration": True}
                ).start()
        results = [{**row.shown(), "new": is_new} for row, is_new, _ in saved]
        return {"status": "COMPLETE", **_times(), "results": results}


def _times() -> dict[str, str]:
    at = moment(datetime.now(UTC))
    return {"startedAt": at, "completedAt": at}


def _pipeline(portal: Portal) -> dict[str, Any]:
    at = "2026-01-01T00:00:00.000Z"
    stages = [
        {
            "id": key,
            "label": label,
            "displayOrder": order,
            "metadata": {"probability": chance, "isClosed": "true" if chance in {"0.0", "1.0"} else "false"},
            "createdAt": at,
            "updatedAt": at,
            "archived": False,
        }
        for order, (key, label, chance) in enumerate(portal.stages)
    ]
    head = {"id": "default", "label": "Sales Pipeline", "displayOrder": 0, "archived": False}
    return {**head, "createdAt": at, "updatedAt": at, "stages": stages}


def _articles(asked: Mapping[str, str]) -> dict[str, Any]:
    text, domain = asked.get("q", "").casefold(), asked.get("domain", "")
    results = [
        {
            "id": int(key),
            "score": 1.0,
            "type": "KNOWLEDGE_ARTICLE",
            "title": title,
            "category": category,
            "url": f"{scheme}://{domain}/{key}",
            "domain": domain,
            "language": asked.get("language", "en"),
        }
        for key, title, category, scheme in ARTICLES
        if text in title.casefold()
    ]
    head = {"total": len(results), "offset": 0, "limit": 10, "page": 0, "searchTerm": asked.get("q", "")}
    return {**head, "results": results}
