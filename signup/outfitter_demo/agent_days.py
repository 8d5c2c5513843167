"""What AI agents do at the demonstration: a voice agent takes calls at night, assistants ask by day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter_demo import phone_calls
from outfitter_tenants.ai_agents import agent_log, agent_tokens
from outfitter_tenants.ai_agents.models import AgentAction, AgentCall, AgentSettings
from outfitter_tenants.ai_agents.phone_agent import trip_summary
from outfitter_tenants.ai_agents.speech import Speaker
from outfitter_tenants.calls.models import Call
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip

NAME: Final = "Night line"
_POLICY: Final = (
    "Free changes until 48 hours before the start. Children under six stay ashore on kayak tours. "
    "Dogs are welcome on the sunset cruise."
)
_HEARD: Final = (
    "Agent: Harbor and Pine, this is the night line.\nCaller: I would like to book for the weekend.\n"
    "Agent: With pleasure. I am holding the seats, and you get a link to pay by text message."
)


@dataclass(frozen=True, slots=True)
class _Try:
    """Something an agent asked for: how long ago (minutes), and what came of it."""

    ago: int
    profile: str
    tool: str
    code: str = ""
    key: str = ""
    said: str = ""


_TRIES: Final = (
    _Try(41, "visitor", "search_experiences"),
    _Try(40, "visitor", "get_availability"),
    _Try(39, "visitor", "get_quote"),
    _Try(37, "visitor", "hold_seats", "sold_out"),
    _Try(590, "phone", "init", key="night-1"),
    _Try(588, "phone", "trip/getLast", key="night-1", said="found"),
    _Try(587, "phone", "trip/getLast", "too_many_tries", "night-1", "hand_over"),
    _Try(655, "phone", "init", key="night-2"),
    _Try(653, "phone", "trip/create", "too_many_guests", "night-2", "too_large"),
)


def let_work(*, at: datetime) -> int:
    """Let agents in, and write down what they did as of an instant; returns how many things."""
    AgentSettings.objects.create(
        pk=1,
        is_on=True,
        is_visitors_on=True,
        handoff_number=phone_calls.DESK,
        hours="Every day from 8 to 19",
        policies={"en": _POLICY},
    )
    token_id, _ = agent_tokens.create(
        name=NAME, scopes=["read", "create", "payment_link"], expires_at=None, at=at - timedelta(days=80)
    )
    own = people.get_properties()
    speaker = Speaker.of("en", operator_locale=own.locale, currency=own.currency, time_zone=own.time_zone)
    done = [*_sales(speaker, at), *(_tried(one, speaker, at) for one in _TRIES)]
    for action in done:
        if action.profile == "phone":
            action.token_id = token_id
    return len(AgentAction.objects.bulk_create(sorted(done, key=lambda action: action.at)))


def _sales(speaker: Speaker, at: datetime) -> Iterator[AgentAction]:
    """Tell how the agent sold what came by phone, each in a call that staff can open."""
    sold = Trip.objects.filter(
        trip_method__slug="ai_agent", contact_phone__gt="", created_at__gt=at - agent_log.KEEP
    )
    for number, row in enumerate(sold.order_by("pk")):
        key, begun = f"night-sale-{number}", row.created_at - timedelta(seconds=95)
        trip = trips.get_trip(trip_id=row.pk)
        AgentCall.objects.create(call_id=key, phone_hash="", trip_id=row.pk, created_at=begun)
        Call.objects.bulk_create([_heard(row, key, begun)])
        told = trip_summary.say_trip(trip, speaker)
        yield _action(begun, "init", key)
        yield _action(row.created_at, "trip/create", key, trip_id=row.pk, spoken=told)
        sent = speaker.say("link_by_text")
        later = row.created_at + timedelta(seconds=20)
        yield _action(later, "trip/sendPaymentLink", key, trip_id=row.pk, spoken=sent)


def _heard(trip: Trip, key: str, begun: datetime) -> Call:
    return phone_calls.call(
        key=key,
        number=trip.contact_phone or "",
        started=begun,
        seconds=164,
        line=phone_calls.DESK,
        customer_id=trip.customer_id,
        trip_id=trip.pk,
        outcome="booked",
        transcript=_HEARD,
        tags=["night line"],
    )


def _action(when: datetime, tool: str, key: str, **values: object) -> AgentAction:
    facts = {"profile": "phone", "outcome": "ok", "milliseconds": 120, **values}
    return AgentAction(at=when, tool=tool, call_id=key, **facts)


def _tried(one: _Try, speaker: Speaker, at: datetime) -> AgentAction:
    values = {"n": AgentSettings._meta.get_field("max_pax").default} if one.said == "too_large" else {}
    return _action(
        at - timedelta(minutes=one.ago),
        one.tool,
        one.key,
        profile=one.profile,
        outcome="refused" if one.code else "ok",
        code=one.code,
        spoken=speaker.say(one.said, **values) if one.said else "",
    )
