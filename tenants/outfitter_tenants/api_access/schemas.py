"""What the office sees and sets of API keys and webhooks."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, field_validator

from outfitter.api.schemas import SINGLE_LINE, In, Name, Out, Version
from outfitter.plugins.event_names import EVENTS
from outfitter_tenants.api_access.read_scopes import ReadScope

_MOST_HOURS = 7 * 24
Required = Annotated[Name, Field(min_length=1)]
Overlap = Annotated[int, Field(ge=0, le=_MOST_HOURS, description="hours for which the one before stays good")]
Url = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000, pattern=SINGLE_LINE)
]


class ApiKeyIn(In):
    """A key to be made, and until when it is good; null: until it is taken back."""

    name: Required
    scopes: Annotated[list[ReadScope], Field(min_length=1, max_length=20)]
    per_minute: Annotated[int, Field(ge=10, le=600)] = 120
    expires_at: datetime | None = None


class ApiKeyRotateIn(In):
    """For how long the key before stays good."""

    overlap_hours: Overlap = 24


class ApiKeyOut(Out):
    """A key; of its secret, only the end is known."""

    id: int
    name: str
    last4: str
    scopes: list[str]
    per_minute: int
    created_by: int | None
    created_at: datetime
    rotated_at: datetime | None
    previous_until: datetime | None
    expires_at: datetime | None
    last_used_at: datetime | None


class ApiKeysOut(Out):
    """All keys in use, what one may be let do, and where programs ask."""

    keys: list[ApiKeyOut]
    scopes: list[str]
    base_url: str


class ApiKeyMadeOut(Out):
    """A new key, which nobody can read again."""

    key_id: int
    key: str


class WebhookEndpointIn(In):
    """An endpoint: where it is, and what it is told of."""

    name: Required
    url: Url
    events: Annotated[list[str], Field(min_length=1, max_length=len(EVENTS))]
    is_active: bool = True

    @field_validator("events")
    @classmethod
    def _known(cls, value: list[str]) -> list[str]:
        if not set(value) <= set(EVENTS):
            raise ValueError("unknown event")
        return value


class WebhookEndpointChangeIn(WebhookEndpointIn):
    """The same, as it was read (`version`)."""

    version: Version


class WebhookSecretRotateIn(In):
    """For how long what is sent is signed with the secret before as well."""

    overlap_hours: Overlap = 24


class WebhookEndpointOut(Out):
    """An endpoint and how it fares; its secret is shown once, when it is made."""

    id: int
    version: int
    name: str
    url: str
    events: list[str]
    is_active: bool
    off_reason: str
    previous_until: datetime | None
    failing_since: datetime | None
    failed_cnt: int
    delivered_at: datetime | None
    created_at: datetime


class WebhookEventOut(Out):
    """An event that endpoints can be told of, and what its message says."""

    name: str
    facts: list[str]


class WebhooksOut(Out):
    """All endpoints, and what they can be told of."""

    endpoints: list[WebhookEndpointOut]
    events: list[WebhookEventOut]


class WebhookMadeOut(Out):
    """An endpoint's new secret, which nobody can read again."""

    endpoint_id: int
    secret: str


class WebhookAttemptOut(Out):
    """One attempt: what the endpoint answered, or why nothing did."""

    at: datetime
    status: int | None
    error: str
    milliseconds: int


class WebhookDeliveryOut(Out):
    """A message, what came of it, and what stands in it."""

    id: int
    message_id: str
    event: str
    occurred_at: datetime
    status: Literal["waiting", "delivered", "failed"]
    attempt_cnt: int
    next_at: datetime | None
    delivered_at: datetime | None
    attempts: list[WebhookAttemptOut]
    data: dict[str, object]


class WebhookDeliveriesOut(Out):
    """A page of messages, the newest first; `next` asks for those before."""

    deliveries: list[WebhookDeliveryOut]
    next: int | None


class WebhookReplayedOut(Out):
    """How many messages are sent again."""

    count: int
