"""What Mailchimp's refusals mean."""

import json
from typing import Any, Final

from outfitter.sdk import Permanent, Retryable

# Whoever unsubscribed, bounced, or was deleted for good stays as they are: only they can change it.
_THEIR_WISH: Final = ("Member In Compliance State", "Forgotten Email Not Subscribed")


class TokenRefused(Permanent):
    """Mailchimp accepts the token no longer."""


class NotThere(Permanent):
    """Mailchimp has no such audience or subscriber."""


class StaysAsTheyAre(Permanent):
    """Whoever it is about unsubscribed or was deleted there: not an error."""


def refusal(status: int, text: str) -> Exception:
    """Return what an answer of Mailchimp's other than success comes to."""
    problem = _problem(text)
    title, detail = str(problem.get("title") or ""), str(problem.get("detail") or "")
    if status == 429 or status == 408 or status >= 500:
        return Retryable(f"Mailchimp answered {status}")
    if status == 401:
        return TokenRefused("Mailchimp no longer accepts this connection. Connect it again.")
    if status == 403:
        return Permanent(f"Mailchimp answered 403: {title or detail or 'the account may be locked'}"[:300])
    if status == 404:
        return NotThere(f"Mailchimp answered 404: {title or 'not found'}"[:300])
    if status == 400 and any(word in title for word in _THEIR_WISH):
        return StaysAsTheyAre(f"{title}: not subscribed again"[:300])
    return Permanent(_said(status, title, detail, problem)[:300])


def _said(status: int, title: str, detail: str, problem: dict[str, Any]) -> str:
    fields = [
        f"{one.get('field') or '?'}: {one.get('message') or '?'}"
        for one in problem.get("errors") or ()
        if isinstance(one, dict)
    ]
    return f"Mailchimp answered {status} {title}: {'; '.join(fields) or detail}"


def _problem(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}
