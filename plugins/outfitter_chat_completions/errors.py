"""What refusals of servers mean; their codes vary, and most follow OpenAI's."""

import json

from outfitter.sdk import AssistantRefused, Retryable


def refusal(status: int, body: bytes) -> Exception:
    """Return what an answer other than success comes to: `AssistantRefused` or `Retryable`."""
    code = _code_of(body)
    if status in {401, 403}:
        return AssistantRefused("keys_refused", f"{status} {code}")
    if status == 402 or code in {"insufficient_quota", "billing_hard_limit_reached"}:
        return AssistantRefused("no_budget", f"{status} {code}")
    if status == 408 or status == 429 or status >= 500:
        return Retryable(f"The server answered {status}")
    if status == 413 or code == "context_length_exceeded":
        return AssistantRefused("too_long", f"{status} {code}")
    return AssistantRefused("refused", f"{status} {code}")


def _code_of(body: bytes) -> str:
    """Return the server's code alone: its sentences may repeat what was asked."""
    try:
        found = json.loads(body)
        code = found["error"].get("code") or found["error"].get("type") or ""
    except (ValueError, TypeError, KeyError, AttributeError):
        return ""
    text = str(code)[:60]
    return text if text.replace("_", "").replace("-", "").isalnum() else ""
