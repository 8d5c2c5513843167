"""The page with a button for everything a caller may do."""

from __future__ import annotations

from html import escape

from dialpad_double.switchboard import LINE, DialpadCall, Switchboard
from doubles.page_frame import whole

BUTTONS = (("answer", "Answer"), ("hangup", "Hang up"), ("voicemail", "Voicemail"))


def render(board: Switchboard) -> str:
    """Return the page; what people typed is escaped."""
    shown = "".join(_article(one) for one in reversed(board.calls.values())) or "<p>No calls yet.</p>"
    hooks = "".join(f"<li>{escape(str(one['hook_url']))}</li>" for one in board.webhooks.values())
    listed = f"<ul>{hooks}</ul>" if hooks else "<p>Connect calls on the plugin's page first.</p>"
    return whole("Dialpad", f"{_ring_form()}{shown}<h2>Webhooks</h2>{listed}")


def _ring_form() -> str:
    return (
        '<form class="line" method="post" action="/ring">'
        '<input name="from" aria-label="Caller" placeholder="+1... (empty: withheld)">'
        '<input name="name" aria-label="Name" placeholder="Name">'
        f'<input name="to" aria-label="Line" value="{LINE}"><button>Ring</button></form>'
    )


def _article(call: DialpadCall) -> str:
    state = "over" if call.ended else "spoken in" if call.connected else "rings"
    key = f'<input type="hidden" name="id" value="{call.id}">'
    forms = (
        ""
        if call.ended
        else "".join(
            f'<form method="post" action="/{path}">{key}<button>{label}</button></form>'
            for path, label in BUTTONS
        )
    )
    who = escape(f"{call.name} {call.external or 'withheld'}".strip())
    return f"<article><header>{who} to {escape(call.internal)}</header><p>{state}</p>{forms}</article>"
