"""The HTTP side: loopback only."""

from __future__ import annotations

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

HOST = "127.0.0.1"
MAX_BODY = 400_000
# What the next answers are like: good ones; a model that obeys whatever stands in the material; text
# instead of JSON; empty; refusals of several kinds; a server that is busy, broken, slow or talks nonsense.
Mood = Literal[
    "good",
    "obedient",
    "plain",
    "empty",
    "declining",
    "bad_key",
    "no_budget",
    "too_long",
    "busy",
    "broken",
    "slow",
    "nonsense",
]
_REFUSALS: dict[str, tuple[int, str]] = {
    "bad_key": (401, "invalid_api_key"),
    "no_budget": (429, "insufficient_quota"),
    "too_long": (400, "context_length_exceeded"),
    "busy": (429, "rate_limit_exceeded"),
    "broken": (500, "server_error"),
}


class DoubleServer(ThreadingHTTPServer):
    """The listening socket together with what tests set and look at."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__((HOST, port), Handler)
        self.mood: Mood = "good"
        # What an obedient model says, and the calls so far: (headers, body).
        self.obeys = ""
        self.calls: list[tuple[dict[str, str], Any]] = []

    @property
    def base(self) -> str:
        """Return the address that stands for https://api.openai.com/v1."""
        return f"http://{HOST}:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: DoubleServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer whether it runs."""
        is_health = self.path == "/healthz"
        self._answer(200 if is_health else 404, b"ok" if is_health else b"not found", "text/plain")

    def do_POST(self) -> None:
        """Answer a completion."""
        raw = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), MAX_BODY))
        if self.path != "/v1/chat/completions":
            self._json(404, {"error": {"code": "not_found", "message": "Unknown address."}})
            return
        asked = json.loads(raw)
        self.server.calls.append(({key.lower(): value for key, value in self.headers.items()}, asked))
        mood = self.server.mood
        if mood in _REFUSALS:
            status, code = _REFUSALS[mood]
            # Real servers repeat a part of the question here.
            told = {"code": code, "type": code, "message": f"Cannot: {asked['messages'][-1]['content'][:80]}"}
            self._json(status, {"error": told})
            return
        if mood == "slow":
            time.sleep(1.5)
        if mood == "nonsense":
            self._answer(200, b"<html>hello</html>", "text/html")
            return
        message = {"role": "assistant", "content": self._content(asked), "refusal": None}
        if mood == "declining":
            message = {"role": "assistant", "content": None, "refusal": "I can't help with that."}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}
        about = {"id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": asked["model"]}
        self._json(200, {**about, "choices": [choice], "usage": usage})

    def _content(self, asked: Any) -> str:
        mood = self.server.mood
        if mood == "empty":
            return ""
        if mood == "obedient":
            return json.dumps({"versions": [self.server.obeys]})
        try:
            material = json.loads(asked["messages"][-1]["content"])
        except ValueError:
            return "OK"
        found = _improved(material["text"]) if "text" in material else _replies(material)
        if mood == "plain":
            return found[0]
        return json.dumps({"versions": found}, ensure_ascii=False)

    def _json(self, status: int, body: Any) -> None:
        self._answer(status, json.dumps(body).encode(), "application/json; charset=utf-8")

    def _answer(self, status: int, body: bytes, content_type: str) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            # Whoever asked has gone.
            self.close_connection = True

    def log_message(self, *_about: Any) -> None:
        """Keep quiet."""


def _improved(text: str) -> list[str]:
    tidy = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
    whole = tidy[:1].upper() + tidy[1:]
    if whole and whole[-1] not in ".!?}":
        whole += "."
    short = tidy.split(". ")[0].strip()
    return [whole, short[:1].upper() + short[1:]]


def _replies(material: Any) -> list[str]:
    asked = [one["text"] for one in material["conversation"] if one["from"] == "guest"]
    about = f" You wrote: \u201c{asked[-1][:60]}\u201d." if asked else ""
    booking = f" Your booking: {material['booking'][0]}." if material["booking"] else ""
    return [f"Thank you for your message.{about}{booking} We will get back to you shortly.", "Thank you!"]
