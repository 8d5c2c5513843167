"""The frame around a stand-in's pages."""

from __future__ import annotations

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:1rem}
body{background:#f6f7f9;color:#111}h1{font-size:1.25rem}h2{font-size:1rem;margin:.25rem 0}
article{background:#fff;border:1px solid #d9dde3;border-radius:.75rem;padding:.75rem 1rem;margin:.75rem 0}
article.in{background:#e7f4ee}header,footer{color:#555;font-size:.875rem}
p{overflow-wrap:anywhere;margin:.25rem 0}article p{white-space:pre-wrap}td{padding:.25rem}
form{display:inline}form.line{display:flex;gap:.5rem;margin-top:.5rem}
button,a.button{font:inherit;min-height:44px;padding:0 1rem;margin:.25rem .5rem 0 0}
a.button{display:inline-flex;align-items:center;border:1px solid #777;border-radius:.25rem;color:inherit}
a.button{text-decoration:none;background:#efefef}
input,select{flex:1;font:inherit;min-height:44px;padding:0 .5rem}
"""


def whole(title: str, body: str) -> str:
    """Return a page; `body` is HTML whose writer escaped what people typed."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>{body}</body></html>"
    )
