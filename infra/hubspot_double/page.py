"""The page of the stand-in: the app's keys, the deals with their stages, the companies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from doubles.page_frame import whole
from hubspot_double.account import Row


def render(
    rows: Mapping[str, Mapping[str, Row]], stages: Sequence[tuple[str, str, str]], token: str, secret: str
) -> str:
    """Return what stands here; what people typed is escaped."""
    deals = [_deal(one, stages) for one in rows["deals"].values() if not one.is_archived]
    companies = [_company(one) for one in rows["companies"].values() if not one.is_archived]
    keys = "".join(
        f"<p>{label}: <code>{escape(key)}</code></p>"
        for label, key in (("Access token", token), ("Client secret", secret))
    )
    return whole(
        "HubSpot",
        f"<h2>Private app</h2>{keys}"
        f"<h2>Deals</h2>{''.join(deals) or '<p>No deals yet.</p>'}"
        f"<h2>Companies</h2>{''.join(companies) or '<p>No companies yet.</p>'}",
    )


def _deal(row: Row, stages: Sequence[tuple[str, str, str]]) -> str:
    now = row.properties.get("dealstage", "")
    options = "".join(
        f'<option value="{escape(key)}"{" selected" if key == now else ""}>{escape(label)}</option>'
        for key, label, _ in stages
    )
    name = escape(row.properties.get("dealname", ""))
    return (
        f'<article><h2 dir="auto">{name}</h2><p>{escape(row.properties.get("amount", ""))}</p>'
        f'<form class="line" method="post" action="/move">'
        f'<input type="hidden" name="deal" value="{escape(row.id)}">'
        f'<select name="stage" aria-label="Stage of {name}">{options}</select>'
        "<button>Move</button></form></article>"
    )


def _company(row: Row) -> str:
    names = ("domain", "outfitter_plan", "outfitter_stage", "outfitter_mrr")
    about = " · ".join(escape(row.properties[name]) for name in names if row.properties.get(name))
    return f'<article><p dir="auto">{escape(row.properties.get("name", ""))}</p><p>{about}</p></article>'
