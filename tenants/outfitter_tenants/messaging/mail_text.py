"""
A mail as it leaves: with the way out of news that RFC 8058 asks for, and what counts its readers.

The row keeps what was written; what is added here is of this one mail.
"""

from dataclasses import dataclass
from email.headerregistry import Address
from email.utils import parseaddr
from html import escape
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from outfitter.kit import text_lines
from outfitter_tenants.messaging import attachments, own_links, tracked_links
from outfitter_tenants.messaging.own_links import public_address, unsubscribe_address
from outfitter_tenants.messaging.queries import Outgoing
from outfitter_tenants.messaging.rules import advertisements
from outfitter_tenants.messaging.translations import language, translate

_FOOT: Final = (
    '<p dir="{direction}" style="margin:0;padding:16px;text-align:center;'
    'font:13px/1.5 sans-serif;color:#6b7280">'
    '<a href="{view}" style="color:#6b7280">{view_label}</a> &middot; '
    '<a href="{leave}" style="color:#6b7280">{leave_label}</a></p>'
)
_RIGHT_TO_LEFT: Final = frozenset({"ar", "he"})


@dataclass(frozen=True, slots=True)
class WholeMail:
    """A mail ready for the wire: `to` and `sender` are bare addresses."""

    to: str
    sender: str
    mail: EmailMultiAlternatives
    is_marketing: bool

    def raw(self) -> bytes:
        """Return it as it goes over the wire."""
        # Django's as_bytes takes the line ending; stubs do not know it.
        made: bytes = self.mail.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]
        return made


def is_news(message: Outgoing) -> bool:
    """Return whether one may unsubscribe from a message like this."""
    return advertisements.is_marketing(message.category)


def compose(message: Outgoing, *, base_url: str, sender: str) -> WholeMail:
    """
    Return a mail to send; links of counted ones are written down.

    `sender` is the address it comes from, "" for the one that the row names.

    :raises ValueError: a header cannot be written
    """
    news = is_news(message)
    mail = EmailMultiAlternatives(
        subject=message.subject,
        body=_text(message, base_url, is_news=news),
        from_email=_from(message.from_address, sender),
        to=[message.to],
        reply_to=[message.reply_to] if message.reply_to else None,
        headers=_headers(message, base_url, is_news=news),
    )
    if message.body_html:
        mail.attach_alternative(_html(message, base_url, is_news=news), "text/html")
    for file in message.attachments:
        mail.attach(file["name"], attachments.content_of(file), file["type"])
    return WholeMail(
        to=parseaddr(message.to)[1], sender=parseaddr(mail.from_email)[1], mail=mail, is_marketing=news
    )


def message_id(message: Outgoing) -> str:
    """Return the Message-ID: the same however often a mail is sent."""
    return f"<{message.hash}@{settings.BASE_DOMAIN}>"


def _headers(message: Outgoing, base_url: str, *, is_news: bool) -> dict[str, str]:
    found = {
        "Message-ID": message_id(message),
        # Out-of-office answers to a confirmation help nobody (RFC 3834).
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        # Some providers hand headers back with their news.
        "X-Outfitter-Message": message.hash,
    }
    if is_news:
        found |= {
            "List-Unsubscribe": f"<{unsubscribe_address(message.hash, base_url)}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return found


def _from(written: str, sender: str) -> str:
    if not sender:
        return written
    return str(Address(display_name=text_lines.one_line(parseaddr(written)[0]), addr_spec=sender))


def _text(message: Outgoing, base_url: str, *, is_news: bool) -> str:
    address = unsubscribe_address(message.hash, base_url)
    text = own_links.filled(message.body_text, message_hash=message.hash, base_url=base_url)
    if not is_news or address in text:
        return text
    label = translate(language(message.locale), "mail_unsubscribe")
    return f"{text.rstrip()}\n\n--\n{label}: {address}\n"


def _html(message: Outgoing, base_url: str, *, is_news: bool) -> str:
    html = own_links.filled(message.body_html, message_hash=message.hash, base_url=base_url)
    if is_news and unsubscribe_address(message.hash, base_url) not in html:
        html = _before_end(html, _foot(message, base_url))
    if not advertisements.is_counted(message.category, has_template=message.template_id is not None):
        return html
    html = tracked_links.wrap(html, message_id=message.id, message_hash=message.hash, base_url=base_url)
    pixel = f'<img src="{escape(public_address(message.hash, base_url))}/open" width="1" height="1" alt="">'
    return _before_end(html, pixel)


def _foot(message: Outgoing, base_url: str) -> str:
    code = language(message.locale)
    return _FOOT.format(
        direction="rtl" if code in _RIGHT_TO_LEFT else "ltr",
        view=escape(public_address(message.hash, base_url)),
        view_label=escape(translate(code, "mail_view_in_browser")),
        leave=escape(unsubscribe_address(message.hash, base_url)),
        leave_label=escape(translate(code, "mail_unsubscribe")),
    )


def _before_end(html: str, part: str) -> str:
    place = html.lower().rfind("</body>")
    return html + part if place < 0 else html[:place] + part + html[place:]
