"""The page that shows texts, as the mailbox page shows mails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from doubles.page_frame import whole
from twilio_double.guest_phones import Text

_LINK = re.compile(r"https?://[^\s<>\"]+")


def render(texts: Sequence[Text]) -> str:
    """Return the page; what people typed is escaped."""
    shown = "".join(_article(one) for one in texts) or "<p>No texts yet.</p>"
    return whole("Texts", shown)


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
        '<form class="line" method="post" action="/reply">'
        f'<input type="hidden" name="sid" value="{escape(text.sid)}">'
        '<input name="body" maxlength="1600" required aria-label="Answer" placeholder="Answer as the guest">'
        "<button>Send</button></form>"
    )
