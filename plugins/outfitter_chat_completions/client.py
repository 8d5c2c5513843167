"""The only module that talks to a model's server. Nothing is kept of what is asked or answered."""

import json
from collections.abc import Sequence
from typing import Any, Final

from outfitter.sdk import AssistantRefused, Retryable, TenantContext
from outfitter_chat_completions.errors import refusal
from outfitter_chat_completions.prompts import Prompt
from outfitter_chat_completions.settings import server_of

SECONDS: Final = 25.0
MOST_VERSIONS: Final = 4
# Three versions and their JSON, in tokens; scripts without spaces need about one for each character.
_MOST_TOKENS: Final = 4000
_PROBE: Final = [{"role": "user", "content": "Say OK."}]


def ask(ctx: TenantContext, prompt: Prompt, *, max_len: int) -> Sequence[str]:
    """
    Return what a model proposes, the best first.

    :raises AssistantRefused: the server said no, or said nothing that can be shown
    :raises Retryable: it did not answer, or asks to wait
    """
    answer = _complete(ctx, prompt, min(_MOST_TOKENS, 400 + 3 * max_len))
    found = _versions(answer)
    if not found:
        raise AssistantRefused("declined", "the answer is empty")
    return found[:MOST_VERSIONS]


def probe(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong with a server, in words for the settings page."""
    if not server_of(ctx.config).is_ready:
        return "The server address or the model is missing."
    try:
        _complete(ctx, _PROBE, 16)
    except AssistantRefused as problem:
        if problem.code == "keys_refused":
            return "The server doesn't accept this API key."
        return f"The server answered: {problem.message}"
    except Retryable:
        return "The server can't be reached right now."
    return "ok"


def _complete(ctx: TenantContext, prompt: Prompt, tokens: int) -> str:
    from outfitter.sdk.http import NoAnswer, OutboundRequest, send_request

    server = server_of(ctx.config)
    if not server.is_ready:
        raise AssistantRefused("not_configured", "The settings are incomplete.")
    headers = {"Authorization": f"Bearer {server.key}"} if server.key else {}
    body = {"model": server.model, "messages": list(prompt), "max_tokens": tokens, "stream": False}
    url = f"{server.address}/chat/completions"
    request = OutboundRequest(
        "complete", "POST", url, headers=headers, json=body, seconds=SECONDS, most_bytes=256 * 1024
    )
    try:
        answer = send_request(request)
    except NoAnswer as problem:
        if problem.reason in {"no_answer", "not_found"}:
            raise Retryable(f"The server did not answer: {problem.reason}") from None
        raise AssistantRefused("refused", f"The server may not be called: {problem.reason}") from None
    if answer.status != 200:
        raise refusal(answer.status, answer.body)
    return _content(answer.body)


def _content(body: bytes) -> str:
    try:
        choice: dict[str, Any] = json.loads(body)["choices"][0]
        message = choice["message"]
        content, refusal = message.get("content"), message.get("refusal")
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        raise AssistantRefused("refused", "the answer is no chat completion") from None
    if refusal or choice.get("finish_reason") == "content_filter":
        raise AssistantRefused("declined", "the model declined")
    return content if isinstance(content, str) else ""


def _versions(answer: str) -> list[str]:
    text = answer.strip()
    if text.startswith("```"):
        # Some models put JSON into a block of code however they are asked.
        text = text.strip("`").removeprefix("json").strip()
    try:
        found = json.loads(text)
    except ValueError:
        # Small models answer with the text alone.
        return [] if text.startswith(("{", "[")) else [text] if text else []
    versions = found.get("versions") if isinstance(found, dict) else None
    if not isinstance(versions, list):
        return []
    return [one.strip() for one in versions if isinstance(one, str) and one.strip()]
