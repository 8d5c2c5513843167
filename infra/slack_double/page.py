"""The pages of the stand-in: what was posted, and the one where a workspace takes the app in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

from slack_double.workspace import CHANNELS, TEAM, Posted

_LINK = re.compile(r"&lt;(https?://[^|&]+)\|([^&]*)&gt;")
_PERSON = re.compile(r"&lt;@([A-Z0-9]+)&gt;")
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:1rem}
body{background:#f6f7f9;color:#111}h1{font-size:1.25rem}h2{font-size:1rem;margin:.25rem 0}
article{background:#fff;border:1px solid #d9dde3;border-radius:.75rem;padding:.75rem 1rem;margin:.75rem 0}
header{color:#555;font-size:.875rem}p{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
form{display:inline}button,a.button{font:inherit;min-height:44px;padding:0 1rem;margin:.25rem .5rem 0 0}
a.button{display:inline-flex;align-items:center;border:1px solid #777;border-radius:.25rem;color:inherit}
a.button{text-decoration:none;background:#efefef}
"""


def _whole(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>{body}</body></html>"
    )


def render(posted: Sequence[Posted]) -> str:
    """Return what was posted; what people typed is escaped."""
    shown = "".join(_article(one) for one in posted) or "<p>No messages yet.</p>"
    return _whole("Slack", shown)


def render_authorize(redirect_uri: str, state: str, scope: str, code: str) -> str:
    """Return the page where somebody says yes or no."""
    joiner = "&" if "?" in redirect_uri else "?"
    yes = escape(f"{redirect_uri}{joiner}{urlencode({'code': code, 'state': state})}")
    no = escape(f"{redirect_uri}{joiner}{urlencode({'error': 'access_denied', 'state': state})}")
    asked = "".join(f"<li>{escape(one)}</li>" for one in scope.split(","))
    return _whole(
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
