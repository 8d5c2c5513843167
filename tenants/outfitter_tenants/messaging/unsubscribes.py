"""
Leaving the news: by the link in a mail, in one click, or by staff for whoever asks them.

What somebody booked is told all the same. It can be taken back, and does nothing the second time.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.db import transaction

from outfitter.kit.errors import DomainError
from outfitter_tenants.customers import operations as customers
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.models import Message, MessageEvent, Suppression
from outfitter_tenants.messaging.suppressions import STAFF, UNSUBSCRIBE, email_of
from outfitter_tenants.people.operations import mail_suppression

SENT: Final = ("sending", "sent", "delivered", "bounced", "opened", "clicked", "replied", "complained")
Channel = Literal["email", "sms"]


class GuestsOwnWord(DomainError):
    """The owner of a number asked for no more texts: only they can ask for them again."""

    code = "opted_out"
    status = 409


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a mail, and whether they left the news."""

    message_id: int
    address: str
    locale: str
    is_unsubscribed: bool


def find_reader(*, message_hash: str) -> Reader | None:
    """Return who a mail went to; None where no such mail went out, or its reader was forgotten."""
    rows = Message.objects.filter(hash=message_hash, channel="email", direction="out", status__in=SENT)
    row = rows.first()
    address = email_of(row.to) if row is not None else ""
    if row is None or not address:
        return None
    return Reader(row.pk, address, row.locale, is_unsubscribed(address=address, channel="email"))


def is_unsubscribed(*, address: str, channel: Channel) -> bool:
    """Return whether an address (lower case) or number (E.164) gets no news by a channel."""
    return suppressions.find(address=address, channel=channel, is_marketing=True) is not None


def leave(*, reader: Reader, at: datetime) -> None:
    """Send the reader of a mail no more news. Safe to call twice."""
    with transaction.atomic():
        suppressions.suppress(
            address=reader.address, channel="email", source=UNSUBSCRIBE, at=at, scope="marketing"
        )
        customers.opt_out(email=reader.address, source=UNSUBSCRIBE, at=at)
        event = MessageEvent(message_id=reader.message_id, kind="unsubscribed", key="unsubscribed", at=at)
        MessageEvent.objects.bulk_create([event], ignore_conflicts=True)


def come_back(*, reader: Reader, at: datetime) -> None:
    """Undo what `leave` did; whoever had asked for news has asked for them again."""
    with transaction.atomic():
        lifted = suppressions.lift(address=reader.address, channel="email", at=at, scopes=["marketing"])
        if lifted:
            customers.undo_opt_out(email=reader.address, source=UNSUBSCRIBE, at=at)


def set_by_staff(*, address: str, channel: Channel, is_unsubscribed: bool, at: datetime) -> None:
    """
    Keep news from an address or a number, or let messages reach it again.

    Mail providers are asked to forget that an address bounced.

    :raises GuestsOwnWord: a guest's own STOP is lifted by their START alone
    """
    with transaction.atomic():
        if is_unsubscribed:
            suppressions.suppress(address=address, channel=channel, source=STAFF, at=at, scope="marketing")
            if channel == "email":
                customers.opt_out(email=address, source=STAFF, at=at)
            return
        found = suppressions.find(address=address, channel=channel)
        if channel == "sms" and found is not None and found.source != STAFF:
            raise GuestsOwnWord("This guest opted out of texts. They can text START to get them again.")
        if suppressions.lift(address=address, channel=channel, at=at) and _came_from_provider(found):
            mail_suppression.ask_providers(address=address, at=at)


def _came_from_provider(row: Suppression | None) -> bool:
    return row is not None and row.source not in {STAFF, UNSUBSCRIBE, suppressions.REPLY}


def lift_bounces(*, address: str, at: datetime) -> None:
    """Let mail reach an address again, whose owner a member of staff vouches for."""
    suppressions.lift(address=email_of(address), channel="email", at=at, scopes=["all"])
