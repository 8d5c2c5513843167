"""Staff look after webhooks: who is told what, how it goes; paused, told again, taken away."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.channels.models import ChannelConnection, ChannelSubscription, SubscriptionNotice
from outfitter_tenants.channels.operations import notices
from outfitter_tenants.people.models import Role, UserAvatar
from tests.plugins.octo.test_webhooks import URL, Server, change, listener, register, send, server, states
from tests.plugins.octo.world import World
from tests.support import database
from tests.support.owner_client import owner_of

__all__ = ["listener", "server"]


@pytest.fixture
def owner(listener: World, client_for: Any) -> Client:
    return owner_of(client_for)


def listed(owner: Client) -> list[dict[str, Any]]:
    pk = ChannelConnection.objects.get(channel="octo").pk
    found: list[dict[str, Any]] = owner.get(f"/api/ota/connection/{pk}/subscriptions/get").json()
    return found


def do(owner: Client, what: str, body: object = None, pk: int | None = None) -> Any:
    pk = pk or ChannelSubscription.objects.get().pk
    path = f"/api/ota/subscription/{pk}/{what}"
    return owner.post(path, json.dumps(body) if body else "", content_type="application/json")


def test_a_new_one_has_been_told_nothing(listener: World, owner: Client) -> None:
    assert listed(owner) == []
    register(listener, headers={"X-Secret": "word-of-theirs"})
    [row] = listed(owner)
    assert (row["url"], row["topic"], row["is_retried"]) == (URL, "booking", True)
    assert (row["waiting"], row["failed"], row["last_sent_at"], row["error"]) == (0, 0, None, "")
    assert "word-of-theirs" not in json.dumps(row)


def test_how_the_telling_goes(listener: World, owner: Client, server: Server) -> None:
    register(listener)
    server.answers = [503]
    change(listener.sold())
    assert listed(owner)[0]["waiting"] == 1
    send()
    [row] = listed(owner)
    assert (row["waiting"], row["failed"], row["last_sent_at"]) == (1, 0, None)
    assert "503" in row["error"]
    assert row["error_at"] is not None
    send(later=60)
    [row] = listed(owner)
    assert (row["waiting"], row["failed"], row["error"]) == (0, 0, "")
    assert row["last_sent_at"] is not None


def test_what_failed_is_told_again_at_once(listener: World, owner: Client, server: Server) -> None:
    register(listener, retryOnError=False)
    server.answers = [500]
    change(listener.sold())
    send()
    assert (states(), listed(owner)[0]["failed"]) == (["failed"], 1)
    assert do(owner, "resend").json() == {"count": 1}
    send(later=1)
    assert (states(), len(server.calls)) == (["sent"], 2)
    assert do(owner, "resend").json() == {"count": 0}


def test_who_waits_after_a_failure_waits_no_longer(listener: World, owner: Client, server: Server) -> None:
    register(listener)
    server.answers = [503, 503]
    change(listener.sold())
    send()
    send(later=20)
    assert SubscriptionNotice.objects.get().due_at > utc_now() + timedelta(seconds=5)
    assert do(owner, "resend").json() == {"count": 1}
    assert SubscriptionNotice.objects.get().due_at <= utc_now()
    send(later=1)
    assert states() == ["sent"]


def test_who_is_paused_is_told_afterwards(listener: World, owner: Client, server: Server) -> None:
    register(listener)
    assert do(owner, "setState", {"is_paused": True}).json() == {"ok": True}
    assert listed(owner)[0]["paused_at"] is not None
    sold = listener.sold()
    change(sold)
    change(sold)
    send()
    notices.resume(at=utc_now())
    assert (server.calls, listed(owner)[0]["waiting"]) == ([], 1)
    assert do(owner, "resend").json() == {"count": 0}
    do(owner, "setState", {"is_paused": False})
    send()
    assert (len(server.calls), listed(owner)[0]["paused_at"]) == (1, None)
    actions = AuditLog.objects.filter(action__startswith="channel.subscription_").order_by("id")
    assert list(actions.values_list("action", flat=True)) == [
        "channel.subscription_paused",
        "channel.subscription_resumed",
    ]


def test_pausing_twice_is_no_mistake(listener: World, owner: Client) -> None:
    register(listener)
    for _ in range(2):
        assert do(owner, "setState", {"is_paused": True}).status_code == 200
    assert AuditLog.objects.filter(action="channel.subscription_paused").count() == 1


def test_what_is_taken_away_is_told_nothing_and_may_come_back(
    listener: World, owner: Client, server: Server
) -> None:
    register(listener)
    change(listener.sold())
    pk = ChannelSubscription.objects.get().pk
    assert do(owner, "delete").json() == {"ok": True}
    notices.send_due({"subscription_id": pk}, utc_now())
    assert (server.calls, listed(owner), listener.ask("GET", "/webhooks").body) == ([], [], [])
    for what, body in (("delete", None), ("resend", None), ("setState", {"is_paused": True})):
        assert do(owner, what, body, pk).status_code == 404
    assert AuditLog.objects.filter(action="channel.unsubscribed").count() == 1
    register(listener)
    assert len(listed(owner)) == 1


def test_who_may_do_what(listener: World, owner: Client) -> None:
    register(listener)
    role = Role.objects.create(slug="desk", name="Desk", permissions=["reseller.view", "reseller.manage"])
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
    assert len(listed(owner)) == 1
    assert do(owner, "resend").status_code == 200
    assert do(owner, "setState", {"is_paused": True}).status_code == 403
    assert do(owner, "delete").status_code == 403
    assert ChannelSubscription.objects.get().paused_at is None
