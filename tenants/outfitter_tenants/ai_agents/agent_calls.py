"""One conversation of an agent: what was made in it, whom it may speak to about what."""

from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import F, Q

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import DomainError
from outfitter_tenants.ai_agents.models import AgentCall, AgentLinkCount

MOST_TRIES: Final = 3
# For so long an agent may ask for the money of a trip it made or was shown.
_REMEMBERED: Final = timedelta(hours=24)


class CallReused(DomainError):
    """Another caller's conversation has this id."""

    code = "call_reused"
    status = 409


class TooManyTries(DomainError):
    """In this conversation nobody can prove anything any more."""

    code = "too_many_tries"
    status = 429


class TooManyLinks(DomainError):
    """As many payment links as allowed were sent for this trip today."""

    code = "too_many_links"
    status = 429


def lock_call(*, call_id: str, phone: str, at: datetime) -> AgentCall:
    """
    Return a conversation, begun if it is new, locked for what is done once in it.

    In the caller's transaction; it stands before a trip in the order of locks.

    :raises CallReused: somebody else's number has it
    """
    AgentCall.objects.get_or_create(
        call_id=call_id, defaults={"phone_hash": hash_of(phone), "created_at": at}
    )
    row = AgentCall.objects.select_for_update().get(call_id=call_id)
    if row.phone_hash != hash_of(phone):
        raise CallReused("This call_id belongs to another call.")
    return row


def _begin(call_id: str, phone: str, at: datetime) -> None:
    facts = {"phone_hash": hash_of(phone), "created_at": at}
    AgentCall.objects.get_or_create(call_id=call_id, defaults=facts)


def find_call(*, call_id: str, phone: str) -> AgentCall | None:
    """Return a conversation of this number, None where there was none."""
    return AgentCall.objects.filter(call_id=call_id, phone_hash=hash_of(phone)).first()


def set_trip(*, call: AgentCall, trip_id: int) -> None:
    """Note which trip was made in a conversation."""
    call.trip_id = trip_id
    call.save(update_fields=["trip_id"])


def count_try(*, call_id: str, phone: str, at: datetime) -> int:
    """
    Count a try to prove who calls, before it is looked at; returns how many are left after it.

    :raises TooManyTries: it was one too many
    """
    AgentCall.objects.get_or_create(
        call_id=call_id, defaults={"phone_hash": hash_of(phone), "created_at": at}
    )
    rows = AgentCall.objects.filter(call_id=call_id, tries_cnt__lt=MOST_TRIES)
    # Counted by a condition: of two at once, one is the third.
    if not rows.update(tries_cnt=F("tries_cnt") + 1):
        raise TooManyTries("This couldn't be verified. Please hand over to a person.")
    used = AgentCall.objects.values_list("tries_cnt", flat=True).get(call_id=call_id)
    return MOST_TRIES - used


def set_verified(*, call_id: str, trip_id: int) -> None:
    """Note that whoever calls proved that a trip is theirs."""
    AgentCall.objects.filter(call_id=call_id).update(verified_trip_id=trip_id)


def may_speak_of(*, trip_id: int, call_id: str | None, at: datetime) -> bool:
    """Return whether an agent made a trip or was shown it lately (in that call, where one is named)."""
    rows = AgentCall.objects.filter(
        Q(trip_id=trip_id) | Q(verified_trip_id=trip_id), created_at__gt=at - _REMEMBERED
    )
    if call_id:
        rows = rows.filter(call_id=call_id)
    return rows.exists()


def count_link(*, trip_id: int, day: date, most: int) -> None:
    """
    Count a payment link of a trip, in the transaction that sends it.

    :raises TooManyLinks: today's are used up
    """
    AgentLinkCount.objects.get_or_create(trip_id=trip_id, day=day)
    rows = AgentLinkCount.objects.filter(trip_id=trip_id, day=day, sent_cnt__lt=most)
    if not rows.update(sent_cnt=F("sent_cnt") + 1):
        raise TooManyLinks("No more payment links can be sent for this trip today.", most=most)


def hash_of(phone: str) -> str:
    """Return what is kept of a number."""
    return keyed_hash(settings.SECRET_KEY, current_schema(), "agent-call", phone)
