"""What a voice says when something is refused. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from outfitter_tenants.ai_agents.agent_settings import AgentLimits
from outfitter_tenants.ai_agents.speech import Speaker

# Code of the refusal -> the sentence; all others are a problem of ours.
_SENTENCES: Final[Mapping[str, str]] = {
    "sold_out": "sold_out",
    "not_bookable": "not_bookable",
    "unknown_experience": "unknown_experience",
    "unknown_timeslot": "not_bookable",
    "bookings_off": "no_bookings",
    "agents_off": "off",
    "unauthenticated": "off",
    "scope_missing": "off",
    "too_many_tries": "hand_over",
    "too_many_links": "link_limit",
    "no_address": "no_address",
    "sms_not_connected": "no_address",
    "nothing_due": "nothing_due",
}
# After these a person goes on.
_HANDED_OVER: Final = frozenset(
    {"bookings_off", "agents_off", "too_many_links", "no_address", "scope_missing"}
)


def spoken_error(code: str, detail: Mapping[str, Any], speaker: Speaker, limits: AgentLimits | None) -> str:
    """Return the sentences that tell a refusal, with what could be had instead."""
    if code == "too_many_guests" and limits is not None:
        return speaker.say("too_large", n=limits.max_pax)
    said = [speaker.say(_SENTENCES.get(code, "problem")), _offer(detail, speaker)]
    if code in _HANDED_OVER and limits is not None and limits.handoff_number:
        said.append(speaker.say("hand_over"))
    return speaker.all_of(*said)


def _offer(detail: Mapping[str, Any], speaker: Speaker) -> str:
    alternatives = detail.get("alternatives")
    if not isinstance(alternatives, list) or not alternatives:
        return ""
    if "start_at" in alternatives[0]:
        times = [speaker.moment(datetime.fromisoformat(one["start_at"])) for one in alternatives[:3]]
        return speaker.say("offer_times", times=speaker.any_of(times))
    names = [str(one["name"]) for one in alternatives[:5]]
    return speaker.say("offer_experiences", names=speaker.each_of(names))
