from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.outbound import client as outbound
from outfitter_tenants.api_access import access_keys, webhook_endpoints, webhook_sender
from outfitter_tenants.api_access.models import WebhookEndpoint
from tests.support.owner_client import owner_of

HOOK = "https://hooks.example.com/outfitter"


@dataclass
class Receiver:
    """An operator's own server: what it was sent, and what it answers."""

    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    got: list[outbound.Call] = field(default_factory=list)
    is_away: bool = False

    def __call__(self, call: outbound.Call) -> outbound.Reply:
        """Take a call."""
        self.got.append(call)
        if self.is_away:
            raise outbound.Unreachable("no_answer")
        return outbound.Reply(self.status, self.headers, b"")


@pytest.fixture
def owner(reef: Any, client_for: Callable[[str], Client]) -> Client:
    """A browser of the operator's owner."""
    return owner_of(client_for)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """The server at the other end of every address."""
    found = Receiver()
    with outbound.through(found):
        yield found


@pytest.fixture
def endpoint(reef: Any) -> WebhookEndpoint:
    """An endpoint that is told of trips."""
    draft = webhook_endpoints.EndpointDraft("Office", HOOK, ["trip.converted", "customer.changed"], True)
    endpoint_id, _ = webhook_endpoints.create(draft=draft, at=utc_now())
    return WebhookEndpoint.objects.get(pk=endpoint_id)


@pytest.fixture
def make_key(reef: Any) -> Callable[..., str]:
    """Make an API key."""

    def make(*scopes: str, per_minute: int = 600, expires_at: Any = None) -> str:
        draft = access_keys.KeyDraft("Warehouse", scopes, per_minute, expires_at)
        return access_keys.create(draft=draft, at=utc_now())[1]

    return make


def send(endpoint: WebhookEndpoint) -> None:
    """Do what is due for an endpoint."""
    webhook_sender.run({"endpoint_id": endpoint.pk}, utc_now())


@contextmanager
def shown(client: Client, key: str) -> Iterator[Client]:
    """Have a client show a key."""
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    yield client
    del client.defaults["HTTP_AUTHORIZATION"]
