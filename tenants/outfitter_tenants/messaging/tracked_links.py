"""
Links of a mail that lead through us, so that clicks are counted, and openings of its picture.

A link leads only to addresses that the message itself holds: a row for each. There is no open
redirect, because nothing that a caller sends is ever an address to go to.
"""

import re
from datetime import datetime
from html import escape, unescape
from typing import Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db.models import Case, F, Q, Value, When

from outfitter.kit.crypto import keyed_hash
from outfitter_tenants.messaging.models import Message, MessageEvent, MessageLink
from outfitter_tenants.messaging.rules.mail_states import states_before

_ANCHOR: Final = re.compile(r"(<a\b[^>]*?\shref=)(\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
# Programs that follow every link again and again are not worth a row each.
_MOST_EVENTS: Final = 100


def wrap(html: str, *, message_id: int, message_hash: str, base_url: str) -> str:
    """
    Return HTML whose links lead through us, each written down; a second call makes the same of it.

    Our own pages about the message (unsubscribe, view) stay what they are.
    """
    own = f"{base_url}/public/crm/"
    found: dict[str, str] = {}

    def led(part: re.Match[str]) -> str:
        url = unescape(part[3] if part[3] is not None else part[4]).strip()
        if not is_web_address(url) or url.startswith(own):
            return part[0]
        token = found.setdefault(url, _token(message_hash, url))
        address = f"{own}viewCrmLink/{quote(message_hash)}?u={token}"
        return f'{part[1]}"{escape(address)}"'

    wrapped = _ANCHOR.sub(led, html)
    MessageLink.objects.bulk_create(
        [MessageLink(message_id=message_id, token=token, url=url) for url, token in found.items()],
        ignore_conflicts=True,
    )
    return wrapped


def is_web_address(url: str) -> bool:
    """Return whether an address is one of the web, whole, and nothing that a browser would run."""
    if re.search(r"[\x00-\x20\x7f\\]", url):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return False


def target_of(*, message_hash: str, wanted: str) -> MessageLink | None:
    """Return the link of a message that a token or an address means; None where it holds none such."""
    if not wanted or len(wanted) > 4000 or "\x00" in wanted:
        return None
    rows = MessageLink.objects.filter(message__hash=message_hash, message__direction="out")
    row = rows.filter(Q(token=wanted) | Q(url=wanted)).first()
    return row if row is not None and is_web_address(row.url) else None


def clicked(*, link: MessageLink, at: datetime) -> None:
    """Count a click: whoever clicked has opened it."""
    MessageLink.objects.filter(pk=link.pk).update(clicked_cnt=F("clicked_cnt") + 1)
    rows = Message.objects.filter(pk=link.message_id)
    rows.update(clicked_cnt=F("clicked_cnt") + 1, status=_forward("clicked"))
    if link.clicked_cnt < _MOST_EVENTS:
        MessageEvent.objects.create(message_id=link.message_id, kind="clicked", detail=link.url, at=at)


def opened(*, message_hash: str, at: datetime) -> bool:
    """Count that a mail's picture was loaded; returns whether there is such a mail."""
    rows = Message.objects.filter(hash=message_hash, direction="out", channel="email", status__in=_GONE_OUT)
    if not rows.update(opened_cnt=F("opened_cnt") + 1, status=_forward("opened")):
        return False
    first = rows.filter(opened_cnt=1).first()
    if first is not None:
        event = MessageEvent(message_id=first.pk, kind="opened", key="first", at=at)
        MessageEvent.objects.bulk_create([event], ignore_conflicts=True)
    return True


_GONE_OUT: Final = ("sending", "sent", "delivered", "bounced", "opened", "clicked", "replied", "complained")


def _forward(status: str) -> Case:
    lower = [name for name in states_before(status) if name not in {"queued", "scheduled", "sending"}]
    return Case(When(status__in=lower, then=Value(status)), default=F("status"))


def _token(message_hash: str, url: str) -> str:
    """Return the same token for the same link, so that a mail sent again holds the same."""
    return keyed_hash(settings.SECRET_KEY, "message-link", f"{message_hash} {url}")[:20]
