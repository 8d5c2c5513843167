"""The pages of the stand-in: what was posted, and the one where a workspace takes the app in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

from doubles.page_frame import whole
from slack_double.workspace import CHANNELS, TEAM, Posted

_LINK = re.compile(r"&lt;(https?://[^|&]+)\|([^&]*)&gt;")
_PERSON = re.compile(r"&lt;@([A-Z0-9]+)&gt;")


def render(posted: Sequence[Posted]) -> str:
    """Return what was posted; what people typed is escaped."""
    shown = "".join(_article(one) for one in posted) or "<p>No messages yet.</p>"
    return whole("Slack", shown)


def render_authorize(redirect_uri: str, state: str, scope: str, code: str) -> str:
    """Return the page where somebody says yes or no."""
    joiner = "&" if "?" in redirect_uri else "?"
    yes = escape(f"{redirect_uri}{joiner}{urlencode({'code': code, 'state': state})}")
    no = escape(f"{redirect_uri}{joiner}{urlencode({'error': 'access_denied', 'state': state})}")
    asked = "".join(f"<li>{escape(one)}</li>" for one in scope.split(","))
    return whole(
        "Add Outfitter to Slack",
        f"<p>Outfitter asks to join {escape(TEAM['name'])}:</p><ul>{asked}</ul>"
        f'<a class="button" href="{yes}">Allow</a><a class="button" href="{no}">Cancel</a>',
    )


def _article(message: Posted) -> str:
    names = {str(one["id"]): str(one["name"]) for one in CHANNELS}
    body = "".join(_block(one, message) for one in message.blocks) or f"<p>{_markup(message.text)}</p>"
    return f"<article><header>#{escape(names[message.channel])}</header>{body}</article>"


def _block(block: Mapping[str, Any], message: Posted) -> str:
    kind = block.get("type")
    if kind == "header":
        return f"<h2>{escape(block['text']['text'])}</h2>"
    if kind == "section":
        parts = [*block.get("fields", ()), *([block["text"]] if "text" in block else [])]
        texts = [one["text"] for one in parts]
        return "".join(f'<p dir="auto">{_markup(one)}</p>' for one in texts)
    if kind == "context":
        return "".join(f"<p><small>{_markup(one['text'])}</small></p>" for one in block["elements"])
    return "".join(_button(one, message) for one in block.get("elements", ()))


def _button(button: Mapping[str, Any], message: Posted) -> str:
    text = escape(button["text"]["text"])
    if button.get("url"):
        return f'<a class="button" href="{escape(button["url"])}">{text}</a>'
    return (
        '<form method="post" action="/press">'
        f'<input type="hidden" name="ts" value="{escape(message.ts)}">'
        f'<input type="hidden" name="action" value="{escape(button["action_id"])}">'
        f"<button>{text}</button></form>"
    )


def _markup(text: str) -> str:
    # What a message holds is escaped by its writer; here once more, but for links and people.
    plain = text.replace("&lt;", "\0l").replace("&gt;", "\0g").replace("&amp;", "\0a")
    shown = _LINK.sub(r'<a href="\1">\2</a>', escape(plain))
    shown = _PERSON.sub(r"@\1", shown)
    return shown.replace("\0l", "&lt;").replace("\0g", "&gt;").replace("\0a", "&amp;")
