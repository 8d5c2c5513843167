"""The page that shows texts, as the mailbox page shows mails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from twilio_double.guest_phones import Text

_LINK = re.compile(r"https?://[^\s<>\"]+")
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:1rem}
body{background:#f6f7f9;color:#111}h1{font-size:1.25rem}
article{background:#fff;border:1px solid #d9dde3;border-radius:.75rem;padding:.75rem 1rem;margin:.75rem 0}
article.in{background:#e7f4ee}header,footer{color:#555;font-size:.875rem}
p{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
form{display:flex;gap:.5rem;margin-top:.5rem}button{font:inherit;min-height:44px;padding:0 1rem}
input{flex:1;font:inherit;min-height:44px;padding:0 .5rem}
"""


def render(texts: Sequence[Text]) -> str:
    """Return the page; what people typed is escaped."""
    shown = "".join(_article(one) for one in texts) or "<p>No texts yet.</p>"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Texts</title><style>{STYLE}</style></head><body><h1>Texts</h1>{shown}</body></html>"
    )


def _article(text: Text) -> str:
    way = f"From {escape(text.sender)} to {escape(text.to)}"
    reply = "" if text.direction == "in" else _reply_form(text)
    body = _LINK.sub(lambda found: f'<a href="{found[0]}">{found[0]}</a>', escape(text.body))
    return (
        f'<article class="{text.direction}"><header>{way}</header><p dir="auto">{body}</p>'
        f"<footer>{escape(text.status)} · {text.at:%H:%M:%S} UTC</footer>{reply}</article>"
    )


def _reply_form(text: Text) -> str:
    return (
        f'<form method="post" action="/reply"><input type="hidden" name="sid" value="{escape(text.sid)}">'
        '<input name="body" maxlength="1600" required aria-label="Answer" placeholder="Answer as the guest">'
        "<button>Send</button></form>"
    )
