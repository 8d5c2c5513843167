"""The HTTP side: loopback only."""

from __future__ import annotations

import json
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from speech_double.sound import spoken

HOST = "127.0.0.1"
MAX_BODY = 100_000
Mood = Literal["good", "busy", "broken", "no_budget", "slow"]
POLLY_VOICES = (
    {
        "Id": "Joanna",
        "Name": "Joanna",
        "LanguageCode": "en-US",
        "LanguageName": "US English",
        "Gender": "Female",
        "SupportedEngines": ["neural", "standard"],
    },
    {
        "Id": "Vicki",
        "Name": "Vicki",
        "LanguageCode": "de-DE",
        "LanguageName": "German",
        "Gender": "Female",
        "SupportedEngines": ["neural", "standard"],
    },
    {
        "Id": "Lupe",
        "Name": "Lupe",
        "LanguageCode": "es-US",
        "LanguageName": "US Spanish",
        "Gender": "Female",
        "AdditionalLanguageCodes": ["en-US"],
        "SupportedEngines": ["standard"],
    },
)
ELEVENLABS_VOICES = (
    {"voice_id": "21m00Tcm4TlvDq8ikWAM", "name": "Rachel", "category": "premade", "labels": {}},
    {"voice_id": "AZnzlk1XvdvUeBnXmlld", "name": "Domi", "category": "premade", "labels": {}},
)
_SIGNED = re.compile(r"AWS4-HMAC-SHA256 Credential=([^/]+)/")


class DoubleServer(ThreadingHTTPServer):
    """The listening socket together with what tests set and look at."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__((HOST, port), Handler)
        self.mood: Mood = "good"
        # The calls so far: (method, path, body).
        self.calls: list[tuple[str, str, Any]] = []

    @property
    def base(self) -> str:
        """Return the address below which the providers are."""
        return f"http://{HOST}:{self.server_port}"

    def asked(self) -> list[str]:
        """Return the texts that were to be spoken so far."""
        return [
            str(body.get("Text") or body.get("text") or "")
            for method, _, body in self.calls
            if method == "POST" and isinstance(body, dict)
        ]


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: DoubleServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer whether it runs, and what voices there are."""
        self._serve({})

    def do_POST(self) -> None:
        """Answer with sound."""
        raw = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), MAX_BODY))
        self._serve(json.loads(raw or b"{}"))

    def _serve(self, body: dict[str, Any]) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/healthz":
            self._answer(200, b"ok", "text/plain")
            return
        self.server.calls.append((self.command, self.path, body))
        if self.server.mood == "slow":
            time.sleep(1.5)
        if parts.path.startswith("/polly/"):
            self._polly(parts.path.removeprefix("/polly"), dict(parse_qsl(parts.query)), body)
        elif parts.path.startswith("/elevenlabs/"):
            self._elevenlabs(parts.path.removeprefix("/elevenlabs"), body)
        else:
            self._json(404, {"detail": "Not Found"})

    def _polly(self, path: str, asked: dict[str, str], body: dict[str, Any]) -> None:
        found = _SIGNED.match(self.headers.get("Authorization", ""))
        if found is None or found[1].startswith("wrong"):
            self._refuse_polly(403, "UnrecognizedClientException", "The security token is invalid.")
        elif self.server.mood == "busy":
            self._refuse_polly(429, "ThrottlingException", "Rate exceeded")
        elif self.server.mood == "broken":
            self._refuse_polly(500, "ServiceFailureException", "Try later")
        elif self.server.mood == "no_budget":
            self._refuse_polly(403, "AccessDeniedException", "Not allowed")
        elif path == "/v1/voices":
            code = asked.get("LanguageCode")
            self._json(200, {"Voices": [one for one in POLLY_VOICES if code in {None, one["LanguageCode"]}]})
        elif path != "/v1/speech":
            self._refuse_polly(404, "NotFoundException", path)
        elif body.get("VoiceId") not in {one["Id"] for one in POLLY_VOICES}:
            self._refuse_polly(400, "ValidationException", "voiceId failed to satisfy constraint")
        elif len(body.get("Text", "")) > 3000:
            self._refuse_polly(400, "TextLengthExceededException", "Maximum text length has been exceeded")
        else:
            self._answer(200, spoken(body["Text"]), "audio/mpeg", {"x-amzn-RequestCharacters": "1"})

    def _elevenlabs(self, path: str, body: dict[str, Any]) -> None:
        key = self.headers.get("xi-api-key", "")
        if not key or key.startswith("wrong"):
            self._json(401, {"detail": {"status": "invalid_api_key", "message": "Invalid API key"}})
        elif self.server.mood == "busy":
            self._json(429, {"detail": {"status": "too_many_concurrent_requests", "message": "Wait"}})
        elif self.server.mood == "broken":
            self._json(500, {"detail": {"status": "internal_error", "message": "Oops"}})
        elif self.server.mood == "no_budget":
            self._json(401, {"detail": {"status": "quota_exceeded", "message": "0 credits remain"}})
        elif path == "/v1/voices":
            self._json(200, {"voices": list(ELEVENLABS_VOICES)})
        elif (found := re.fullmatch(r"/v1/text-to-speech/(\w+)", path)) is None:
            self._json(404, {"detail": "Not Found"})
        elif found[1] not in {one["voice_id"] for one in ELEVENLABS_VOICES}:
            self._json(404, {"detail": {"status": "voice_not_found", "message": "No such voice"}})
        else:
            self._answer(200, spoken(body["text"]), "audio/mpeg")

    def _refuse_polly(self, status: int, code: str, message: str) -> None:
        body = json.dumps({"message": message}).encode()
        self._answer(status, body, "application/json", {"x-amzn-ErrorType": code})

    def _json(self, status: int, body: Any) -> None:
        self._answer(status, json.dumps(body).encode(), "application/json")

    def _answer(
        self, status: int, body: bytes, content_type: str, more: dict[str, str] | None = None
    ) -> None:
        try:
            self.send_response(status)
            for name, value in {"Content-Type": content_type, **(more or {})}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            # Whoever asked has gone.
            self.close_connection = True

    def log_message(self, *_about: Any) -> None:
        """Keep quiet."""
