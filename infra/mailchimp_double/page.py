"""The pages of the stand-in: who is in which audience, and the one where an account is connected."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from urllib.parse import urlencode

from mailchimp_double.account import AUDIENCES, NAME, Member

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:1rem}
body{background:#f6f7f9;color:#111}h1{font-size:1.25rem}h2{font-size:1rem}
article{background:#fff;border:1px solid #d9dde3;border-radius:.75rem;padding:.75rem 1rem;margin:.75rem 0}
p{overflow-wrap:anywhere;margin:.25rem 0}button,a.button{font:inherit;min-height:44px;padding:0 1rem}
a.button{display:inline-flex;align-items:center;border:1px solid #777;border-radius:.25rem;color:inherit}
a.button{text-decoration:none;background:#efefef;margin-right:.5rem}
"""


def _whole(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>{body}</body></html>"
    )


def render(members: Mapping[str, Mapping[str, Member]]) -> str:
    """Return who is in which audience; what people typed is escaped."""
    parts = []
    for list_id, name in AUDIENCES.items():
        parts.append(f"<h2>{escape(name)}</h2>")
        shown = [_article(list_id, key, one) for key, one in members[list_id].items()]
        parts.append("".join(shown) or "<p>Nobody yet.</p>")
    return _whole("Mailchimp", "".join(parts))


def render_authorize(redirect_uri: str, state: str, code: str) -> str:
    """Return the page where somebody says yes or no."""
    yes = escape(f"{redirect_uri}?{urlencode({'code': code, 'state': state})}")
    no = escape(f"{redirect_uri}?{urlencode({'error': 'access_denied', 'state': state})}")
    return _whole(
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
