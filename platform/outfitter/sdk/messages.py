"""
What a provider of texts or mail tells the platform. Import it inside hook bodies: it needs Django.

All of it may be told late, twice and in any order: a message only ever moves forward.
"""

from outfitter.kit.clock import utc_now
from outfitter.plugins.message_channels.mail_types import Bounce
from outfitter.plugins.message_channels.types import IncomingText, TextChannel, TextRefusal, TextStatus
from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout.trip_management import guest_texts
from outfitter_tenants.messaging import mail_reports, suppressions, text_reports

__all__ = [
    "bounced",
    "complained",
    "delivered",
    "failed",
    "mail_delivered",
    "opted_in",
    "opted_out",
    "received",
]


def delivered(
    ctx: TenantContext, *, provider_id: str, reference: str | None = None, status: TextStatus = "delivered"
) -> bool:
    """
    Record how far a text has come; returns whether that was news.

    `reference` is `OutgoingText.reference`, where the provider gives it back: it finds the text
    before its id has been written down. An unknown text is none of our business.
    """
    return text_reports.progressed(provider_id=provider_id, reference=reference, status=status, at=utc_now())


def failed(
    ctx: TenantContext, *, source: str, provider_id: str, code: TextRefusal, reference: str | None = None
) -> bool:
    """
    Record that a text did not arrive; returns whether that was news. `source` is the plugin's slug.

    With the code `opted_out` its number gets no more texts.
    """
    return text_reports.failed(
        provider_id=provider_id, reference=reference, code=code, source=source, at=utc_now()
    )


def received(ctx: TenantContext, *, source: str, channel: TextChannel, text: IncomingText) -> int | None:
    """
    Keep what a guest wrote with their newest trip; returns our message's id, None when it was known.

    STOP and START, whatever their language, are obeyed here. `source` is the plugin's slug.
    """
    return guest_texts.receive(text=text, channel=channel, source=source, at=utc_now())


def opted_out(ctx: TenantContext, *, source: str, channel: TextChannel, phone: str) -> bool:
    """Send no more texts to a number (E.164); returns whether that was news."""
    return suppressions.suppress(address=phone, channel=channel, source=source, at=utc_now())


def opted_in(ctx: TenantContext, *, channel: TextChannel, phone: str) -> bool:
    """Let texts reach a number (E.164) again; returns whether none could."""
    return suppressions.lift(address=phone, channel=channel, at=utc_now()) > 0


def mail_delivered(
    ctx: TenantContext, *, source: str, provider_id: str, reference: str | None = None
) -> bool:
    """
    Record that a mailbox took a mail; returns whether that was news. `source` is the plugin's slug.

    `reference` is `OutgoingMail.reference`, where the provider gives it back.
    """
    return mail_reports.delivered(source=source, provider_id=provider_id, reference=reference, at=utc_now())


def bounced(
    ctx: TenantContext,
    *,
    source: str,
    provider_id: str,
    address: str,
    bounce: Bounce,
    key: str,
    reference: str | None = None,
    detail: str = "",
) -> bool:
    """
    Record that a mail came back; returns whether that was news. `source` is the plugin's slug.

    A "permanent" bounce keeps all mail from the address. `key` names this bounce: the same one told
    twice is told once.
    """
    return mail_reports.bounced(
        source=source,
        provider_id=provider_id,
        reference=reference,
        address=address,
        bounce=bounce,
        detail=detail,
        key=key,
        at=utc_now(),
    )


def complained(
    ctx: TenantContext,
    *,
    source: str,
    provider_id: str,
    address: str,
    key: str,
    reference: str | None = None,
    detail: str = "",
) -> bool:
    """Record that a reader called a mail spam: they get no more mail; returns whether that was news."""
    return mail_reports.complained(
        source=source,
        provider_id=provider_id,
        reference=reference,
        address=address,
        detail=detail,
        key=key,
        at=utc_now(),
    )
