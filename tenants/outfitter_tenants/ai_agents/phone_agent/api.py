"""The four calls of a voice agent."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router, Schema

from outfitter.api.principal import anonymous
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.ai_agents import seat_holds
from outfitter_tenants.ai_agents.phone_agent import schemas as s
from outfitter_tenants.ai_agents.phone_agent import trip_summary
from outfitter_tenants.ai_agents.phone_agent.agent_request import agent_of, agent_view
from outfitter_tenants.ai_agents.phone_agent.init_data import init_data
from outfitter_tenants.ai_agents.phone_agent.last_trip import LastTrip, Proof, find_last_trip
from outfitter_tenants.ai_agents.phone_agent.payment_link_offer import send_payment_link
from outfitter_tenants.ai_agents.seat_holds import HoldWish
from outfitter_tenants.ai_agents.speech import Speaker
from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.drafts import Contact

router = Router(tags=["AI call agent"])
router.add_decorator(agent_view, mode="view")
_ERRORS: Any = {status: s.SpokenErrorOut for status in (400, 401, 403, 404, 409, 422, 429)}


class InitQuery(Schema):
    """Who calls (E.164; left out: withheld), and in which language (BCP 47) the agent speaks."""

    phone: s.CallerNumber | None = None
    language: s.Tongue | None = None


@router.get(
    "/api/ai-call-agent/init",
    auth=anonymous,
    response={200: s.AgentInitOut, **_ERRORS},
    operation_id="ai_agent_init",
)
def init(request: HttpRequest, asked: Query[InitQuery]) -> dict[str, Any]:
    """Return what a voice agent needs to know when a call begins."""
    agent = agent_of(request)
    agent.require("read")
    agent.note.arguments = asked.model_dump()
    speaker = agent.speak(asked.language)
    return init_data(phone=asked.phone, limits=agent.limits, speaker=speaker, at=agent.note.at)


@router.post(
    "/api/ai-call-agent/trip/create",
    auth=anonymous,
    response={200: s.AgentTripMadeOut, **_ERRORS},
    operation_id="ai_agent_trip_create",
)
def trip_create(request: HttpRequest, body: s.AgentTripIn) -> dict[str, Any]:
    """Hold seats for a caller, once for each `call_id`; nothing is paid by voice."""
    agent = agent_of(request)
    agent.note.arguments, agent.note.call_id = body.model_dump(mode="json"), body.call_id
    speaker = agent.speak(body.language)
    agent.require("create")
    wish = HoldWish(
        call_id=body.call_id,
        phone=body.phone,
        experience_id=body.experience_id,
        timeslot_id=body.timeslot_id,
        quantities=seat_holds.sum_of([(one.customer_type_id, one.qty) for one in body.quantities]),
        contact=Contact(body.first_name, body.last_name or "", body.email, body.phone, None),
        locale=speaker.language,
        note=body.notes or "",
    )
    trip_id, _ = seat_holds.hold_seats(
        wish=wish, limits=agent.limits, agent=agent.token.name, ip=agent.ip, at=agent.note.at
    )
    trip = trips.get_trip(trip_id=trip_id)
    until = trip_summary.held_until(trip_id=trip_id, at=agent.note.at)
    agent.note.trip_id = trip_id
    agent.note.spoken = trip_summary.say_held(trip, until, speaker)
    return {
        "trip": trip_summary.trip_out(trip),
        "hold_expires_at": until,
        "due_now": trips.due_now(trip),
        "spoken_summary": agent.note.spoken,
    }


@router.post(
    "/api/ai-call-agent/trip/getLast",
    auth=anonymous,
    response={200: s.AgentLastTripOut, **_ERRORS},
    operation_id="ai_agent_trip_get_last",
)
def trip_get_last(request: HttpRequest, body: s.AgentLastTripIn) -> dict[str, Any]:
    """Say whether a caller has a trip; which, once they proved that it is theirs."""
    agent = agent_of(request)
    agent.note.arguments, agent.note.call_id = body.model_dump(mode="json"), body.call_id or ""
    speaker = agent.speak(body.language)
    agent.require("read")
    proof = Proof(body.confirmation_code, body.last_name, body.date)
    found = find_last_trip(phone=body.phone, call_id=body.call_id, proof=proof, at=agent.note.at)
    trip = trips.get_trip(trip_id=found.trip_id) if found.trip_id is not None else None
    if trip is not None:
        agent.note.trip_id = trip.pk
        _note_reading(trip.pk)
    agent.note.spoken = trip_summary.say_trip(trip, speaker) if trip else _say_found(found, speaker)
    return {
        "found": found.is_found,
        "verified": trip is not None,
        "trip": trip_summary.trip_out(trip) if trip else None,
        "tries_left": found.tries_left,
        "spoken_summary": agent.note.spoken,
    }


def _say_found(found: LastTrip, speaker: Speaker) -> str:
    if found.is_wrong:
        return speaker.say("tries_left", n=found.tries_left) if found.tries_left else speaker.say("hand_over")
    return speaker.say("found" if found.is_found else "not_found")


def _note_reading(trip_id: int) -> None:
    with atomic():
        record(entity_type="trip", entity_id=trip_id, trip_id=trip_id, action="trip.agent_read", at=utc_now())


@router.post(
    "/api/ai-call-agent/trip/sendPaymentLink",
    auth=anonymous,
    response={200: s.AgentLinkOut, 423: s.SpokenErrorOut, **_ERRORS},
    operation_id="ai_agent_trip_send_payment_link",
)
def trip_send_payment_link(request: HttpRequest, body: s.AgentLinkIn) -> dict[str, Any]:
    """Send the contact of a trip a link by which they pay."""
    agent = agent_of(request)
    agent.note.arguments, agent.note.call_id = body.model_dump(mode="json"), body.call_id or ""
    speaker = agent.speak(body.language)
    agent.require("payment_link")
    sent = send_payment_link(
        trip_id=body.trip_id,
        call_id=body.call_id,
        channel=body.channel,
        mode=body.amount_mode,
        limits=agent.limits,
        at=agent.note.at,
    )
    agent.note.trip_id = body.trip_id
    agent.note.spoken = speaker.say("link_by_email" if body.channel == "email" else "link_by_text")
    return {"message_id": sent.message_id, "expires_at": sent.expires_at, "spoken_summary": agent.note.spoken}
