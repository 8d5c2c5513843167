"""The page that shows texts, as the mailbox page shows mails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from doubles.page_frame import whole
from twilio_double.guest_phones import WHATSAPP, Text

_LINK = re.compile(r"https?://[^\s<>\"]+")


def render(texts: Sequence[Text]) -> str:
    """Return the page; what people typed is escaped."""
    shown = "".join(_article(one) for one in texts) or "<p>No texts yet.</p>"
    return whole("Texts", shown)


def _article(text: Text) -> str:
    way = "WhatsApp, from" if text.is_whatsapp else "From"
    names = f"{way} {escape(_number(text.sender))} to {escape(_number(text.to))}"
    body = _LINK.sub(lambda found: f'<a href="{found[0]}">{found[0]}</a>', escape(text.body))
    approved = _approved(text) if text.content else ""
    forms = "" if text.direction == "in" else _reply_form(text)
    return (
        f'<article class="{text.direction}"><header>{names}</header><p dir="auto">{body}</p>{approved}'
        f"<footer>{escape(text.status)} · {text.at:%H:%M:%S} UTC</footer>{forms}</article>"
    )


def _number(address: str) -> str:
    return address.removeprefix(WHATSAPP)


def _approved(text: Text) -> str:
    values = "".join(
        f'<li dir="auto">{{{{{escape(name)}}}}} {escape(value)}</li>'
        for name, value in text.variables.items()
    )
    return f"<p>Approved text {escape(text.content)}</p><ul>{values}</ul>"


def _reply_form(text: Text) -> str:
    sid = f'<input type="hidden" name="sid" value="{escape(text.sid)}">'
    answer = (
        '<input name="body" maxlength="1600" required aria-label="Answer" placeholder="Answer as a guest">'
    )
    if text.is_whatsapp:
        read = f'<form method="post" action="/read">{sid}<button>Read it</button></form>'
        return f"{_line(sid, answer)}{read}"
    number = '<input name="whatsapp" aria-label="WhatsApp number" placeholder="By WhatsApp to +1...">'
    return _line(sid, answer, number)


def _line(*inputs: str) -> str:
    return f'<form class="line" method="post" action="/reply">{"".join(inputs)}<button>Send</button></form>'
