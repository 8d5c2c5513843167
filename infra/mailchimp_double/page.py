"""The pages of the stand-in: who is in which audience, and the one where an account is connected."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from urllib.parse import urlencode

from doubles.page_frame import whole
from mailchimp_double.account import AUDIENCES, NAME, Member


def render(members: Mapping[str, Mapping[str, Member]]) -> str:
    """Return who is in which audience; what people typed is escaped."""
    parts = []
    for list_id, name in AUDIENCES.items():
        parts.append(f"<h2>{escape(name)}</h2>")
        shown = [_article(list_id, key, one) for key, one in members[list_id].items()]
        parts.append("".join(shown) or "<p>Nobody yet.</p>")
    return whole("Mailchimp", "".join(parts))


def render_authorize(redirect_uri: str, state: str, code: str) -> str:
    """Return the page where somebody says yes or no."""
    yes = escape(f"{redirect_uri}?{urlencode({'code': code, 'state': state})}")
    no = escape(f"{redirect_uri}?{urlencode({'error': 'access_denied', 'state': state})}")
    return whole(
        "Connect to Mailchimp",
        f"<p>Outfitter asks to work with {escape(NAME)}.</p>"
        f'<a class="button" href="{yes}">Allow</a><a class="button" href="{no}">Cancel</a>',
    )


def _article(list_id: str, key: str, member: Member) -> str:
    name = " ".join(str(text) for text in member.merge_fields.values() if text)
    about = " · ".join(escape(one) for one in (member.status, member.language, *member.tags) if one)
    leave = (
        f'<form method="post" action="/leave"><input type="hidden" name="list" value="{escape(list_id)}">'
        f'<input type="hidden" name="member" value="{escape(key)}"><button>Unsubscribe</button></form>'
        if member.status in {"subscribed", "pending"}
        else ""
    )
    shown = f'<p dir="auto">{escape(name)}</p><p>{escape(member.email)}</p><p>{about}</p>'
    return f"<article>{shown}{leave}</article>"
