from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.ai_agents import agent_tokens
from outfitter_tenants.ai_agents.models import AgentSettings
from tests.ai_agents.voice_agent import VoiceAgent
from tests.support.owner_client import owner_of
from tests.support.sales import Offer, make_offer


@pytest.fixture
def offer(reef: Any) -> Offer:
    """Something to sell, with ten seats the day after tomorrow."""
    return make_offer()


@pytest.fixture
def switch(reef: Any) -> Callable[..., None]:
    """Set what AI agents may do; on, unless it says otherwise."""

    def change(**values: Any) -> None:
        AgentSettings.objects.update_or_create(pk=1, defaults={"is_on": True, **values})

    return change


@pytest.fixture
def owner(reef: Any, client_for: Callable[[str], Client]) -> Client:
    """A browser of the operator's owner."""
    return owner_of(client_for)


@pytest.fixture
def agent(switch: Callable[..., None], client_for: Callable[[str], Client]) -> VoiceAgent:
    """A voice agent that may do everything."""
    switch()
    _, token = agent_tokens.create(
        name="Vox", scopes=["read", "create", "payment_link"], expires_at=None, at=utc_now()
    )
    return VoiceAgent(client_for("reef"), token)
