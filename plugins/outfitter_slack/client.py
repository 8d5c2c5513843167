"""The only module that talks to Slack. The address is a secret and stays out of messages."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException, HTTPMessage
from typing import IO, Any, Final

from outfitter.sdk import Permanent, Retryable
from outfitter_slack.bot import waiting
from outfitter_slack.settings import is_allowed

TIMEOUT_SECONDS: Final = 10.0
# What a working address answers to a message without text, instead of posting it.
_ALIVE: Final = frozenset({"no_text", "missing_text_or_fallback_or_attachments", "invalid_payload"})


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """Follow nothing: a redirect would carry the message to a host nobody allowed."""


def post(url: str, message: Mapping[str, Any]) -> None:
    """
    Post one message to an incoming webhook.

    :raises Retryable: no answer, too many messages (429), or a fault at Slack (5xx)
    :raises Permanent: the address is wrong or withdrawn, or Slack refuses the message
    """
    status, word, wait = _send(url, message)
    if status == 200:
        return
    if status in {408, 429} or status >= 500:
        raise waiting(f"{status} {word}".strip(), wait)
    raise Permanent(f"Slack answered {status} {word}".strip())


def probe(url: str) -> str:
    """Return "ok" or what is wrong with an address, without posting anything."""
    try:
        status, word, _ = _send(url, {})
    except Retryable:
        return "Slack is not reachable right now."
    except Permanent as problem:
        return str(problem)
    if status == 200 or (status == 400 and word in _ALIVE):
        return "ok"
    if status in {403, 404, 410}:
        return f"Slack no longer accepts this address ({word or status}). Connect it again."
    return f"Slack answered {status} {word}".strip()


def _send(url: str, message: Mapping[str, Any]) -> tuple[int, str, str | None]:
    """Return the status, Slack's word for it, and for how long it asks to wait."""
    # The settings were checked when they were saved; what is allowed may have changed since.
    if not is_allowed(url):
        raise Permanent("Messages may go to hooks.slack.com only.")
    request = urllib.request.Request(  # noqa: S310  (`is_allowed` knows the schemes)
        url,
        data=json.dumps(message, ensure_ascii=False).encode(),
        headers={"Content-Type": "application/json; charset=utf-8", "User-Agent": "Outfitter"},
    )
    handlers: list[urllib.request.BaseHandler] = [_NoRedirects()]
    if url.startswith("http://"):
        handlers.append(urllib.request.ProxyHandler({}))
    try:
        with urllib.request.build_opener(*handlers).open(request, timeout=TIMEOUT_SECONDS) as answer:
            return int(answer.status), _word(answer.read(200)), None
    except urllib.error.HTTPError as problem:
        with problem:
            return problem.code, _word(problem.read(200)), problem.headers.get("Retry-After")
    except (OSError, HTTPException) as problem:
        raise Retryable(f"Slack did not answer: {type(problem).__name__}") from problem


def _word(body: bytes) -> str:
    found = re.match(rb"[a-z_]{1,60}", body)
    return found.group().decode() if found else ""
