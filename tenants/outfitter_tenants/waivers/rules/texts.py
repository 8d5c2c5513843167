"""What is signed, as one thing that a hash stands for (domain.md 3.8)."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from outfitter_tenants.waivers.types import ShownText


def canonical(value: Any) -> bytes:
    """Return JSON that is always the same bytes for the same value (sorted names, no spaces, UTF-8)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(value: Any) -> str:
    """Return the SHA-256 of a value's canonical JSON, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def version_sha256(texts: Mapping[str, Any], questions: Sequence[Any]) -> str:
    """Return what a version of a template is known by: all its languages and questions."""
    return sha256({"texts": texts, "questions": questions})


def closest_locale(wanted: str, offered: Sequence[str], default: str) -> str:
    """Return the language to show: the one wanted, one of the same language, else the template's own."""
    if wanted in offered:
        return wanted
    language = wanted.split("-")[0]
    same = [one for one in offered if one.split("-")[0] == language]
    return same[0] if same else default


def text_in(
    texts: Mapping[str, Any], questions: Sequence[Mapping[str, Any]], locale: str, default: str
) -> ShownText:
    """
    Return what somebody reads: `{locale, body_html, questions}` in one language.

    A question or an option that has no words in it is asked in the template's own language.
    """
    shown = closest_locale(locale, list(texts), default)

    def word(labels: Mapping[str, str]) -> str:
        return labels.get(shown) or labels.get(default) or next(iter(labels.values()), "")

    asked = [
        {
            "id": one["id"],
            "kind": one["kind"],
            "is_required": one["is_required"],
            "label": word(one["labels"]),
            "options": [{"id": o["id"], "label": word(o["labels"])} for o in one.get("options", [])],
        }
        for one in questions
    ]
    return {"locale": shown, "body_html": texts[shown]["body_html"], "questions": asked}


def text_sha256(shown: Mapping[str, Any]) -> str:
    """Return the hash of what one signer read (see `text_in`)."""
    return sha256(shown)
