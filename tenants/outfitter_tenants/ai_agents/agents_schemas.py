"""What the office sees and sets of AI agents."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, field_validator

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out, Text, Version, Visible
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.ai_agents.agent_scopes import PhoneScope

TokenName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=SINGLE_LINE), Visible
]
Outcome = Literal["ok", "refused", "failed"]
Profile = Literal["phone", "visitor", "staff"]


class AgentSettingsIn(In):
    """What AI agents may do; `version` as it was read."""

    version: Version
    is_on: bool
    is_visitors_on: bool
    can_create: bool
    max_pax: Annotated[int, Field(ge=1, le=200)]
    links_a_day: Annotated[int, Field(ge=0, le=20)]
    handoff_number: Annotated[str, StringConstraints(strip_whitespace=True, max_length=30)] = ""
    hours: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200, pattern=SINGLE_LINE)] = ""
    policies: dict[str, Annotated[Text, StringConstraints(max_length=4000)]] = {}

    @field_validator("policies")
    @classmethod
    def _languages(cls, value: dict[str, str]) -> dict[str, str]:
        if not set(value) <= set(ROUTE_LOCALES):
            raise ValueError("unknown language")
        return value


class AgentSettingsOut(Out):
    """What AI agents may do."""

    version: int
    is_on: bool
    is_visitors_on: bool
    can_create: bool
    max_pax: int
    links_a_day: int
    handoff_number: str
    hours: str
    policies: dict[str, str]


class AgentTokenIn(In):
    """A token to be made, and until when it is good; null: until it is taken back."""

    name: TokenName
    scopes: Annotated[list[PhoneScope], Field(min_length=1, max_length=3)]
    expires_at: datetime | None = None


class AgentTokenOut(Out):
    """A token; of its secret, only the end is known."""

    id: int
    name: str
    last4: str
    scopes: list[str]
    created_at: datetime
    rotated_at: datetime | None
    expires_at: datetime | None
    last_used_at: datetime | None


class AgentAccessOut(Out):
    """A program that acts for somebody of the staff."""

    id: int
    client: str
    person: str
    scopes: list[str]
    created_at: datetime
    last_used_at: datetime | None


class AgentsOut(Out):
    """All about AI agents; the addresses are what developers are given."""

    settings: AgentSettingsOut
    tokens: list[AgentTokenOut]
    accesses: list[AgentAccessOut]
    mcp_url: str
    staff_url: str
    phone_url: str


class AgentTokenMadeOut(Out):
    """A token's secret, shown this once."""

    token_id: int
    token: str


class AgentActionTripOut(Out):
    """The trip that something was about."""

    id: int
    confirmation_code: str


class AgentActionOut(Out):
    """One thing an agent did or tried; `agent` is which one, `call_id` our call where there is one."""

    id: int
    at: datetime
    profile: Profile
    tool: str
    agent: str
    arguments: dict[str, Any]
    outcome: Outcome
    code: str
    trip: AgentActionTripOut | None
    spoken: str
    milliseconds: int
    call_id: int | None


class AgentActionsOut(Out):
    """A page of what agents did, newest first; `next` asks for the one after."""

    actions: list[AgentActionOut]
    next: int | None


class AgentConsentOut(Out):
    """A program that wants to act for who is signed in, and for what."""

    client: str
    redirect_host: str
    scopes: list[str]
    missing: list[str]
    operator: str
    person: str


class AgentConsentIn(In):
    """Whether the program may, and which of what it asked for."""

    is_allowed: bool
    scopes: Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=10)] = []


class AgentConsentDoneOut(Out):
    """Where the program waits for the answer."""

    redirect_url: str


class ActionsQuery(In):
    """A page of what agents did: before that one, refused ones alone."""

    before: Id | None = None
    refused: bool = False
