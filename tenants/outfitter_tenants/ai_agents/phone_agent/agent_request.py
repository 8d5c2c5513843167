"""
What every request of a voice agent goes through: its token, the one switch, limits, the log.

Whatever goes wrong is answered as everywhere, with a sentence to be said beside it.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from outfitter.accounts import queries as accounts
from outfitter.api import errors
from outfitter.api.access_errors import Unauthenticated
from outfitter.api.rate_limits import limit
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError, Forbidden
from outfitter_tenants.ai_agents import agent_log, agent_settings, agent_tokens
from outfitter_tenants.ai_agents.agent_log import ActionNote
from outfitter_tenants.ai_agents.agent_scopes import PhoneScope
from outfitter_tenants.ai_agents.agent_settings import AgentLimits, AgentsOff
from outfitter_tenants.ai_agents.agent_tokens import TokenRow
from outfitter_tenants.ai_agents.phone_agent.spoken_errors import spoken_error
from outfitter_tenants.ai_agents.speech import Speaker
from outfitter_tenants.audit.actor import Actor, acting
from outfitter_tenants.people import queries as people

MOST_A_MINUTE: Final = 240
# Guesses at tokens, by address: a token cannot be guessed, but it must not cost the server either.
_GUESSES: Final = (120, 60)
View = Callable[..., HttpResponse]


class ScopeMissing(Forbidden):
    """The token is not for this."""

    code = "scope_missing"


@dataclass(slots=True)
class AgentRequest:
    """A voice agent and what it is doing: read by the route, completed by it for the log."""

    token: TokenRow
    limits: AgentLimits
    speaker: Speaker
    note: ActionNote
    ip: str | None

    def require(self, scope: PhoneScope) -> None:
        """
        Refuse a token that is not for this.

        :raises ScopeMissing: it lacks the scope
        """
        if scope not in self.token.scopes:
            raise ScopeMissing("This token isn't allowed to do this.", scope=scope)

    def speak(self, language: str | None) -> Speaker:
        """Return who speaks the caller's language; errors are told in it, too."""
        if language:
            self.speaker = make_speaker(language)
        return self.speaker


def make_speaker(language: str | None) -> Speaker:
    """Return who speaks a language at this operator."""
    own = people.get_properties()
    return Speaker.of(language, operator_locale=own.locale, currency=own.currency, time_zone=own.time_zone)


def agent_of(request: HttpRequest) -> AgentRequest:
    """Return the voice agent that asks."""
    found: AgentRequest = request.voice_agent  # type: ignore[attr-defined]
    return found


def agent_view(view: View) -> View:
    """Let a route be reached by voice agents alone, and note what they do there."""

    @wraps(view)
    def answer(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        begun, note = time.monotonic(), ActionNote("phone", _tool(request), utc_now())
        try:
            agent = _let_in(request, note)
        except DomainError as problem:
            return _told(errors.domain_error(problem), make_speaker(None), None, note, begun)
        request.voice_agent = agent  # type: ignore[attr-defined]
        actor = Actor("ai", None, agent.token.name, agent.ip, request.headers.get("User-Agent", ""))
        with acting(actor):
            response = view(request, *arguments, **named)
        return _told(response, agent.speaker, agent.limits, note, begun)

    return answer


def _tool(request: HttpRequest) -> str:
    return request.path.removeprefix("/api/ai-call-agent/")


def _let_in(request: HttpRequest, note: ActionNote) -> AgentRequest:
    schema, ip = current_schema(), getattr(request, "client_ip", None)
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise Unauthenticated("Send the token of an AI agent.")
    try:
        token = agent_tokens.recognize(token=secret.strip(), at=note.at)
    except Unauthenticated:
        limit(f"agent-guess:{schema}:{ip}", *_GUESSES)
        raise
    note.token_id = token.id
    limit(f"agent:{schema}:{token.id}", MOST_A_MINUTE, 60)
    limits = agent_settings.require_on()
    if not accounts.sells_here():
        raise AgentsOff("AI agents are switched off here.")
    return AgentRequest(token, limits, make_speaker(None), note, ip)


def _told(
    response: HttpResponse, speaker: Speaker, limits: AgentLimits | None, note: ActionNote, begun: float
) -> HttpResponse:
    """Add what is said of a refusal, and note what was done."""
    if response.status_code >= 400:
        body = json.loads(response.content)
        body["spoken"] = spoken_error(body["code"], body["detail"], speaker, limits)
        response.content = json.dumps(body)
        note.outcome = "failed" if response.status_code >= 500 else "refused"
        note.code, note.spoken = body["code"], body["spoken"]
    note.milliseconds = int((time.monotonic() - begun) * 1000)
    # Who has no token of ours is nobody's agent: strangers don't fill the list.
    if note.token_id is not None:
        agent_log.write(note)
    return response
