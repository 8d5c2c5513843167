"""The page with a button for everything a caller may do."""

from __future__ import annotations

from html import escape

from callrail_double.tracked_calls import EVENTS, TRACKING, CallBook, TrackedCall
from doubles.page_frame import whole

ENDS = (("answered", "Answer, end"), ("missed", "Hang up"), ("voicemail", "Voicemail"))


def render(book: CallBook) -> str:
    """Return the page; what people typed is escaped."""
    shown = "".join(_article(one) for one in book.newest_first()) or "<p>No calls yet.</p>"
    return whole("Phones", f"{_ring_form()}{shown}{_addresses(book)}")


def _ring_form() -> str:
    return (
        '<form class="line" method="post" action="/ring">'
        '<input name="from" aria-label="Caller" placeholder="+1... (empty: withheld)">'
        '<input name="name" aria-label="Name" placeholder="Name">'
        f'<input name="to" aria-label="Line" value="{TRACKING}"><button>Ring</button></form>'
    )


def _article(call: TrackedCall) -> str:
    state = f"{call.kind()}, {call.seconds} s" if call.is_over else "rings"
    who = escape(f"{call.name} {call.caller or 'withheld'}".strip())
    key = f'<input type="hidden" name="id" value="{call.id}">'
    if call.is_over:
        inputs = f'{key}<input name="tags" aria-label="Tags" placeholder="Tags, by commas">'
        forms = f'<form class="line" method="post" action="/change">{inputs}<button>Change</button></form>'
    else:
        forms = "".join(
            f'<form method="post" action="/hangup">{key}{_button(how, label)}</form>' for how, label in ENDS
        )
    return (
        f"<article><header>{who} to {escape(call.called)}</header><p>{escape(state)}</p>"
        f"<footer>{call.started_at:%H:%M:%S} UTC</footer>{forms}</article>"
    )


def _addresses(book: CallBook) -> str:
    inputs = "".join(
        f'<p><input name="{event}" aria-label="{event}" placeholder="{event}" '
        f'value="{escape(book.addresses.get(event, ""))}"></p>'
        for event in EVENTS
    )
    return f'<h2>Webhooks</h2><form method="post" action="/addresses">{inputs}<button>Save</button></form>'


def _button(how: str, label: str) -> str:
    return f'<button name="how" value="{how}">{label}</button>'
