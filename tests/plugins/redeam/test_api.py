"""What our people see of Redeam's Channel API, by recorded answers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson
import pytest

from outfitter.outbound import Unreachable
from outfitter.outbound.client import Call, Reply, through
from outfitter_tenants.channels.models import ChannelCall, ChannelConnection
from tests.plugins.redeam.world import Redeam, connect
from tests.support import database
from tests.support.api_operations import sign_in
from tests.support.team import browser_of, make_colleague

CHANNELS = {"channels": [{"id": "c-1", "name": "GetYourGuide"}], "meta": {"reqId": "theirs"}}


@dataclass
class Recorded:
    """Redeam's server, as a test wants it; it remembers what it was asked."""

    status: int = 200
    body: bytes = field(default_factory=lambda: orjson.dumps(CHANNELS))
    asked: list[Call] = field(default_factory=list)
    failure: Exception | None = None

    def __call__(self, call: Call) -> Reply:
        self.asked.append(call)
        if self.failure is not None:
            raise self.failure
        return Reply(self.status, {"content-type": "application/json"}, self.body)


@pytest.fixture
def recorded() -> Iterator[Recorded]:
    found = Recorded()
    with through(found):
        yield found


@pytest.fixture
def owner(redeam: Redeam, client_for) -> Any:
    client = client_for("reef")
    sign_in(client, database.REEF.owner_email, database.PASSWORD)
    return client


@pytest.mark.parametrize(
    ("path", "theirs"),
    [
        ("channels", "channels"),
        ("channels/c-1", "channels/c-1"),
        ("suppliers", "suppliers"),
        ("suppliers?partner_id=p-1&code=x&secret=1", "suppliers?partner_id=p-1&code=x"),
        ("suppliers/s-1", "suppliers/s-1"),
        ("suppliers/s-1/products", "suppliers/s-1/products"),
        ("suppliers/s-1/products/p-1", "suppliers/s-1/products/p-1"),
        ("suppliers/s-1/products/p-1/rates", "suppliers/s-1/products/p-1/rates"),
    ],
)
def test_staff_see_what_redeam_has(owner, recorded: Recorded, path, theirs):
    reply = owner.get(f"/redeam/api/{path}", headers={"X-Request-ID": "h-1"})

    assert reply.status_code == 200
    assert reply.json() == {"channels": CHANNELS["channels"], "meta": {"reqId": "h-1"}}
    (call,) = recorded.asked
    assert call.url == f"https://channel.redeam.io/v1.2/{theirs}"
    assert call.headers["X-API-Key"] == "ours-at-redeam"
    assert call.headers["X-API-Secret"] == "our-secret-at-redeam"
    assert call.headers["X-Request-ID"] == "h-1"


def test_the_keys_are_in_no_log(owner, recorded: Recorded):
    owner.get("/redeam/api/channels")

    told = str([(row.path, row.asked, row.answered) for row in ChannelCall.objects.all()])
    assert ChannelCall.objects.filter(direction="out").count() == 1
    assert "our-secret" not in told
    assert "ours-at-redeam" not in told


def test_nobody_sees_it_without_signing_in_or_the_permission(redeam, recorded, client_for):
    for client, status in (
        (client_for("reef"), 401),
        (browser_of(client_for, make_colleague("Gus", "guide")), 403),
    ):
        reply = client.get("/redeam/api/channels")
        assert reply.status_code == status
        assert reply.json()["error"]["code"] == "FORBIDDEN"
    assert recorded.asked == []


def test_redeams_own_keys_do_not_open_it(redeam: Redeam, recorded, client_for):
    reply = client_for("reef").get(
        "/redeam/api/channels", headers={"X-API-Key": redeam.supplier, "X-API-Secret": redeam.secret}
    )

    assert reply.status_code == 401
    assert recorded.asked == []


@pytest.mark.parametrize(
    ("theirs", "body", "ours", "code"),
    [
        (401, b'{"error":{"code":"FORBIDDEN","message":"Bad keys."}}', 424, "FAILED_DEPENDENCY"),
        (404, b'{"error":{"code":"NOT_FOUND","message":"None."}}', 404, "NOT_FOUND"),
        (500, b"oops", 424, "FAILED_DEPENDENCY"),
        (200, b"<html>", 424, "FAILED_DEPENDENCY"),
        (200, b"[]", 424, "FAILED_DEPENDENCY"),
        (302, b"", 424, "FAILED_DEPENDENCY"),
    ],
)
def test_what_redeam_refuses(owner, recorded: Recorded, theirs, body, ours, code):
    recorded.status, recorded.body = theirs, body

    reply = owner.get("/redeam/api/channels")

    assert (reply.status_code, reply.json()["error"]["code"]) == (ours, code)


def test_redeam_does_not_answer(owner, recorded: Recorded):
    recorded.failure = Unreachable("no_answer")

    reply = owner.get("/redeam/api/channels")

    assert reply.status_code == 424
    assert reply.json()["error"]["data"] == {"reason": "no_answer"}


@pytest.mark.parametrize("name", ["..", "a%2Fb", "a.b", "a" * 101, "a%0Ab"])
def test_a_name_cannot_lead_elsewhere(owner, recorded: Recorded, name):
    reply = owner.get(f"/redeam/api/suppliers/{name}")

    assert reply.status_code in (400, 404)
    assert recorded.asked == []


def test_the_connection_can_be_named(owner, redeam: Redeam, recorded: Recorded, client_for):
    other = connect(client_for("reef"), channel_api_url="https://channel.sandbox.redeam.io/v1.2")

    named = owner.get(f"/redeam/api/channels?connection={other.supplier}")
    nobody = owner.get("/redeam/api/channels?connection=0b0cba6c-5d10-4d35-9d5c-7a6f3b0a6f01")
    strange = owner.get("/redeam/api/channels?connection=..")

    assert named.status_code == 200
    assert recorded.asked[0].url.startswith("https://channel.sandbox.redeam.io/")
    assert nobody.status_code == strange.status_code == 404


def test_without_keys_of_redeam_it_says_so(owner, redeam: Redeam, recorded: Recorded):
    ChannelConnection.objects.update(credentials_encrypted="")

    reply = owner.get("/redeam/api/channels")

    assert reply.status_code == 424
    assert "keys are missing" in reply.json()["error"]["message"]
    assert recorded.asked == []
