"""ElevenLabs' names for what went wrong, and our codes."""

import json
from typing import Any, Final

from outfitter.sdk import SpeechRefusal, SpeechRefused

CODES: Final[dict[str, SpeechRefusal]] = {
    "invalid_api_key": "keys_refused",
    "missing_permissions": "keys_refused",
    "quota_exceeded": "no_budget",
    "voice_not_found": "no_such_voice",
    "invalid_uid": "no_such_voice",
    "max_character_limit_exceeded": "too_long",
}


def refusal(status: int, body: bytes) -> SpeechRefused:
    """Return what an answer other than success comes to."""
    try:
        detail: Any = json.loads(body)["detail"]
    except (ValueError, KeyError, TypeError):
        detail = None
    told = str(detail.get("status") or detail.get("code") or "") if isinstance(detail, dict) else ""
    fallback: SpeechRefusal = "keys_refused" if status in {401, 403} else "refused"
    if status == 404:
        fallback = "no_such_voice"
    return SpeechRefused(CODES.get(told, fallback), f"{status} {told}"[:300])
